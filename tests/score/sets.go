package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// setsCommand measures every set of tables in a folder, half by half.
type setsCommand struct {
	author.Reading
	Dir string `arg:"" type:"existingdir" help:"Directory whose directories hold NAME.pdf, NAME-reg.xml and NAME-str.xml."`
}

// Help shows how it is used.
func (setsCommand) Help() string {
	return `It prints one row for each half of a set, as docs/performance.md has them: F1 per document with regions
given and end to end, and the part of the wrong and of the right cells that the reader says to be uncertain, as
"score tables" measures them. A document belongs to a half by its name. Mistakes may be looked at in the first
half only; the other one says what to expect of documents that nobody has seen.`
}

// inFirstHalf halves what is measured by its name.
func inFirstHalf(name string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return h.Sum32()%2 == 0
}

// Run measures the sets.
func (s setsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return fmt.Errorf("read sets: %w", err)
	}
	in := s.NewReader(template.Settings{})
	defer in.Close()
	fmt.Fprintln(streams.Out, "| set | half | documents | regions given | end to end | wrong cells told | right cells told |")
	fmt.Fprintln(streams.Out, "|---|---|---|---|---|---|---|")
	sets := 0
	for _, e := range entries {
		dir := filepath.Join(s.Dir, e.Name())
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		truths, err := tableTruths(dir)
		if err != nil {
			return err
		}
		if len(truths) == 0 {
			continue
		}
		sets++
		var halves [2]scoredTables
		for _, t := range truths {
			if t.problem != "" {
				fmt.Fprintln(streams.Err, "docket: left out:", t.problem)
				continue
			}
			half := &halves[1]
			if inFirstHalf(t.name) {
				half = &halves[0]
			}
			half.Documents = append(half.Documents, tablesCommand{}.scoreDocument(ctx, in, t))
		}
		for i, name := range []string{"first", "other"} {
			h := &halves[i]
			h.sumDocuments()
			fmt.Fprintf(streams.Out, "| %s | %s | %d | %.3f | %.3f | %.3f of %d | %.4f of %d |\n", e.Name(), name, len(h.Documents),
				h.Given.PerDocument.F1, h.EndToEnd.PerDocument.F1, h.Doubts.ShareOfWrong(), h.Doubts.Wrong, h.Doubts.ShareOfRight(), h.Doubts.Right)
		}
	}
	if sets == 0 {
		return terminal.ReportMisuse(streams, "there is no directory with NAME-str.xml beside a NAME.pdf in %s", s.Dir)
	}
	return nil
}
