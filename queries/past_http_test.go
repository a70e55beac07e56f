package queries_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// everybody is who every request comes from.
type everybody struct{ user.Principal }

func (e everybody) Verify(context.Context, string) (user.Principal, error) { return e.Principal, nil }
func (everybody) Ready(context.Context) map[string]string                  { return nil }
func (everybody) ClosedReason() string                                     { return "" }
func (everybody) Await(context.Context, uint64, ...string) error           { return nil }
func (everybody) LogHead(context.Context) (uint64, error)                  { return math.MaxUint64, nil }
func (everybody) RefusesUnknown(context.Context, string) (bool, error)     { return true, nil }

// An annal is a long random history, with what was answered over HTTP on the way.
type annal struct {
	*chronicle
	handler http.Handler
	people  []string        // beside the owner
	shelves int             // dossiers at most
	touched string          // the file that was changed last
	shownBy *template.State // nil: it changed since it was loaded
	noted   []reading
	reports []reading
}

// A reading is what a request was answered at a moment.
type reading struct {
	at      time.Time
	path    string // without asOf
	dossier string
	file    string // "": of the dossier as a whole
	request string // body of a report on usage
	status  int
	body    string
}

func newAnnal(t *testing.T, open opener, seed uint64) *annal {
	a := &annal{chronicle: newChronicle(t, open(t), seed), shelves: 8}
	a.people = []string{a.account("mira", user.RoleUser).ID, a.account("paul", user.RoleUser).ID}
	a.definitionsAdded = 5 // a history of its own defines components
	who := a.owner
	who.Roles = append(who.Roles, user.RoleAdmin)
	h, err := rest.New(rest.Config{Log: slog.New(slog.DiscardHandler), Rate: -1, Now: func() time.Time { return a.store.now }},
		rest.Ports{Verifier: everybody{who}, Readiness: everybody{}, Freshness: everybody{}, Workspaces: everybody{}, Usage: a.q,
			Dossiers: dossiers.Ports{Queries: a.q}, Files: files.Ports{Queries: a.q}, Components: components.Ports{Queries: a.q}})
	if err != nil {
		t.Fatal(err)
	}
	a.handler = h
	return a
}

// ask sends a request, of now or of a moment.
func (a *annal) ask(r reading, at *time.Time) reading {
	method, target := http.MethodGet, r.path
	if at != nil {
		target += "&asOf=" + url.QueryEscape(at.Format(time.RFC3339Nano))
	}
	if r.request != "" {
		method = http.MethodPost
	}
	q := httptest.NewRequest(method, target, strings.NewReader(r.request))
	q.Header.Set("Authorization", "Bearer x")
	q.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	a.handler.ServeHTTP(answer, q)
	r.status, r.body = answer.Code, answer.Body.String()
	if r.status != 200 && r.status != 404 {
		a.Fatalf("%s %s: %d %s, want r.status = 200 or r.status = 404", method, target, r.status, r.body)
	}
	return r
}

// note asks for some of what there is and keeps the answers.
func (a *annal) note() {
	t := "/api/dossier-templates/" + a.templateID + "/dossiers/"
	now := a.store.now.Truncate(time.Millisecond)
	any := func(string) bool { return true }
	flag := func(name string) string { return fmt.Sprintf("&%s=%v", name, a.r.IntN(4) > 0) }
	if d := a.pick(a.dossiers, any); d != "" {
		for _, path := range []string{"?" + flag("includeSoftDeleted"),
			"/files?" + flag("includeActive") + flag("includeArchived") + flag("includeSoftDeleted"),
			"/components?" + flag("includeDetails")} {
			a.noted = append(a.noted, a.ask(reading{at: now, path: t + d + path, dossier: d}, nil))
		}
	}
	f := a.pick(a.files, any)
	if a.touched != "" && a.r.IntN(2) == 0 {
		f = a.touched
	}
	if f != "" {
		for _, path := range []string{"?" + flag("includeSoftDeleted"), "/components?" + flag("includeDetails"), "/component-overrides?"} {
			a.noted = append(a.noted, a.ask(reading{at: now, path: t + a.home[f] + "/files/" + f + path, dossier: a.home[f], file: f}, nil))
		}
	}
}

// report asks for the usage of some months that lie behind.
func (a *annal) report() {
	first := time.Date(2024, 5, 1, 8, 0, 0, 0, time.UTC)
	end := a.store.now.Add(-time.Millisecond)
	start := first.Add(time.Duration(a.r.Int64N(int64(end.Sub(first)) + 1)))
	body := fmt.Sprintf(`{"startDate":%q,"endDate":%q}`, start.Format(time.RFC3339Nano), inBerlin(end).Format(time.RFC3339Nano))
	a.reports = append(a.reports, a.ask(reading{path: "/api/license/usage-reports", request: body}, nil))
}

// live does one random thing, more kinds of them than a chronicle knows.
func (a *annal) live() {
	d := a.pick(a.dossiers, a.open)
	f := a.pick(a.files, func(id string) bool { return !a.trashed[id] && !a.gone[id] && a.open(a.home[id]) })
	switch n := a.r.IntN(20); {
	case d == "" || f == "" || n < 8:
		a.step()
	case n < 10:
		a.changesDossier(d)
	case n < 14:
		a.changesFile(f)
	case n < 17:
		a.changesTemplate()
	case n == 17:
		a.empties(d)
	default:
		a.comeBack()
	}
}

// comeBack takes something out of the trash.
func (a *annal) comeBack() {
	inTrash := func(id string) bool { return a.trashed[id] && !a.gone[id] }
	if id := a.pick(a.dossiers, inTrash); id != "" && a.r.IntN(2) == 0 {
		a.trashed[id] = false
		decide(a.world, a.owner.ID, dossier.Decider, dossier.StreamOf(ws, id), dossier.Restore())
	} else if id := a.pick(a.files, func(id string) bool { return inTrash(id) && a.open(a.home[id]) }); id != "" {
		a.trashed[id] = false
		decide(a.world, a.owner.ID, file.Decider, file.StreamOf(ws, id), file.Restore(naming.Hold{}))
	}
}

// shownAnswer is what a reading may still be answered: nothing of what is gone for good, and
// of what is in the trash only where the operation has a flag for it.
func (a *annal) shownAnswer(r reading) (status int, body string) {
	flagged := strings.Contains(r.path, "includeSoftDeleted=true")
	hidden := func(id string) bool { return a.gone[id] || a.trashed[id] && !flagged }
	if hidden(r.dossier) || r.file != "" && hidden(r.file) || r.status == 404 {
		return 404, ""
	}
	list := map[bool]string{true: "fileStatus", false: "files"}[strings.Contains(r.path, "/files?")]
	if r.file != "" || !strings.Contains(r.path, "/files?") && !strings.Contains(r.path, "/components?") {
		return r.status, r.body
	}
	var all map[string][]json.RawMessage
	if err := json.Unmarshal([]byte(r.body), &all); err != nil {
		a.Fatal(err, r.body)
	}
	kept := []string{}
	for _, f := range all[list] {
		var one struct{ ID, FileID string }
		if err := json.Unmarshal(f, &one); err != nil {
			a.Fatal(err)
		}
		if !hidden(one.ID + one.FileID) {
			kept = append(kept, string(f))
		}
	}
	return r.status, fmt.Sprintf("{%q:[%s]}\n", list, strings.Join(kept, ","))
}

// replays holds what the log alone tells of a moment against an answer.
func (a *annal) replays(r reading, body string) {
	was, err := a.q.Replay(a.Context(), ws, r.dossier, r.at)
	if err != nil {
		a.Fatal(err)
	}
	shown := rest.ShowReplay(was)
	var told any
	switch single := strings.Contains(r.path, r.file+"?"); {
	case strings.Contains(r.path, r.dossier+"?"):
		told = shown.Dossier
	case r.file == "" || !single && !strings.Contains(r.path, "includeDetails=true"):
		return // a list, or less than all of it
	default:
		for _, f := range shown.Files {
			if f.Status.Id == r.file {
				told = map[bool]any{true: f.Status, false: f.Components}[single]
			}
		}
	}
	text, err := json.Marshal(told)
	if err != nil || string(text)+"\n" != body {
		a.Errorf("replay of %s at %v:\ngot  %s\nwant %s", r.path, r.at, text, body)
	}
}

// Over a long random history, every answer of the past is the answer of then, byte for
// byte, and reports on usage stay what they were.
func answersOfThePastStay(t *testing.T, open opener) {
	commands, seed := 1000, uint64(6)
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		commands, seed = 10_000, uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	a := newAnnal(t, open, seed)
	a.most, a.spare = 150, commands/200 // a long history is to leave something, too
	for i := range commands {
		a.pass(time.Millisecond + time.Duration(a.r.Int64N(int64(10*time.Hour))))
		a.live()
		if i%(commands/350) == 0 {
			a.note()
		}
		if i%(commands/50) == 0 {
			a.report()
		}
	}
	a.pass(time.Hour)
	told := map[int]int{}
	for i, r := range a.noted {
		status, body := a.shownAnswer(r)
		again := a.ask(r, &r.at)
		if told[status]++; again.status != status || status == 200 && again.body != body {
			t.Fatalf("%s at %v:\ngot  %d %s\nwant %d %s", r.path, r.at, again.status, again.body, status, body)
		}
		if i%50 == 0 && status == 200 {
			a.replays(r, again.body)
		}
	}
	for _, r := range a.reports {
		if again := a.ask(r, nil); again.body != r.body {
			t.Fatalf("usage of %s, want the same:\nwas %s\nis  %s", r.request, r.body, again.body)
		}
	}
	a.expectLived()
	if told[200] < 500 || told[404] < 50 || len(a.reports) < 50 {
		t.Errorf("too little was compared: %v answers, %d reports, want 500, 50 and 50 at least",
			told, len(a.reports))
	}
}

// expectLived holds that everything that can happen to what is read did happen.
func (a *annal) expectLived() {
	times := map[string]int{}
	for _, e := range a.store.events {
		times[e.Type]++
	}
	for _, group := range []string{
		"dossier: created updated attributes-set archived soft-deleted restored permanently-deleted",
		"file: uploaded replaced attributes-set assigned workflow-changed processing-changed run-opened run-released analysed " +
			"failed reanalysis-requested soft-deleted restored permanently-deleted",
		"component: overridden override-reverted checked unchecked",
		"template: updated entity-rules-stored component-rules-stored date-formats-stored mapping-stored mapping-deleted " +
			"component-definitions-changed definition-created definition-updated definition-deleted dictionary-stored " +
			"report-template-stored report-template-deleted",
	} {
		of, kinds, _ := strings.Cut(group, ": ")
		for _, kind := range strings.Fields(kinds) {
			if times[of+"."+kind] == 0 {
				a.Errorf("%s.%s never happened, want other than 0", of, kind)
			}
		}
	}
}
