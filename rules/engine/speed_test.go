package engine

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestSpeedBesideDrools times the programs in the file that DOCKET_DROOLS_SPEED names, and logs
// the CPU time of the first run and the median of all beside those of Drools, and how they grow:
// make drools BENCH=1 records them. Both must find as many matches.
func TestSpeedBesideDrools(t *testing.T) {
	path := os.Getenv("DOCKET_DROOLS_SPEED")
	if path == "" {
		t.Skip("DOCKET_DROOLS_SPEED is not set: make drools BENCH=1 does")
	}
	t.Logf("%-14s %28s   %28s   %s", "program", "Docket first/median ms", "Drools first/median ms", "first, median: times Drools")
	ours1000, theirs1000 := map[string]float64{}, map[string]float64{}
	for _, trace := range readTraces(t, path) {
		ours, matches := timeRuns(t, trace)
		if len(trace.Out) != 1 || trace.Out[0] != fmt.Sprint(matches) {
			t.Errorf("%s: %d lines of output, in Drools %v", trace.Name, matches, trace.Out)
		}
		a, b, x, y := ours[0], medianOf(ours), trace.CPU[0], medianOf(trace.CPU)
		t.Logf("%-14s %14.1f / %11.1f   %14.0f / %11.0f   %.2f, %.2f", trace.Name, a, b, x, y, a/x, b/y)
		if what, few := strings.CutSuffix(trace.Name, " @1000"); few {
			ours1000[what], theirs1000[what] = b, meanOf(trace.CPU[1:])
		}
		if what, many := strings.CutSuffix(trace.Name, " @10000"); many && ours1000[what] > 0 {
			t.Logf("%-14s grows from 1,000 to 10,000 facts with the exponent %.2f, in Drools %.2f", what,
				math.Log10(b/ours1000[what]), math.Log10(meanOf(trace.CPU[1:])/theirs1000[what]))
		}
	}
}

// timeRuns runs the program of a trace as often as Drools has, and returns the CPU milliseconds of
// each run and how many lines it adds to out.
func timeRuns(t *testing.T, trace droolsTrace) (cpu []float64, lines int) {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(trace.DRL))
	problems = append(append(problems, syntax.ParseJava(file)...), check.ExpandPatterns(file)...)
	file, more := check.FindUnsupported(file)
	program, rest := Compile(file, javaRegistry())
	if problems = slices.Concat(problems, more, rest); len(problems) > 0 {
		t.Fatal(trace.Name, problems)
	}
	for range trace.CPU {
		out := host.NewList()
		s := NewSession(context.Background(), program, nil, map[string]any{"out": out}, Limits{})
		var facts []any
		for line := range strings.Lines(trace.Data) {
			facts = append(facts, factOfLine(t, s, file, strings.TrimSuffix(line, "\n")))
		}
		before := processTime(t)
		for _, f := range facts {
			s.Insert(f, false)
		}
		if err := s.Run(); err != nil {
			t.Fatal(trace.Name, err)
		}
		cpu, lines = append(cpu, float64(processTime(t)-before)/float64(time.Millisecond)), len(out.Items)
	}
	return cpu, lines
}

// processTime returns the CPU time of the process so far.
func processTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// meanOf returns the mean, which tells more than the median of times in steps of 10 ms.
func meanOf(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

func medianOf(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
