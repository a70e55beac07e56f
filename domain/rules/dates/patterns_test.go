package dates

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestPatternsWriteWhatIsOnRecord compares what patterns make of four days, or why they
// are refused, with the record. Where the fields are supported that is what Java makes
// of them at midnight. DOCKET_GOLDEN=new writes the record anew; read the difference
// before you keep it.
func TestPatternsWriteWhatIsOnRecord(t *testing.T) {
	const path = "testdata/patterns.txt"
	record, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(record)) {
		pattern, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		got := ""
		if p, err := Compile(pattern); err != nil {
			got = "! " + err.Error()
		} else {
			for _, day := range []time.Time{time.Date(2024, 2, 9, 0, 0, 0, 0, time.UTC), time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(5, 7, 4, 0, 0, 0, 0, time.UTC), time.Date(12345, 10, 15, 0, 0, 0, 0, time.UTC)} {
				got += p.Format(day) + "|"
			}
		}
		if out.WriteString(pattern + "\t" + got + "\n"); got != want && os.Getenv("DOCKET_GOLDEN") != "new" {
			t.Errorf("%s\ngot  %s\nwant %s", pattern, got, want)
		}
	}
	if os.Getenv("DOCKET_GOLDEN") == "new" {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
