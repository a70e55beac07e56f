package template

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestCellsOfOtherCountries wants numbers and dates read as people write them where they mean one thing only.
func TestCellsOfOtherCountries(t *testing.T) {
	s := State{Content: Content{FileAttrs: []Definition{
		{ID: "n", Name: "Count", CSVColumn: "Count", Type: TypeNumber}, {ID: "d", Name: "Day", CSVColumn: "Day", Type: TypeDate}}}}
	for _, tt := range []struct {
		delimiter, count, day, wantCount, wantDay string
		misfits                                   string
	}{
		{";", "1,5", "05.03.2026", "1.5", "2026-03-05", ""},
		{";", "1.234,50", "5. 3. 2026", "1234.50", "2026-03-05", ""},
		{";", "1,500", "31.12.2025", "1.500", "2025-12-31", ""},
		{";", "-12,5", "2026-03-05", "-12.5", "2026-03-05", ""},
		{",", `"1,234.5"`, "5 March 2026", "1234.5", "2026-03-05", ""},
		{",", `"1,234"`, "25/03/2026", "1234", "2026-03-25", ""},
		{",", "1.5", "03/25/2026", "1.5", "2026-03-25", ""},
		{",", "1.5", "05/03/2026", "1.5", "", "2 Day ambiguous"},
		{";", "about 5", "soon", "", "", "2 Count number|2 Day date"},
		{";", "1,2,3", "31.02.2026", "", "", "2 Count number|2 Day date"},
		{";", "", "", "", "", ""},
	} {
		content := strings.Join([]string{"filename", "Count", "Day"}, tt.delimiter) + "\n" +
			strings.Join([]string{"a.pdf", tt.count, tt.day}, tt.delimiter) + "\n"
		var got []TableRow
		err := s.ReadAttributes(strings.NewReader(content), TableDialect{UTF8, tt.delimiter}, func(r TableRow) { got = append(got, r) })
		if err != nil || len(got) != 1 {
			t.Errorf("%s: got %d rows, %v, want no error and len(got) = 1", content, len(got), err)
			continue
		}
		if r := got[0]; r.Values["n"] != tt.wantCount || r.Values["d"] != tt.wantDay || tellMisfits(r) != tt.misfits {
			t.Errorf("%s %s: got %q, %q, misfits %q; want %q, %q, %q", tt.count, tt.day, r.Values["n"], r.Values["d"],
				tellMisfits(r), tt.wantCount, tt.wantDay, tt.misfits)
		}
	}
}

func tellMisfits(r TableRow) string {
	var out []string
	for _, m := range r.Misfits {
		out = append(out, fmt.Sprint(m.Row, " ", m.Column, " ", m.Reason))
	}
	return strings.Join(out, "|")
}

// TestMisfitCellsAreNamed wants rows counted as a spreadsheet shows them, with columns as the header calls them.
func TestMisfitCellsAreNamed(t *testing.T) {
	s := State{Content: Content{FileAttrs: []Definition{
		{ID: "p", Name: "Photo", CSVColumn: "photo", Type: TypeImage}, {ID: "t", Name: "Note", CSVColumn: "note", Type: TypeText},
		{ID: "n", Name: "Count", CSVColumn: "count", Type: TypeNumber}}}}
	content := "Note, COUNT ,filename,Photo\n\"two\nlines\",1,a.pdf,\n" + strings.Repeat("x", maxAttributeText+1) +
		",many,b.pdf,photo.png\nshort\n,2,c.pdf,\n,n/a,d.pdf\n"
	var got []string
	err := s.ReadAttributes(strings.NewReader(content), TableDialect{UTF8, ","}, func(r TableRow) {
		got = append(got, r.Key+" "+tellMisfits(r))
		for _, m := range r.Misfits {
			if m.Sentence() == "" {
				t.Errorf(`reason %s has no sentence, want other than ""`, m.Reason)
			}
		}
	})
	const want = "a.pdf ;b.pdf 3 Note text|3 COUNT number|3 Photo image;c.pdf ;d.pdf 6 COUNT number"
	if s := strings.Join(got, ";"); err != nil || s != want {
		t.Errorf("got %q, %v, want %q and no error", s, err, want)
	}
}

// TestTablesOfOtherPrograms wants the same row of csvs however their lines end and whatever stands above the header.
func TestTablesOfOtherPrograms(t *testing.T) {
	s := State{Content: Content{FileAttrs: []Definition{
		{ID: "n", Name: "Count", CSVColumn: "Count", Type: TypeNumber}, {ID: "t", Name: "Note", CSVColumn: "Note", Type: TypeText}}}}
	for name, tt := range map[string]struct{ content, want string }{
		"line feeds":             {"filename;Count;Note\na.pdf;1,5;x\n", "a.pdf 1.5 x "},
		"both":                   {"filename;Count;Note\r\na.pdf;1,5;x\r\n", "a.pdf 1.5 x "},
		"carriage returns":       {"filename;Count;Note\ra.pdf;1,5;x\rb.pdf;2;y", "a.pdf 1.5 x |b.pdf 2 y "},
		"one at the end":         {"filename;Count;Note\ra.pdf;1,5;x\r", "a.pdf 1.5 x "},
		"empty lines":            {"filename;Count;Note\r\ra.pdf;1,5;x\r\r", "a.pdf 1.5 x "},
		"a line in a cell":       {"filename;Count;Note\r\na.pdf;1,5;\"x\r\ny\"\r\n", "a.pdf 1.5 x\ny "},
		"the delimiter told":     {"sep=;\r\nfilename;Count;Note\r\na.pdf;1,5;x\r\nb.pdf;z;y\r\n", "a.pdf 1.5 x |b.pdf  y 4 Count number"},
		"a comma too many":       {"filename,Count,Note\na.pdf,1,5,x\n", "a.pdf 1 5 2 4 column"},
		"empty cells too many":   {"filename,Count,Note\na.pdf,1,x,,\n", "a.pdf 1 x "},
		"cells that are lacking": {"filename,Count,Note\na.pdf,1\n", "a.pdf 1  "},
	} {
		open := func() (io.ReadCloser, error) {
			return io.NopCloser(iotest.OneByteReader(strings.NewReader(tt.content))), nil
		}
		d, err := s.FindTableDialect(open)
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
			continue
		}
		var got []string
		err = s.ReadAttributes(strings.NewReader(tt.content), d, func(r TableRow) {
			got = append(got, strings.Join([]string{r.Key, r.Values["n"], r.Values["t"], tellMisfits(r)}, " "))
		})
		if g := strings.Join(got, "|"); err != nil || g != tt.want {
			t.Errorf("%s: got %q, %v, want %q and no error", name, g, err, tt.want)
		}
	}
}
