package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConsequencesGiveWhatJavaGives runs code at the edges of the Java library. The
// results are those of a Java virtual machine.
func TestConsequencesGiveWhatJavaGives(t *testing.T) {
	files, err := filepath.Glob("testdata/java-results*.txt")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) { givesWhatJavaGives(t, name) })
	}
}

func givesWhatJavaGives(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, ran := newBench(), 0
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		want, ok := strings.CutPrefix(line, "    → ")
		if !ok {
			continue
		}
		ran++
		code := lines[i-1]
		got := strings.NewReplacer("\n", "/", "\r", "/").Replace(b.run(t, "Object", code))
		if class, thrown := strings.CutPrefix(want, "throws "); thrown {
			class, _, _ = strings.Cut(class, ":")
			if !strings.HasPrefix(got, "throws "+class) {
				t.Errorf("%s\n got %s\nwant %s", code, got, want)
			}
			continue
		}
		if strings.TrimRight(got, " ") != strings.TrimRight(want, " ") {
			t.Errorf("%s\n got %s\nwant %s", code, got, want)
		}
	}
	if ran < 30 {
		t.Errorf("only %d results, want at least 30", ran)
	}
}
