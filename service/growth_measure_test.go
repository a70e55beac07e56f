package service_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// turns is how many turns of slices count; one more comes before them.
var turns = func() int {
	if n, err := strconv.Atoi(os.Getenv("DOCKET_GROWTH_TURNS")); err == nil && n > 0 {
		return n
	}
	return 7
}()

// grown is a run of the growth benchmark on one engine.
type grown struct {
	b       *testing.B
	cluster *pgtest.Cluster // nil: SQLite
	all     []*installation // the smallest first
	figures []figure
	lists   bool // the installations are filled for lists
}

// A figure is what something costs or weighs in an installation, and the ratio to the
// smallest one.
type figure struct {
	what, unit string
	files      int
	value      float64
	ratio      float64
}

// A cost is that of one thing done.
type cost struct{ cpu, clock float64 } // seconds

// watch measures what f costs: the processes that the installation uses, and the
// clock. f gives how many things it did.
func (g *grown) watch(i *installation, f func() int) cost {
	pids := []int{os.Getpid()} // and its children: all that is open here, and the server
	if i.app == nil && i.s.Cmd != nil {
		pids = []int{i.s.Cmd.Process.Pid}
		if g.cluster != nil {
			pids = append(pids, g.cluster.Pid())
		}
	}
	before, began := used(g.b, pids...), time.Now()
	n := float64(f())
	clock := time.Since(began)
	return cost{(used(g.b, pids...) - before).Seconds() / n, clock.Seconds() / n}
}

// note keeps what something costs that is done once in each installation.
func (g *grown) note(i *installation, what string, c cost) {
	g.figure(i, what+", CPU", c.cpu*1e6, "µs")
	g.figure(i, what+", clock", c.clock*1e6, "µs")
}

// figure keeps a figure; the first one of its kind is that of the smallest installation.
func (g *grown) figure(i *installation, what string, value float64, unit string) {
	f := figure{what: what, unit: unit, files: i.files, value: value, ratio: 1}
	for _, first := range g.figures {
		if first.what == what {
			f.ratio = value / first.value
			break
		}
	}
	g.figures = append(g.figures, f)
}

// compare lets slices of the same work on all installations take turns. A slice gives
// how many things it did.
func (g *grown) compare(what string, slice func(i *installation) int) {
	costs := make([][]cost, len(g.all))
	for turn := range turns + 1 {
		for n, i := range g.all {
			if c := g.watch(i, func() int { return slice(i) }); turn > 0 {
				costs[n] = append(costs[n], c)
			}
		}
	}
	for name, of := range map[string]func(cost) float64{"CPU": func(c cost) float64 { return c.cpu },
		"clock": func(c cost) float64 { return c.clock }} {
		for n, i := range g.all {
			var values, ratios []float64
			for turn := range turns {
				values = append(values, of(costs[n][turn]))
				ratios = append(ratios, of(costs[n][turn])/of(costs[0][turn]))
			}
			g.figures = append(g.figures, figure{what: what + ", " + name, unit: "µs", files: i.files,
				value: middle(values) * 1e6, ratio: middle(ratios)})
		}
	}
}

func middle(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// report prints the figures, one line for each thing, and writes them as csv.
func (g *grown) report() {
	slices.SortStableFunc(g.figures, func(a, b figure) int { return cmp.Compare(a.what, b.what) })
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\n"+g.b.Name()+"\t")
	for _, i := range g.all {
		fmt.Fprintf(w, "%d files\tx\t", i.files)
	}
	worst := figure{}
	for n, f := range g.figures {
		if n == 0 || g.figures[n-1].what != f.what {
			fmt.Fprint(w, "\n"+f.what+"\t")
		}
		fmt.Fprintf(w, "%.1f %s\t", f.value, f.unit)
		if fmt.Fprintf(w, "%.2f\t", f.ratio); f.ratio > worst.ratio && strings.HasSuffix(f.what, "CPU") &&
			!strings.HasPrefix(f.what, "rebuild of the view") {
			worst = f
		}
	}
	fmt.Fprintf(w, "\n\nThe worst by CPU: %s, %.2f x\n", worst.what, worst.ratio)
	_ = w.Flush()
	g.b.ReportMetric(worst.ratio, "worst-x")
	g.b.ReportMetric(0, "ns/op")
	if name := os.Getenv("DOCKET_GROWTH_CSV"); name != "" {
		g.export(name)
	}
}

// export appends the figures to a file of comma-separated values.
func (g *grown) export(name string) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		g.b.Fatal(err)
	}
	defer f.Close()
	w := csv.NewWriter(f)
	for _, x := range g.figures {
		_ = w.Write([]string{g.b.Name(), cmp.Or(strings.Join(partial(), "+"), "all"), x.what, fmt.Sprint(x.files),
			fmt.Sprintf("%.3f", x.value), x.unit, fmt.Sprintf("%.3f", x.ratio)})
	}
	if w.Flush(); w.Error() != nil {
		g.b.Fatal(w.Error())
	}
}

// databaseBytes is what a PostgreSQL database takes, and its log with all indexes.
func databaseBytes(b *testing.B, dsn string) (all, log int64) {
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	err = conn.QueryRow(b.Context(), `SELECT pg_database_size(current_database()),
		pg_total_relation_size('docket_log.events') + pg_total_relation_size('docket_log.streams')`).Scan(&all, &log)
	if err != nil {
		b.Fatal(err)
	}
	return all, log
}

// unlooked is a client whose answers nobody looks into, since that is not the service's
// work.
var unlooked = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}

// send sends a request and wants a status.
func (i *installation) send(status int, method, path, body string) {
	r, err := http.NewRequest(method, i.s.Origin+path, strings.NewReader(body))
	if err != nil {
		i.c.T.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bearer " + i.c.Token}, "Content-Type": {"application/json"}}
	a, err := unlooked.Do(r)
	if err != nil {
		i.c.T.Fatal(err)
	}
	defer a.Body.Close()
	if content, err := io.ReadAll(a.Body); err != nil || a.StatusCode != status {
		i.c.T.Fatalf("%s %s: %d %s %v, want no error and a.StatusCode = %v", method, path, a.StatusCode, content, err, status)
	}
}
