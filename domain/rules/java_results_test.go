package rules

import (
	"os"
	"strings"
	"testing"
)

// TestConsequencesGiveWhatJavaGives runs code at the edges of the Java library. The
// results are those of a Java virtual machine.
func TestConsequencesGiveWhatJavaGives(t *testing.T) {
	text, err := os.ReadFile("testdata/java-results.txt")
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
	if ran < 100 {
		t.Errorf("only %d results", ran)
	}
}
