package queries_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// A chronicle is a random history of a few dossiers, and what was read on the way.
type chronicle struct {
	*world
	r                *rand.Rand
	owner            user.Principal
	templateID       string
	dossiers         []string
	files            []string
	home             map[string]string   // dossier of a file
	trashed, gone    map[string]bool     // dossiers and files
	closed           map[string]bool     // archived dossiers and approved files
	readings         []map[string]string // for each moment: question -> answer
	moments          []time.Time
	definitionsAdded int
	most, spare      int // files at most (0: any number); how much more seldom than usual something ends for good
}

func newChronicle(t testing.TB, views engine, seed uint64) *chronicle {
	c := &chronicle{world: newWorld(t, views), r: rand.New(rand.NewPCG(seed, seed)), home: map[string]string{},
		trashed: map[string]bool{}, gone: map[string]bool{}, closed: map[string]bool{}}
	c.owner = c.account("olga", user.RoleManager)
	c.templateID = c.template("Invoices")
	return c
}

// open reports whether a file, or what is in a dossier, can be changed.
func (c *chronicle) open(id string) bool { return !c.trashed[id] && !c.gone[id] && !c.closed[id] }

// pick chooses one of the ids that pass, "" when none does.
func (c *chronicle) pick(ids []string, ok func(string) bool) string {
	var fit []string
	for _, id := range ids {
		if ok(id) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	return fit[c.r.IntN(len(fit))]
}

// step does one random thing.
func (c *chronicle) step() {
	d := c.pick(c.dossiers, c.open)
	f := c.pick(c.files, func(id string) bool { return c.open(id) && c.open(c.home[id]) })
	switch n := c.r.IntN(20); {
	case d == "" || n == 0 && len(c.dossiers) < 4:
		c.dossiers = append(c.dossiers, c.dossier(c.owner, c.templateID, fmt.Sprintf("Dossier %d", len(c.dossiers)),
			dossier.Private))
	case f == "" || n <= 3 && (c.most == 0 || len(c.files) < c.most):
		id := c.upload(c.owner, c.templateID, d, fmt.Sprintf("%02d.pdf", c.r.IntN(100)), c.r.Int64N(1000))
		c.files, c.home[id] = append(c.files, id), d
	case n <= 7:
		decide(c.world, c.owner.ID, file.Decider, file.StreamOf(ws, f), file.RequestReanalysis(false))
		c.analyse(c.home[f], f, 1+c.r.IntN(4), newResult("Total", fmt.Sprint(c.r.IntN(9)), fmt.Sprintf("N%d", c.r.IntN(3)), "x"))
	case n <= 10:
		c.override(c.owner, f, fmt.Sprintf("n%d", c.r.IntN(4)), fmt.Sprint(c.r.IntN(9)))
	case n == 11:
		decide(c.world, c.owner.ID, file.Decider, file.StreamOf(ws, f), file.RevertOverrides([]string{"N0", "N1"}))
	case n == 12:
		c.replace(c.owner, c.home[f], f, fmt.Sprintf("%02d.pdf", c.r.IntN(100)), c.r.Int64N(1000), c.r.IntN(2) == 0)
	case n <= 14:
		c.rename(d)
	case n == 15:
		if names := []string{"N2", "Total", "n1", "n3", "n0"}; c.definitionsAdded < len(names) {
			c.define(c.templateID, names[c.definitionsAdded])
			c.definitionsAdded++
		}
	case n == 16:
		c.failRun(f)
	default:
		c.remove(d, f, n)
	}
}

func (c *chronicle) rename(d string) {
	text := es.Seal(dossier.SubjectOf(ws, d), dossier.Text{Name: fmt.Sprintf("Renamed %d", c.r.IntN(1000))})
	decide(c.world, c.owner.ID, dossier.Decider, dossier.StreamOf(ws, d),
		dossier.Update(dossier.Details{Owner: c.owner.ID}, text, naming.Hold{}))
}

func (c *chronicle) failRun(f string) {
	decide(c.world, c.owner.ID, file.Decider, file.StreamOf(ws, f), file.RequestReanalysis(false))
	decide(c.world, user.SystemID, file.Decider, file.StreamOf(ws, f), file.BeginRun(file.Plan{}))
	s, _, err := es.Load(c.Context(), c.q.Log, file.Decider, file.StreamOf(ws, f))
	if err != nil {
		c.Fatal(err)
	}
	decide(c.world, user.SystemID, file.Decider, file.StreamOf(ws, f),
		file.FailRun(s.Run, "layout", "The PDF cannot be read"))
}

// remove puts a file or, seldom, a dossier into the trash, or ends what is there.
func (c *chronicle) remove(d, f string, n int) {
	trashedFile := c.pick(c.files, func(id string) bool { return c.trashed[id] && !c.gone[id] && c.open(c.home[id]) })
	switch {
	case n == 17:
		decide(c.world, c.owner.ID, file.Decider, file.StreamOf(ws, f), file.SoftDelete(c.store.now))
		c.trashed[f] = true
	case n == 18 && trashedFile != "" && c.r.IntN(1+c.spare) == 0:
		decide(c.world, c.owner.ID, file.Decider, file.StreamOf(ws, trashedFile), file.DeletePermanently())
		c.erase(file.SubjectOf(ws, c.home[trashedFile], trashedFile))
		c.gone[trashedFile] = true
	case len(c.dossiers) > 2 && c.r.IntN(4) == 0:
		decide(c.world, c.owner.ID, dossier.Decider, dossier.StreamOf(ws, d), dossier.SoftDelete(c.store.now))
		c.trashed[d] = true
	case len(c.dossiers) > 2 && c.r.IntN(6*(1+c.spare)) == 0:
		c.end(d, dossier.DeletePermanently())
	}
}

// end ends a dossier for good.
func (c *chronicle) end(d string, decision es.Decision[dossier.State]) {
	decide(c.world, c.owner.ID, dossier.Decider, dossier.StreamOf(ws, d), decision)
	c.erase(dossier.SubjectOf(ws, d))
	c.gone[d] = true
	for id, home := range c.home {
		c.gone[id] = c.gone[id] || home == d
	}
}

// read asks everything, now or of a moment.
func (c *chronicle) read(at *time.Time) map[string]string {
	ctx, out := c.Context(), map[string]string{}
	note := func(question string, answer any, err error) {
		if err != nil {
			if domain.KindOf(err) != domain.NotFound {
				c.Fatalf("%s: %v, want NotFound", question, err)
			}
			answer = err.Error()
		}
		text, err := json.Marshal(answer)
		if err != nil {
			c.Fatal(err)
		}
		out[question] = string(text)
	}
	for _, d := range c.dossiers {
		x, err := c.q.GetDossier(ctx, queries.AskDossier{Caller: c.owner, TemplateID: c.templateID, DossierID: d, AsOf: at,
			IncludeSoftDeleted: true})
		note("dossier "+d, x, err)
	}
	for _, f := range c.files {
		ask := queries.AskFile{Caller: c.owner, TemplateID: c.templateID, DossierID: c.home[f], FileID: f, AsOf: at,
			IncludeSoftDeleted: true}
		x, err := c.q.GetFile(ctx, ask)
		note("file "+f, x, err)
		y, err := c.q.FileComponents(ctx, ask)
		note("components "+f, y, err)
		z, err := c.q.ListOverrides(ctx, ask)
		note("overrides "+f, z, err)
	}
	return out
}

// lists asks for the lists of a dossier.
func (c *chronicle) lists(d string, at *time.Time) (files []queries.FileStatus, components []queries.FileComponents,
	err error) {
	files, err = c.q.ListFiles(c.Context(), queries.AskFiles{Caller: c.owner, TemplateID: c.templateID, DossierID: d,
		AsOf:   at,
		Groups: queries.Groups{Active: true, Archived: true, SoftDeleted: true}})
	if err != nil {
		return nil, nil, err
	}
	components, err = c.q.DossierComponents(c.Context(), queries.AskComponents{Caller: c.owner, TemplateID: c.templateID,
		DossierID: d, AsOf: at})
	return files, components, err
}

// The answer of the past is what was read then. What is gone for good is not
// found at any moment; what is in the trash now gives away its components only
// when it comes back.
func thePastIsWhatWasRead(t *testing.T, open opener) {
	c := newChronicle(t, open(t), 11)
	for range 160 {
		c.pass(time.Millisecond + time.Duration(c.r.IntN(5_000_000))*time.Microsecond)
		c.step()
		c.moments = append(c.moments, c.store.now.Truncate(time.Millisecond)) // as responses show it
		c.readings = append(c.readings, c.read(nil))
	}
	compared, missing := 0, 0
	for i := 0; i < len(c.moments); i += 4 {
		again := c.read(&c.moments[i])
		for question, answer := range again {
			kind, id := question[:4], question[len(question)-36:]
			hidden := c.gone[id] || c.gone[c.home[id]]
			if kind == "comp" || kind == "over" {
				hidden = hidden || c.trashed[id] || c.trashed[c.home[id]]
			}
			if kind == "file" && c.trashed[c.home[id]] {
				hidden = hidden || c.gone[c.home[id]]
			}
			want, there := c.readings[i][question]
			if hidden || !there {
				if missing++; answer[0] != '"' {
					t.Errorf("%v: %s is still told: %s, want answer[0] = %q", c.moments[i], question, answer, '"')
				}
				continue
			}
			if compared++; answer != want {
				t.Fatalf("%v: %s\ngot  %s\nwant %s", c.moments[i], question, answer, want)
			}
		}
	}
	if compared < 300 || missing < 20 {
		t.Errorf("only %d answers compared, %d not found, want compared at least 300 and missing at least 20",
			compared, missing)
	}
}

// Lists of the past hold the same records as single reads of the past.
func listsOfThePastAgreeWithSingleReads(t *testing.T, open opener) {
	c := newChronicle(t, open(t), 12)
	for range 140 {
		c.pass(time.Second)
		c.step()
		c.moments = append(c.moments, c.store.now)
	}
	listed := 0
	for i := 0; i < len(c.moments); i += 3 {
		at := c.moments[i]
		single := c.read(&at)
		for _, d := range c.dossiers {
			files, components, err := c.lists(d, &at)
			if domain.KindOf(err) == domain.NotFound {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			for _, f := range c.files {
				if c.home[f] == d && single["file "+f][0] == '{' {
					shown++
				}
			}
			if shown != len(files) {
				t.Errorf("%v: %d files listed, %d found one by one, want the same", at, len(files), shown)
			}
			for _, f := range files {
				if text, err := json.Marshal(f); err != nil || string(text) != single["file "+f.ID] {
					t.Errorf("%v: listed %s\nsingle %s, want the same", at, text, single["file "+f.ID])
				}
			}
			for _, f := range components {
				if text, err := json.Marshal(f); err != nil || string(text) != single["components "+f.FileID] {
					t.Errorf("%v: listed %s\nsingle %s, want the same", at, text, single["components "+f.FileID])
				}
			}
			listed += len(files) + len(components)
		}
	}
	if listed < 100 {
		t.Errorf("only %d records were listed, want at least 100", listed)
	}
}

// Components of the past stand in the order of the template of the past.
func componentsKeepTheirOrderOfThen(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.analyse(c.private, c.inPrivate, 1, newResult("Alpha", "1", "Zeta", "2"))
	then := c.store.now
	c.pass(time.Second)
	c.define(c.templateID, "Zeta")
	for at, want := range map[*time.Time]string{&then: "Alpha Zeta ", nil: "Zeta Alpha "} {
		ask := c.ask(c.mira, c.private, c.inPrivate)
		ask.AsOf = at
		read, err := c.q.FileComponents(t.Context(), ask)
		got := ""
		for _, x := range read.Components {
			got += x.Name + " "
		}
		if got != want || err != nil {
			t.Errorf("as of %v: %s, %v; want %s", at, got, err, want)
		}
	}
}

func beforeAndAfter(t *testing.T, open opener) {
	c := newCast(t, open(t))
	now := c.store.now
	before, future := now.Add(-time.Hour), now.Add(time.Millisecond)
	ask := c.ask(c.olga, c.private, c.inPrivate)
	ask.AsOf = &before
	if _, err := c.q.GetFile(t.Context(), ask); !errors.Is(err, domain.ErrDossierNotFound) {
		t.Errorf("before the dossier: %v, want %v", err, domain.ErrDossierNotFound)
	}
	between := now.Add(-2 * time.Second) // after both dossiers, before the files
	ask.AsOf = &between
	if _, err := c.q.FileComponents(t.Context(), ask); !errors.Is(err, domain.ErrFileNotFound) {
		t.Errorf("before the file: %v, want %v", err, domain.ErrFileNotFound)
	}
	d, err := c.q.GetDossier(t.Context(), queries.AskDossier{Caller: c.olga, TemplateID: c.templateID,
		DossierID: c.private, AsOf: &between})
	if err != nil || d.FirstFile != nil {
		t.Errorf("the dossier before its first file: %+v, %v, want no error and d.FirstFile = nil", d, err)
	}
	if names := c.names(queries.AskFiles{AsOf: &now, Groups: queries.Groups{Active: true}}); names != "b.pdf " {
		t.Errorf("files of the private dossier: %s, want %q", names, "b.pdf ")
	}
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.SoftDelete(now))
	for _, e := range []struct {
		groups queries.Groups
		want   string
	}{{queries.Groups{Active: true}, ""}, {queries.Groups{Active: true, SoftDeleted: true}, "b.pdf "},
		{queries.Groups{SoftDeleted: true}, ""}} {
		before := now.Add(-time.Second) // when the file was active
		if names := c.names(queries.AskFiles{AsOf: &before, Groups: e.groups}); names != e.want {
			t.Errorf("%+v of a time before the deletion: %q, want %q", e.groups, names, e.want)
		}
	}
	ask.AsOf = &future
	if _, err := c.q.GetFile(t.Context(), ask); domain.KindOf(err) != domain.Invalid {
		t.Errorf("the future: %v, want Invalid", err)
	}
}
