package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Limits that a step must meet for the service to keep up.
const (
	leastDone   = 0.95            // of the requests that were due
	mostLatency = 2 * time.Second // p99
)

// A row holds the results of one step.
type row struct {
	profile              string
	rate                 float64
	due                  int
	took                 map[string][]time.Duration // of requests that were answered well, sorted: "", "reads", "writes", and each deed
	errors               map[string]int             // by kind
	throughput           float64                    // answered well, a second of the step
	cpu, servers, own    float64                    // processors in use: nodes, servers beside them, the one who sends
	memory, serverMemory int64                      // bytes at the end
	lag                  float64                    // events, at most
	drain                time.Duration              // after the step, until all uploads were processed
}

func newRow(rate float64, length time.Duration, deeds []operation, outcomes []outcome) row {
	r := row{rate: rate, due: len(outcomes), took: map[string][]time.Duration{}, errors: map[string]int{}}
	for _, o := range outcomes {
		if o.err != nil {
			r.errors[kindOf(o.err)]++
			continue
		}
		d := deeds[o.deed]
		kind := "reads"
		if d.write {
			kind = "writes"
		}
		for _, name := range []string{"", kind, d.name} {
			r.took[name] = append(r.took[name], o.took)
		}
	}
	for _, times := range r.took {
		slices.Sort(times)
	}
	r.throughput = float64(len(r.took[""])) / length.Seconds()
	return r
}

// quantileOf returns a quantile in milliseconds, 0 without values.
func (r row) quantileOf(name string, quantile float64) float64 {
	times := r.took[name]
	if len(times) == 0 {
		return 0
	}
	return float64(times[min(len(times)-1, int(quantile*float64(len(times))))].Microseconds()) / 1000
}

// overloadReason returns the sign that a service does not keep up, "" while it does.
func (r row) overloadReason() string {
	switch {
	case float64(len(r.took[""])) < leastDone*float64(r.due):
		return fmt.Sprintf("%d of %d requests were answered", len(r.took[""]), r.due)
	case r.quantileOf("", 0.99) > float64(mostLatency.Milliseconds()):
		return fmt.Sprintf("one in a hundred took more than %.0f ms", r.quantileOf("", 0.99))
	}
	return ""
}

// columns are the heads of the table and their widths.
var columns = []string{
	"due/s", "done/s", "p50 ms", "p99 ms", "max ms", "reads p99", "writes p99", "CPU", "servers", "sender",
	"MiB", "lag", "drain s", "errors",
}

func printHeader(out io.Writer, profile string) {
	fmt.Fprintf(out, "\n%s: requests on schedule; CPU in processors, lag in events, drain until all uploads are processed\n", profile)
	for _, c := range columns {
		fmt.Fprintf(out, "%*s ", max(8, len(c)), c)
	}
	fmt.Fprintln(out)
}

// print writes the row below the header.
func (r row) print(out io.Writer) {
	cells := []string{
		fmt.Sprintf("%.0f", r.rate), fmt.Sprintf("%.1f", r.throughput), fmt.Sprintf("%.1f", r.quantileOf("", 0.5)),
		fmt.Sprintf("%.1f", r.quantileOf("", 0.99)), fmt.Sprintf("%.1f", r.quantileOf("", 1)),
		fmt.Sprintf("%.1f", r.quantileOf("reads", 0.99)), fmt.Sprintf("%.1f", r.quantileOf("writes", 0.99)),
		fmt.Sprintf("%.2f", r.cpu), fmt.Sprintf("%.2f", r.servers), fmt.Sprintf("%.2f", r.own),
		fmt.Sprintf("%d+%d", r.memory>>20, r.serverMemory>>20), fmt.Sprintf("%.0f", r.lag),
		fmt.Sprintf("%.1f", r.drain.Seconds()), r.errorKinds(),
	}
	for n, c := range columns {
		fmt.Fprintf(out, "%*s ", max(8, len(c)), cells[n])
	}
	fmt.Fprintln(out)
}

// errorKinds counts the errors by kind.
func (r row) errorKinds() string {
	var out []string
	for _, kind := range slices.Sorted(maps.Keys(r.errors)) {
		out = append(out, fmt.Sprintf("%d %s", r.errors[kind], kind))
	}
	if out == nil {
		return "none"
	}
	return strings.Join(out, ", ")
}

// writeCSV writes a line for each step and kind of request.
func writeCSV(name string, rows []row) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	_ = w.Write([]string{
		"profile", "due_per_second", "request", "answered", "answered_per_second", "p50_ms", "p99_ms",
		"max_ms", "cpu", "servers_cpu", "sender_cpu", "memory_bytes", "servers_memory_bytes", "lag_events",
		"drain_seconds", "errors",
	})
	for _, r := range rows {
		for _, name := range slices.Sorted(maps.Keys(r.took)) {
			request := name
			if name == "" {
				request = "all"
			}
			_ = w.Write([]string{
				r.profile, fmt.Sprint(r.rate), request, fmt.Sprint(len(r.took[name])),
				fmt.Sprintf("%.1f", r.throughput*float64(len(r.took[name]))/float64(max(1, len(r.took[""])))),
				fmt.Sprint(r.quantileOf(name, 0.5)), fmt.Sprint(r.quantileOf(name, 0.99)), fmt.Sprint(r.quantileOf(name, 1)),
				fmt.Sprintf("%.3f", r.cpu), fmt.Sprintf("%.3f", r.servers), fmt.Sprintf("%.3f", r.own),
				fmt.Sprint(r.memory), fmt.Sprint(r.serverMemory), fmt.Sprint(r.lag),
				fmt.Sprintf("%.2f", r.drain.Seconds()), r.errorKinds(),
			})
		}
	}
	w.Flush()
	return w.Error()
}

// ownUse returns the processor time of the load generator.
func ownUse() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
