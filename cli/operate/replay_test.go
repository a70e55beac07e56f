package operate_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// compact is JSON without white space.
func compact(t *testing.T, b []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestAuditReplay holds what the log alone tells of a moment against what reads of that
// moment answer.
func TestAuditReplay(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier("Claims")
		first, second := c.Upload(dossier, "a.pdf", servicetest.SamplePDF(t)), c.Upload(dossier, "b.pdf", servicetest.SamplePDF(t))
		c.AwaitDone(dossier + "/files/" + first)
		c.AwaitDone(dossier + "/files/" + second)
		change := func(value string) {
			c.Want(204, "POST", dossier+"/files/"+first+"/component-overrides",
				map[string]any{"name": "Note", "componentValues": []map[string]any{{"value": value}}})
		}
		change("before")
		var f struct{ LastUpdated string }
		c.Want(200, "GET", dossier+"/files/"+first, nil).Decode(t, &f)
		time.Sleep(5 * time.Millisecond) // the next change is to be of another millisecond
		change("afterwards")
		replay := []string{"audit", "replay", "--dossier", path.Base(dossier)}
		human := s.RunBeside(t, 0, append(replay, "--until", f.LastUpdated)...)
		for _, want := range []string{"Claims, as it was at " + f.LastUpdated, "files: 2", "a.pdf", "Note", "before  (changed by hand)"} {
			if !strings.Contains(human, want) {
				t.Errorf("no %q in %s", want, human)
			}
		}
		if strings.Contains(human, "afterwards") {
			t.Errorf("it tells what came later: %s, want no %q in it", human, "afterwards")
		}
		var was struct {
			Dossier json.RawMessage
			Files   []struct {
				Status, Components, ComponentOverrideModels json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(s.RunBeside(t, 0, append(replay, "--until", f.LastUpdated, "--json")...)), &was); err != nil || len(was.Files) != 2 {
			t.Fatal(err, len(was.Files))
		}
		asOf := "asOf=" + url.QueryEscape(f.LastUpdated)
		for target, told := range map[string]json.RawMessage{dossier + "?" + asOf: was.Dossier,
			dossier + "/files/" + first + "?" + asOf:                                was.Files[0].Status,
			dossier + "/files/" + second + "?" + asOf:                               was.Files[1].Status,
			dossier + "/files/" + first + "/components?includeDetails=true&" + asOf: was.Files[0].Components} {
			if read := compact(t, c.Want(200, "GET", target, nil).Body); read != compact(t, told) {
				t.Errorf("%s, want the same:\nread   %s\nreplay %s", target, read, compact(t, told))
			}
		}
		if now := s.RunBeside(t, 0, replay...); !strings.Contains(now, "afterwards") {
			t.Errorf("now: %s, want %q in it", now, "afterwards")
		}
		c.Want(204, "DELETE", dossier+"/files/"+first+"?deletePermanently=true", nil)
		if erased := s.RunBeside(t, 0, append(replay, "--until", f.LastUpdated)...); strings.Contains(erased, "a.pdf") ||
			strings.Contains(erased, "before") || !strings.Contains(erased, "(deleted for good since)") {
			t.Errorf("deleted for good since: %s, want it without a.pdf, it without before and erased with (deleted for "+
				"good since)", erased)
		}
		for want, more := range map[string][]string{"--until is not a date-time": {"--dossier", path.Base(dossier), "--until",
			"31.05.2024"}, "Dossier not found": {"--dossier", first},
			"--dossier is not an identifier":         {"--dossier", "Claims"},
			"T00:00:00.000+00:00: Dossier not found": {"--dossier", path.Base(dossier), "--until", "2001-01-01T00:00:00Z"}} {
			if got := s.RunBeside(t, 1, append([]string{"audit", "replay"}, more...)...); !strings.Contains(got, want) {
				t.Errorf("%v: %s, want %v in it", more, got, want)
			}
		}
	})
}
