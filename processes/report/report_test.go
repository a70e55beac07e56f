package report

import (
	"slices"
	"testing"
	"time"
)

func facts() *Facts {
	due := time.Date(2026, 3, 31, 22, 0, 0, 0, time.UTC)
	return &Facts{
		At: time.Date(2026, 2, 7, 9, 5, 30, 0, time.FixedZone("", 3600)), User: "Mira Tal",
		Dossier: Dossier{Name: "March", Description: "All of it", Owner: "Ana", Template: "Invoices", Status: "Open", Due: &due,
			Attributes: []Attribute{{"Cost centre", "TEXT", "4711"}, {"Budget", "NUMBER", "12.50"},
				{"Paid on", "DATE", "2026-01-31"}, {"Logo", "IMAGE", "data:image/png;base64,AQID"}}},
		Files: []File{
			{Name: "a.pdf", Pages: 3, Status: "NEW", FailedRules: 2, Attributes: []Attribute{{"Supplier", "TEXT", "ACME"}},
				Components: []Component{
					{"Invoice_Number", "Invoice number",
						[]ComponentValue{{Value: "17", Original: "16", Rule: "I.1.0", Description: "first", Pages: []int{1, 2}}}},
					{"Total", "Sum", []ComponentValue{{Value: "5", Original: "5", Rule: "T.1.0"},
						{Value: "6", Original: "6", Rule: "T.1.1", Pages: []int{3}}}}}},
			{Name: "b.pdf", Pages: 1, Status: "APPROVED", Attributes: []Attribute{{"Supplier", "TEXT", ""}}},
			{Name: "c.pdf", Components: []Component{{"Total", "Sum", []ComponentValue{{Value: "9", Original: "9", Rule: "T.1.0"}}}}},
		},
	}
}

func TestPlaceholdersOfAFile(t *testing.T) {
	s := OfFile(facts(), 0)
	for name, want := range map[string]string{
		"date.yyyy-MM-dd": "2026-02-07", "date.dd/MM/yyyy": "07/02/2026", "time": "08:05", "user.name": "Mira Tal",
		"dossier.name": "March", "dossier.description": "All of it", "dossier.owner": "Ana", "dossier.template": "Invoices",
		"dossier.status": "Open", "dossier.dueDate": "2026-03-31", "dossier.attribute.Cost centre": "4711",
		"dossier.attribute.Budget": "12.50",
		"file.name":                "a.pdf", "file.pages": "3", "file.status": "NEW", "file.failedRules": "2",
		"file.attribute.Supplier":  "ACME",
		"component.Invoice_Number": "17", "component.invoice number": "17", "component.total": "5\n6", "component.Nothing": "",
		"component.value": "17\n5\n6", "component.displayName": "Invoice number\nSum\nSum", "component.pages": "1, 2\n\n3",
	} {
		if v, ok := s.Value(name); !ok || v.Text != want {
			t.Errorf("{{%s}} is %q, %v, want %q", name, v.Text, ok, want)
		}
	}
	for _, name := range []string{"", "date", "date.", "date.HH:mm", "date.bbbb", "time.zone", "user", "user.mail", "dossier", "dossier.id",
		"dossier.attribute.Other", "file.size", "file.attribute.Cost centre", "component", "component.", "component.!", "anything"} {
		if v, ok := s.Value(name); ok {
			t.Errorf("{{%s}} is known: %q, want not ok", name, v.Text)
		}
	}
}

func TestTypedValues(t *testing.T) {
	f := facts()
	f.Dossier.Attributes = append(f.Dossier.Attributes, Attribute{"Long", "NUMBER", "12345678901234567"}, Attribute{"Empty", "NUMBER", ""},
		Attribute{"At", "DATE", "2026-01-31T10:20:30+02:00"}, Attribute{"Odd", "DATE", "soon"},
		Attribute{"Broken", "IMAGE", "data:image/png;base64,!"})
	s := OfFile(f, 0)
	for name, want := range map[string]Value{
		"Budget":  {Kind: Number, Text: "12.50", Number: 12.5},
		"Long":    {Text: "12345678901234567"},
		"Empty":   {},
		"Paid on": {Kind: Date, Text: "2026-01-31", Time: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)},
		"Odd":     {Text: "soon"},
		"Logo":    {Kind: Picture, Picture: []byte{1, 2, 3}},
		"Broken":  {},
	} {
		v, ok := s.Value("dossier.attribute." + name)
		if !ok || v.Kind != want.Kind || v.Text != want.Text || v.Number != want.Number || !v.Time.Equal(want.Time) ||
			!slices.Equal(v.Picture, want.Picture) || v.Clock {
			t.Errorf("%s is %+v, want %+v", name, v, want)
		}
	}
	if v, _ := s.Value("dossier.attribute.At"); v.Kind != Date || !v.Clock || v.Time.UTC().Hour() != 8 {
		t.Errorf("a date with its time is %+v, want v.Kind = Date, v.Clock and v.Time.UTC().Hour() = 8", v)
	}
}

// TestNormalisedForms are numbers and dates where they are such, alone in a cell.
func TestNormalisedForms(t *testing.T) {
	of := func(value, kind, text, currency string) ComponentValue {
		return ComponentValue{Value: value, Normalized: Normalized{kind, text, currency}}
	}
	s := OfFile(&Facts{Files: []File{{Components: []Component{
		{"Total", "Sum", []ComponentValue{of("1.234,50 €", "AMOUNT", "1234.50", "EUR")}},
		{"Date", "Date", []ComponentValue{of("3/5/24", "DATE_MONTH_FIRST", "2024-03-05", "")}},
		{"IBAN", "Account", []ComponentValue{of("DE 1", "IBAN", "DE1", "")}},
		{"Rate", "Rates", []ComponentValue{of("7 %", "", "", ""), of("19,0", "NUMBER", "19.0", "")}},
	}}}}, 0)
	for name, want := range map[string]Value{
		"component.total.normalized":   {Kind: Number, Text: "1234.50", Number: 1234.5},
		"component.date.normalized":    {Kind: Date, Text: "2024-03-05", Time: time.Date(2024, 3, 5, 0, 0, 0, 0, time.UTC)},
		"component.IBAN.normalized":    {Text: "DE1"},
		"component.rate.normalized":    {Text: "\n19.0"},
		"component.nothing.normalized": {},
		"component.total":              {Text: "1.234,50 €"},
		"component.normalizedCurrency": {Text: "EUR\n\n\n\n"},
	} {
		v, ok := s.Value(name)
		if !ok || v.Kind != want.Kind || v.Text != want.Text || v.Number != want.Number || !v.Time.Equal(want.Time) {
			t.Errorf("{{%s}} is %+v, %v, want %+v", name, v, ok, want)
		}
	}
	rows, _ := s.Repeat([]string{"component.normalized"})
	if len(rows) != 5 {
		t.Fatalf("%d rows, want 5", len(rows))
	}
	for i, want := range []Kind{Number, Date, Text, Text, Number} {
		if v, ok := rows[i].Value("component.normalized"); !ok || v.Kind != want {
			t.Errorf("row %d: %+v, %v, want kind %d", i, v, ok, want)
		}
	}
}

// rows tells what a row shows for each scope that it is repeated for.
func rows(s Scope, text string) ([]string, bool) {
	scopes, ok := s.Repeat(PlaceholderNames(text))
	var out []string
	for _, one := range scopes {
		filled, _ := one.Fill(text)
		out = append(out, filled)
	}
	return out, ok
}

func TestRowsAreRepeatedForLists(t *testing.T) {
	for _, c := range []struct {
		name  string
		scope Scope
		text  string
		list  bool
		want  []string
	}{
		{"no list", OfFile(facts(), 0), "{{file.name}} {{component.total}} {{dossier.name}}", false, nil},
		{"values of a file", OfFile(facts(), 0), "{{component.name}}={{component.value}} in {{file.name}}", true,
			[]string{"Invoice_Number=17 in a.pdf", "Total=5 in a.pdf", "Total=6 in a.pdf"}},
		{"no values", OfFile(facts(), 1), "{{component.rule}}", true, nil},
		{"files", OfAll(facts()), "{{file.name}} {{component.total}}", true, []string{"a.pdf 5\n6", "b.pdf ", "c.pdf 9"}},
		{"files and values", OfAll(facts()), "{{file.name}} {{component.rule}} {{component.originalValue}}", true,
			[]string{"a.pdf I.1.0 16", "a.pdf T.1.0 5", "a.pdf T.1.1 6", "c.pdf T.1.0 9"}},
		{"failed rules", OfAll(facts()), "{{file.failedRules}}", true, []string{"2", "0", "0"}},
		{"values alone", OfAll(facts()), "{{component.description}}", true, []string{"first", "", "", ""}},
		{"about the dossier", OfAll(facts()), "{{dossier.name}}", false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, list := rows(c.scope, c.text)
			if list != c.list || !slices.Equal(got, c.want) {
				t.Errorf("list %v, rows %q, want list = %v and %v", list, got, c.list, c.want)
			}
		})
	}
}

// A row with cells of rows stands once for each row of the component, in each file.
func TestRowsAreRepeatedForRowsOfAComponent(t *testing.T) {
	f := facts()
	line := func(text, amount, form string) ComponentValue {
		return ComponentValue{Value: text + " | " + amount,
			Cells: []Cell{{"line_text", text, Normalized{}}, {"line_amount", amount, Normalized{"AMOUNT", form, "EUR"}}}}
	}
	f.Files[0].Components = append(f.Files[0].Components,
		Component{"Line_Items", "Lines", []ComponentValue{line("pump", "5,00", "5.00"), {Value: "corrected"}, line("hose", "7", "7")}})
	f.Files[2].Components = append(f.Files[2].Components, Component{"LineItems", "Lines", []ComponentValue{line("bolt", "1", "1")}})
	for _, tt := range []struct {
		scope Scope
		text  string
		want  []string
	}{
		{OfFile(f, 0), "{{row.line_items.line_text}}={{row.Line_Items.line_amount}}{{row.line_items.line_code}} of " +
			"{{component.total}}", []string{"pump=5,00 of 5\n6", "hose=7 of 5\n6"}},
		{OfFile(f, 1), "{{row.line_items.line_text}}", nil},
		{OfAll(f), "{{file.name}} {{row.line_items.line_text}}", []string{"a.pdf pump", "a.pdf hose", "c.pdf bolt"}},
		{OfFile(f, 0), "{{row.line_items.line_text}}{{row.others.line_text}}", []string{"pump", "hose"}},
	} {
		if got, list := rows(tt.scope, tt.text); !list || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v, want %q", tt.text, got, list, tt.want)
		}
	}
	if v, ok := OfFile(f, 0).Value("row.line_items.line_text"); !ok || v.Text != "pump\nhose" {
		t.Errorf("outside of rows: %q, %v, want both lines", v.Text, ok)
	}
	scopes, _ := OfFile(f, 0).Repeat([]string{"row.line_items.line_amount.normalized"})
	if v, ok := scopes[0].Value("row.line_items.line_amount.normalized"); !ok || v.Kind != Number || v.Number != 5 {
		t.Errorf("the normalised form of a cell is %+v, %v, want 5", v, ok)
	}
	for _, name := range []string{"row", "row.", "row.line_items", "row.line_items.", "row..x"} {
		if v, ok := scopes[0].Value(name); ok {
			t.Errorf("{{%s}} is known: %q, want not ok", name, v.Text)
		}
	}
}

func TestARepeatedRowIsNotRepeatedAgain(t *testing.T) {
	files, _ := OfAll(facts()).Repeat([]string{"file.name"})
	if got, list := rows(files[0], "{{file.pages}}"); list {
		t.Errorf("a file inside its own row is a list: %q, want not list", got)
	}
	if got, list := rows(files[0], "{{component.value}}"); !list || !slices.Equal(got, []string{"17", "5", "6"}) {
		t.Errorf(`the values inside the row of a file: %v %q, want list and {"17", "5", "6"}`, list, got)
	}
}

func TestTextIsTakenApartAtPlaceholders(t *testing.T) {
	for text, want := range map[string][]Piece{
		"":                 nil,
		"plain { } {{}} }": {{Text: "plain { } {{}} }"}},
		"a{{ b c }}d":      {{Text: "a"}, {"{{ b c }}", "b c"}, {Text: "d"}},
		"{{a}}{{b}}":       {{"{{a}}", "a"}, {"{{b}}", "b"}},
		"{{{a}}}":          {{Text: "{"}, {"{{a}}", "a"}, {Text: "}"}},
	} {
		if got := SplitPieces(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %v", text, got, want)
		}
	}
}

func TestUnknownPlaceholdersStay(t *testing.T) {
	s := OfFile(facts(), 0)
	if got, changed := s.Fill("{{file.name}}: {{file.colour}} {{dossier.attribute.Logo}}."); got != "a.pdf: {{file.colour}} ." || !changed {
		t.Errorf("%q, %v, want a.pdf: {{file.colour}} . and changed", got, changed)
	}
	if _, changed := s.Fill("{{file.colour}}"); changed {
		t.Error("nothing was known, but it changed")
	}
	if _, ok := s.OnlyValue("{{file.name}} and more"); ok {
		t.Error("a placeholder with text beside it is alone")
	}
	if v, ok := s.OnlyValue(" {{file.name}} "); !ok || v.Text != "a.pdf" {
		t.Errorf("got %+v %v, want a.pdf", v, ok)
	}
}
