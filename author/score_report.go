package author

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/internal/measure"
)

// sumReports sums up the documents that were done, by field and in all.
func sumReports(done []*documentReport, kinds map[string]measure.Kind, partial bool) scoreReport {
	out := scoreReport{Documents: []documentReport{}, Fields: []fieldScore{}, Partial: partial}
	for _, d := range done {
		if d == nil {
			continue
		}
		out.Documents = append(out.Documents, *d)
		for _, f := range d.Fields {
			sum := out.fieldNamed(f.Field)
			sum.addField(f, kinds[measure.SameName(f.Field)])
			if f.Rows != nil {
				sum.addColumns(f.Rows.Columns)
			}
			out.All.addField(f, kinds[measure.SameName(f.Field)])
		}
		out.Look.add(*d)
	}
	slices.SortFunc(out.Fields, func(a, b fieldScore) int { return strings.Compare(a.Field, b.Field) })
	for i := range out.Fields {
		out.Fields[i].setShares()
	}
	out.All.setShares()
	return out
}

// fieldNamed returns the sum of a field, a new one if there is none.
func (r *scoreReport) fieldNamed(name string) *fieldScore {
	for i := range r.Fields {
		if r.Fields[i].Field == name {
			return &r.Fields[i]
		}
	}
	r.Fields = append(r.Fields, fieldScore{Field: name})
	return &r.Fields[len(r.Fields)-1]
}

func (s *fieldScore) addField(f fieldReport, kind measure.Kind) {
	if f.Rows != nil {
		s.Counts = s.Counts.Add(f.Rows.Counts)
	} else {
		s.Counts = s.Counts.Add(countValues(f, kind))
	}
	for i, v := range f.Found {
		if f.Confidence[v] < sureFrom {
			continue
		}
		s.Sure++
		if f.isRight(i, kind) {
			s.SureRight++
		}
	}
	switch f.Outcome {
	case "wrong":
		s.Wrong++
	case "missing":
		s.Missing++
	}
}

// isRight reports whether the i-th of the values that were found is right.
func (f fieldReport) isRight(i int, kind measure.Kind) bool {
	if f.Rows != nil {
		return f.Rows.complete[i]
	}
	return slices.ContainsFunc(f.Wanted, func(w string) bool { return kind.SameValue(f.Found[i], w) })
}

func (s *fieldScore) setShares() {
	s.Precision, s.Recall, s.F1 = s.Counts.Precision(), s.Counts.Recall(), s.Counts.F1()
}

// print writes what is wrong or missing in each document, and the sums.
func (r scoreReport) print(out io.Writer) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	for _, d := range r.Documents {
		if d.Error != "" {
			fmt.Fprintf(w, "%s: %s\n", d.Name, d.Error)
			continue
		}
		for _, f := range d.Fields {
			switch {
			case f.Correct:
			case f.Rows != nil:
				f.Rows.printRows(w, d.Name, f.Field)
			default:
				fmt.Fprintf(w, "%s: %s: %s: wanted %s, found %s\n", d.Name, f.Outcome, f.Field, quoteValues(f.Wanted), quoteValues(f.Found))
			}
		}
	}
	fmt.Fprintf(w, "\n%-24s %6s %6s %6s %6s %8s %6s %6s %6s\n", "field", "right", "found", "true", "wrong", "missing", "P", "R", "F1")
	for _, s := range append(slices.Clone(r.Fields), r.All) {
		fmt.Fprintf(w, "%-24s %6d %6d %6d %6d %8d %6.3f %6.3f %6.3f\n", cmp.Or(s.Field, "all"), s.Right, s.Found, s.Expected, s.Wrong, s.Missing,
			s.Precision, s.Recall, s.F1)
	}
	r.printColumns(w)
	r.printSure(w)
	r.Look.print(w)
	fmt.Fprintf(w, "%d documents, %d of them read anew; the rules ran over %d\n", len(r.Documents), r.Reread, r.Ran)
	if r.Partial {
		fmt.Fprintln(w, "interrupted: these are the documents that were done")
	}
}

// printSure writes how many of the values with a high confidence are right, when there are any.
func (r scoreReport) printSure(w io.Writer) {
	if r.All.Sure == 0 {
		return
	}
	title := fmt.Sprintf("confidence >= %.1f", sureFrom)
	fmt.Fprintf(w, "\n%-24s %6s %6s %12s %22s\n", title, "right", "found", "share right", "share of right values")
	for _, s := range append(slices.Clone(r.Fields), r.All) {
		sure := measure.Counts{Right: s.SureRight, Found: s.Sure, Expected: s.Right}
		fmt.Fprintf(w, "%-24s %6d %6d %12.3f %22.3f\n", cmp.Or(s.Field, "all"), s.SureRight, s.Sure, sure.Precision(), sure.Recall())
	}
}

func quoteValues(values []string) string {
	if len(values) == 0 {
		return "nothing"
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = fmt.Sprintf("%q", v)
	}
	return strings.Join(quoted, ", ")
}

// readReport reads the JSON of an earlier run.
func readReport(name string) (*scoreReport, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var old scoreReport
	if err := json.Unmarshal(content, &old); err != nil {
		return nil, fmt.Errorf("%s is no result of docket score fields --json: %w", ShortenPath(name), err)
	}
	return &old, nil
}

// printChanges writes which fields of which documents have become right or stopped being so.
func (r scoreReport) printChanges(out io.Writer, old scoreReport) error {
	w := bufio.NewWriter(out)
	before := map[[2]string]bool{}
	for _, d := range old.Documents {
		for _, f := range d.Fields {
			before[[2]string{d.Name, f.Field}] = f.Correct
		}
	}
	better, worse := 0, 0
	for _, d := range r.Documents {
		for _, f := range d.Fields {
			was, known := before[[2]string{d.Name, f.Field}]
			switch {
			case !known || was == f.Correct:
			case f.Correct:
				better++
				fmt.Fprintf(w, "better: %s: %s: %s\n", d.Name, f.Field, quoteValues(f.Found))
			default:
				worse++
				fmt.Fprintf(w, "worse: %s: %s: wanted %s, found %s\n", d.Name, f.Field, quoteValues(f.Wanted), quoteValues(f.Found))
			}
		}
	}
	fmt.Fprintf(w, "%d better, %d worse, F1 %.3f -> %.3f\n", better, worse, old.All.F1, r.All.F1)
	return w.Flush()
}

// watchPeriod is the time between two looks at the files of a folder.
const watchPeriod = 300 * time.Millisecond

// watchFolder calls run now, and again whenever a file of the folder has changed, until the
// context ends.
func watchFolder(ctx context.Context, dir string, run func()) error {
	tick := time.NewTicker(watchPeriod)
	defer tick.Stop()
	seen := ""
	for {
		state, err := folderState(dir)
		if err != nil {
			return err
		}
		if state != seen {
			seen = state
			run()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// folderState returns a text that differs when a file of the folder has changed.
func folderState(dir string) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			fmt.Fprintln(&b, path, info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
	return b.String(), err
}
