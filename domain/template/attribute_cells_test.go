package template

import (
	"strings"
	"testing"
)

// TestCellsOfOtherCountries wants numbers and dates read as people write them where they mean one thing only.
func TestCellsOfOtherCountries(t *testing.T) {
	s := State{Content: Content{FileAttrs: []Definition{
		{ID: "n", Name: "Count", CSVColumn: "Count", Type: TypeNumber}, {ID: "d", Name: "Day", CSVColumn: "Day", Type: TypeDate}}}}
	for _, tt := range []struct {
		delimiter, count, day, wantCount, wantDay string
		misfits                                   int
	}{
		{";", "1,5", "05.03.2026", "1.5", "2026-03-05", 0},
		{";", "1.234,50", "5. 3. 2026", "1234.50", "2026-03-05", 0},
		{";", "1,500", "31.12.2025", "1.500", "2025-12-31", 0},
		{";", "-12,5", "2026-03-05", "-12.5", "2026-03-05", 0},
		{",", `"1,234.5"`, "5 March 2026", "1234.5", "2026-03-05", 0},
		{",", `"1,234"`, "25/03/2026", "1234", "2026-03-25", 0},
		{",", "1.5", "03/25/2026", "1.5", "2026-03-25", 0},
		{",", "1.5", "05/03/2026", "1.5", "", 1},
		{";", "about 5", "soon", "", "", 2},
		{";", "1,2,3", "31.02.2026", "", "", 2},
		{";", "", "", "", "", 0},
	} {
		content := strings.Join([]string{"filename", "Count", "Day"}, tt.delimiter) + "\n" + strings.Join([]string{"a.pdf", tt.count, tt.day}, tt.delimiter) + "\n"
		var got []TableRow
		err := s.ReadAttributes(strings.NewReader(content), TableDialect{UTF8, tt.delimiter}, func(r TableRow) { got = append(got, r) })
		if err != nil || len(got) != 1 {
			t.Errorf("%s: got %d rows, %v, want no error and len(got) = 1", content, len(got), err)
			continue
		}
		if r := got[0]; r.Values["n"] != tt.wantCount || r.Values["d"] != tt.wantDay || r.Misfits != tt.misfits {
			t.Errorf("%s %s: got %q, %q, %d misfits; want %q, %q, %d", tt.count, tt.day, r.Values["n"], r.Values["d"], r.Misfits, tt.wantCount, tt.wantDay, tt.misfits)
		}
	}
}
