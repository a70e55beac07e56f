package estest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

type (
	opened struct {
		Owner es.Sealed[string] `json:"owner" seal:"owner"`
		Size  int               `json:"size"`
	}
	openedElsewhere struct {
		Owner es.Sealed[string] `json:"owner" seal:"owner"`
		Bytes int               `json:"bytes"`
	}
	openedRetagged struct {
		Owner es.Sealed[string] `json:"owner" seal:"holder"`
		Size  int               `json:"size"`
	}
	openedMore struct {
		Owner es.Sealed[string] `json:"owner" seal:"owner"`
		Size  int               `json:"size"`
		Note  string            `json:"note,omitempty"`
	}
)

func codecOf[E any](upcasts ...es.Upcast) *es.Codec {
	c := es.NewCodec(json.Marshal, json.Unmarshal, Glass{})
	es.RegisterEvent[E](c, "box.opened", upcasts...)
	return c
}

func problemsOf(t *testing.T, c *es.Codec, dir string, write bool) string {
	t.Helper()
	var out strings.Builder
	for _, p := range goldenProblems(t.Context(), c, dir, write) {
		out.WriteString(p.Error() + "\n")
	}
	return out.String()
}

// TestGoldenTellsWhatChanged breaks an event in every way that logs would suffer.
func TestGoldenTellsWhatChanged(t *testing.T) {
	t.Setenv(GoldenEnv, "")
	dir := t.TempDir()
	if p := problemsOf(t, codecOf[opened](), dir, false); !strings.Contains(p, "box.opened version 1 has no golden body") {
		t.Errorf("a new event: %q, want %q in it", p, "box.opened version 1 has no golden body")
	}
	t.Setenv(GoldenEnv, "new")
	if p := problemsOf(t, codecOf[opened](), dir, true); p != "" {
		t.Fatalf("writing: %s, want nothing", p)
	}
	t.Setenv(GoldenEnv, "")
	raised := func(m map[string]any) (map[string]any, error) { return m, nil }
	for what, c := range map[string]struct {
		codec *es.Codec
		want  string
	}{
		"nothing":              {codecOf[opened](), ""},
		"a field that is new":  {codecOf[openedMore](), ""},
		"a renamed field":      {codecOf[openedElsewhere](), "reads otherwise now"},
		"another seal tag":     {codecOf[openedRetagged](), "does not decode"},
		"a raised version":     {codecOf[opened](raised), "box.opened version 2 has no golden body"},
		"no event of the name": {es.NewCodec(json.Marshal, json.Unmarshal, Glass{}), "is not registered, but logs may hold it"},
	} {
		p := problemsOf(t, c.codec, dir, false)
		if c.want == "" && p != "" || !strings.Contains(p, c.want) {
			t.Errorf("%s: %q, want %q", what, p, c.want)
		}
	}
}

// TestGoldenReadsFurtherBodies wants the further bodies of a version compared, too.
func TestGoldenReadsFurtherBodies(t *testing.T) {
	t.Setenv(GoldenEnv, "new")
	dir := t.TempDir()
	name := filepath.Join(dir, "box.opened.v1-more")
	if err := os.WriteFile(name+".json", []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if p := problemsOf(t, codecOf[opened](), dir, true); p != "" {
		t.Fatal(p)
	}
	if err := os.WriteFile(name+".txt", []byte("otherwise"), 0o600); err != nil {
		t.Fatal(err)
	}
	if p := problemsOf(t, codecOf[opened](), dir, false); !strings.Contains(p, "box.opened.v1-more.json, which was written once, reads otherwise now") {
		t.Errorf("got %q, want it with box.opened.v1-more.json, which was written once, reads otherwise now", p)
	}
}

// TestGoldenWantsCommitments wants a body of the first form to stay, and one with commitments beside it.
func TestGoldenWantsCommitments(t *testing.T) {
	dir := t.TempDir()
	env := goldenEnvelope("box.opened", 1)
	box, err := Glass{}.Seal(t.Context(), "demo", fmt.Appendf(nil, "%s\n%s\nowner", env.Stream, env.ID), []byte(`"ada"`))
	if err != nil {
		t.Fatal(err)
	}
	first := fmt.Sprintf(`{"owner":{"s":"demo","b":"%s"},"size":3}`, base64.StdEncoding.EncodeToString(box))
	if err := os.WriteFile(filepath.Join(dir, "box.opened.v1.json"), []byte(first), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(GoldenEnv, "new")
	if p := problemsOf(t, codecOf[opened](), dir, false); !strings.Contains(p, "box.opened version 1 has no golden body") {
		t.Errorf("got %q, want a body with commitments", p)
	}
	if p := problemsOf(t, codecOf[opened](), dir, true); p != "" {
		t.Fatal(p)
	}
	committed, err := os.ReadFile(filepath.Join(dir, "box.opened.v1-committed.json"))
	if err != nil || !strings.Contains(string(committed), `"c":"`) {
		t.Errorf("got %s, %v, want a commitment", committed, err)
	}
	reads, err := os.ReadFile(filepath.Join(dir, "box.opened.v1.txt"))
	if err != nil || !strings.Contains(string(reads), `owner.Value = "ada"`) {
		t.Errorf(`the first form reads as %s, %v, want string(reads) with owner.Value = "ada" and no error`, reads, err)
	}
	t.Setenv(GoldenEnv, "")
	if p := problemsOf(t, codecOf[opened](), dir, false); p != "" {
		t.Error(p)
	}
}

// TestGoldenNeverOverwrites wants old bodies left alone when new ones are written.
func TestGoldenNeverOverwrites(t *testing.T) {
	t.Setenv(GoldenEnv, "new")
	dir := t.TempDir()
	if p := problemsOf(t, codecOf[opened](), dir, true); p != "" {
		t.Fatal(p)
	}
	name := filepath.Join(dir, "box.opened.v1.json")
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if p := problemsOf(t, codecOf[openedElsewhere](), dir, true); !strings.Contains(p, "reads otherwise now") {
		t.Errorf("a changed event was accepted: %q, want %q in it", p, "reads otherwise now")
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("got %v %s, want %s", err, after, before)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	raised := func(m map[string]any) (map[string]any, error) { return m, nil }
	if p := problemsOf(t, codecOf[opened](raised), dir, true); !strings.Contains(p, "version 1 has no golden body") {
		t.Errorf("a lost old body was made anew: %q, want %q in it", p, "version 1 has no golden body")
	}
}
