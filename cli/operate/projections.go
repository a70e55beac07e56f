package operate

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service"
)

// Projections looks after the views.
type Projections struct {
	List    ProjectionsList    `cmd:"" help:"List the views: what is read, how far it is, what is parked."`
	Status  ProjectionsStatus  `cmd:"" help:"Show one view with all its builds, and how far a rebuild is."`
	Rebuild ProjectionsRebuild `cmd:"" help:"Build views anew beside what is read; reads go on."`
	Switch  ProjectionsSwitch  `cmd:"" help:"Switch reads to a build once it has caught up."`
	Stop    ProjectionsStop    `cmd:"" help:"Stop a rebuild; rebuild resumes it."`
	Parked  Parked             `cmd:"" help:"Manage events that a view could not apply."`
}

// ProjectionsList lists the views.
type ProjectionsList struct {
	Reach
	JSON bool `help:"Print JSON."`
}

// Run prints a line for each view.
func (p ProjectionsList) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		all, err := c.ListViews(ctx)
		if err != nil {
			return err
		}
		if p.JSON {
			return terminal.PrintJSON(io.Out, all)
		}
		t := tabwriter.NewWriter(io.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "VIEW\tREAD\tPOSITION\tLAG\tPARKED\tREBUILD")
		for _, s := range all {
			parked, err := c.ParkedStreams(ctx, s.View)
			if err != nil {
				return err
			}
			b := s.ServedBuild()
			fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\n", s.View, b.Key, b.At, b.Lag, formatParked(parked), formatRebuild(s))
		}
		if err := t.Flush(); err != nil || len(all) == 0 {
			return err
		}
		return printLogFault(io, all[0])
	})
}

// printLogFault says, in a line, that views stand still because of the log.
func printLogFault(io terminal.Streams, s upkeep.Status) error {
	if s.LogFault == "" {
		return nil
	}
	_, err := fmt.Fprintf(io.Out, "%s; views stay where they are until it does\n", s.LogFault)
	return err
}

func formatParked(streams []store.ParkedStream) string {
	events := 0
	for _, s := range streams {
		events += s.Events
	}
	if events == 0 {
		return "-"
	}
	return fmt.Sprintf("%s of %s", formatCount(events, "event"), formatCount(len(streams), "stream"))
}

func formatCount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func formatRebuild(s upkeep.Status) string {
	if s.Progress == nil {
		return "-"
	}
	return describeBuild(s.Events, *s.Progress)
}

// describeBuild tells of a build of a log with so many events in one line.
func describeBuild(events upkeep.Count, p upkeep.Progress) string {
	switch p.State {
	case upkeep.Waiting, upkeep.Done, upkeep.Stopped, upkeep.Dropping:
		return string(p.State)
	case upkeep.Failed:
		return fmt.Sprintf("failed: %s", p.Error)
	}
	if p.Events == upkeep.Unknown || events == upkeep.Unknown {
		return fmt.Sprintf("%s, the events of the log are not counted yet", p.State)
	}
	percent := 100.0
	if events > 0 {
		percent = 100 * float64(min(p.Events, events)) / float64(events)
	}
	left := "?"
	if p.Left >= 0 {
		left = p.Left.Round(time.Second).String()
	}
	return fmt.Sprintf("%s %.0f %%, %d of %d events, %.0f/s, %s left", p.State, percent, p.Events, events, p.Rate, left)
}

// ProjectionsStatus shows one view.
type ProjectionsStatus struct {
	Reach
	JSON bool   `help:"Print JSON."`
	View string `arg:"" help:"Name of the view."`
}

// Run prints all builds of the view.
func (p ProjectionsStatus) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		s, err := statusOf(ctx, c, p.View)
		if err != nil {
			return err
		}
		if p.JSON {
			return terminal.PrintJSON(io.Out, s)
		}
		fmt.Fprintf(io.Out, "%s: this program projects version %d; the log is at %d, events: %s\n", s.View, s.Version, s.Head, s.Events)
		for _, b := range s.Builds {
			use := ""
			if b.Served {
				use = ", read by queries"
			}
			fmt.Fprintf(io.Out, "  %s at %d, events that it lacks: %s%s\n", b.Key, b.At, b.Lag, use)
		}
		if s.Progress != nil {
			fmt.Fprintf(io.Out, "  rebuild: %s\n", describeBuild(s.Events, *s.Progress))
		}
		return printLogFault(io, s)
	})
}

func statusOf(ctx context.Context, c *service.Control, view string) (upkeep.Status, error) {
	all, err := c.ListViews(ctx)
	if err != nil {
		return upkeep.Status{}, err
	}
	for _, s := range all {
		if s.View == view {
			return s, nil
		}
	}
	return upkeep.Status{}, fmt.Errorf("there is no view %q; docket projections list names them", view)
}

// ProjectionsRebuild builds views anew.
type ProjectionsRebuild struct {
	Reach
	All    bool     `help:"All views."`
	Manual bool     `help:"Reads go over at docket projections switch, or when the service starts anew, not by themselves."`
	Anew   bool     `help:"Drop an unfinished build instead of going on with it."`
	Detach bool     `help:"Let the running service go on by itself, and return at once."`
	Views  []string `arg:"" optional:"" name:"view" help:"Names of views."`
}

// Help shows how it is used.
func (ProjectionsRebuild) Help() string {
	return `The new build is made beside what is read, while reads and writes go on. Reads go
over when it has caught up; then the old tables are dropped. A rebuild that was
broken off is gone on with, by itself when the service starts.

Examples:
  docket projections rebuild files
  docket projections rebuild --all --detach
  docket projections status files`
}

// Run starts the builds and, unless detached, tells how far they are until they end.
func (p ProjectionsRebuild) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		views, err := p.chosenViews(ctx, c)
		if err != nil {
			return err
		}
		for _, view := range views {
			if err := c.BuildView(ctx, view, upkeep.Options{Manual: p.Manual, Anew: p.Anew}); err != nil {
				return err
			}
		}
		if p.Detach {
			return nil
		}
		return followBuilds(ctx, c, io, views)
	})
}

func (p ProjectionsRebuild) chosenViews(ctx context.Context, c *service.Control) ([]string, error) {
	if p.All == (len(p.Views) > 0) {
		return nil, errors.New("name views, or say --all")
	}
	if !p.All {
		for _, view := range p.Views {
			if _, err := statusOf(ctx, c, view); err != nil {
				return nil, err
			}
		}
		return p.Views, nil
	}
	all, err := c.ListViews(ctx)
	var out []string
	for _, s := range all {
		out = append(out, s.View)
	}
	return out, err
}

// followBuilds prints how far builds are whenever that changes, until all have ended.
func followBuilds(ctx context.Context, c *service.Control, io terminal.Streams, views []string) error {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	told := map[string]string{}
	for {
		left, err := printBuilds(ctx, c, io, views, told)
		if err != nil || left == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func printBuilds(
	ctx context.Context, c *service.Control, io terminal.Streams, views []string, told map[string]string,
) (left int, err error) {
	for _, view := range views {
		s, askErr := statusOf(ctx, c, view)
		if askErr != nil {
			return 0, askErr
		}
		if s.Progress == nil {
			return 0, fmt.Errorf("%s: the service was started anew; it goes on with the build", view)
		}
		if line := describeBuild(s.Events, *s.Progress); line != told[view] {
			told[view] = line
			fmt.Fprintf(io.Out, "%s  %s\n", view, line)
		}
		switch {
		case !s.Progress.State.HasEnded():
			left++
		case s.Progress.State != upkeep.Done:
			err = errors.Join(err, fmt.Errorf("%s: the rebuild %s", view, s.Progress.State))
		}
	}
	if left > 0 {
		return left, nil
	}
	return 0, err
}

// ProjectionsSwitch lets reads go over to a build.
type ProjectionsSwitch struct {
	Reach
	View string `arg:"" help:"Name of the view."`
}

// Run asks for it and waits until the build has ended.
func (p ProjectionsSwitch) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error {
		err := c.SwitchView(ctx, p.View)
		if err != nil {
			return err
		}
		return followBuilds(ctx, c, io, []string{p.View})
	})
}

// ProjectionsStop stops a rebuild.
type ProjectionsStop struct {
	Reach
	View string `arg:"" help:"Name of the view."`
}

// Run stops it.
func (p ProjectionsStop) Run(ctx context.Context, io terminal.Streams) error {
	return p.useControl(ctx, io, func(c *service.Control) error { return c.StopBuild(ctx, p.View) })
}
