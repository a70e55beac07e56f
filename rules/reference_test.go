package rules

import (
	"os"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
)

func TestTheReferencesAreUpToDate(t *testing.T) {
	for name, page := range References() {
		written, err := os.ReadFile("../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if string(written) != page {
			t.Errorf("docs/%s is not what the class table says: run go generate ./rules, want %v", name, page)
		}
	}
}

// TestDescriptionsBelongToMembers finds sentences about members that are gone, and
// classes about which nothing is said.
func TestDescriptionsBelongToMembers(t *testing.T) {
	classes := map[string]*host.Class{}
	for _, c := range slices.Concat(javalib.Classes(), model.Classes()) {
		classes[c.Name] = c
		if d := descriptions()[c.Name]; d == nil || d.sentence == "" {
			t.Errorf(`nothing is said about %s, want d != nil and d.sentence other than ""`, c.Name)
		}
	}
	for name, d := range descriptions() {
		c := classes[name]
		if c == nil {
			t.Errorf("the class %s is described and does not exist, want c != nil", name)
			continue
		}
		for _, e := range d.entries {
			_, constant := c.Constants[e.signature]
			if !constant && !slices.ContainsFunc(overloadsOf(c), func(m *host.Method) bool { return m.Doc == e.signature }) {
				t.Errorf("%s.%s is described and does not exist", name, e.signature)
			}
		}
	}
}
