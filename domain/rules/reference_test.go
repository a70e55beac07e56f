package rules

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/rules/model"
)

func TestTheHandbookIsUpToDate(t *testing.T) {
	written, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != Reference() {
		t.Error("docs/rules.md is not what the class table says: run go generate ./domain/rules")
	}
}

// TestEveryMemberIsDescribed also finds sentences about members that are gone.
func TestEveryMemberIsDescribed(t *testing.T) {
	said, used := descriptions(members), map[string]bool{}
	for _, c := range model.Classes() {
		used[c.Name] = true
		if said[c.Name] == "" {
			t.Errorf("nothing is said about %s", c.Name)
		}
		for _, m := range slices.Concat(c.Makers, c.Statics, c.Methods) {
			name := c.Name + "." + m.Name
			used[name], used[strings.TrimSuffix(name, "IgnoreCase")] = true, true
			if sentence(said, c.Name, m.Name) == "" && !strings.HasPrefix(said[c.Name], "never") {
				t.Errorf("nothing is said about %s", name)
			}
		}
	}
	for name := range said {
		if !used[name] {
			t.Errorf("%s is described and does not exist", name)
		}
	}
}
