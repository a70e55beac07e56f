package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/control"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/settings"
)

// serveControl lets command-line tools reach the service, by a socket in the data
// folder.
func (a *App) serveControl(ctx, background context.Context) (*http.Server, error) {
	l, err := control.Listen(ctx, a.Config.Data)
	if err != nil {
		return nil, err
	}
	s := newServer(a.Config, control.NewHandler(background, a.upkeep, letters{a.broker}))
	go func() {
		if err := ignoreServerClosed(s.Serve(l)); err != nil {
			a.logger.Error("the control socket ended", "error", err)
		}
	}()
	return s, nil
}

// letters are the broker's dead letters as tools see them.
type letters struct{ b *messaging.Broker }

// errNoBroker answers tools that ask a process without a broker for messages.
var errNoBroker = errors.New("the service on this data folder neither hands out work nor does it (see --roles), and has no messages: " +
	"name the data folder of one that does with --data")

// List implements control.Letters.
func (l letters) List(ctx context.Context, topic string, after uint64, limit int) ([]control.Letter, error) {
	if l.b == nil {
		return nil, errNoBroker
	}
	dead, err := l.b.DeadLetters(ctx, topic, after, limit)
	out := make([]control.Letter, len(dead))
	for i, d := range dead {
		out[i] = letterOf(d)
	}
	return out, err
}

// Get implements control.Letters.
func (l letters) Get(ctx context.Context, number uint64) (control.Letter, error) {
	if l.b == nil {
		return control.Letter{}, errNoBroker
	}
	d, err := l.b.DeadLetter(ctx, number)
	return letterOf(d), letterError(err)
}

// Retry implements control.Letters.
func (l letters) Retry(ctx context.Context, number uint64) error {
	if l.b == nil {
		return errNoBroker
	}
	return letterError(l.b.RetryDeadLetter(ctx, number))
}

// Drop implements control.Letters.
func (l letters) Drop(ctx context.Context, number uint64) error {
	if l.b == nil {
		return errNoBroker
	}
	return letterError(l.b.DropDeadLetter(ctx, number))
}

func letterOf(d messaging.DeadLetter) control.Letter {
	return control.Letter{Number: d.Number, ID: d.ID, Topic: d.Topic, Stream: string(d.Payload), Handler: d.Handler,
		Attempts: d.Delivery, Reason: d.Reason, Died: d.Died}
}

func letterError(err error) error {
	if errors.Is(err, messaging.ErrNoDeadLetter) {
		return fmt.Errorf("%w: %w", control.ErrNoLetter, err)
	}
	return err
}

var _ control.Views = (*upkeep.Manager)(nil)

// Control looks after the views and the dead letters of an installation.
type Control = control.Client

// UseControl gives f the control of the service that runs on the data of c. Without one this
// process does the work itself meanwhile, under the lock of the data folder.
func UseControl(ctx context.Context, c settings.Config, logger *slog.Logger, f func(*Control) error) (err error) {
	if running, ok := control.DialService(ctx, c.Data); ok {
		return f(running)
	}
	a := newApp(c, logger)
	if err := a.runSteps(ctx, c.MustExist, a.lockDataFolder, a.openData, a.openVault); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := a.runSteps(ctx, a.openBroker); err != nil {
		return err
	}
	return f(control.NewLocalClient(control.NewHandler(ctx, a.upkeep, letters{a.broker})))
}
