package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProblemsNameTheirCause reads manifests with one mistake, and wants what was
// meant, and nothing of what follows from it.
func TestProblemsNameTheirCause(t *testing.T) {
	for _, c := range []struct{ name, manifest, want string }{
		{"a key that is near", "entities:\n  - {displayName: Due, rnk: 1, hasDictionary: true}\n",
			"template.yaml:4:24: Unknown key: rnk, did you mean rank?"},
		{"a key that is not", "components:\n  - {technicalName: A, displayName: A, x: 1}\n" + due,
			"template.yaml:4:40: Unknown key: x; there are checks, columns, description, displayName, format, multiple, " +
				"required, technicalName"},
		{"a rank twice", "entities:\n  - {displayName: Due, rank: 80, hasDictionary: true}\n  - {displayName: Order, rank: 80}\n",
			"template.yaml:5:5: rank 80 is used twice: due in line 4 has it"},
		{"an entity without a name", "entities:\n  - {hasDictionary: true}\n", "template.yaml:4:5: displayName is required"},
		{"an entity that is not there", "entities:\n  - {displayName: Order}\n",
			"dictionaries/due.txt:1:1: No entity has the technical name due"},
	} {
		dir := t.TempDir()
		for name, content := range map[string]string{"template.yaml": "format: 1\nname: A\n" + c.manifest,
			"dictionaries/due.txt": "soon\n"} {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, problems, err := ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), c.want)
		}
	}
}

// due is an entity with a dictionary.
const due = "entities:\n  - {displayName: Due, hasDictionary: true}\n"
