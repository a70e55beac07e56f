package publish

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/templates"
)

func TestReadyTemplatesAreListed(t *testing.T) {
	var out bytes.Buffer
	if err := (readyCommand{}).Run(terminal.Streams{Out: &out, Err: &out}); err != nil {
		t.Fatal(err)
	}
	for _, name := range templates.Names() {
		if !strings.Contains(out.String(), "\n"+name+" ") {
			t.Errorf("%s is not listed:\n%s", name, out.String())
		}
	}
}

// A copy is the template of the program, and one that people may change.
func TestReadyTemplatesAreCopied(t *testing.T) {
	for _, name := range templates.Names() {
		folder := filepath.Join(t.TempDir(), "copy")
		var out bytes.Buffer
		streams := terminal.Streams{Out: &out, Err: &out}
		if err := (readyCommand{Name: name, Folder: folder}).Run(streams); err != nil {
			t.Fatal(err)
		}
		want, _, err := bundle.DefaultLimits().ReadFS(templates.Ready(name))
		if err != nil {
			t.Fatal(err)
		}
		got, problems, err := bundle.ReadDir(folder)
		if err != nil || len(problems) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("the copy of %s is another template: %v %v, want no problems, %v and no error", name, problems, err, want)
		}
		if err := os.WriteFile(filepath.Join(folder, "component-rules.drl"), nil, 0o600); err != nil {
			t.Errorf("the copy of %s cannot be changed: %v, want no error", name, err)
		}
		// A second copy would overwrite what somebody changed.
		if err := (readyCommand{Name: name, Folder: folder}).Run(streams); err == nil {
			t.Errorf("%s was copied over a folder that is not empty, want an error", name)
		}
	}
	var out bytes.Buffer
	if err := (readyCommand{Name: "recipe"}).Run(terminal.Streams{Out: &out, Err: &out}); err == nil ||
		!strings.Contains(out.String(), "there are contract, invoice") {
		t.Errorf("an unknown name: %v, want an error and out.String() with there are contract, invoice\n%s", err, out.String())
	}
}
