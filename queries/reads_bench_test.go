package queries_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/users"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/projections"
)

// few and many are how many other files there are beside those that are read.
func fewAndMany() (few, many int) {
	if os.Getenv("DOCKET_BENCH_FULL") != "" {
		return 10_000, 1_000_000
	}
	return 10_000, 100_000
}

// A library is a world with a hundred files of interest among many others, over HTTP.
type library struct {
	cast
	listener *listener
	handler  http.Handler
	paths    map[string]string // by the name of the operation
}

func newLibrary(b *testing.B, open opener, others int) *library {
	l := &library{listener: &listener{open(b), map[string][]any{}}}
	l.cast = newCast(b, l.listener)
	for i := range 49 {
		l.upload(l.mira, l.templateID, l.private, fmt.Sprintf("%03d.pdf", i), 1)
		l.dossier(l.olga, l.templateID, fmt.Sprint("D", i), dossier.Private, l.mira.ID)
	}
	l.analyse(l.private, l.inPrivate, 3, newResult("Total", "1", "Invoice_Number", "2"))
	l.fill(others)
	h, err := rest.New(rest.Config{Log: slog.New(slog.DiscardHandler), Rate: -1, Now: func() time.Time { return l.store.now }},
		rest.Ports{Verifier: everybody{l.mira}, Readiness: everybody{}, Freshness: everybody{}, Workspaces: everybody{},
			Dossiers: dossiers.Ports{Queries: l.q}, Files: files.Ports{Queries: l.q}, Components: components.Ports{Queries: l.q},
			Users: users.Ports{Queries: l.q}, History: history.Ports{Queries: l.q}})
	if err != nil {
		b.Fatal(err)
	}
	t := "/api/dossier-templates/" + l.templateID + "/dossiers"
	d := t + "/" + l.private
	l.handler, l.paths = h, map[string]string{"listDossiers": t, "getDossier": d, "listFileStatuses": d + "/files",
		"getFileStatus":     d + "/files/" + l.inPrivate,
		"getFileComponents": d + "/files/" + l.inPrivate + "/components?includeDetails=true", "listUsers": "/api/users",
		"getDossierHistory": d + "/history"}
	return l
}

// fill lets the views take in uploads to other dossiers of other templates: as many
// files, a hundred in each dossier.
func (l *library) fill(n int) {
	l.Helper()
	const batch = 5000
	for _, v := range projections.All(l.vault) {
		if v.Name != "files" && v.Name != "history" && v.Name != "dossiers" {
			continue
		}
		for done := 0; done < n; done += batch {
			from := l.at[v.Name]
			l.at[v.Name] = from + 1
			if err := l.views.Update(l.Context(), v.CheckpointKey(), from, from+1, func(w projections.Writer) error {
				for i := done; i < min(done+batch, n); i++ {
					if err := l.other(v, w, i); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				l.Fatal(err)
			}
		}
	}
}

// other is one upload, and for every hundredth the dossier that it goes to.
func (l *library) other(v projections.View, w projections.Writer, i int) error {
	id := func(kind, i int) string {
		return fmt.Sprintf("%08x-0000-4000-9000-%012x", uint32(i)*2654435761, kind<<40+i)
	}
	home, tmpl, at := id(1, i/100), id(2, i/10_000), es.Position(1_000_000+2*i)
	event := func(stream es.StreamID, kind string, e es.Event) error {
		at++
		r := es.Recorded{Envelope: es.Envelope{ID: uuid.New(), Stream: stream, Version: 1, Position: at, Time: l.store.now, Type: kind,
			Meta: es.Meta{Actor: l.olga.ID, Workspace: ws}}, Event: e}
		if len(v.Filter(l.q.Log.Codec).Types) > 0 && v.Name == "dossiers" && kind == "file.uploaded" && i%100 > 0 {
			return nil // it moves the dossier once
		}
		return v.Apply(l.Context(), w, r)
	}
	if i%100 == 0 {
		if err := event(dossier.StreamOf(ws, home), "dossier.created",
			dossier.Created{Details: dossier.Details{Owner: l.olga.ID, Members: []string{l.olga.ID}},
				Template: tmpl, Visibility: dossier.Private,
				Text: es.Seal(dossier.SubjectOf(ws, home), dossier.Text{Name: home})}); err != nil {
			return err
		}
	}
	f := id(3, i)
	subject := file.SubjectOf(ws, home, f)
	return event(file.StreamOf(ws, f), "file.uploaded", file.Uploaded{Dossier: home, Template: tmpl, Size: 1, Version: 1,
		Original: es.BlobRef{Subject: subject, Size: 1}, Name: es.Seal(subject, file.Name{Filename: f + ".pdf"})})
}

// read answers one request.
func (l *library) read(operation string) []byte {
	r := httptest.NewRequest(http.MethodGet, l.paths[operation], nil)
	r.Header.Set("Authorization", "Bearer x")
	w := httptest.NewRecorder()
	l.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		l.Fatalf("%s: %d %s, want %v", operation, w.Code, w.Body, http.StatusOK)
	}
	return w.Body.Bytes()
}

// processor is the time that the process has computed.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// rate is how often something is done in a second, by a clock.
func rate(clock func() time.Duration, times int, do func()) float64 {
	begun := clock()
	for range times {
		do()
	}
	return float64(times) / max(clock()-begun, time.Microsecond).Seconds()
}

var start = time.Now()

// BenchmarkReads compares reads among many other files with the same among few, and
// with a bare handler: the same statements, and the same bodies decoded and encoded.
// On SQLite by the time of the processor, on PostgreSQL, where a server computes too,
// by the clock.
func BenchmarkReads(b *testing.B) {
	for _, e := range []struct {
		name  string
		open  opener
		clock func() time.Duration
	}{{"sqlite", openSQLite, processor}, {"postgres", openPostgreSQL, func() time.Duration { return time.Since(start) }}} {
		b.Run(e.name, func(b *testing.B) {
			f, m := fewAndMany()
			few, many := newLibrary(b, e.open, f), newLibrary(b, e.open, m)
			for operation := range few.paths {
				b.Run(operation, func(b *testing.B) {
					const times = 100
					grown := estest.Compare(b, func() float64 { return rate(e.clock, times, func() { few.read(operation) }) },
						func() float64 { return rate(e.clock, times, func() { many.read(operation) }) })
					bare := few.bare(operation)
					base := estest.Compare(b, func() float64 { return rate(e.clock, times, bare) },
						func() float64 { return rate(e.clock, times, func() { few.read(operation) }) })
					b.ReportMetric(grown.Ratio, "x-few")
					b.ReportMetric(base.Ratio, "x-bare")
					b.ReportMetric(1e6/grown.Yardstick, "µs/many")
					b.ReportMetric(0, "ns/op")
				})
			}
		})
	}
}

// bodies are the types that answers are decoded into.
var bodies = map[string]func() any{"listDossiers": func() any { return new(api.DossierList) },
	"getDossier":       func() any { return new(api.Dossier) },
	"listFileStatuses": func() any { return new(api.FileStatusList) }, "getFileStatus": func() any { return new(api.FileStatus) },
	"getFileComponents": func() any { return new(api.FileComponents) }, "listUsers": func() any { return new(api.UserList) },
	"getDossierHistory": func() any { return new(api.HistoryPage) }}

// bare is the yardstick of an operation: its statements and nothing done with their
// rows, and its answer decoded and encoded.
func (l *library) bare(operation string) func() {
	clear(l.listener.heard)
	answer := l.read(operation)
	statements := map[string][]any{}
	for sql, args := range l.listener.heard {
		statements[sql] = args
	}
	return func() {
		for sql, args := range statements {
			rows, err := l.listener.engine.Query(l.Context(), sql, args...)
			if err != nil {
				l.Fatal(err)
			}
			for rows.Next() {
				continue
			}
			rows.Close()
		}
		body := bodies[operation]()
		if err := json.Unmarshal(answer, body); err != nil {
			l.Fatal(err)
		}
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(body); err != nil {
			l.Fatal(err)
		}
	}
}
