package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// An outcome is that of one request that was due.
type outcome struct {
	deed int
	took time.Duration // from when it was due until it was answered
	err  error
}

// errUnsent reports that a request was due while too many others waited for an answer.
var errUnsent = errors.New("not sent: too many requests wait")

// runStep sends requests at a rate for some time. Each is sent when it is due, regardless of
// earlier ones, and its time runs from then: a service that stalls is charged with all
// requests that come meanwhile.
func (w *work) runStep(ctx context.Context, rate float64, length time.Duration) (row, error) {
	var err error
	if w.token, err = w.i.signIn(ctx); err != nil { // tokens live for minutes
		return row{}, err
	}
	if w.uploads, err = w.makeDossier(ctx); err != nil {
		return row{}, err
	}
	nodes, servers, err := w.i.readUse()
	if err != nil {
		return row{}, err
	}
	own := ownUse()
	watching, stop := context.WithCancel(ctx)
	lag := w.watchLag(watching)
	began := time.Now()
	outcomes := w.sendDue(ctx, rate, length)
	wall := time.Since(began)
	stop()
	r := newRow(rate, length, w.allOperations(), outcomes)
	r.lag = <-lag
	after, serversAfter, err := w.i.readUse()
	if err != nil {
		return r, err
	}
	r.cpu = (after.cpu - nodes.cpu).Seconds() / wall.Seconds()
	r.servers = (serversAfter.cpu - servers.cpu).Seconds() / wall.Seconds()
	r.own = (ownUse() - own).Seconds() / wall.Seconds()
	r.memory, r.serverMemory = after.memory, serversAfter.memory
	drained := time.Now()
	err = w.awaitProcessed(ctx)
	r.drain = time.Since(drained)
	return r, err
}

// sendDue sends what is due and waits for the last answer.
func (w *work) sendDue(ctx context.Context, rate float64, length time.Duration) []outcome {
	deeds := w.allOperations()
	n := int(rate * length.Seconds())
	out := make([]outcome, n)
	slots := make(chan struct{}, w.outstanding)
	var all sync.WaitGroup
	start := time.Now()
	for i := range n {
		due := start.Add(time.Duration(float64(i) / rate * float64(time.Second)))
		time.Sleep(time.Until(due))
		out[i].deed = chooseOperation(deeds)
		select {
		case slots <- struct{}{}:
		default:
			out[i].err = errUnsent
			continue
		}
		all.Go(func() {
			out[i].err = deeds[out[i].deed].do(ctx)
			out[i].took = time.Since(due)
			<-slots
		})
	}
	all.Wait()
	return out
}

func chooseOperation(deeds []operation) int {
	sum := 0
	for _, d := range deeds {
		sum += d.weight
	}
	n := rand.IntN(sum)
	for i, d := range deeds {
		if n -= d.weight; n < 0 {
			return i
		}
	}
	return 0
}

// kindOf returns the same text for errors of the same kind.
func kindOf(err error) string {
	var f *failure
	var network net.Error
	switch {
	case errors.Is(err, errUnsent):
		return "not sent"
	case errors.As(err, &f):
		return strconv.Itoa(f.status)
	case errors.As(err, &network) && network.Timeout():
		return "no answer in time"
	}
	return "connection"
}

// watchLag reads the nodes' metrics every second until ctx ends, and then sends the
// highest number of events that a view was behind the log.
func (w *work) watchLag(ctx context.Context) <-chan float64 {
	out := make(chan float64, 1)
	go func() {
		most := 0.
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				out <- most
				return
			case <-tick.C:
			}
			for _, n := range w.i.nodes {
				lag, err := n.viewLag(ctx)
				if err == nil {
					most = max(most, lag)
				}
			}
		}
	}()
	return out
}

// viewLag returns how many events the view that is furthest behind lacks.
func (n *node) viewLag(ctx context.Context) (most float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.admin+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if line := lines.Text(); strings.HasPrefix(line, "docket_projection_lag_events{") {
			v, err := strconv.ParseFloat(line[strings.LastIndexByte(line, ' ')+1:], 64)
			if err != nil {
				return 0, fmt.Errorf("metrics: %w", err)
			}
			most = max(most, v)
		}
	}
	return most, nil
}
