package templates_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/templates"
)

// Every folder here that holds a template is in the program, whole.
func TestEveryTemplateIsReady(t *testing.T) {
	manifests, err := filepath.Glob("*/template.yaml")
	if err != nil || len(manifests) != len(templates.Names()) {
		t.Fatalf("folders with a template.yaml: %v, %v; the program holds %v", manifests, err, templates.Names())
	}
	for _, name := range templates.Names() {
		here := os.DirFS(name)
		err := fs.WalkDir(here, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			want, err := fs.ReadFile(here, path)
			if err != nil {
				return err
			}
			if got, err := fs.ReadFile(templates.Ready(name), path); err != nil || string(got) != string(want) {
				t.Errorf("%s/%s of the program is not the file: %v", name, path, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
