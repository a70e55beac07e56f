package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// eventsCommand reads what has happened.
type eventsCommand struct {
	Follow followCommand `cmd:"" help:"Print events as they happen, and those before; goes on where a run ended."`
}

// followCommand prints the feed of events.
type followCommand struct {
	Target
	After  int64    `placeholder:"POSITION" help:"Go on behind this position. Default: begin with the first event of the log."`
	Types  []string `placeholder:"TYPE" help:"Only these events, or those that begin with a name that ends with a dot; several with commas."`
	NoWait bool     `help:"End when all events that there are have been printed."`
}

// Help returns the text below the usage line of --help.
func (followCommand) Help() string {
	return `Each event is a line of JSON. Standard error tells at the end which position to go on behind: nothing is missed
that way, for as long as the event log is there.

Examples:
  docket events follow --types file.analysed,component.
  docket events follow --after 4711 --no-wait`
}

// waitSeconds is how long one request waits for an event.
const waitSeconds = 50

// Run prints events until it is interrupted, with --no-wait until there are no more.
func (f followCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if f.After < 0 {
		return terminal.ReportMisuse(streams, "--after takes a position, 0 or more")
	}
	return f.WithService(func(c Service) error {
		q := client.FeedQuery{After: f.After, Types: f.Types, Wait: waitSeconds}
		if f.NoWait {
			q.Wait = 0
		}
		at, err := f.printFeed(ctx, c, streams, q)
		fmt.Fprintf(streams.Err, "docket: go on with --after %d\n", at)
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			return nil //nolint:nilerr // that is how people end it
		}
		return err
	})
}

// printFeed prints events, and returns the position up to which all are printed.
func (f followCommand) printFeed(ctx context.Context, c Service, streams terminal.Streams, q client.FeedQuery) (int64, error) {
	at := q.After
	lines := json.NewEncoder(streams.Out)
	for page, err := range c.FollowFeed(ctx, q) {
		if err != nil {
			return at, err
		}
		for _, e := range page.Events {
			if err := printEvent(lines, e); err != nil {
				return at, err
			}
			at = e.Position
		}
		if at = page.NextAfter; f.NoWait && !page.HasMore {
			return at, nil
		}
	}
	return at, nil
}

func printEvent(lines *json.Encoder, e api.EventNotice) error {
	if err := lines.Encode(e); err != nil {
		return fmt.Errorf("print the event at %d: %w", e.Position, err)
	}
	return nil
}
