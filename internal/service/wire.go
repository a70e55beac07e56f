package service

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
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
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/lineage"
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
	Config          Config
	logger          *slog.Logger
	Storage         *Storage
	Bytes           ByteStore
	Vault           *vault.Vault
	Log             *es.Log
	tail            *es.Log // the same for those who follow it
	pool            *pdf.Pool
	documents       processes.Documents
	license         *license.License // nil: everything is allowed, without end
	viewer          *pdf.Pool        // draws what people look at
	broker          *messaging.Broker
	Commands        *commands.Commands
	downloads       *commands.Downloads
	firstAnswers    *commands.FirstAnswers
	Queries         *queries.Queries
	feed            *queries.Feed
	identity        *identity.Server
	IdentityRecords identity.RecordStore
	signInRecorder  *processes.SignInRecorder
	Views           []projections.View
	upkeep          *upkeep.Manager
	metrics         *metrics
	telemetry       *telemetry
	handler         http.Handler
	singletonTasks  *processes.SingletonTasks
	startHead       es.Position  // the head of the log when this process started
	owner           string       // what the place of the bytes must name; "" where this process does not use it
	lostBytes       atomic.Int64 // blobs that the last reading of all stored bytes missed or found damaged
	placeLost       atomic.Bool  // it did not, when it was looked at last
	closed          atomic.Value // string: why requests are not answered
	ready           atomic.Bool
	unwitnessed     atomic.Int64  // when the oldest checkpoint was signed that waits for witnesses, in nanoseconds; 0 for none
	unsigned        atomic.Int64  // since when the notary of --notary has not signed, in nanoseconds; 0 as long as it does
	unsignedReason  string        // that was told; for the task that keeps the tree
	unstamped       atomic.Int64  // since when a checkpoint waits for a time stamp that is due, in nanoseconds; 0 for none
	forked          atomic.Value  // string: why no checkpoint is signed any more; "" as long as they are
	reserveSpent    atomic.Bool   // the reserve of the disk was given up, and is not there again
	stage           atomic.Value  // string: what the start is at
	bundling        chan struct{} // held by whoever makes an evidence bundle
	checkpointAsked chan struct{} // a checkpoint is to be signed at once
	close           []func() error
}

// Assemble puts the service together: it is the only place where two adapters
// meet. Nothing runs before Run.
func Open(ctx context.Context, c Config, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	defer a.watchStart(ctx, slowStartNotice)()
	return a, a.runSteps(ctx, a.at("license", a.openLicense), a.at("lock of the data folder", a.lockDataFolder),
		a.at("room on the disk", a.spendDiskReserve),
		a.at("telemetry", a.openTelemetry),
		a.at("event log and views", a.openData), a.at("leases", a.releaseLeases), a.at("event log", a.warnUnsafeLog),
		a.at("keys", a.openVault), a.at("check of the log", a.checkLog), a.at("bytes", a.openBytes),
		a.at("bytes", a.startBytes), a.at("sign-in", a.buildIdentity), a.at("broker", a.openWork),
		a.at("commands", a.buildCore), a.at("requests", a.buildHTTP))
}

// AssembleTools puts together what command-line tools need beside a service that
// may be running on the same data.
func OpenTools(ctx context.Context, c Config, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	return a, a.runSteps(ctx, a.openTelemetry, a.openData, a.openVault, a.resetAhead, a.openBytes, a.buildIdentity)
}

// OpenStores opens log, keys and views alone, for who only reads the log.
func OpenStores(ctx context.Context, c Config, logger *slog.Logger) (*App, error) {
	a := newApp(c, logger)
	return a, a.runSteps(ctx, a.openData, a.openVault)
}

func newApp(c Config, logger *slog.Logger) *App {
	a := &App{Config: c, logger: logger, metrics: newMetrics(), bundling: make(chan struct{}, 1), checkpointAsked: make(chan struct{}, 1)}
	a.metrics.watchAnchors(&a.unsigned, &a.unwitnessed, &a.unstamped)
	a.closed.Store("")
	a.forked.Store("")
	a.stage.Store("begin")
	return a
}

// at returns a step of the assembly that has a name, for the log when it takes long.
func (a *App) at(stage string, step func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		a.stage.Store(stage)
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
	if a.Storage, err = OpenStorage(ctx, a.Config, a.logger); err != nil {
		return err
	}
	a.onClose(a.Storage.Close)
	a.metrics.watchEventStore(a.Storage.Log)
	a.singletonTasks = &processes.SingletonTasks{Leases: a.Storage.leases, Holder: uuid.New(), TTL: a.Config.TakeoverTime,
		Every: min(time.Second, a.Config.TakeoverTime/4), Logger: a.logger,
		Changed: a.metrics.setLeaseHeld}
	return nil
}

// openVault opens the keys with the master key, and what is sealed by them.
func (a *App) openVault(ctx context.Context) error {
	master, err := vault.OpenMaster(a.Config.MasterKeyFile, a.Config.Demo)
	if err != nil {
		return a.Config.blame("--master-key-file",
			fmt.Errorf("%w\nA new installation makes one with: docket master-key create %s", err, a.Config.MasterKeyFile))
	}
	if err := CheckFinished(ctx, a.Storage.Keys); err != nil {
		return err
	}
	head, err := a.Storage.Log.Head(ctx)
	if err != nil {
		return err
	}
	if head == 0 {
		if head, err = a.headOfEmptyLog(ctx); err != nil {
			return err
		}
	}
	if a.Vault, err = vault.New(ctx, master, a.Storage.Keys, vault.Options{MustExist: head > 0}); err != nil {
		return err
	}
	a.startHead = head
	codec := es.NewCodec(MarshalBody, UnmarshalBody, a.Vault)
	RegisterAll(codec)
	a.Log = &es.Log{Store: tracedLog{a.Storage.Log, a.telemetry}, Codec: codec,
		Races: &es.Races{Tries: a.Config.WriteTries, Lost: a.metrics.countLostRace}}
	a.tail = &es.Log{Store: cache.NewTail(a.Log.Store, 0, 0), Codec: codec}
	a.Views = projections.All(a.Vault)
	a.upkeep = upkeep.New(upkeep.Config{Log: a.Log, Tail: a.tail.Store, Models: a.Storage.Views, Views: a.Views, Count: a.newEventCounter(),
		Bound: a.Config.RebuildLag, AtOnce: a.Config.Rebuilds, Logger: a.logger, Poll: switchesEvery,
		Doubtful: a.Config.EventStore != ""}) // only there programs of before skipped events
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
func (a *App) headOfEmptyLog(ctx context.Context) (es.Position, error) {
	key, _, err := a.Storage.Keys.Get(ctx, a.Config.Workspace)
	if err != nil || key == nil {
		return 0, err
	}
	head, err := a.Storage.Log.Head(ctx)
	if err == nil && head == 0 {
		err = errors.New("the event log is empty, but there are keys of what it held: restore the log")
	}
	return head, err
}

// RegisterAll names all events on the wire.
func RegisterAll(codec *es.Codec) {
	for _, register := range []func(*es.Codec){dossier.RegisterEvents, file.RegisterEvents, template.RegisterEvents,
		download.RegisterEvents, bulk.RegisterEvents, user.RegisterEvents, workspace.RegisterEvents, naming.RegisterEvents,
		signin.RegisterEvents, heads.RegisterEvents, lineage.RegisterEvents} {
		register(codec)
	}
}

// UnmarshalBody reads a body of the log.
func UnmarshalBody(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }

// MarshalBody writes a body of the log, the same bytes for the same value.
func MarshalBody(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) }

// derivedKeys gives keys for purposes of our own from the keys of subjects.
type derivedKeys struct{ *vault.Vault }

// DeriveKey derives the key of a label.
func (d derivedKeys) DeriveKey(ctx context.Context, subject es.Subject, label string) (out [32]byte, err error) {
	secret, err := d.Vault.Key(ctx, subject)
	if err != nil {
		return out, err
	}
	key, err := hkdf.Key(sha256.New, secret[:], nil, "docket "+label, len(out))
	copy(out[:], key)
	return out, err
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
	if alone, ok := a.Storage.leases.(interface{ ReleaseAll(context.Context) error }); ok && !a.Config.isShared() {
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

// LockDataFolder makes the data folder, and keeps services and tools that change it out until the lock
// is closed. It fails at once when another process has it.
func (s Config) LockDataFolder() (io.Closer, error) {
	if err := s.MakeDataFolder(); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(s.DataPath("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		err := fmt.Errorf("another docket serves the data folder %s; stop it first, or name another folder with --data", s.Data)
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}
