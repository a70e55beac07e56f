package main

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/signin"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
)

// App is the assembled service.
type App struct {
	cfg       Serve
	logger    *slog.Logger
	storage   *storage
	bytes     byteStore
	vault     *vault.Vault
	log       *es.Log
	tail      *es.Log // the same for those who follow it
	pool      *pdf.Pool
	documents processes.Documents
	license   *license.License // nil: everything is allowed, without end
	viewer    *pdf.Pool        // draws what people look at
	broker    *messaging.Broker
	commands  *commands.Commands
	downloads *commands.Downloads
	first     *commands.FirstAnswers
	queries   *queries.Queries
	feed      *queries.Feed
	identity  *identity.Server
	kept      identity.Kept
	visits    *processes.SignInRecorder
	views     []projections.View
	upkeep    *upkeep.Manager
	metrics   *metrics
	telemetry *telemetry
	handler   http.Handler
	posts     *processes.SingletonTasks
	began     es.Position  // the head of the log when this process started
	closed    atomic.Value // string: why requests are not answered
	ready     atomic.Bool
	close     []func() error
}

// Assemble puts the service together: it is the only place where two adapters
// meet. Nothing runs before Run.
func Assemble(ctx context.Context, c Serve, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	return a, a.take(ctx, a.openLicense, a.lock, a.openTelemetry, a.openData, a.openVault, a.checkLog, a.openBytes, a.startBytes, a.buildIdentity, a.openWork, a.buildCore, a.buildHTTP)
}

// AssembleTools puts together what command-line tools need beside a service that
// may be running on the same data.
func AssembleTools(ctx context.Context, c Serve, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	return a, a.take(ctx, a.openTelemetry, a.openData, a.openVault, a.resetAhead, a.openBytes, a.buildIdentity)
}

func newApp(c Serve, logger *slog.Logger) *App {
	a := &App{cfg: c, logger: logger, metrics: newMetrics()}
	a.closed.Store("")
	return a
}

// take goes through the steps of assembly; what was opened is closed again when
// one fails.
func (a *App) take(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return errors.Join(err, a.Close())
		}
	}
	return nil
}

// Close closes everything in the opposite order of opening.
func (a *App) Close() error {
	var err error
	for i := len(a.close) - 1; i >= 0; i-- {
		err = errors.Join(err, a.close[i]())
	}
	a.close = nil
	return err
}

func (a *App) closing(f func() error) { a.close = append(a.close, f) }

// openData opens log, views, keys and leases.
func (a *App) openData(ctx context.Context) (err error) {
	if err := a.cfg.prepare(); err != nil {
		return err
	}
	if a.storage, err = openStorage(ctx, a.cfg, a.logger); err != nil {
		return err
	}
	a.closing(a.storage.Close)
	a.posts = &processes.SingletonTasks{Leases: a.storage.leases, Holder: uuid.New(), TTL: a.cfg.TakeoverTime, Every: min(time.Second, a.cfg.TakeoverTime/4), Logger: a.logger,
		Changed: a.metrics.post}
	return nil
}

// openVault opens the keys with the master key, and what is sealed by them.
func (a *App) openVault(ctx context.Context) error {
	master, err := vault.OpenMaster(a.cfg.MasterKeyFile, a.cfg.Demo)
	if err != nil {
		return fmt.Errorf("%w\nA new installation makes one with: docket master-key create %s", err, a.cfg.MasterKeyFile)
	}
	if err := checkFinished(ctx, a.storage.keys); err != nil {
		return err
	}
	head, err := a.storage.log.Head(ctx)
	if err != nil {
		return err
	}
	if head == 0 {
		if head, err = a.begun(ctx); err != nil {
			return err
		}
	}
	if a.vault, err = vault.New(ctx, master, a.storage.keys, vault.Options{MustExist: head > 0}); err != nil {
		return err
	}
	a.began = head
	codec := es.NewCodec(marshal, unmarshal, a.vault)
	registerAll(codec)
	a.log = &es.Log{Store: followed{a.storage.log, a.telemetry}, Codec: codec}
	a.tail = &es.Log{Store: cache.NewTail(a.log.Store, 0, 0), Codec: codec}
	a.views = projections.All(a.vault)
	a.upkeep = upkeep.New(upkeep.Config{Log: a.log, Tail: a.tail.Store, Models: a.storage.views, Views: a.views, Bound: a.cfg.RebuildLag, AtOnce: a.cfg.Rebuilds, Logger: a.logger, Poll: switchesEvery})
	if err := a.storage.views.Prepare(ctx, consumers(consumerNames...)...); err != nil {
		return err
	}
	return a.upkeep.Prepare(ctx)
}

// switchesEvery is how often a process looks whether another one let queries go over
// to another build of a view; changes wait for it.
const switchesEvery = 250 * time.Millisecond

// begun is the head of a log that was empty a moment ago, and may have been begun by
// another process since. The first event is written before the first key.
func (a *App) begun(ctx context.Context) (es.Position, error) {
	key, _, err := a.storage.keys.Get(ctx, a.cfg.Workspace)
	if err != nil || key == nil {
		return 0, err
	}
	head, err := a.storage.log.Head(ctx)
	if err == nil && head == 0 {
		err = errors.New("the event log is empty, but there are keys of what it held: restore the log")
	}
	return head, err
}

// registerAll names all events on the wire.
func registerAll(codec *es.Codec) {
	for _, register := range []func(*es.Codec){dossier.Register, file.Register, template.Register, download.Register, bulk.Register,
		user.Register, workspace.Register, naming.Register, signin.Register} {
		register(codec)
	}
}

func unmarshal(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }

func marshal(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) }

// derived gives keys for purposes of our own from the keys of subjects.
type derived struct{ *vault.Vault }

// Key derives the key of a label.
func (d derived) Key(ctx context.Context, subject es.Subject, label string) (out [32]byte, err error) {
	secret, err := d.Vault.Key(ctx, subject)
	if err != nil {
		return out, err
	}
	key, err := hkdf.Key(sha256.New, secret[:], nil, "docket "+label, len(out))
	copy(out[:], key)
	return out, err
}

// lock keeps a second service out of the data folder. Commands that only append
// to the log need no lock.
func (a *App) lock(context.Context) error {
	if err := a.cfg.prepare(); err != nil {
		return err
	}
	lock, err := os.OpenFile(a.cfg.path("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("the data folder: %w", err)
	}
	a.closing(lock.Close)
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another docket serves the data folder %s; stop it first, or name another folder with --data", a.cfg.Data)
	}
	return nil
}
