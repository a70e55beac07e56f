package record

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A teller is a test that remembers what it was told, and is left at its end.
type teller struct {
	testing.TB
	told string
}

func (r *teller) Helper() {}

func (r *teller) Fatalf(format string, args ...any) {
	if r.told = format; len(args) == 2 {
		r.told, _ = args[1].(string)
	}
}

const doubled = "# Words, and what they are twice.\na\n\taa\nb\n\tbb\n\tonce more bb\n"

func twice(line string) string {
	out := "\t" + line + line + "\n"
	if line == "b" {
		out += "\tonce more bb\n"
	}
	return out
}

func TestRecordsAreHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.txt")
	for _, c := range []struct{ record, told string }{
		{doubled, ""},
		{strings.Replace(doubled, "\taa", "\tab", 1), "line 3: a\ngot  \taa\nwant \tab"},
		{strings.Replace(doubled, "more bb", "more b", 1), "line 6: b\ngot  \tonce more bb\nwant \tonce more b"},
		{strings.Replace(doubled, "\tbb\n", "", 1), "line 5: b\ngot  \tbb\nwant \tonce more bb"},
		{strings.Replace(doubled, "a\n\taa\n", "a\n\n\taa\n", 1), "line 3: \ngot  \taa\nwant "},
		{doubled + "\tand more\n", "line 7: b\ngot  \nwant \tand more"},
		{strings.TrimSuffix(doubled, "\n"), "behind line 6: b\ngot  7 lines\nwant 6"},
	} {
		if err := os.WriteFile(path, []byte(c.record), 0o600); err != nil {
			t.Fatal(err)
		}
		r := &teller{TB: t}
		if HoldEach(r, path, twice); r.told != c.told {
			t.Errorf("%q: told %q, want %q", c.record, r.told, c.told)
		}
	}
}

func TestRecordsAreWrittenAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(path, []byte("# Words, and what they are twice.\na\n\told\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DOCKET_GOLDEN", "new")
	HoldEach(t, path, twice)
	if text, err := os.ReadFile(path); err != nil || string(text) != doubled {
		t.Errorf("%q %v, want string(text) = %v and no error", text, err, doubled)
	}
	if rows, want := ReadRows(t, path), []string{"a", "\taa", "b", "\tbb", "\tonce more bb"}; !slices.Equal(rows, want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
}
