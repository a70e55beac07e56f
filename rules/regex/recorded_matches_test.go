package regex

import (
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// TestMatchesAreThoseOnRecord compares with what Java was seen to find; testdata says how
// the rows are written.
func TestMatchesAreThoseOnRecord(t *testing.T) {
	rows := record.ReadRows(t, "testdata/java-matches.txt")
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		flags, err := strconv.Atoi(cells[0])
		text, err2 := strconv.Unquote(cells[2])
		if err != nil || err2 != nil {
			t.Fatalf("%s: %v %v, want no error and err2 = nil", row, err, err2)
		}
		p, err := Compile(cells[1], flags)
		if cells[3] == "refused" || err != nil {
			if (err == nil) == (cells[3] == "refused") {
				t.Errorf("%s (flags %d): %v, want %s", cells[1], flags, err, cells[3])
			}
			continue
		}
		want, err := strconv.Unquote(cells[3])
		if got := markMatches(t, p, text); err != nil || got != want {
			t.Errorf("%s (flags %d) in %q: got %q, want %q (%v)", cells[1], flags, text, got, want, err)
		}
	}
	if len(rows) < 200 {
		t.Errorf("only %d rows, want at least 200", len(rows))
	}
}
