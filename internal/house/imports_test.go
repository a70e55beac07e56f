package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A listed package is what the Go tool tells of it.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// list gives every package that the tree is built from, its tests left out.
func list(t *testing.T) map[string]listed {
	t.Helper()
	run := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports", "./...")
	run.Dir = "../.."
	var failure bytes.Buffer
	run.Stderr = &failure
	out, err := run.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s, want no error", err, failure.String())
	}
	all := map[string]listed{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

func TestImportsFollowTheHousePlan(t *testing.T) {
	all := list(t)
	held := 0
	for path, p := range all {
		pkg, ours := strings.CutPrefix(path, module)
		if !ours {
			continue
		}
		held++
		if _, ok := roomOf(pkg); !ok {
			t.Errorf("%s stands in no room of the house plan, want a room in docs/architecture.md", pkg)
		}
		for _, imported := range p.Imports {
			if all[imported].Standard || imported == "C" {
				continue
			}
			if why := breach(pkg, imported); why != "" {
				t.Errorf("%s imports %s: %s, want nothing", pkg, imported, why)
			}
		}
	}
	if held < 5 {
		t.Errorf("only %d packages were listed: the test looks in the wrong place, want at least 5", held)
	}
}

func TestThePlanTellsBreaches(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		allowed       bool
	}{
		{"domain/es", "github.com/google/uuid", true},
		{"domain/es", "golang.org/x/text/language", false},
		{"domain/es", module + "domain", false},
		{"domain/es/estest", module + "domain/es", true},
		{"domain/file", module + "domain/es", true},
		{"domain/file", module + "commands", false},
		{"domain/file", "golang.org/x/text/unicode/norm", true},
		{"domain/file", "github.com/dlclark/regexp2/v2", false},
		{"rules/engine", "github.com/dlclark/regexp2/v2", true},
		{"rules/engine", module + "document", true},
		{"rules/engine", module + "domain/file", false},
		{"commands", module + "domain/file", true},
		{"commands", module + "queries", false},
		{"commands", module + "processes", false},
		{"commands/blob", module + "processes", false},
		{"processes", module + "commands", true},
		{"processes/report", module + "domain/template", true},
		{"processes", module + "projections", false},
		{"processes", module + "adapters/sqlite", false},
		{"commands", module + "adapters/sqlite", false},
		{"projections", module + "commands", false},
		{"queries", module + "projections", false},
		{"queries", module + "domainfull", false},
		{"queries", module + "queries/lists", true},
		{"queries/lists", module + "queries/views", true},
		{"queries/lists", module + "queries", false},
		{"queries/views", module + "queries/lists", false},
		{"queries/history", module + "queries/feed", false},
		{"adapters/sqlite", module + "projections", true},
		{"adapters/sqlite", module + "processes", true},
		{"adapters/sqlite", "modernc.org/sqlite", true},
		{"adapters/sqlite", module + "adapters/postgres", false},
		{"adapters/rest/api", module + "adapters/rest", true},
		{"adapters/rest", module + "cmd/docket", false},
		{"cmd/docket", module + "adapters/rest", true},
		{"service", module + "adapters/rest", true},
		{"service", module + "cli/operate", false},
		{"transfer", module + "service", true},
		{"transfer", module + "adapters/sqlite", false},
		{"cli/operate", module + "service", true},
		{"cli/operate", module + "adapters/vault", false},
		{"client", module + "api/wire", true},
		{"client", module + "domain", false},
		{"internal/terminal", "golang.org/x/term", true},
		{"internal/terminal", module + "domain/file", false},
		{"internal/terminal", "modernc.org/sqlite", false},
		{"author", module + "adapters/pdf", true},
		{"author", module + "adapters/sqlite", false},
		{"author", module + "adapters/rest", false},
		{"author", module + "client", false},
		{"cli/remote", module + "client/api", true},
		{"cli/remote", module + "internal/terminal", true},
		{"cli/remote", module + "commands", false},
		{"cli/remote", module + "adapters/rest", false},
		{"elsewhere", "github.com/google/uuid", false},
	} {
		if why := breach(c.pkg, c.imported); (why == "") != c.allowed {
			t.Errorf("%s imports %s: %q, want %v", c.pkg, c.imported, why, c.allowed)
		}
	}
}

// TestAdaptersMeetInTheServiceAlone finds packages that know two adapters. The commands of
// rule authors read documents without a service, so they meet those adapters that do it.
func TestAdaptersMeetInTheServiceAlone(t *testing.T) {
	for path, p := range list(t) {
		pkg, ours := strings.CutPrefix(path, module)
		if !ours || isBelow(pkg, "service") || isBelow(pkg, "author") || isBelow(pkg, "tests") {
			continue
		}
		if met := adaptersOf(p.Imports); len(met) > 1 {
			t.Errorf("%s imports the adapters %s: they meet in service alone, want len(met) at most 1",
				pkg, strings.Join(met, ", "))
		}
	}
}

// adaptersOf names the adapters that are imported, each once.
func adaptersOf(imports []string) []string {
	found := map[string]bool{}
	for _, path := range imports {
		if below, ok := strings.CutPrefix(path, module+"adapters/"); ok {
			name, _, _ := strings.Cut(below, "/")
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func TestAdaptersOf(t *testing.T) {
	got := adaptersOf([]string{"fmt", module + "adapters/rest", module + "adapters/rest/api", module + "adapters/pdf", module + "domain"})
	if want := []string{"pdf", "rest"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
