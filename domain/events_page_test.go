package domain_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/signin"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// TestThePageListsEveryEvent compares the table of events in docs/events.md with the events that
// the aggregates register.
func TestThePageListsEveryEvent(t *testing.T) {
	page, err := os.ReadFile("../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	codec := es.NewCodec(func(v any) ([]byte, error) { return json.Marshal(v) }, json.Unmarshal, nil)
	for _, register := range []func(*es.Codec){bulk.RegisterEvents, dossier.RegisterEvents, download.RegisterEvents,
		file.RegisterEvents, heads.RegisterEvents, lineage.RegisterEvents, naming.RegisterEvents, signin.RegisterEvents,
		template.RegisterEvents, user.RegisterEvents, webhook.RegisterEvents, apikey.RegisterEvents,
		oauthclient.RegisterEvents, workspace.RegisterEvents} {
		register(codec)
	}
	listed, registered := listedEvents(string(page)), codec.EventVersions()
	for _, name := range slices.Sorted(maps.Keys(registered)) {
		if !listed[name] {
			t.Errorf("docs/events.md lists no %s, want every registered event", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if registered[name] == 0 {
			t.Errorf("docs/events.md lists %s, want only registered events", name)
		}
	}
}

// listedEvents returns the wire names in the table of aggregates, whose rows shorten a name to its end
// (".updated") after one with the same beginning.
func listedEvents(page string) map[string]bool {
	_, table, _ := strings.Cut(page, "| aggregate | stream | events |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	listed := map[string]bool{}
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(row, "| \n"), " | ")
		prefix := ""
		for _, name := range strings.FieldsFunc(cells[len(cells)-1], func(r rune) bool { return strings.ContainsRune(",; ", r) }) {
			if strings.HasPrefix(name, ".") {
				name = prefix + name
			}
			prefix, _, _ = strings.Cut(name, ".")
			listed[name] = true
		}
	}
	return listed
}
