package main

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// Audit looks into what is stored.
type Audit struct {
	Verify AuditVerify `cmd:"" help:"Read every event: places, versions, bodies and sealed fields."`
	Replay AuditReplay `cmd:"" help:"Print a dossier as it was at a moment, from the log alone."`
}

// Help shows how it is used.
func (Audit) Help() string {
	return `Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket audit replay --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02 --until 2024-05-31T10:15:30+02:00`
}

// AuditVerify reads the whole log.
type AuditVerify struct {
	Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"File of the master key. Default: the data folder's name with .key appended."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" placeholder:"NAME" help:"A workspace of the installation. Default ${default}."`
}

// Help shows how it is used.
func (AuditVerify) Help() string {
	return `Reads every event and says what is wrong: positions must grow without a gap, versions of a stream follow each other, bodies decode with this program in every version, sealed fields open or are erased. Ends with exit code 1 when something is wrong. Works beside a running service.

Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket audit verify --postgres postgres://docket@db/docket --data /var/lib/docket --master-key-file /etc/docket/master.key`
}

// Run verifies and reports.
func (v AuditVerify) Run(ctx context.Context, io terminal.Streams) error {
	return finished(v.run(ctx, io))
}

func (v AuditVerify) run(ctx context.Context, io terminal.Streams) error {
	cfg, err := v.config(v.MasterKeyFile, v.Workspace)
	if err == nil {
		err = cfg.mustExist(ctx)
	}
	if err != nil {
		return err
	}
	a := newApp(cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err := a.take(ctx, a.openData, a.openVault); err != nil {
		return err
	}
	found := newFindings(dense(a.storage.log))
	err = found.read(ctx, a.log, terminal.NewProgress(io.Err))
	if err == nil {
		err = found.report(io.Out)
	}
	return errors.Join(err, a.Close())
}

// kinder is a log that tells cheaply which events it holds: wire names with the
// highest version of each.
type kinder interface {
	Kinds(ctx context.Context) (map[string]int, error)
}

// dense says that a log gives positions 1, 2, 3. Those that do tell kinds too.
func dense(log es.Store) bool { _, ok := log.(kinder); return ok }

// checkKinds refuses a log with versions of events that this program cannot read.
// Events that it does not know at all are left to newer programs.
func (a *App) checkKinds(ctx context.Context) error {
	log, ok := a.storage.log.(kinder)
	if !ok {
		return nil
	}
	stored, err := log.Kinds(ctx)
	if err != nil {
		return err
	}
	known := a.log.Codec.Kinds()
	var newer, unknown []string
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		switch newest, ok := known[name]; {
		case !ok:
			unknown = append(unknown, name)
		case stored[name] > newest:
			newer = append(newer, fmt.Sprintf("%s version %d (this program reads 1 to %d)", name, stored[name], newest))
		}
	}
	if len(unknown) > 0 {
		a.logger.Warn("a newer program wrote events that this one does not know; views leave them out", "events", unknown)
	}
	if len(newer) > 0 {
		return fmt.Errorf("a newer program wrote events that this one (%s) cannot read: %s.\nNothing was changed. Start the newer program again, or restore the backup from before it; docket audit verify lists the events",
			version, strings.Join(newer, ", "))
	}
	return nil
}

// maxProblems is how many problems are told one by one.
const maxProblems = 100

// A kind is a version of an event.
type kind struct {
	name   string
	schema int
}

// findings are what a reading of the log found.
type findings struct {
	dense    bool
	seed     maphash.Seed
	versions map[uint64]uint64 // last version, by the hash of the stream's name
	last     es.Envelope
	events   uint64
	kinds    map[kind]uint64
	unknown  map[kind]uint64
	open     uint64
	erased   uint64
	problems []string
	wrong    uint64
}

func newFindings(dense bool) *findings {
	return &findings{dense: dense, seed: maphash.MakeSeed(), versions: map[uint64]uint64{}, kinds: map[kind]uint64{}, unknown: map[kind]uint64{}}
}

// read takes in the whole log, up to where it ends now.
func (f *findings) read(ctx context.Context, log *es.Log, p *terminal.Progress) error {
	head, err := log.Store.Head(ctx)
	if err != nil {
		return err
	}
	for env, err := range log.Store.All(ctx, 0, es.Filter{}) {
		if err != nil {
			return err
		}
		f.place(env)
		f.content(ctx, log.Codec, env)
		p.Report("%d of %d events verified", f.events, head)
	}
	if f.dense && f.last.Position < head {
		f.wrongAt(f.last, "the log ends here, not at %d", head)
	}
	return ctx.Err()
}

// place checks where an event stands.
func (f *findings) place(env es.Envelope) {
	f.events++
	if env.Position <= f.last.Position || f.dense && env.Position != f.last.Position+1 {
		f.wrongAt(env, "position %d follows %d", env.Position, f.last.Position)
	}
	if env.Time.Before(f.last.Time) {
		f.wrongAt(env, "time %s is before that of the event before it, %s", env.Time, f.last.Time)
	}
	hash := maphash.String(f.seed, string(env.Stream))
	if before := f.versions[hash]; env.Version != before+1 {
		f.wrongAt(env, "version %d of the stream follows %d", env.Version, before)
	}
	f.versions[hash], f.last = env.Version, env
}

// content decodes an event.
func (f *findings) content(ctx context.Context, c *es.Codec, env es.Envelope) {
	k := kind{env.Type, env.Schema}
	e, err := c.Decode(ctx, env)
	if ctx.Err() != nil {
		return // it was interrupted, not wrong
	}
	f.kinds[k]++
	if err != nil {
		f.wrongAt(env, "%v", err)
		return
	}
	if _, ok := e.(es.Unknown); ok {
		f.unknown[k]++
		return
	}
	v := reflect.ValueOf(e)
	for i := range v.NumField() {
		if s, ok := v.Field(i).Interface().(interface{ Erased() bool }); ok && s.Erased() {
			f.erased++
		} else if ok {
			f.open++
		}
	}
}

func (f *findings) wrongAt(env es.Envelope, format string, args ...any) {
	if f.wrong++; f.wrong <= maxProblems {
		f.problems = append(f.problems, fmt.Sprintf("position %d, stream %s, version %d, %s: %s", env.Position, env.Stream, env.Version, env.Type, fmt.Sprintf(format, args...)))
	}
}

// report prints what was found; terminal.ErrReported when something is wrong.
func (f *findings) report(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d events in %d streams, up to position %d\n", f.events, len(f.versions), f.last.Position)
	all := slices.SortedFunc(maps.Keys(f.kinds), func(a, b kind) int {
		if a.name == b.name {
			return a.schema - b.schema
		}
		return strings.Compare(a.name, b.name)
	})
	for _, k := range all {
		note := ""
		if f.unknown[k] > 0 {
			note = "  not known to this program, left out"
		}
		fmt.Fprintf(&b, "%10d  %s version %d%s\n", f.kinds[k], k.name, k.schema, note)
	}
	fmt.Fprintf(&b, "sealed fields: %d open, %d are erased\n", f.open, f.erased)
	for _, p := range f.problems {
		fmt.Fprintln(&b, p)
	}
	fmt.Fprintf(&b, "problems: %d\n", f.wrong)
	_, err := io.WriteString(w, b.String())
	if f.wrong > 0 {
		err = errors.Join(terminal.ErrReported, err)
	}
	return err
}
