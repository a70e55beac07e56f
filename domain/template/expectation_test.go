package template

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestValuesFitTheirFormat(t *testing.T) {
	for format, row := range map[string]struct{ fit, misfit []string }{
		"": {fit: []string{"", "anything", "12"}},
		FormatNumber: {fit: []string{"", " 7 ", "-1", "+1.5", "1,234,567.89", "1.234,5", "1'200.00", "12 000", "−3", "0012"},
			misfit: []string{"x", "1,2,3", "1 2", "EUR 5", "1.", ".5", "1e3", "12-3"}},
		FormatDate: {fit: []string{"", "2024-05-31", "31.5.2024", "31/05/2024", "5/31/2024", "29 Feb 2024", "May 31, 2024",
			"20240531", "2024-05-31T08:15:30Z"},
			misfit: []string{"2023-02-29", "31.13.2024", "May", "31. Mond 2024", "2024", "13/32/2024"}},
		"AMOUNT":           {fit: []string{"", "1.234,56 €", "(12.00)", "$ 3"}, misfit: []string{"free", "1,2,3"}},
		"DATE_MONTH_FIRST": {fit: []string{"12/31/2024", "31/12/2024", "May 3, 2024"}, misfit: []string{"13/32/2024"}},
		"CURRENCY":         {fit: []string{"EUR", "$"}, misfit: []string{"money"}},
		"IBAN":             {fit: []string{"DE89 3704 0044 0532 0130 00"}, misfit: []string{"DE88 3704 0044 0532 0130 00"}},
		"VAT_ID":           {fit: []string{"DE 123 456 789"}, misfit: []string{"123 456 789"}},
		"COUNTRY":          {fit: []string{"DE", "France"}, misfit: []string{"Atlantis"}},
		`[A-Z]{2}|[0-9]+`:  {fit: []string{"", "AB", "123"}, misfit: []string{"ABC", "1a", "a1"}},
	} {
		e := Expectation{Format: format}
		if err := e.check(); err != nil {
			t.Errorf("%s: %v, want no error", format, err)
		}
		if got := e.FindMisfits(slices.Concat(row.fit, row.misfit)); !slices.Equal(got, row.misfit) {
			t.Errorf("%s: %q do not fit, want %q", format, got, row.misfit)
		}
	}
	if got := (Expectation{Format: "("}).FindMisfits([]string{"x"}); len(got) != 0 {
		t.Errorf("a format that cannot be read finds %q, want 0", got)
	}
}

func TestFormatsThatAreNone(t *testing.T) {
	const noFormat = "format must be TEXT, NUMBER, AMOUNT, DATE, DATE_MONTH_FIRST, CURRENCY, IBAN, VAT_ID, COUNTRY or a regular expression"
	for format, message := range map[string]string{
		"NUMBR": noFormat, "date": noFormat,
		"(a":                      "format is not a regular expression: missing closing ): `(a`",
		"a)|(b":                   "format is not a regular expression: unexpected ): `a)|(b`",
		strings.Repeat("[a]", 67): "format must not be longer than 200",
	} {
		add := []NewComponent{{ID: "a", TechnicalName: "a", DisplayName: "A", Expectation: Expectation{Format: format}}}
		err := CheckNewComponents(add)
		if domain.KindOf(err) != domain.Invalid || err.Error() != message {
			t.Errorf("%s: %v, want domain.KindOf(err) = Invalid and err.Error() = %v", format, err, message)
		}
		changes := []ComponentChange{{ID: "a", DisplayName: "A", ExpectationChange: ExpectationChange{Format: &format}}}
		if got := CheckComponentChanges(changes); got == nil || got.Error() != message {
			t.Errorf("%s: the change: %v, want it set and got.Error() = %v", format, got, message)
		}
	}
}

func TestExpectationsChangeWhereTheyAreNamed(t *testing.T) {
	yes, no, text, pattern := true, false, FormatText, "[0-9]+"
	one := rankDefinitions(1)[0]
	full := one
	full.Expectation = Expectation{Required: true, Single: true, Format: pattern}
	change := func(c ExpectationChange) []ComponentChange {
		return []ComponentChange{{ID: "a", DisplayName: "a", ExpectationChange: c}}
	}
	estest.GivenEvents(t, Decider, created, defineComponents(one)).
		When(ChangeComponents(key, change(ExpectationChange{Required: &yes, Multiple: &no, Format: &pattern}))).Then(
		changeDefinitions("updated", full))
	given := estest.GivenEvents(t, Decider, created, defineComponents(full))
	given.When(ChangeComponents(key, change(ExpectationChange{}))).Then()
	back := full
	back.Format = ""
	given.When(ChangeComponents(key, change(ExpectationChange{Format: &text}))).Then(changeDefinitions("updated", back))
	given.When(ChangeComponents(key, change(ExpectationChange{Required: &no, Multiple: &yes, Format: &text}))).Then(
		changeDefinitions("updated", one))
	add := []NewComponent{{ID: "a", TechnicalName: "a", DisplayName: "a", Expectation: full.Expectation}}
	estest.GivenEvents(t, Decider, created).When(DefineComponents(key, add)).Then(changeDefinitions("created", full))
}

func TestColumnsThatAreNone(t *testing.T) {
	column := func(name, display, format string) Column {
		return Column{TechnicalName: name, DisplayName: display, Format: format}
	}
	many := make([]Column, 51)
	for i := range many {
		many[i] = column(fmt.Sprint("c", i), "C", "")
	}
	for message, columns := range map[string][]Column{
		"technicalName of a column must be that of an entity, such as line_amount": {column("line amount", "A", "")},
		"columns must not contain duplicates: a":                                   {column("a", "A", ""), column("a", "B", "")},
		"displayName of a column must have 1 to 255 characters: a":                 {column("a", " ", "")},
		"column a: format is not a regular expression: missing closing ): `(a`":    {column("a", "A", "(a")},
		"columns must not be more than 50":                                         many,
	} {
		changes := []ComponentChange{{ID: "a", DisplayName: "A", ExpectationChange: ExpectationChange{Columns: &columns}}}
		if got := CheckComponentChanges(changes); domain.KindOf(got) != domain.Invalid || got.Error() != message {
			t.Errorf("%s: %v, want domain.KindOf(got) = Invalid and got.Error() = %v", message, got, message)
		}
	}
}

func TestColumnsChangeWhereTheyAreNamed(t *testing.T) {
	one := rankDefinitions(1)[0]
	full := one
	full.Columns = []Column{{"line_text", "Text", "", false}, {"line_amount", "Amount", "AMOUNT", true}}
	change := func(columns *[]Column) []ComponentChange {
		return []ComponentChange{{ID: "a", DisplayName: "a", ExpectationChange: ExpectationChange{Columns: columns}}}
	}
	given := &[]Column{{"line_text", " Text ", FormatText, false}, {"line_amount", "Amount", "AMOUNT", true}}
	estest.GivenEvents(t, Decider, created, defineComponents(one)).When(ChangeComponents(key, change(given))).Then(
		changeDefinitions("updated", full))
	then := estest.GivenEvents(t, Decider, created, defineComponents(full))
	then.When(ChangeComponents(key, change(nil))).Then()
	then.When(ChangeComponents(key, change(given))).Then()
	then.When(ChangeComponents(key, change(&[]Column{}))).Then(changeDefinitions("updated", one))
}

// Events of definitions with many columns stay as small as those of others.
func TestEventsOfColumnsAreSmall(t *testing.T) {
	full := make([]Component, 20)
	for i := range full {
		full[i] = rankDefinitions(1)[0]
		for c := range maxColumns {
			full[i].Columns = append(full[i].Columns, Column{fmt.Sprint("c", c), strings.Repeat(`"`, 255), strings.Repeat(`\`, 200), true})
		}
	}
	count := 0
	for _, e := range ComponentEvents(key, "updated", full) {
		list := e.(ComponentDefinitionsChanged).Components.Value
		encoded, err := json.Marshal(list)
		if err != nil || len(encoded) > 175<<10 {
			t.Errorf("%d definitions in an event of %d bytes, %v, want no error and len(encoded) at most %v",
				len(list), len(encoded), err, 175<<10)
		}
		count += len(list)
	}
	if count != len(full) {
		t.Errorf("%d of %d definitions", count, len(full))
	}
}
