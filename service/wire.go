package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// App is the assembled service.
type App struct {
	Config    settings.Config
	logger    *slog.Logger
	metrics   *observe.Metrics
	telemetry *observe.Telemetry
	license   *license.License // nil: everything is allowed, without end
	broker    *messaging.Broker
	handler   http.Handler // of the public address
	close     []func() error

	stores
	documentTools
	writeSide
	readSide
	identitySide
	proofs
	attendants
}

// The stores are what is opened first: log, keys and bytes.
type stores struct {
	Storage   *engines.Storage
	Bytes     engines.ByteStore
	Vault     *vault.Vault
	Log       *es.Log
	tail      *es.Log     // the same for those who follow it
	startHead es.Position // the head of the log when this process started
}

// The documentTools work on documents, as far as the roles of the process go.
type documentTools struct {
	pool      *pdf.Pool
	documents processes.Documents
	viewer    *pdf.Pool // draws what people look at
	walls     *wallCheck
}

// A writeSide changes what is in the log.
type writeSide struct {
	Commands     *commands.Commands
	downloads    *commands.Downloads
	firstAnswers *commands.FirstAnswers
}

// A readSide keeps the views, and answers from them.
type readSide struct {
	Views   []projections.View
	upkeep  *upkeep.Manager
	Queries *queries.Queries
	feed    *queries.Feed
}

// An identitySide knows who may come in.
type identitySide struct {
	identity        *identity.Server
	IdentityRecords recordstore.Store
	signIns         *signInAudit
	Accounts        *accounts.Accounts
}

// The proofs show that the log is what it was.
type proofs struct {
	Evidence *keeper.Keeper  // the tree over the log, and who signs it
	Anchors  *keeper.Anchors // who outside gets what is signed
	Bundles  *keeper.Bundler // evidence bundles
	LogCheck *LogChecker
}

// The attendants look after what runs.
type attendants struct {
	progress  *progress
	tasks     *supervisor
	health    *health
	place     *bytestore.Place
	reserve   *bytestore.DiskReserve
	viewCheck *viewCheck
	rowRepair *rowRepair
	Deletions *Deletions
}

// Open opens a service: it is the only place where two adapters meet. Nothing runs before Run.
func Open(ctx context.Context, c settings.Config, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	defer a.progress.watchStart(ctx, slowStartNotice)()
	at := a.progress.at
	return a, a.runSteps(ctx, at("license", a.openLicense), at("lock of the data folder", a.lockDataFolder),
		at("room on the disk", a.reserve.SpendDiskReserve), at("telemetry", a.openTelemetry),
		at("event log and views", a.openData), at("leases", a.releaseLeases), at("event log", a.warnUnsafeLog),
		at("keys", a.openVault), at("check of the log", func(ctx context.Context) error { return a.LogCheck.checkLog(ctx) }),
		at("bytes", a.openBytes), at("bytes", func(ctx context.Context) error { return a.place.StartBytes(ctx) }),
		at("sign-in", a.buildIdentity), at("broker", a.openWork), at("commands", a.buildCore), at("requests", a.buildHTTP))
}

// OpenTools opens what command-line tools need beside a service that
// may be running on the same data.
func OpenTools(ctx context.Context, c settings.Config, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	return a, a.runSteps(ctx, a.openTelemetry, a.openData, a.openVault,
		func(ctx context.Context) error { return a.LogCheck.resetAhead(ctx) }, a.openBytes, a.buildIdentity,
		func(context.Context) error { a.Deletions = newDeletions(a); return nil })
}

// OpenStores opens log, keys and views alone, for who only reads the log.
func OpenStores(ctx context.Context, c settings.Config, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	return a, a.runSteps(ctx, a.openData, a.openVault)
}

func newApp(c settings.Config, logger *slog.Logger) *App {
	a := &App{Config: c, logger: logger, metrics: observe.NewMetrics()}
	a.progress = &progress{logger: logger}
	a.reserve = bytestore.NewDiskReserve(c, logger)
	a.progress.closed.Store("")
	a.progress.stage.Store("begin")
	return a
}

// A progress says how far the service is with its start, and whether it answers requests.
type progress struct {
	logger *slog.Logger
	closed atomic.Value // string: why requests are not answered
	ready  atomic.Bool
	stage  atomic.Value // string: what the start is at
}

// at returns a step of the assembly that has a name, for the log when it takes long.
func (p *progress) at(stage string, step func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		p.stage.Store(stage)
		return step(ctx)
	}
}

// runSteps goes through the steps of assembly; what was opened is closed again when
// one fails.
func (a *App) runSteps(ctx context.Context, steps ...func(context.Context) error) error {
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

func (a *App) onClose(f func() error) { a.close = append(a.close, f) }

// openData opens log, views, keys and leases.
func (a *App) openData(ctx context.Context) (err error) {
	if err := a.Config.MakeDataFolder(); err != nil {
		return err
	}
	if a.Storage, err = engines.OpenStorage(ctx, a.Config, a.logger); err != nil {
		return err
	}
	a.onClose(a.Storage.Close)
	a.metrics.WatchEventStore(a.Storage.Log)
	return nil
}

// openVault opens the keys with the master key, and what is sealed by them.
func (a *App) openVault(ctx context.Context) error {
	master, err := vault.OpenMaster(a.Config.MasterKeyFile, a.Config.Demo)
	if err != nil {
		return a.Config.Blame("--master-key-file",
			fmt.Errorf("%w\nA new installation makes one with: docket master-key create %s", err, a.Config.MasterKeyFile))
	}
	if err := engines.CheckFinished(ctx, a.Storage.Keys); err != nil {
		return err
	}
	head, err := a.Storage.Log.Head(ctx)
	if err != nil {
		return err
	}
	if head == 0 {
		if head, err = headOfEmptyLog(ctx, a.Storage, a.Config.Workspace); err != nil {
			return err
		}
	}
	if a.Vault, err = vault.New(ctx, master, a.Storage.Keys, vault.Options{MustExist: head > 0}); err != nil {
		return err
	}
	a.startHead = head
	codec := es.NewCodec(engines.MarshalBody, engines.UnmarshalBody, a.Vault)
	engines.RegisterAll(codec)
	a.Log = &es.Log{Store: observe.TracedLog{Store: a.Storage.Log, Telemetry: a.telemetry}, Codec: codec,
		Races: &es.Races{Tries: a.Config.WriteTries, Lost: a.metrics.CountLostRace}}
	a.Accounts = accounts.New(a.Log, a.Storage)
	a.Evidence = keeper.NewKeeper(a.Config, a.logger, a.Storage, a.Log, a.metrics, a.Accounts.ListWorkspaces)
	a.Anchors = a.Evidence.Anchors
	a.tail = &es.Log{Store: cache.NewTail(a.Log.Store, 0, 0), Codec: codec}
	a.Views = projections.All(a.Vault)
	a.upkeep = upkeep.New(upkeep.Config{Log: a.Log, Tail: a.tail.Store, Models: a.Storage.Views, Views: a.Views,
		Count: engines.NewEventCounter(a.Storage, a.tail, a.Log),
		Bound: a.Config.RebuildLag, AtOnce: a.Config.Rebuilds, Logger: a.logger, Poll: switchesEvery,
		Doubtful: a.Config.EventStore != ""}) // only there programs of before skipped events
	a.LogCheck = &LogChecker{config: a.Config, logger: a.logger, storage: a.Storage, log: a.Log, views: a.Views}
	a.tasks = newSupervisor(a)
	if err := a.Storage.Views.Prepare(ctx, consumers(consumerNames...)...); err != nil {
		return err
	}
	return a.upkeep.Prepare(ctx)
}

// switchesEvery is how often a process looks whether another one let queries go over
// to another build of a view; changes wait for it.
const switchesEvery = 250 * time.Millisecond

// headOfEmptyLog is the head of a log that was empty a moment ago, and may have been begun by
// another process since. The first event is written before the first key.
func headOfEmptyLog(ctx context.Context, s *engines.Storage, ws string) (es.Position, error) {
	key, _, err := s.Keys.Get(ctx, ws)
	if err != nil || key == nil {
		return 0, err
	}
	head, err := s.Log.Head(ctx)
	if err == nil && head == 0 {
		err = errors.New("the event log is empty, but there are keys of what it held: restore the log")
	}
	return head, err
}

// lockDataFolder keeps a second service out of the data folder. Commands that only append
// to the log need no lock.
func (a *App) lockDataFolder(context.Context) error {
	lock, err := a.Config.LockDataFolder()
	if err == nil {
		a.onClose(lock.Close)
	}
	return err
}

// releaseLeases frees what a process that died held on this data folder. Whoever holds the lock
// of the folder is alone.
func (a *App) releaseLeases(ctx context.Context) error {
	if alone, ok := a.Storage.Leases.(interface{ ReleaseAll(context.Context) error }); ok && !a.Config.IsShared() {
		return alone.ReleaseAll(ctx)
	}
	return nil
}

// warnUnsafeLog warns of a database that a crash of its machine may damage.
func (a *App) warnUnsafeLog(ctx context.Context) error {
	log, ok := a.Storage.Log.(interface {
		UnsafeSettings(ctx context.Context) ([]string, error)
	})
	if !ok {
		return nil
	}
	unsafe, err := log.UnsafeSettings(ctx)
	if len(unsafe) > 0 {
		a.logger.Warn("PostgreSQL may lose or damage what is acknowledged when its machine crashes: settings are off",
			"settings", strings.Join(unsafe, ", "))
	}
	return err
}
