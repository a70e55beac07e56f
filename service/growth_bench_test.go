package service_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// BenchmarkGrowth compares what things cost in installations of different sizes that
// stand side by side: appends, readings of the log, building all views, requests, and
// a start. Each file stands for ten events. Slices on all installations take turns,
// and a ratio is the median of those within a turn; costs are the time of processors,
// the database server's too, and the time by the clock. DOCKET_GROWTH_FILES says how
// many files each installation has (1000,10000), DOCKET_GROWTH_VIEWS which views hold
// them (all; the others stand empty at the head of the log, and what reads them is left
// out), DOCKET_GROWTH_CSV where a csv of it all goes, DOCKET_GROWTH_ENGINES on what
// (sqlite,postgres), DOCKET_GROWTH_TURNS how many turns count (7).
func BenchmarkGrowth(b *testing.B) {
	sizes := growthSizes(b)
	engines := os.Getenv("DOCKET_GROWTH_ENGINES")
	if engines == "" || strings.Contains(engines, "sqlite") {
		b.Run("sqlite", func(b *testing.B) { growth(b, sizes, nil) })
	}
	if engines == "" || strings.Contains(engines, "postgres") {
		b.Run("postgres", func(b *testing.B) {
			c, err := pgtest.Start(b.Context(), "autovacuum=on", "shared_buffers=1GB", "max_wal_size=1GB", "checkpoint_timeout=60s")
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = c.Stop() })
			growth(b, sizes, c)
		})
	}
}

func growthSizes(b *testing.B) []int {
	text := os.Getenv("DOCKET_GROWTH_FILES")
	if text == "" {
		text = "1000,10000"
	}
	var out []int
	for field := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < homeFiles {
			b.Fatalf("DOCKET_GROWTH_FILES: %q is not %d or more", field, homeFiles)
		}
		out = append(out, n)
	}
	return out
}

// partial are the views that hold the homes, nil for all.
func partial() []string {
	if names := os.Getenv("DOCKET_GROWTH_VIEWS"); names != "" && names != "all" {
		return strings.Split(names, ",")
	}
	return nil
}

// An installation of the growth benchmark. While app is set it is open in this
// process, and otherwise served by one of its own.
type installation struct {
	files   int
	s       *servicetest.Instance
	c       *servicetest.Caller
	app     *service.App
	few     string // a template with few dossiers, as a path
	many    string // the one with all the homes
	own     string // a dossier with one file
	ownFile string
	ownerID string
	done    int // operations so far
}

func (i *installation) homes() int { return i.files / homeFiles }

func growth(b *testing.B, sizes []int, cluster *pgtest.Cluster) {
	for b.Loop() {
		g := &grown{b: b, cluster: cluster}
		for _, files := range sizes {
			g.all = append(g.all, g.install(files))
		}
		g.inside()
		for _, i := range g.all {
			i.serve(b)
		}
		g.requests()
		g.starts()
		g.report()
	}
}

// install makes an installation, fills its log, and builds its views.
func (g *grown) install(files int) *installation {
	b := g.b
	args := append(servicetest.NewMasterKey(b), "--workers", "1", "--log-level", "warn")
	if g.cluster != nil {
		args = append(args, "--postgres", g.cluster.NewDatabase(b))
	}
	i := &installation{files: files, s: servicetest.Serve(b, filepath.Join(b.TempDir(), "data"), args...)}
	i.s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	i.c = i.s.SignIn("mira", "Str0ng-enough")
	i.own = i.c.NewDossier("Own")
	i.few = filepath.Dir(filepath.Dir(i.own))
	i.ownFile = i.own + "/files/" + i.c.Upload(i.own, "first.pdf", servicetest.SamplePDF(b))
	i.c.AwaitDone(i.ownFile)
	var clone struct{ ID string }
	i.c.Want(201, "POST", i.few+"/clone", map[string]string{"name": "Many"}).Decode(b, &clone)
	i.many = "/api/dossier-templates/" + clone.ID
	began := time.Now()
	f := filler{template: clone.ID, owner: i.owner(), shared: partial() != nil, lists: g.lists}
	i.ownerID = f.owner
	i.s.Stop()
	i.app = servicetest.OpenTools(b, i.s)
	f.log = i.app.Log
	f.fill(b, i.homes())
	b.Logf("%d files: log filled in %s", files, time.Since(began).Round(time.Second))
	g.build(i)
	i.catchUpConsumers(b)
	return i
}

// catchUpConsumers lets the relay and its like begin behind what was filled in, as
// they would stand if a service had done it all.
func (i *installation) catchUpConsumers(b *testing.B) {
	head, err := i.app.Storage.Log.Head(b.Context())
	marks := service.Checkpoints{Models: i.app.Storage.Views}
	for _, name := range service.ConsumerNames {
		at := es.Position(0)
		if err == nil {
			at, err = marks.Load(b.Context(), name)
		}
		if err == nil {
			err = marks.Save(b.Context(), name, at, head)
		}
	}
	if err != nil {
		b.Fatal(err)
	}
}

// build brings all views of an installation to the head of the log, as a rebuild does.
func (g *grown) build(i *installation) {
	b, a := g.b, i.app
	head, err := a.Storage.Log.Head(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	all := cost{}
	for _, v := range a.Views {
		m := es.Model[projections.Writer](a.Storage.Views)
		at, err := m.Checkpoint(b.Context(), v.CheckpointKey())
		if only := partial(); err == nil && only != nil && !slices.Contains(only, v.Name) {
			if err = m.Update(b.Context(), v.CheckpointKey(), at, head, func(projections.Writer) error { return nil }); err == nil {
				continue
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		c := g.watch(i, func() int {
			if _, err := es.CatchUp(b.Context(), a.Log, m, v.Projection, at); err != nil {
				b.Fatal(err)
			}
			return int(head - at)
		})
		g.note(i, "rebuild of the view "+v.Name+", an event of the log", c)
		all = cost{all.cpu + c.cpu, all.clock + c.clock}
	}
	g.note(i, "rebuild of all views, an event of the log", all)
	g.weigh(i, int(head))
}

// serve closes what is open in this process and starts a service.
func (i *installation) serve(b *testing.B) {
	if err := i.app.Close(); err != nil {
		b.Fatal(err)
	}
	i.app = nil
	i.s.Start()
	i.c = i.s.SignIn("mira", "Str0ng-enough")
	quiet(b, i.s.Cmd.Process.Pid)
}

// weigh notes the bytes that an installation takes, and those of its log.
func (g *grown) weigh(i *installation, events int) {
	var all, log int64
	if g.cluster == nil {
		err := filepath.Walk(i.s.Data, func(name string, info os.FileInfo, err error) error {
			if err == nil && !info.IsDir() {
				all += info.Size()
				if strings.HasPrefix(filepath.Base(name), "events.db") {
					log += info.Size()
				}
			}
			return err
		})
		if err != nil {
			g.b.Fatal(err)
		}
	} else {
		all, log = databaseBytes(g.b, i.app.Config.Postgres)
	}
	g.figure(i, "bytes of the log, an event", float64(log)/float64(events), "B")
	g.figure(i, "bytes of log, views and keys, an event", float64(all)/float64(events), "B")
}

// owner is the account that everything belongs to.
func (i *installation) owner() string {
	var all struct{ Users []person }
	i.c.Want(200, "GET", "/api/users", nil).Decode(i.c.T, &all)
	for _, u := range all.Users {
		if u.Username == "mira" {
			return u.ID
		}
	}
	i.c.T.Fatal("the account is not there")
	return ""
}
