package house

import (
	"slices"
	"strings"
)

// module is where our own packages begin.
const module = "github.com/seed-62a36931/docket/"

// A room is a folder of the house and what its packages may import beside the
// standard library and each other. All paths are prefixes of whole segments.
type room struct {
	path string
	ours []string // below the module
	libs []string // of others; "*" is any
}

// plan is the table of who may import whom; a package belongs to the room with the
// longest path that holds it.
var plan = []room{
	{path: "domain/es", libs: []string{"github.com/google/uuid"}},
	{path: "domain", ours: []string{"document", "internal/snakecase"}, libs: pure},
	// Libraries that serve without Docket too.
	{path: "document", libs: pure},
	{path: "rules", ours: []string{"document", "internal/snakecase"}, libs: append([]string{"github.com/dlclark/regexp2/v2"}, pure...)},
	// Evidence knows envelopes as stores hold them, and nothing of what they say.
	{path: "evidence", ours: []string{"domain/es"}, libs: []string{"github.com/google/uuid", "golang.org/x/mod"}},
	// How a notary that is a process of its own, and witnesses, are asked, over HTTP.
	{path: "evidence/notary", ours: []string{"evidence"}, libs: []string{"golang.org/x/mod"}},
	{path: "evidence/witness", ours: []string{"evidence"}, libs: []string{"golang.org/x/mod"}},
	// How time-stamping authorities are asked, and what their tokens say.
	{path: "evidence/timestamp", libs: []string{"github.com/digitorus/pkcs7", "github.com/digitorus/timestamp"}},
	// The suite of its stores holds proofs against another implementation.
	{path: "evidence/evidencetest", ours: []string{"evidence", "domain/es"},
		libs: []string{"github.com/google/uuid", "golang.org/x/mod", "github.com/transparency-dev/merkle"}},
	{path: "commands", ours: domainImports, libs: pure},
	// The parts of the commands stand on their core, and do not know each other.
	{path: "commands/core", ours: append([]string{"commands/blob"}, domainImports...), libs: pure},
	{path: "commands/accounts", ours: append([]string{"commands/core"}, domainImports...), libs: pure},
	{path: "commands/analysis", ours: append([]string{"commands/core", "commands/blob", "commands/candidates", "commands/lru"},
		domainImports...), libs: pure},
	{path: "commands/bulks", ours: append([]string{"commands/core", "commands/blob", "commands/parallel", "commands/unzip"},
		domainImports...), libs: pure},
	{path: "commands/dossiers", ours: append([]string{"commands/core"}, domainImports...), libs: pure},
	{path: "commands/downloads", ours: append([]string{"commands/core"}, domainImports...), libs: pure},
	{path: "commands/files", ours: append([]string{"commands/core"}, domainImports...), libs: pure},
	{path: "commands/templates", ours: append([]string{"commands/core", "commands/analysis", "commands/blob"},
		domainImports...), libs: pure},
	{path: "commands/webhooks", ours: append([]string{"commands/core"}, domainImports...), libs: pure},
	{path: "commands/workspaces", ours: append([]string{"commands/core"}, domainImports...), libs: pure},
	{path: "processes", ours: append([]string{"internal/share", "commands"}, domainImports...), libs: pure},
	{path: "projections", ours: domainImports, libs: pure},
	// The suite that keepers of read models must pass asks them questions too.
	{path: "projections/viewtest", ours: append([]string{"projections", "queries"}, domainImports...), libs: pure},
	// The parts of queries know what they share, each other as little as they can, and never their sum.
	{path: "queries", ours: domainImports, libs: pure},
	{path: "queries/cache", ours: []string{"domain/es"}},
	{path: "queries/views", ours: domainImports, libs: pure},
	{path: "queries/pages", ours: []string{"domain"}},
	{path: "queries/scope", ours: partImports("views"), libs: pure},
	{path: "queries/results", ours: partImports("cache"), libs: pure},
	{path: "queries/accounts", ours: partImports("views", "pages"), libs: pure},
	{path: "queries/components", ours: partImports("views", "pages", "scope", "results", "lists"), libs: pure},
	{path: "queries/contents", ours: partImports("views", "pages", "scope", "cache"), libs: pure},
	{path: "queries/owned", ours: partImports("views", "pages"), libs: pure},
	{path: "queries/downloads", ours: partImports("views", "pages", "owned"), libs: pure},
	{path: "queries/feed", ours: partImports("views", "scope", "history"), libs: pure},
	{path: "queries/history", ours: partImports("views", "scope", "results"), libs: pure},
	{path: "queries/layouts", ours: partImports("views"), libs: pure},
	{path: "queries/lists", ours: partImports("views", "pages", "scope", "results", "cache"), libs: pure},
	{path: "queries/operations", ours: partImports("views", "pages", "owned"), libs: pure},
	{path: "queries/replay", ours: partImports("views", "scope", "results", "lists"), libs: pure},
	{path: "queries/templates", ours: partImports("views", "pages", "scope"), libs: pure},
	{path: "queries/usage", ours: partImports("views"), libs: pure},
	{path: "queries/webhooks", ours: partImports("views", "pages"), libs: pure},
	{path: "queries/work", ours: partImports("views"), libs: pure},
	{path: "adapters/*", ours: append([]string{"commands", "evidence", "processes", "projections", "queries", "api",
		"internal/freeport", "internal/share", "internal/webpage", "internal/walls"}, domainImports...), libs: whatever},
	// The HTTP face: parts know neither each other nor the router that puts them together.
	{path: "adapters/rest/contract", ours: []string{"adapters/rest/api", "api", "domain", "rules/check"}, libs: whatever},
	{path: "adapters/rest/convert", ours: []string{"adapters/rest/api", "commands", "domain", "queries"}, libs: whatever},
	{path: "adapters/rest/exchange", ours: append([]string{"adapters/rest/api", "adapters/rest/contract", "adapters/rest/convert",
		"adapters/rest/traffic", "commands", "queries"}, domainImports...), libs: whatever},
	{path: "adapters/rest/guard", ours: append([]string{"adapters/rest/contract", "adapters/rest/convert", "adapters/rest/exchange",
		"adapters/rest/traffic", "commands", "evidence"}, domainImports...), libs: whatever},
	{path: "adapters/rest/dossiers", ours: restPart, libs: whatever},
	{path: "adapters/rest/files", ours: restPart, libs: whatever},
	{path: "adapters/rest/components", ours: restPart, libs: whatever},
	{path: "adapters/rest/templates", ours: restPart, libs: whatever},
	{path: "adapters/rest/users", ours: restPart, libs: whatever},
	{path: "adapters/rest/history", ours: restPart, libs: whatever},
	{path: "adapters/rest/downloads", ours: restPart, libs: whatever},
	{path: "adapters/rest/operations", ours: restPart, libs: whatever},
	{path: "adapters/rest/usage", ours: restPart, libs: whatever},
	{path: "adapters/rest/webhooks", ours: restPart, libs: whatever},
	{path: "api"},
	{path: "api/model", ours: []string{"api"}, libs: []string{"github.com/oapi-codegen/nullable", "github.com/oapi-codegen/runtime"}},
	{path: "client", ours: []string{"api", "internal/webpage"}, libs: whatever},
	{path: "templates", libs: []string{"github.com/xuri/excelize/v2", "golang.org/x/image"}},
	{path: "deployments", ours: []string{"client", "api"}, libs: whatever},
	{path: "tests", ours: []string{""}, libs: whatever},
	{path: "cmd", ours: []string{""}, libs: whatever},
	// The composition root: the one place where adapters meet.
	{path: "service", ours: append([]string{"adapters", "commands", "evidence", "processes", "projections", "queries", "api",
		"client", "internal/basepath", "internal/procs", "internal/walls",
		"templates"}, domainImports...), libs: whatever},
	// The configuration knows nothing of what is made from it.
	{path: "service/settings", ours: append([]string{"adapters", "commands", "evidence", "processes", "projections", "queries",
		"internal/procs"},
		domainImports...),
		libs: whatever},
	// The parts of the service know the settings and each other, one way, and not what puts them together.
	{path: "service/engines", ours: append([]string{"adapters", "commands", "evidence", "processes", "projections", "queries",
		"service/settings", "service/numbering"}, domainImports...), libs: whatever},
	{path: "service/accounts", ours: append([]string{"adapters", "commands", "service/engines"}, domainImports...), libs: whatever},
	{path: "service/bytestore", ours: append([]string{"adapters", "service/settings", "service/engines", "service/observe",
		"service/host"}, domainImports...), libs: whatever},
	{path: "service/keeper", ours: append([]string{"adapters", "evidence", "queries", "service/settings", "service/engines",
		"service/observe", "service/numbering", "service/host"}, domainImports...), libs: whatever},
	{path: "service/observe", ours: append([]string{"adapters", "service/settings", "service/damped"}, domainImports...), libs: whatever},
	// Tests start a service with the commands of operators.
	{path: "service/servicetest", ours: []string{""}, libs: whatever},
	{path: "transfer", ours: append([]string{"adapters/archive", "commands", "evidence", "processes", "projections", "service",
		"internal/terminal"}, domainImports...), libs: append([]string{"golang.org/x/mod"}, pure...)},
	{path: "cli/operate", ours: append([]string{"adapters/rest", "api", "commands", "evidence", "projections", "queries",
		"internal/terminal", "service", "transfer"}, domainImports...),
		libs: append([]string{"github.com/getkin/kin-openapi", "golang.org/x/mod"}, pure...)},
	// The command line: what all commands share, the commands that are clients, and those
	// that need neither a service nor a database.
	{path: "internal/terminal", libs: []string{"github.com/alecthomas/kong", "golang.org/x/term"}},
	{path: "cli/remote", ours: []string{"client", "api", "internal/terminal", "internal/snakecase"},
		libs: []string{"golang.org/x/sys", "golang.org/x/term", "github.com/oapi-codegen/nullable"}},
	{path: "author/publish", ours: []string{"client", "api", "internal/terminal", "cli/remote", "author", "adapters/bundle",
		"domain", "internal/measure", "internal/snakecase", "author/suggest", "templates"},
		libs: []string{"github.com/oapi-codegen/nullable", "golang.org/x/text"}},
	{path: "author", ours: append([]string{"commands", "processes", "queries", "internal/terminal", "internal/measure", "adapters/bundle",
		"adapters/models", "adapters/ocr", "adapters/office", "adapters/pdf", "adapters/picture", "adapters/ruletest"},
		domainImports...), libs: []string{"golang.org/x/image", "github.com/sourcegraph/jsonrpc2"}},
	{path: "api/apidoc", ours: []string{"api"}, libs: []string{"github.com/getkin/kin-openapi"}},
	{path: "internal/basepath"},
	{path: "api/conform", ours: []string{"api"}, libs: []string{"github.com/getkin/kin-openapi"}},
	{path: "internal/freeport"},
	{path: "internal/house"},
	{path: "internal/measure"},
	{path: "internal/procs"},
	{path: "internal/record"},
	{path: "internal/share"},
	{path: "internal/snakecase", libs: pure},
	// Learns rules from documents: a library, which reads no files.
	{path: "author/suggest", ours: []string{"document", "rules", "internal/measure", "internal/snakecase"}},
	{path: "internal/testsum"},
	// Raises walls of the kernel around programs.
	{path: "internal/walls", libs: []string{"github.com/elastic/go-seccomp-bpf", "github.com/landlock-lsm/go-landlock", "golang.org/x/net",
		"golang.org/x/sys"}},
	{path: "internal/webpage"},
}

// domainImports is what the rooms above the domain stand on.
var domainImports = []string{"domain", "document", "rules", "internal/snakecase"}

// partImports is what a part of queries stands on: the domain, and other parts.
func partImports(parts ...string) []string {
	out := slices.Clone(domainImports)
	for _, p := range parts {
		out = append(out, "queries/"+p)
	}
	return out
}

// restPart is what the handlers of a part of the HTTP face stand on.
var restPart = append([]string{"adapters/rest/api", "adapters/rest/contract", "adapters/rest/convert", "adapters/rest/exchange",
	"commands", "evidence", "queries"}, domainImports...)

// pure are the libraries of the rooms that know no outside.
var pure = []string{"github.com/google/uuid", "golang.org/x/text"}

var whatever = []string{"*"}

// roomOf finds the room of a package, given below the module.
func roomOf(pkg string) (room, bool) {
	var best room
	for _, r := range plan {
		if r.path == "adapters/*" {
			// each adapter is a room of its own
			if name, ok := strings.CutPrefix(pkg, "adapters/"); ok {
				adapter, _, _ := strings.Cut(name, "/")
				r.path = "adapters/" + adapter
			}
		}
		if isBelow(pkg, r.path) && len(r.path) > len(best.path) {
			best = r
		}
	}
	return best, best.path != ""
}

// isBelow says that a path is a folder or below it; the empty folder holds all.
func isBelow(path, folder string) bool {
	return folder == "" || path == folder || strings.HasPrefix(path, folder+"/")
}

// breach says why a package may not import another that is not of the standard
// library, or nothing.
func breach(pkg, imported string) string {
	r, ok := roomOf(pkg)
	if !ok {
		return "stands in no room of the house plan"
	}
	if inside, ok := strings.CutPrefix(imported, module); ok {
		if isBelow(inside, r.path) || anyWithin(inside, r.ours) {
			return ""
		}
		return r.path + " may not import " + inside
	}
	if len(r.libs) == 1 && r.libs[0] == "*" || anyWithin(imported, r.libs) {
		return ""
	}
	return r.path + " may not import " + imported
}

func anyWithin(path string, folders []string) bool {
	for _, f := range folders {
		if isBelow(path, f) {
			return true
		}
	}
	return false
}
