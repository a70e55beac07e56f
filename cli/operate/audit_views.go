package operate

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/transfer"
)

// verifyViews compares each view with the log, prints how many rows were compared, and adds rows that are not
// what the events say to the problems that were found. In a folder that is named it goes on where an earlier
// check was interrupted.
func verifyViews(ctx context.Context, a *service.App, folder string, io terminal.Streams, found *transfer.Findings) (err error) {
	if folder == "" {
		if folder, err = os.MkdirTemp("", "docket-views-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	} else if err = os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	scratch, err := engines.OpenScratch(ctx, folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	p := terminal.NewProgress(io.Err)
	check := upkeep.Verifier{Log: a.Log, Served: a.Storage.Views, Scratch: scratch,
		Open:     func(ctx context.Context, doc []byte) ([]byte, error) { return atrest.OpenDocument(ctx, a.Vault, doc) },
		Progress: func(view string, at es.Position) { p.Report("view %s: events read up to position %d", view, at) }}
	rows := 0
	for _, view := range a.Views {
		v, err := check.VerifyView(ctx, view)
		if err != nil {
			return fmt.Errorf("compare the views with the log: %w", err)
		}
		rows += v.Rows
		addViewFaults(view.Name, v, found)
		if v.At < v.Head {
			fmt.Fprintf(io.Out, "view %s: compared up to position %d, for it lacks what follows up to %d; a service that runs adds it\n",
				view.Name, v.At, v.Head)
		}
	}
	_, err = fmt.Fprintf(io.Out, "%d rows of %d views compared with the events\n", rows, len(a.Views))
	return err
}

// addViewFaults adds what the check of a view found to the problems.
func addViewFaults(view string, v upkeep.Verification, found *transfer.Findings) {
	for _, f := range v.Faults {
		found.AddProblem(f.String())
	}
	if v.More {
		found.AddProblem(fmt.Sprintf("view %s: more rows differ; build it anew with docket projections rebuild %s", view, view))
	}
	if v.Parked > 0 {
		found.AddProblem(fmt.Sprintf("view %s: %d streams wait for repair; see docket projections parked %s", view, v.Parked, view))
	}
}
