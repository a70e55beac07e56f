package console

import (
	"encoding/json"
	"testing"

	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/domain/template"
)

// expect changes what the template of a site expects of a component.
func (s *site) expect(t *testing.T, technicalName string, of map[string]any) {
	t.Helper()
	var all []struct{ ID, TechnicalName, DisplayName, Description string }
	s.root.Want(200, "GET", s.template+"/component-definitions", nil).Decode(t, &all)
	for _, d := range all {
		if d.TechnicalName == technicalName {
			of["id"], of["displayName"], of["description"] = d.ID, d.DisplayName, d.Description
			s.root.Want(200, "PUT", s.template+"/component-definitions", []any{of})
			return
		}
	}
	t.Fatalf("there is no %s in %+v", technicalName, all)
}

// TestCorrectionThatDoesNotFitIsAskedAbout types a number of an invoice that is none, takes the
// question back by another text, and saves what does not fit by the same key once more.
func TestCorrectionThatDoesNotFitIsAskedAbout(t *testing.T) {
	s := openSite(t)
	s.expect(t, "invoice_number", map[string]any{"format": "[A-Z]-[0-9]+", "multiple": false})
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(`document.activeElement.matches(".component.current")`)
	p.awaitText("Not in the form that is expected")
	extracted := s.values(t, file)["Invoice_Number"][0]
	p.press("\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.press("4711", "\r")
	p.awaitText("This does not have the form that is expected: [A-Z]-[0-9]+")
	p.await(`document.activeElement.matches(".edit input") && document.activeElement.value === "4711"`)
	if got := s.values(t, file)["Invoice_Number"][0]; got != extracted {
		t.Errorf("%q is stored before the answer, want %v", got, extracted)
	}
	p.checkAccess("misfit")
	p.press("2")
	p.await(`!document.querySelector(".conflict")`)
	p.press("\r")
	p.await(`document.querySelector(".conflict")`)
	p.press("\r")
	p.await(`!document.querySelector(".edit") && !document.querySelector(".saving") && document.body.innerText.includes("1 of ")`)
	if got := s.values(t, file)["Invoice_Number"]; len(got) != 1 || got[0] != "47112" {
		t.Errorf("the number is %q, want len(got) = 1 and got[0] = %q", got, "47112")
	}
	p.press("k", "\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.alt("Enter")
	p.await(`document.activeElement.matches(".edit input") && document.activeElement.value === ""`)
	p.press("A-1", "\r")
	p.awaitText("One value is expected here, this is another.")
	p.press("\x1b")
	p.await(`!document.querySelector(".edit")`)
	if got := s.values(t, file)["Invoice_Number"]; len(got) != 1 {
		t.Errorf("the numbers are %q, want 1", got)
	}
}

// TestBrowserExpectsWhatTheServiceDoes holds the console's test of values against that of an analysis. The
// service reads dates in more forms, such as months in other languages; about those the console asks.
func TestBrowserExpectsWhatTheServiceDoes(t *testing.T) {
	p := openBlank(t)
	values := []string{"", " ", "7", " 7 ", "-1", "+1.5", "−3", "0012", "1,234,567.89", "1.234,5", "1'200.00", "12 000",
		"1,2,3", "1 2", "EUR 5", "1.", ".5", "1e3", "12-3",
		"2024-05-31", "2024-5-1", "2024/05/31", "2024.05.31", "2024-05/31", "31.5.2024", "31/05/2024", "5/31/2024", "31-5-2024",
		"29 Feb 2024", "29 Feb 2023", "2. January 2006",
		"May 31, 2024", "may 31, 2024", "2-Jan-2006", "20240531", "20240532", "2024-05-31T08:15", "2024-05-31T08:15:30Z",
		"2024-05-31T08:15:30+02:00", "2024-05-31 08:15:30",
		"2024-05-31T25:15", "2023-02-29", "31.13.2024", "May", "31. Mai 2024", "2024", "13/32/2024", "AB", "ab", "ABC", "1a", "a1"}
	const asked = "31. Mai 2024" // a date in a form that only the service reads
	formats := []string{"TEXT", "NUMBER", "DATE", "[A-Z]{2}|[0-9]+", "(?i)[a-z]+", `\d{4}-\d{2}-\d{2}`}
	given, err := json.Marshal([]any{formats, values, normalize.Types})
	if err != nil {
		t.Fatal(err)
	}
	fit := evaluateModule[[][]bool](p, `import {fits} from "./parts/edit.js"; const [formats, values, types] = `+string(given)+`;
		export default [...formats.map((f) => values.map((v) => fits(f, v))), types.map((f) => fits(f, "520.00"))];`)
	for i, typed := range normalize.Types {
		if format := string(typed); format != template.FormatNumber && format != template.FormatDate && !fit[len(formats)][i] {
			t.Errorf("%s is taken for a pattern", format)
		}
	}
	for n, format := range formats {
		service := template.Expectation{Format: format}
		if format == "TEXT" {
			service.Format = ""
		}
		misfits := map[string]bool{}
		for _, v := range service.FindMisfits(values) {
			misfits[v] = true
		}
		for i, v := range values {
			if fit[n][i] == misfits[v] && !(format == "DATE" && v == asked && !fit[n][i]) {
				t.Errorf("%s, %q: fits in the browser: %t", format, v, fit[n][i])
			}
		}
	}
}
