package rest

import (
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/downloads"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/adapters/rest/guard"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/operations"
	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/adapters/rest/usage"
	"github.com/seed-62a36931/docket/adapters/rest/users"
	"github.com/seed-62a36931/docket/adapters/rest/webhooks"
)

// Ports holds everything that the handlers call, by part.
type Ports struct {
	Verifier     guard.Verifier
	Readiness    Readiness
	Freshness    exchange.Freshness
	FirstAnswers guard.FirstAnswers
	Workspaces   guard.Workspaces
	Denials      exchange.Denials // nil: nobody is told

	Dossiers   dossiers.Ports
	Files      files.Ports
	Components components.Ports
	Templates  templates.Ports
	Users      users.Ports
	History    history.Ports
	Downloads  downloads.Ports
	Operations operations.Ports
	Usage      usage.Queries
	Webhooks   webhooks.Ports

	// Identity answers below /auth/realms/ and /realms/, nil without a built-in
	// authorization server.
	Identity http.Handler
}

// An EvidenceBundle is what makers of evidence bundles return.
type EvidenceBundle = history.EvidenceBundle
