package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// beside executes a command line on the data of a service, and gives what it prints.
func (s *instance) beside(t *testing.T, want int, args ...string) string {
	t.Helper()
	args = append(args, "--data", s.data)
	for i, a := range s.args {
		if a == "--postgres" || a == "--master-key-file" {
			args = append(args, a, s.args[i+1])
		}
	}
	var out, errs bytes.Buffer
	if code := runCLI(t.Context(), args, terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code != want {
		t.Fatalf("%v: exit code %d, %s", args, code, errs.String())
	}
	return out.String() + errs.String()
}

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
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, path.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER")
		c := s.as("mira", "Str0ng-enough")
		dossier := c.newDossier("Claims")
		first, second := c.upload(dossier, "a.pdf", sample(t)), c.upload(dossier, "b.pdf", sample(t))
		c.awaitDone(dossier + "/files/" + first)
		c.awaitDone(dossier + "/files/" + second)
		change := func(value string) {
			c.want(204, "POST", dossier+"/files/"+first+"/component-overrides", map[string]any{"name": "Note", "componentValues": []map[string]any{{"value": value}}})
		}
		change("before")
		var f struct{ LastUpdated string }
		c.want(200, "GET", dossier+"/files/"+first, nil).into(t, &f)
		time.Sleep(5 * time.Millisecond) // the next change is to be of another millisecond
		change("afterwards")
		replay := []string{"audit", "replay", "--dossier", path.Base(dossier)}
		human := s.beside(t, 0, append(replay, "--until", f.LastUpdated)...)
		for _, want := range []string{"Claims, as it was at " + f.LastUpdated, "files: 2", "a.pdf", "Note", "before  (changed by hand)"} {
			if !strings.Contains(human, want) {
				t.Errorf("no %q in %s", want, human)
			}
		}
		if strings.Contains(human, "afterwards") {
			t.Errorf("it tells what came later: %s", human)
		}
		var was struct {
			Dossier json.RawMessage
			Files   []struct {
				Status, Components, ComponentOverrideModels json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(s.beside(t, 0, append(replay, "--until", f.LastUpdated, "--json")...)), &was); err != nil || len(was.Files) != 2 {
			t.Fatal(err, len(was.Files))
		}
		asOf := "asOf=" + url.QueryEscape(f.LastUpdated)
		for target, told := range map[string]json.RawMessage{dossier + "?" + asOf: was.Dossier, dossier + "/files/" + first + "?" + asOf: was.Files[0].Status,
			dossier + "/files/" + second + "?" + asOf: was.Files[1].Status, dossier + "/files/" + first + "/components?includeDetails=true&" + asOf: was.Files[0].Components} {
			if read := compact(t, c.want(200, "GET", target, nil).body); read != compact(t, told) {
				t.Errorf("%s:\nread   %s\nreplay %s", target, read, compact(t, told))
			}
		}
		if now := s.beside(t, 0, replay...); !strings.Contains(now, "afterwards") {
			t.Errorf("now: %s", now)
		}
		c.want(204, "DELETE", dossier+"/files/"+first+"?deletePermanently=true", nil)
		if erased := s.beside(t, 0, append(replay, "--until", f.LastUpdated)...); strings.Contains(erased, "a.pdf") || strings.Contains(erased, "before") || !strings.Contains(erased, "(deleted for good since)") {
			t.Errorf("deleted for good since: %s", erased)
		}
		for want, more := range map[string][]string{"--until is not a date-time": {"--dossier", path.Base(dossier), "--until", "2024-05-31"}, "Dossier not found": {"--dossier", first},
			"--dossier is not an identifier": {"--dossier", "Claims"}, "T00:00:00.000+00:00: Dossier not found": {"--dossier", path.Base(dossier), "--until", "2001-01-01T00:00:00Z"}} {
			if got := s.beside(t, 1, append([]string{"audit", "replay"}, more...)...); !strings.Contains(got, want) {
				t.Errorf("%v: %s", more, got)
			}
		}
	})
}
