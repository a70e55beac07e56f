package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/queries"
)

// scoring holds what the measures of extracted values have in common.
type scoring struct {
	Template string            `required:"" type:"existingdir" placeholder:"DIR" help:"Directory of the template that extracts the values."`
	As       map[string]string `placeholder:"KEY=NAME" help:"Component NAME holds the values of KEY. Default: the one of that name."`
	Workers  int               `placeholder:"N" help:"Documents that are read at once. Default: the number of cores, at most 4."`
	JSON     bool              `help:"Print JSON."`
	author.Reading
	Dir string `arg:"" type:"existingdir" help:"Directory of documents with ground truth."`
}

// nameHelp is told of all measures of values.
const nameHelp = `A key of the ground truth belongs to the component whose technical name equals it, where only
letters and digits count, without regard to case: flight_from, FlightFrom and Flight_From are
one. --as names another component, for example --as contract_num=Contract_Number.

Documents are read on all cores; progress goes to standard error. A document that cannot be
read counts as one in which nothing was found; then the exit code is 1.`

// A truth is a document with what should be extracted from it.
type truth struct {
	name     string
	pdf      func() (path string, err error) // where its PDF is
	expected []measure.Pair
}

// An extraction holds what was extracted from one document, by component.
type extraction struct {
	values map[string][]string
	err    error
}

// extractValues runs the rules over all documents; the answers are in their order.
func (s scoring) extractValues(ctx context.Context, streams terminal.Streams, truths []truth) ([]extraction, error) {
	rules, err := author.CompileTemplate(streams, s.Template)
	if err != nil {
		return nil, err
	}
	workers := s.Workers
	if workers < 1 {
		workers = min(runtime.NumCPU(), 4)
	}
	out, next := make([]extraction, len(truths)), make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range min(workers, len(truths)) {
		wg.Go(func() {
			in := s.NewReader(rules.Settings())
			defer in.Close()
			for i := range next {
				out[i] = extractOne(ctx, in, rules, truths[i])
				mu.Lock()
				done++
				fmt.Fprintf(streams.Err, "%d/%d %s\n", done, len(truths), truths[i].name)
				mu.Unlock()
			}
		})
	}
	for i := range truths {
		next <- i
	}
	close(next)
	wg.Wait()
	return out, ctx.Err()
}

// extractOne reads one document and runs the rules over it.
func extractOne(ctx context.Context, in *author.Reader, rules *analysis.RuleSet, t truth) (e extraction) {
	path, err := t.pdf()
	if err != nil {
		return extraction{err: err}
	}
	tree, err := in.ReadTree(ctx, path)
	if err != nil {
		return extraction{err: err}
	}
	result, err := rules.Run(ctx, tree)
	if err != nil {
		return extraction{err: err}
	}
	e.values = map[string][]string{}
	for _, c := range queries.ExtractedComponents(result, rules.Components()) {
		for _, v := range c.Values {
			e.values[c.Name] = append(e.values[c.Name], v.Value)
		}
	}
	return e
}

// valuesForKey gives the values that were extracted for a key of the ground truth.
func (s scoring) valuesForKey(e extraction, key string) []string {
	name := key
	for k, as := range s.As {
		if measure.SameName(k) == measure.SameName(key) {
			name = as
		}
	}
	for component, values := range e.values {
		if measure.SameName(component) == measure.SameName(name) {
			return values
		}
	}
	return nil
}

// inDir is the place of a file of the directory, if it is there.
func inDir(dir, name string) func() (string, error) {
	return func() (string, error) {
		path := filepath.Join(dir, filepath.Base(name))
		_, err := os.Stat(path)
		if os.IsNotExist(err) {
			return "", fmt.Errorf("there is no such file in %s", dir)
		}
		return path, err
	}
}

// errorSentence is the sentence of a failure, "" without one.
func errorSentence(err error) string {
	if err == nil {
		return ""
	}
	return author.DescribeError(err)
}
