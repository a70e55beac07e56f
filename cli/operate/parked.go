package operate

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service"
)

// Parked looks after events that a view could not apply, and those that wait
// behind them.
type Parked struct {
	List  ParkedList  `cmd:"" help:"List streams with parked events."`
	Show  ParkedShow  `cmd:"" help:"Show the parked events of a stream, with the cause."`
	Retry ParkedRetry `cmd:"" help:"Apply the parked events of a stream, in their order."`
	Drop  ParkedDrop  `cmd:"" help:"Skip the event that cannot be applied, and apply those after it."`
}

// ParkedList lists parked streams.
type ParkedList struct {
	Reach
	JSON  bool     `help:"Print JSON."`
	Views []string `arg:"" optional:"" name:"view" help:"Names of views; all without one."`
}

// Help tells what parking is.
func (ParkedList) Help() string {
	return `An event that a view cannot apply is parked with all later ones of its stream.
Other streams go on. What the stream is about answers 503 until the events are
applied or given up.

Example, after the cause was cured:
  docket projections parked list
  docket projections parked retry files file-demo-0a1b2c3d4e5f60718293a4b5c6d7e8f9`
}

// Run prints a line for each stream.
func (p ParkedList) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		all, err := c.ListViews(ctx)
		if err != nil {
			return err
		}
		views := p.Views
		for _, s := range all {
			if len(p.Views) == 0 {
				views = append(views, s.View)
			}
		}
		found := map[string]any{}
		t := tabwriter.NewWriter(io.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "VIEW\tSTREAM\tEVENTS\tFIRST\tTYPE\tCAUSE")
		for _, view := range views {
			streams, err := c.ParkedStreams(ctx, view)
			if err != nil {
				return err
			}
			found[view] = streams
			for _, s := range streams {
				fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\n", view, s.Stream, s.Events, s.Position, s.Type, s.Cause)
			}
		}
		if p.JSON {
			return terminal.PrintJSON(io.Out, found)
		}
		return t.Flush()
	})
}

// ParkedShow shows the parked events of one stream.
type ParkedShow struct {
	Reach
	JSON   bool   `help:"Print JSON."`
	View   string `arg:"" help:"Name of the view."`
	Stream string `arg:"" help:"Name of the stream."`
}

// Run prints a line for each event.
func (p ParkedShow) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		events, err := c.ParkedEvents(ctx, p.View, es.StreamID(p.Stream))
		if err != nil {
			return err
		}
		if p.JSON {
			return terminal.PrintJSON(io.Out, events)
		}
		t := tabwriter.NewWriter(io.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "POSITION\tVERSION\tTYPE\tTIME\tCAUSE")
		for _, e := range events {
			fmt.Fprintf(t, "%d\t%d\t%s\t%s\t%s\n", e.Position, e.Version, e.Type, e.Time.Format(time.RFC3339), e.Cause)
		}
		return t.Flush()
	})
}

// ParkedRetry applies the parked events of one stream.
type ParkedRetry struct {
	Reach
	View   string `arg:"" help:"Name of the view."`
	Stream string `arg:"" help:"Name of the stream."`
}

// Run applies them and tells what came of it.
func (p ParkedRetry) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		r, err := c.RetryParked(ctx, p.View, es.StreamID(p.Stream))
		return printRepair(io, r, err)
	})
}

// ParkedDrop gives up parked events of one stream.
type ParkedDrop struct {
	Reach
	All    bool   `help:"Give up all parked events of the stream, not the first alone."`
	View   string `arg:"" help:"Name of the view."`
	Stream string `arg:"" help:"Name of the stream."`
}

// Help says what is lost.
func (ParkedDrop) Help() string {
	return `The event stays in the log and in history, and a rebuild of the view meets it
again. Until then the view does without it.`
}

// Run gives them up and tells what came of it.
func (p ParkedDrop) Run(ctx context.Context, io terminal.Streams) error {
	n := 1
	if p.All {
		n = upkeep.All
	}
	return p.useControl(ctx, io, func(c *service.Control) error {
		r, err := c.DropParked(ctx, p.View, es.StreamID(p.Stream), n)
		return printRepair(io, r, err)
	})
}

// printRepair prints what became of parked events; what is left is a failure.
func printRepair(io terminal.Streams, r upkeep.Repair, err error) error {
	if err != nil {
		return err
	}
	if r.Dropped > 0 {
		fmt.Fprintf(io.Out, "%s given up\n", formatCount(r.Dropped, "event"))
	}
	fmt.Fprintf(io.Out, "%s applied\n", formatCount(r.Applied, "event"))
	if r.Left > 0 {
		return fmt.Errorf("%s still parked: %s", formatCount(r.Left, "event"), r.Cause)
	}
	return nil
}
