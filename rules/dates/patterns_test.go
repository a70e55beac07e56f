package dates

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/record"
)

// TestPatternsWriteWhatIsOnRecord compares what patterns make of four days, or why they
// are refused, with the record. Where the fields are supported that is what Java makes
// of them at midnight. DOCKET_GOLDEN=new writes the record anew; read the difference
// before you keep it.
func TestPatternsWriteWhatIsOnRecord(t *testing.T) {
	const path = "testdata/patterns.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		pattern, _, _ := strings.Cut(line, "\t")
		out.WriteString(pattern + "\t" + writeDays(pattern) + "\n")
	}
	record.CompareFile(t, path, out.String())
}

// writeDays returns the four days in a pattern, or why it is refused.
func writeDays(pattern string) string {
	p, err := Compile(pattern)
	if err != nil {
		return "! " + err.Error()
	}
	out := ""
	for _, day := range []time.Time{time.Date(2024, 2, 9, 0, 0, 0, 0, time.UTC), time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC),
		time.Date(5, 7, 4, 0, 0, 0, 0, time.UTC), time.Date(12345, 10, 15, 0, 0, 0, 0, time.UTC)} {
		out += p.Format(day) + "|"
	}
	return out
}
