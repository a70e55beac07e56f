package queries_test

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// historyTellsOfOutsiders wants the history of a dossier to say plainly that somebody from outside
// joined it, took it over or changed it, and that somebody made himself the owner.
func historyTellsOfOutsiders(t *testing.T, open opener) {
	c := newCast(t, open(t))
	mo := c.account("mo", user.RoleManager)
	change := func(who user.Principal, owner string, members ...string) {
		text := es.Seal(dossier.SubjectOf(ws, c.private), dossier.Text{Name: "Private"})
		decide(c.world, who.ID, dossier.Decider, dossier.StreamOf(ws, c.private),
			dossier.Update(dossier.Details{Owner: owner, Members: members}, text, naming.Hold{}))
	}
	change(mo, c.olga.ID, c.olga.ID)                   // mira goes
	change(mo, c.olga.ID, c.olga.ID, mo.ID)            // mo joins
	change(mo, c.olga.ID, c.olga.ID, mo.ID, c.mira.ID) // as a member
	change(mo, mo.ID, mo.ID, c.olga.ID, c.mira.ID)     // and owner
	change(mo, c.olga.ID, c.olga.ID, c.mira.ID)        // gives it back, and leaves
	change(mo, mo.ID, c.olga.ID, c.mira.ID)            // at once
	change(c.mira, mo.ID, mo.ID, c.olga.ID)            // mira leaves
	change(user.SystemPrincipal(ws), mo.ID, mo.ID)     // the service is no stranger
	ask := c.history("", 100)
	ask.Caller = mo
	page, err := c.q.ReadHistory(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"mo, who was no member, changed members of Private|byNonMember",
		"mo, who was no member, joined Private (changed members)|byNonMember",
		"mo changed members of Private|",
		"mo took over Private (changed owner and members)|takenOver",
		"mo changed owner and members of Private|",
		"mo, who was no member, took over Private (changed owner and members)|byNonMember takenOver",
		"mira changed members of Private|",
		"system changed members of Private|",
	}
	got := page.Entries[len(page.Entries)-len(want):]
	for i, e := range got {
		var flags []string
		for _, f := range []string{"byNonMember", "takenOver"} {
			if strings.Contains(string(e.Data), `"`+f+`":true`) {
				flags = append(flags, f)
			}
		}
		if line := e.Summary + "|" + strings.Join(flags, " "); line != want[i] {
			t.Errorf("entry %d:\ngot  %s\nwant %s", i, line, want[i])
		}
	}
}
