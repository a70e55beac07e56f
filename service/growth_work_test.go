package service_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// inside compares what the log costs without a service.
func (g *grown) inside() {
	g.compare("append to new files with 64 writers, an event", func(i *installation) int {
		return g.append(i, func(context.Context) (es.StreamID, uint64, error) {
			return file.StreamOf("demo", uuid.NewString()), 0, nil
		})
	})
	g.compare("read any file and append to it with 64 writers", func(i *installation) int { return g.append(i, i.anywhere) })
	g.compare("read the stream of a file", func(i *installation) int {
		const reads = 400
		for range reads {
			g.drain(i.app.Log.Store.Stream(g.b.Context(), home(rand.IntN(i.homes())).stream(1+rand.IntN(homeFiles)), 0), bodyEvents)
		}
		return reads
	})
	g.compare("read the log from anywhere, an event", func(i *installation) int {
		const reads, events = 20, 500
		for range reads {
			after := es.Position(rand.IntN(10*i.files - events))
			g.drain(i.app.Log.Store.All(g.b.Context(), after, es.Filter{}), events)
		}
		return reads * events
	})
}

// drain reads so many events.
func (g *grown) drain(events func(func(es.Envelope, error) bool), want int) {
	n := 0
	for _, err := range events {
		if err != nil {
			g.b.Fatal(err)
		}
		if n++; n == want {
			return
		}
	}
	g.b.Fatalf("%d events, want %d", n, want)
}

// padded is an event that changes nothing, of the size of others.
var padded = fmt.Appendf(nil, `{"claim":%q,"more":"%0440d"}`, uuid.NewString(), 0)

// append lets 64 writers append one event after the other to streams that are chosen.
func (g *grown) append(i *installation, choose func(context.Context) (es.StreamID, uint64, error)) int {
	const writers, each = 64, 32
	w, ctx := errgroup.WithContext(g.b.Context())
	for range writers {
		w.Go(func() error {
			for range each {
				stream, version, err := choose(ctx)
				if err != nil {
					return err
				}
				e := []es.Envelope{{ID: uuid.New(), Type: "file.claim-fenced", Schema: 1,
					Meta: es.Meta{Actor: uuid.NewString(), Workspace: "demo"}, Body: padded}}
				_, err = i.app.Log.Store.Append(ctx, stream, version, e)
				if err != nil && !errors.Is(err, es.ErrConflict) { // two writers may choose the same file
					return err
				}
			}
			return nil
		})
	}
	if err := w.Wait(); err != nil {
		g.b.Fatal(err)
	}
	return writers * each
}

// anywhere chooses a file among all and reads it, as a command does.
func (i *installation) anywhere(ctx context.Context) (es.StreamID, uint64, error) {
	stream, version := home(rand.IntN(i.homes())).stream(1+rand.IntN(homeFiles)), uint64(0)
	for e, err := range i.app.Log.Store.Stream(ctx, stream, 0) {
		if err != nil {
			return stream, 0, err
		}
		version = e.Version
	}
	return stream, version, nil
}

// requests compares what requests to a service cost.
func (g *grown) requests() {
	anyFile := func(i *installation) string {
		return home(rand.IntN(i.homes())).file(i.many, 1+rand.IntN(homeFiles))
	}
	anyHome := func(i *installation) string { return home(rand.IntN(i.homes())).path(i.many) }
	get := func(path func(i *installation) string) func(*installation) {
		return func(i *installation) { i.send(200, "GET", path(i), "") }
	}
	type request struct {
		what string
		do   func(i *installation)
	}
	all := []request{
		{"create a dossier", func(i *installation) {
			i.send(201, "POST", i.few+"/dossiers", fmt.Sprintf(`{"name":"Made %d"}`, i.done))
		}},
		{"change a dossier", func(i *installation) {
			i.send(200, "POST", i.few+"/dossiers", fmt.Sprintf(`{"id":%q,"name":"Own","description":"%d"}`, path.Base(i.own), i.done))
		}},
		{"override a component", func(i *installation) {
			i.send(204, "POST", i.ownFile+"/component-overrides",
				fmt.Sprintf(`{"name":"Total","componentValues":[{"value":"%d"}]}`, i.done))
		}},
		{"list dossiers", get(func(i *installation) string { return i.few + "/dossiers" })},
		{"read components", get(func(i *installation) string { return i.ownFile + "/components" })},
		{"read a dossier's history", get(func(i *installation) string { return i.own + "/history" })},
	}
	if partial() == nil {
		all = append(all, request{"read any dossier", get(anyHome)}, request{"read any file", get(anyFile)},
			request{"list the files of any dossier", get(func(i *installation) string { return anyHome(i) + "/files" })},
			request{"history of any file", get(func(i *installation) string { return anyFile(i) + "/history" })},
			request{"history of any dossier", get(func(i *installation) string { return anyHome(i) + "/history" })},
			request{"page of the audit", get(func(*installation) string { return "/api/audit/events?limit=50" })})
	}
	for _, r := range all {
		g.compare(r.what, func(i *installation) int {
			const times = 40
			for range times {
				i.done++
				r.do(i)
			}
			return times
		})
	}
}

// starts compares what it takes until a service is ready and a first write can be read.
func (g *grown) starts() {
	for _, i := range g.all {
		i.s.Stop()
	}
	ready, cpu := map[*installation][]float64{}, map[*installation][]float64{}
	for range turns {
		for _, i := range g.all {
			began := time.Now()
			i.s.Start()
			ready[i] = append(ready[i], time.Since(began).Seconds())
			cpu[i] = append(cpu[i], used(g.b, i.s.Cmd.Process.Pid).Seconds())
			i.c = i.s.SignIn("mira", "Str0ng-enough")
			i.send(200, "GET", i.own, "")
			i.s.Stop()
		}
	}
	for name, of := range map[string]map[*installation][]float64{"start, clock": ready, "start, CPU": cpu} {
		first := middle(of[g.all[0]])
		for _, i := range g.all {
			g.figures = append(g.figures, figure{what: name, unit: "ms", files: i.files, value: 1e3 * middle(of[i]),
				ratio: middle(of[i]) / first})
		}
	}
}
