package remote

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// awaitFiles waits until each file is processed or cannot be, and updates its status.
func awaitFiles(ctx context.Context, c Service, streams terminal.Streams, files []api.FileStatus) error {
	for i, f := range files {
		b := terminal.NewBar(streams.Err, f.Filename, 0)
		now, err := c.AwaitProcessed(ctx, f.DossierTemplateId, f.DossierId, f.Id,
			func(f api.FileStatus) { b.ShowState(string(f.ProcessingStatus)) })
		b.Clear()
		var failed *client.ProcessingError
		if err != nil && !errors.As(err, &failed) {
			return err
		}
		files[i] = now
	}
	return nil
}

// reportUnprocessed says which files could not be processed, and which are not yet. It returns
// terminal.ErrFileFailed or ErrFileUnfinished if there are any.
func reportUnprocessed(streams terminal.Streams, files []api.FileStatus) error {
	var failed, unfinished error
	for _, f := range files {
		switch f.ProcessingStatus {
		case api.PROCESSED:
			tellRuleFailures(streams, f)
		case api.ERROR:
			failed = terminal.ErrFileFailed
			cause := "the cause is not known"
			if info, err := f.FileErrorInfo.Get(); err == nil {
				cause = info.Cause
			}
			fmt.Fprintf(streams.Err, "docket: %s could not be processed: %s\n", f.Filename, cause)
		default:
			unfinished = terminal.ErrFileUnfinished
			fmt.Fprintf(streams.Err, "docket: %s is not processed yet (%s); --wait waits for it\n", f.Filename, f.ProcessingStatus)
		}
	}
	if failed != nil {
		return failed
	}
	return unfinished
}

// printComponents prints one line for each component; a * marks those that people changed.
func printComponents(streams terminal.Streams, found api.FileComponents) error {
	return terminal.PrintTable(streams.Out, "", func(w io.Writer) {
		writeComponents(w, "", found)
	})
}

// printFileComponents prints one line for each component of each file.
func printFileComponents(streams terminal.Streams, files []api.FileComponents) error {
	return terminal.PrintTable(streams.Out, "FILE\tCOMPONENT\tVALUES\n", func(w io.Writer) {
		for _, f := range files {
			writeComponents(w, f.Filename+"\t", f)
		}
	})
}

// writeComponents writes a line for each component of a file, each behind what leads.
func writeComponents(w io.Writer, lead string, found api.FileComponents) {
	changed := map[string]bool{}
	if found.ComponentDetails != nil {
		for _, d := range *found.ComponentDetails {
			for _, v := range d.ComponentValues {
				changed[d.Name] = changed[d.Name] || v.Value != v.OriginalValue
			}
		}
	}
	for _, n := range found.Components {
		mark := ""
		if changed[n.Name] {
			mark = " *"
		}
		fmt.Fprintf(w, "%s%s%s\t%s\n", lead, n.Name, mark, strings.ReplaceAll(strings.Join(n.Values, "; "), "\n", " "))
	}
}

// printCSV prints a line for each file with a column for each component of any of them, in
// the order of the service. Several values of a component are parted by line feeds. statuses
// are those of the files; nil leaves their column out.
func printCSV(out io.Writer, files []api.FileComponents, statuses []api.FileStatus) error {
	head := []string{"file_id", "filename"}
	state := map[string]string{}
	if statuses != nil {
		head = append(head, "processing_status")
		for _, f := range statuses {
			state[f.Id] = string(f.ProcessingStatus)
		}
	}
	column := snakecase.Index[int]{}
	for _, f := range files {
		for _, n := range f.Components {
			if _, there := column.Find(n.Name); !there {
				column.Add(n.Name, len(head))
				head = append(head, n.Name)
			}
		}
	}
	w := csv.NewWriter(out)
	if err := w.Write(head); err != nil {
		return err
	}
	for _, f := range files {
		line := make([]string, len(head))
		line[0], line[1] = f.FileId, f.Filename
		if statuses != nil {
			line[2] = state[f.FileId]
		}
		for _, n := range f.Components {
			at, _ := column.Find(n.Name)
			line[at] = strings.Join(n.Values, "\n")
		}
		if err := w.Write(line); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// printRows prints a line for each row of a component with a column for each of its cells, in the order
// of the rows; normalized prints the normalised forms of cells that have one.
func printRows(out io.Writer, files []api.FileComponents, name string, normalized bool) error {
	const lead = 2 // columns of the file
	columns := columnsOfRows(files, name)
	w := csv.NewWriter(out)
	if err := w.Write(append([]string{"file_id", "filename"}, columns...)); err != nil {
		return err
	}
	for f, cells := range rowsOf(files, name) {
		line := make([]string, lead+len(columns))
		line[0], line[1] = f.FileId, f.Filename
		for _, c := range cells {
			if normalized && c.Normalized != nil {
				c.Value = c.Normalized.Value
			}
			line[lead+slices.Index(columns, c.Column)] = c.Value
		}
		if err := w.Write(line); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// rowsOf returns the cells of each row of a component, with its file.
func rowsOf(files []api.FileComponents, name string) iter.Seq2[api.FileComponents, []api.ComponentCell] {
	return func(yield func(api.FileComponents, []api.ComponentCell) bool) {
		for _, f := range files {
			if f.ComponentDetails == nil {
				continue
			}
			for _, d := range *f.ComponentDetails {
				for _, v := range d.ComponentValues {
					if snakecase.Same(d.Name, name) && v.Cells != nil && !yield(f, *v.Cells) {
						return
					}
				}
			}
		}
	}
}

// columnsOfRows returns the columns of all rows of a component: one that a row has first stands behind
// the column that it stands behind in that row.
func columnsOfRows(files []api.FileComponents, name string) (columns []string) {
	for _, cells := range rowsOf(files, name) {
		at := 0
		for _, c := range cells {
			if i := slices.Index(columns, c.Column); i >= 0 {
				at = i + 1
				continue
			}
			columns = slices.Insert(columns, at, c.Column)
			at++
		}
	}
	return columns
}
