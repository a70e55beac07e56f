package queries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// checksAndAttention follows what people checked, and what is worth a look, through overrides and
// analyses: in the details of components, in the counts of the file, and in its history.
func checksAndAttention(t *testing.T, open opener) {
	c := newCast(t, open(t))
	check := func(on, off []string) {
		decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate),
			file.SetChecks(on, off, func(string) bool { return false }))
	}
	again := func(values ...string) {
		decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.RequestReanalysis(false))
		c.analyse(c.private, c.inPrivate, 3, newResult(values...))
	}
	show := func() string {
		t.Helper()
		ask := c.ask(c.mira, c.private, c.inPrivate)
		all, err := c.q.FileComponents(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, d := range all.Components {
			one := d.Name + "=" + d.Values[0].Value
			if d.Checked != nil {
				if d.Checked.By != c.mira.ID || d.Checked.At.IsZero() {
					t.Errorf("%s is checked by %+v, want mira, at a time", d.Name, d.Checked)
				}
				one += " checked"
			}
			for _, a := range d.Attention {
				one += " " + a.Code + ":" + a.Detail
			}
			text = append(text, one)
		}
		slices.Sort(text)
		f, err := c.q.GetFile(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(text, ", ") + "; " + countsText(f.Counts)
	}
	same := func(what, want string) {
		t.Helper()
		if got := show(); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
		}
	}
	same("before the analysis", "; ? components, ? to look at, 0 checked, 0 overridden")
	c.analyse(c.private, c.inPrivate, 3, newResult("Sponsor", "Acme", "Total", "1"))
	same("analysed", "Sponsor=Acme, Total=1; 2 components, 0 to look at, 0 checked, 0 overridden")
	check([]string{"Sponsor", "Total"}, nil)
	same("checked", "Sponsor=Acme checked, Total=1 checked; 2 components, 0 to look at, 2 checked, 0 overridden")
	c.override(c.mira, c.inPrivate, "total", "2")
	same("corrected", "Sponsor=Acme checked, Total=2; 2 components, 0 to look at, 1 checked, 1 overridden")
	check([]string{"total"}, []string{"Sponsor"})
	same("the correction checked", "Sponsor=Acme, Total=2 checked; 2 components, 0 to look at, 1 checked, 1 overridden")
	again("Sponsor", "ACME AG", "Total", "3")
	same("analysed again", "Sponsor=ACME AG CHANGED:Acme, Total=2 checked OVERRIDE_STALE:3; 2 components, 1 to look at, 1 "+
		"checked, 1 overridden")
	check(nil, []string{"Total"})
	same("unchecked", "Sponsor=ACME AG CHANGED:Acme, Total=2 OVERRIDE_STALE:3; 2 components, 2 to look at, 0 checked, 1 overridden")

	page, err := c.q.ReadHistory(t.Context(), c.history(c.inPrivate, 100))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, e := range page.Entries {
		if strings.HasSuffix(e.Type, "checked") {
			told = append(told, e.Type+"|"+e.Summary+"|"+string(e.Data))
		}
	}
	want := []string{
		`component.checked|mira checked Sponsor and Total of b.pdf|{"components":["Sponsor","Total"]}`,
		`component.checked|mira checked total of b.pdf|{"components":["total"]}`,
		`component.unchecked|mira took the check of Sponsor of b.pdf back|{"components":["Sponsor"]}`,
		`component.unchecked|mira took the check of Total of b.pdf back|{"components":["Total"]}`,
	}
	if got := strings.Join(told, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("history:\ngot  %s\nwant %s", got, strings.Join(want, "\n"))
	}

	// A version before did not tell what an analysis found.
	happens(c.world, user.SystemID, file.StreamOf(ws, c.inPrivate), file.Analysed{Version: 1, Result: es.BlobRef{},
		Findings: es.Seal[*file.Findings](file.SubjectOf(ws, c.private, c.inPrivate), nil)})
	if got, err := c.q.GetFile(t.Context(), c.ask(c.mira, c.private, c.inPrivate)); err != nil || countsText(got.Counts) !=
		"? components, ? to look at, 0 checked, 1 overridden" {
		t.Errorf("after an analysis that does not tell: %s, %v, want an unknown count, and 1 overridden",
			countsText(got.Counts), err)
	}
}

// whatTheTemplateExpects follows what a template expects of components, from the definitions to the
// details of a file, its counts and the history of the template.
func whatTheTemplateExpects(t *testing.T, open opener) {
	c := newCast(t, open(t))
	stream, subject := template.StreamOf(ws, c.templateID), template.SubjectOf(ws)
	number := template.Expectation{Required: true, Single: true, Format: template.FormatNumber}
	decide(c.world, c.anna.ID, template.Decider, stream, template.DefineComponents(subject, []template.NewComponent{
		{ID: c.id(), TechnicalName: "Amount", DisplayName: "Amount", Expectation: number},
		{ID: c.id(), TechnicalName: "Deadline", DisplayName: "Deadline", Expectation: template.Expectation{Required: true}}}))
	list, err := c.q.ListDefinitions(t.Context(), queries.AskDefinitions{Caller: c.mira, TemplateID: c.templateID})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, d := range list {
		told = append(told, fmt.Sprintf("%s %t %t %s", d.TechnicalName, d.Required, d.Multiple, d.Format))
	}
	if got := told[len(told)-2:]; !slices.Equal(got, []string{"amount true false NUMBER", "deadline true true TEXT"}) ||
		!strings.HasSuffix(told[0], "false true TEXT") {
		t.Errorf("definitions: %q, want amount and deadline at the end", told)
	}
	show := func() string {
		t.Helper()
		ask := c.ask(c.mira, c.private, c.inPrivate)
		all, err := c.q.FileComponents(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, d := range append(all.Components, all.Missing...) {
			one := d.DisplayName
			for _, a := range d.Attention {
				one += " " + a.Code + ":" + a.Detail
			}
			text = append(text, one)
		}
		f, err := c.q.GetFile(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		look := true
		page, err := c.q.FilesOfAll(t.Context(), queries.AskFilePage{Caller: c.mira, DossierID: c.private, Limit: 10,
			Counts:     true,
			FileFilter: queries.FileFilter{Attention: &look}})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s; %s; %d of %d listed", strings.Join(text, ", "), countsText(f.Counts), len(page.Files),
			page.Counts.Attention)
	}
	same := func(what, want string) {
		t.Helper()
		if got := show(); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
		}
	}
	c.analyse(c.private, c.inPrivate, 3, newResult("Amount", "7", "Amount", "some"))
	same("analysed", "Amount SEVERAL:2 MISFIT:some, Deadline MISSING:; 1 components, 2 to look at, 0 checked, 0 overridden; 1 of 1 listed")
	c.override(c.mira, c.inPrivate, "amount", "about 7")
	same("corrected", "Amount, Deadline MISSING:; 1 components, 1 to look at, 0 checked, 1 overridden; 1 of 1 listed")
	checked := file.SetChecks([]string{"deadline"}, nil, func(string) bool { return true })
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), checked)
	same("found to be missing", "Amount, Deadline MISSING:; 1 components, 0 to look at, 1 checked, 1 overridden; 0 of 0 listed")
	no := false
	decide(c.world, c.anna.ID, template.Decider, stream,
		template.ChangeComponents(subject, []template.ComponentChange{{ID: list[len(list)-1].ID,
			DisplayName: "Deadline", ExpectationChange: template.ExpectationChange{Required: &no}}}))
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.RequestReanalysis(false))
	c.analyse(c.private, c.inPrivate, 3, newResult("Amount", "8"))
	same("not required any more", "Amount OVERRIDE_STALE:8; 1 components, 1 to look at, 1 checked, 1 overridden; 1 of 1 listed")

	page, err := c.q.TemplateHistory(t.Context(), queries.AskTemplateHistory{Caller: c.anna, TemplateID: c.templateID,
		Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	data := ""
	for _, e := range page.Entries {
		if strings.HasPrefix(e.Type, "template.component-definitions") {
			data += string(e.Data)
		}
	}
	for _, want := range []string{`"required":true,"multiple":false,"format":"NUMBER"`,
		`"required":false,"multiple":true,"format":"TEXT","previous":{`} {
		if !strings.Contains(data, want) {
			t.Errorf("history has no %s: %s", want, data)
		}
	}
}

// countsText shows counts; what is not known is a question mark.
func countsText(n file.ComponentCounts) string {
	known := func(n *int) string {
		if n == nil {
			return "?"
		}
		return fmt.Sprint(*n)
	}
	return fmt.Sprintf("%s components, %s to look at, %d checked, %d overridden", known(n.Components),
		known(n.Attention), n.Checked, n.Overridden)
}
