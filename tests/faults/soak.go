package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// maxGrowth is how much more memory, in MiB, a process may have at the end of a soak than when it was warm.
const maxGrowth = 5

// A soak is a run under load without faults, in which the memory of each process is looked at.
type soak struct {
	last  time.Duration // in all
	every time.Duration // between two looks; the first one finds the processes warm
}

// memoryOf returns the MiB of a process that are in memory.
func memoryOf(pid int) (float64, error) {
	kib, err := statusOf(pid, "VmRSS:")
	return kib / 1024, err
}

// statusOf returns a number that the kernel tells of a process.
func statusOf(pid int, field string) (n float64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, field); ok {
			_, err = fmt.Sscan(rest, &n)
			return n, err
		}
	}
	return 0, fmt.Errorf("process %d has ended", pid)
}

// pid returns the process that was started last.
func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cmd.Process.Pid
}

// soakNodes prints the memory of each process of Docket again and again, and fails when one has grown.
func (g *game) soakNodes(ctx context.Context, s soak) error {
	if s.last < 2*s.every {
		return fmt.Errorf("-soak %s is too short: name twice -soak-every (%s) or more", s.last, s.every)
	}
	series := map[string][]float64{}
	for begun := time.Now(); time.Since(begun) < s.last; {
		sleepFor(ctx, s.every)
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprintf(g.out, "%6.0f min", time.Since(begun).Minutes())
		for _, n := range g.cluster.nodes {
			mib, err := memoryOf(n.pid())
			if err != nil {
				return fmt.Errorf("memory of %s: %w", n.name, err)
			}
			series[n.name] = append(series[n.name], mib)
			fmt.Fprintf(g.out, "  %s %.0f MiB", n.name, mib)
		}
		fmt.Fprintln(g.out)
	}
	var grown error
	for _, n := range g.cluster.nodes {
		grown = errors.Join(grown, judgeGrowth(n.name, series[n.name]))
	}
	return grown
}

// judgeGrowth compares what a process takes at the end with what it took when it was warm.
func judgeGrowth(name string, series []float64) error {
	warm, end := series[0], series[len(series)-1]
	if end > warm+maxGrowth {
		return fmt.Errorf("%s grew from %.0f to %.0f MiB, and may grow by %d", name, warm, end, maxGrowth)
	}
	return nil
}
