package main

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/internal/procs"
)

// Commands of the part readable come at this rate, whether or not earlier ones were answered.
const (
	commandRate = 200 // a second
	commandTime = 8   // seconds
)

// measureReadable sends commands on schedule and reads after each what it has changed.
func measureReadable(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	s, err := c.startService(ctx, b)
	if err != nil {
		return o, err
	}
	defer s.close()
	template, err := s.findTemplate(ctx)
	if err != nil {
		return o, err
	}
	dossiers := make([]string, 100)
	for i := range dossiers {
		if dossiers[i], err = s.makeDossier(ctx, template, fmt.Sprintf("Dossier %d", i)); err != nil {
			return o, err
		}
	}
	if _, err := s.sendOnSchedule(ctx, dossiers, commandRate); err != nil { // opens connections, fills caches
		return o, err
	}
	before, err := s.cpu()
	if err != nil {
		return o, err
	}
	times, err := s.sendOnSchedule(ctx, dossiers, c.scale(commandRate*commandTime))
	if err != nil {
		return o, err
	}
	after, err := s.cpu()
	if err != nil {
		return o, err
	}
	slices.Sort(times)
	o.add("command and reading", "CPU ms", cpuCost, (after-before).Seconds()*1000/float64(len(times)))
	o.add("command to readable, p50", "ms", latency, times[len(times)/2].Seconds()*1000)
	o.add("command to readable, p99", "ms", latency, times[len(times)*99/100].Seconds()*1000)
	return o, nil
}

// sendOnSchedule sends n commands and returns how long each took, from when it was due until its
// effect was read.
func (s *service) sendOnSchedule(ctx context.Context, dossiers []string, n int) ([]time.Duration, error) {
	type answer struct {
		took time.Duration
		err  error
	}
	answers := make(chan answer, n)
	start := time.Now()
	for i := range n {
		due := start.Add(time.Duration(i) * time.Second / commandRate)
		time.Sleep(time.Until(due))
		go func() {
			err := s.changeAndRead(ctx, dossiers[i%len(dossiers)], i%len(dossiers), fmt.Sprintf("%s %09d", start.Format(time.RFC3339Nano), i))
			answers <- answer{time.Since(due), err}
		}()
	}
	var times []time.Duration
	var failed error
	for range n {
		a := <-answers
		if failed == nil {
			failed = a.err
		}
		times = append(times, a.took)
	}
	return times, failed
}

// changeAndRead gives a dossier another description and reads it back.
func (s *service) changeAndRead(ctx context.Context, dossier string, number int, description string) error {
	position, err := s.send(ctx, request{method: http.MethodPost, path: path.Dir(dossier), contentType: "application/json",
		body: fmt.Appendf(nil, `{"id":%q,"name":"Dossier %d","description":%q}`, path.Base(dossier), number, description)}, nil)
	if err != nil {
		return err
	}
	var d struct{ Description string }
	if _, err := s.send(ctx, request{method: http.MethodGet, path: dossier, position: position}, &d); err != nil {
		return err
	}
	if d.Description < description { // a later one may have come
		return fmt.Errorf("read %s: got %q, want %q", dossier, d.Description, description)
	}
	return nil
}

// How often a program and a service start in a round; the median counts.
const (
	startsOfPrograms = 5
	startsOfServices = 3
)

// measureStart starts a process that reads one page, and a service on data that are there, and
// reads the memory of the service at rest.
func measureStart(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	files, err := c.inputs.invoices(c.count)
	if err != nil {
		return o, err
	}
	var times []float64
	for range startsOfPrograms {
		_, cpu, err := c.extract(ctx, b, files[0])
		if err != nil {
			return o, err
		}
		times = append(times, cpu.Seconds()*1000)
	}
	o.add("extract one page, with the start", "CPU ms", cpuCost, medianOf(times))
	s, err := c.startService(ctx, b)
	if err != nil {
		return o, err
	}
	defer s.close()
	return o, s.measureStarts(ctx, &o)
}

// measureStarts starts the service again and again until it is ready, and lets it come to rest.
func (s *service) measureStarts(ctx context.Context, o *outcome) error {
	var cpu, wall, rest []float64
	for range startsOfServices {
		if err := s.stop(); err != nil {
			return fmt.Errorf("stop the service: %w", err)
		}
		began := time.Now()
		if err := s.start(ctx); err != nil {
			return err
		}
		wall = append(wall, time.Since(began).Seconds()*1000)
		used, err := s.cpu()
		if err != nil {
			return err
		}
		cpu = append(cpu, used.Seconds()*1000)
		if err := s.awaitRest(ctx); err != nil {
			return err
		}
		resident, err := procs.ResidentOf(s.cmd.Process.Pid)
		if err != nil {
			return err
		}
		rest = append(rest, float64(resident)/(1<<20))
	}
	o.add("serve until ready", "CPU ms", cpuCost, medianOf(cpu))
	o.add("serve until ready", "ms", latency, medianOf(wall))
	o.add("memory at rest after the start", "MiB", memory, medianOf(rest))
	return nil
}

// awaitRest waits until the service has used next to no processor time for three seconds.
func (s *service) awaitRest(ctx context.Context) error {
	last, still := time.Duration(0), 0
	return waitUntil(ctx, "the service does not come to rest", time.Minute, time.Second, func() (bool, error) {
		now, err := s.cpu()
		if still++; now-last > 50*time.Millisecond {
			still = 0
		}
		last = now
		return still >= 3, err
	})
}
