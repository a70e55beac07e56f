package eventstoredb_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/domain/es"
)

// categories are those of streams, and nameParts what may stand in names of whatever kind.
var (
	categories = []string{"workspace", "template", "dossier", "file", "bulk", "download", "user", "name", "signin", "log"}
	nameParts  = append([]string{"acme", "eu", "demo", "heads", "lineage", "settings", "unknown", "20261128", "2026112", "a.b", "_",
		"0123456789abcdef0123456789abcdef", "A"}, categories...)
)

// drawParts draws one to n parts of names, joined by hyphens.
func drawParts(r *rand.Rand, n int) string {
	out := make([]string, 1+r.IntN(n))
	for i := range out {
		out[i] = nameParts[r.IntN(len(nameParts))]
	}
	return strings.Join(out, "-")
}

// drawStream draws the name of a stream: as Docket has them, and now and then another.
func drawStream(r *rand.Rand) es.StreamID {
	part := func() string { return nameParts[r.IntN(len(nameParts))] }
	switch category := categories[r.IntN(len(categories))]; r.IntN(6) {
	case 0:
		return es.StreamID(drawParts(r, 6))
	case 1:
		return es.StreamID([]string{"~", "$", "-", "a-~", "~a-", "--"}[r.IntN(6)] + drawParts(r, 4))
	case 2:
		return es.StreamOf("signin", part(), part()) + "-20261128"
	default:
		return es.StreamOf(category, strings.ReplaceAll(part(), "-", ""), part())
	}
}

// TestNoNameIsOfTwoNamespaces draws namespaces and streams, with hyphens and with the names of categories:
// a name on the server belongs to the log that wrote it, as the stream that it was, and to no other log.
func TestNoNameIsOfTwoNamespaces(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 3))
	for range 50_000 {
		namespace, stream := "", drawStream(r)
		if r.IntN(8) > 0 {
			namespace = drawParts(r, 5) + []string{"", "", "", "-", "--"}[r.IntN(5)]
		}
		if namespace != "" && !eventstoredb.IsNamespace(namespace) {
			continue
		}
		name, err := eventstoredb.ServerName(namespace, stream)
		if err != nil {
			t.Fatal(err)
		}
		owners := ownersOf(name)
		if !slices.Equal(owners, []string{namespace}) {
			t.Fatalf("%q of %q is %q on the server: got owners %q, want one", stream, namespace, name, owners)
		}
		if got, _ := eventstoredb.OwnStream(namespace, name); got != stream {
			t.Fatalf("%q of %q is %q on the server: got back %q, want %v", stream, namespace, name, got, stream)
		}
	}
}

// ownersOf returns all namespaces to which a name on the server belongs, "" being a log without one.
func ownersOf(name string) (out []string) {
	candidates := []string{""}
	for i, c := range name {
		if c == '-' && eventstoredb.IsNamespace(name[:i]) {
			candidates = append(candidates, name[:i])
		}
	}
	for _, n := range candidates {
		if _, own := eventstoredb.OwnStream(n, name); own {
			out = append(out, n)
		}
	}
	return out
}

// TestNamesThatAreStored holds the names that streams of each kind have on servers since there are
// namespaces: logs that exist go on opening by them.
func TestNamesThatAreStored(t *testing.T) {
	const id = "0123456789abcdef0123456789abcdef"
	streams := []es.StreamID{"workspace-demo-settings", "log-demo-heads", "log-demo-lineage", "signin-demo-unknown-20261128",
		"signin-demo-" + id + "-20261128"}
	for _, category := range categories[1:8] {
		streams = append(streams, es.StreamOf(category, "demo", id))
	}
	for namespace, before := range map[string]string{"": "", "docket": "docket-", "acme-eu": "acme-eu-",
		"acme-file-demo": "acme-file-demo-"} {
		for _, s := range streams {
			if got, err := eventstoredb.ServerName(namespace, s); err != nil || got != before+string(s) {
				t.Errorf("got %q and %v for %s of %q, want %q", got, err, s, namespace, before+string(s))
			}
		}
	}
}
