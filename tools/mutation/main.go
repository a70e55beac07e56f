// Command mutation measures how much the tests notice: it makes small mistakes in
// the code, one at a time, and runs the tests on each.
//
//	mutation -n 100 -seed 1 -min 90 -tests ./rules/... ./rules/...
//
// The arguments say which packages are changed, -tests whose tests have to notice.
// The tree itself is never touched: changed files are given to the Go tool as an
// overlay. All changes inside functions are compiled at once, each behind a
// switch, so that a further mutant costs no more than the tests that come to it.
//
// Left out are main packages, generated code, methods named String, and the words of
// messages. So is what no test can notice because nothing changes: a result that
// becomes zero where it is the zero value already (a constant, an empty struct), and
// the capacity or size given to make. A change that does not compile is not
// counted: another one is drawn. Tests that do not compile with it, or run into the
// time or memory limit, have noticed. It prints each change that no test noticed and
// closes with "caught 93 of 100 (93 %)"; it exits with 1 when that is less than -min.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// options are the command line.
type options struct {
	dir      string // where the Go tool runs; "" is here
	count    int
	seed     uint64
	min      int // percent
	workers  int
	more     time.Duration // that a test may take beyond what it usually takes
	skip     string        // tests that do not run
	patterns []string      // packages to change
	tests    []string      // packages whose tests run
}

func main() {
	var o options
	flag.IntVar(&o.count, "n", 100, "how many mutants are drawn")
	flag.Uint64Var(&o.seed, "seed", 1, "which ones: the same seed draws the same mutants of the same code")
	flag.IntVar(&o.min, "min", 90, "percent that must be caught")
	flag.IntVar(&o.workers, "p", min(2, runtime.NumCPU()), "how many tests run at a time")
	flag.DurationVar(&o.more, "more", 10*time.Second, "how long a test may take beyond four times of what it takes without a mutant")
	flag.StringVar(&o.skip, "skip", "", "tests that do not run, as a regular expression: for a quick look without the slow ones")
	tests := flag.String("tests", "", "packages whose tests run, separated by spaces; by default the changed ones")
	flag.Parse()
	if o.patterns = flag.Args(); len(o.patterns) == 0 {
		o.patterns = []string{"."}
	}
	if o.tests = strings.Fields(*tests); len(o.tests) == 0 {
		o.tests = o.patterns
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	r, err := measure(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
	}
	if r != nil && (err == nil || len(r.mutants) > 0) {
		r.write(os.Stdout)
	}
	if err != nil {
		os.Exit(2)
	}
	if !r.reaches(o.min) {
		os.Exit(1)
	}
}

// measure draws mutants, runs the tests on each and shows those that live. When it
// is interrupted the report is of the mutants that have been tried.
func measure(ctx context.Context, o options, out io.Writer) (*report, error) {
	code, err := load(ctx, o.dir, o.patterns)
	if err != nil {
		return nil, err
	}
	drawn := draw(code, o.count, o.seed)
	bench, err := newBench(ctx, o)
	if err != nil {
		return nil, err
	}
	defer bench.close()
	err = bench.try(ctx, drawn, func(m *mutant) { m.show(out) })
	return &report{slices.DeleteFunc(drawn, func(m *mutant) bool { return !m.tried })}, err
}

// draw takes n mutants that compile, or all when there are fewer.
func draw(code *code, n int, seed uint64) []*mutant {
	var all []*mutant
	for _, p := range code.packages {
		for _, s := range p.files {
			all = append(all, find(p, s)...)
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []*mutant
	for _, m := range all {
		if len(out) < n && code.compiles(m) {
			m.id = len(out) + 1
			out = append(out, m)
		}
	}
	return out
}
