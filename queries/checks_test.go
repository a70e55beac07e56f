package queries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// checksAndAttention follows what people checked, and what is worth a look, through overrides and
// analyses: in the details of components, in the counts of the file, and in its history.
func checksAndAttention(t *testing.T, open opener) {
	c := newCast(t, open(t))
	check := func(on, off []string) {
		decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.SetChecks(on, off, func(string) bool { return false }))
	}
	again := func(values ...string) {
		decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.RequestReanalysis(false))
		c.analyse(c.private, c.inPrivate, 3, found(values...))
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
					t.Errorf("%s is checked by %+v", d.Name, d.Checked)
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
	c.analyse(c.private, c.inPrivate, 3, found("Sponsor", "Acme", "Total", "1"))
	same("analysed", "Sponsor=Acme, Total=1; 2 components, 0 to look at, 0 checked, 0 overridden")
	check([]string{"Sponsor", "Total"}, nil)
	same("checked", "Sponsor=Acme checked, Total=1 checked; 2 components, 0 to look at, 2 checked, 0 overridden")
	c.override(c.mira, c.inPrivate, "total", "2")
	same("corrected", "Sponsor=Acme checked, Total=2; 2 components, 0 to look at, 1 checked, 1 overridden")
	check([]string{"total"}, []string{"Sponsor"})
	same("the correction checked", "Sponsor=Acme, Total=2 checked; 2 components, 0 to look at, 1 checked, 1 overridden")
	again("Sponsor", "ACME AG", "Total", "3")
	same("analysed again", "Sponsor=ACME AG CHANGED:Acme, Total=2 checked OVERRIDE_STALE:3; 2 components, 1 to look at, 1 checked, 1 overridden")
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
		t.Errorf("after an analysis that does not tell: %s, %v", countsText(got.Counts), err)
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
	return fmt.Sprintf("%s components, %s to look at, %d checked, %d overridden", known(n.Components), known(n.Attention), n.Checked, n.Overridden)
}
