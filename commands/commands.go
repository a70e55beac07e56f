package commands

import (
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/commands/accounts"
	"github.com/seed-62a36931/docket/commands/bulks"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/templates"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/template"
)

// Ports are what commands need of the outside.
type Ports struct {
	Log   *es.Log
	Vault es.Vault
	Keys  core.Keys
	Blobs es.Blobs
	// Passwords are kept apart from the log; only commands on accounts need them.
	Passwords accounts.Passwords
	// Packages are deleted with the files in them.
	Packages core.Packages
	Now      func() time.Time
	// Bundles read templates from files; only ImportBundle needs them.
	Bundles templates.BundleReader
	// Reports check report templates; only uploads and imports of them need it.
	Reports templates.ReportChecker
	// Logger gets the warnings about rule files that are uploaded, and the progress of
	// long operations; nil: they are dropped.
	Logger *slog.Logger
	// Files finds files by name; only uploads of csvs need it.
	Files bulks.DossierFiles
	// Followers lets changes of templates wait for those who act on them; nil: none waits.
	Followers templates.Followers
	// Alone keeps workers away from a stream; nil: there are none.
	Alone core.Exclusive
	// Limits of uploads.
	Limits Limits
	// Resumable are what uploads by parts need.
	Resumable bulks.ResumablePorts
	// License limits what may be uploaded and analysed; nil: no limit.
	License *license.License
}

// Commands runs every use case that changes something. It is put together of parts, by what they
// change; all of them stand on one base.
type Commands struct {
	*core.Base
	*Accounts
	*Bulks
	*Dossiers
	*Downloads
	*Files
	*Templates
	*Webhooks
	*Workspaces

	// Resumable takes in uploads by parts.
	Resumable *bulks.ResumableUploads
}

// New returns the commands over the ports.
func New(p Ports) *Commands {
	base := &core.Base{Log: p.Log, Vault: p.Vault, Keys: p.Keys, Blobs: p.Blobs, Packages: p.Packages, Now: p.Now,
		Logger: p.Logger, License: p.License}
	shared := core.New(base)
	parts := &templates.Parts{Core: shared, Reports: p.Reports, Followers: p.Followers, Mapping: p.Limits.Mapping}
	uploads := &Bulks{Core: shared, DossierFiles: p.Files, Alone: p.Alone, Archive: p.Limits.Archive}
	return &Commands{
		Base:      base,
		Accounts:  &Accounts{Core: shared, Passwords: p.Passwords},
		Bulks:     uploads,
		Dossiers:  &Dossiers{Core: shared},
		Downloads: &Downloads{Core: shared},
		Files:     &Files{Core: shared},
		Templates: &Templates{Bundles: p.Bundles, Parts: parts},
		Webhooks:  &Webhooks{Core: shared},

		Workspaces: &Workspaces{Core: shared},
		Resumable:  &bulks.ResumableUploads{Commands: uploads, ResumablePorts: p.Resumable},
	}
}

// Limits bound what is taken in.
type Limits struct {
	Archive unzip.Limits // of zips; the zero value is the default
	// Mapping bounds component mappings; the zero value is the default.
	Mapping template.MappingLimits
}
