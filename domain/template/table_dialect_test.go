package template

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// templateOfDialect is a template whose csvs are written in a dialect.
func templateOfDialect(encoding, delimiter string) State {
	return State{
		Settings: Settings{AttributesKeyColumn: "Datei", AttributesEncoding: encoding, AttributesDelimiter: delimiter},
		Content: Content{FileAttrs: []Definition{{ID: "s", Type: TypeText, CSVColumn: "Straße"},
			{ID: "n", Type: TypeNumber, CSVColumn: "Betrag"},
			{ID: "x", Type: TypeText}}},
	}
}

func TestTheDialectOfACsvIsFoundOut(t *testing.T) {
	t.Parallel()
	const text = "Datei;Straße\r\na.pdf;Größe – 5 €\r\n"
	cp1252 := strings.NewReplacer("ß", "\xdf", "ö", "\xf6", "–", "\x96", "€", "\x80").Replace(text)
	for _, row := range []struct {
		name      string
		s         State
		content   string
		encoding  string
		delimiter string
	}{
		{"as the template says", templateOfDialect(UTF8, ","), "Datei,Straße\na.pdf,Größe – 5 €\n", UTF8, ","},
		{"another delimiter", templateOfDialect(UTF8, ","), text, UTF8, ";"},
		{"tabs", templateOfDialect(UTF8, ","), strings.ReplaceAll(text, ";", "\t"), UTF8, "\t"},
		{"pipes, and commas in cells", templateOfDialect(UTF8, ","), strings.ReplaceAll(text, ";", "|") + "b.pdf|1,2\n", UTF8, "|"},
		{"German Excel", templateOfDialect(UTF8, ","), cp1252, Windows1252, ";"},
		{"German Excel, set by the template", templateOfDialect(UTF8, ";"), cp1252, Windows1252, ";"},
		{"Latin-1, set by the template", templateOfDialect(Latin1, ";"), "Datei;Stra\xdfe\na.pdf;Gr\xf6\xdfe\n", Latin1, ";"},
		{"UTF-8 with a mark, and Latin-1 set", templateOfDialect(Latin1, ";"), "\uFEFF" + text, UTF8, ";"},
		{"UTF-8, and ASCII set", templateOfDialect(ASCII, ";"), text, UTF8, ";"},
		{"UTF-16 with a mark", templateOfDialect(UTF8, ","),
			"\xff\xfeD\x00a\x00t\x00e\x00i\x00;\x00B\x00e\x00t\x00r\x00a\x00g\x00\n\x00", UTF16, ";"},
		{"defaults", State{Content: Content{FileAttrs: []Definition{{ID: "s", Type: TypeText, CSVColumn: "a"}}}},
			"filename,a\n", UTF8, ","},
	} {
		d, err := row.s.FindTableDialect(openText(row.content))
		if want := (TableDialect{row.encoding, row.delimiter}); err != nil || d != want {
			t.Errorf("%s: got %+v, %v, want %+v", row.name, d, err, want)
			continue
		}
		err = row.s.ReadAttributes(strings.NewReader(row.content), d, func(r TableRow) {
			if r.Key == "a.pdf" && !strings.HasPrefix(r.Values["s"], "Größe") {
				t.Errorf("%s: got %+v, want Größe", row.name, r)
			}
		})
		if err != nil {
			t.Errorf("%s: %v, want no error", row.name, err)
		}
	}
}

func openText(content string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }
}

func TestACsvThatFitsNoDialectSaysWhy(t *testing.T) {
	t.Parallel()
	german := templateOfDialect(UTF8, ",")
	for _, row := range []struct {
		name    string
		s       State
		content string
		want    string
	}{
		{"no key column", german, "Name;Betrag\na;1\n",
			`No column is called Datei, which is to name the files; the columns are "Name", "Betrag"`},
		{"no attribute", german, "Datei\tNotiz\na\t1\n",
			`No column is that of a file attribute: "Straße", "Betrag"; the columns are "Datei", "Notiz"`},
		{"no attributes at all", State{}, "filename,a\n",
			`No file attribute of the template has a csvColumnHeader; the columns are "filename", "a"`},
		{"broken quotes", german, "Datei;Betrag\na;1\nb;\"2\n", "The quotes on line 3 are broken"},
		{"empty", german, "", "The csv has no header"},
		{"a header without end", german, "Datei;Betrag\n\"" + strings.Repeat("x", 2*maxTableRow),
			"A row is longer than 4 MiB: is a quote missing?"},
		{"many long columns", german, strings.Repeat(strings.Repeat("ä", 50)+";", 20), `"` + strings.Repeat("ä", 40) + `…", …`},
	} {
		_, err := row.s.FindTableDialect(openText(row.content))
		if unfit := (*TableError)(nil); !errors.Is(err, ErrNoTable) || !errors.As(err, &unfit) ||
			!strings.HasSuffix(unfit.Sentence, row.want) {
			t.Errorf("%s: got %v, want %q", row.name, err, row.want)
		}
	}
}

func TestAFailureToReadACsvIsNoneOfTheCsv(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk")
	if _, err := templateOfDialect(UTF8, ",").FindTableDialect(func() (io.ReadCloser, error) { return nil, broken }); !errors.Is(err, broken) || errors.Is(err, ErrNoTable) {
		t.Errorf("got %v, want %v", err, broken)
	}
}
