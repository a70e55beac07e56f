package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"

	"github.com/seed-62a36931/docket/tests/faults/proxy"
)

// A fault is something that fails. begin makes it fail and returns what it did; heal
// repairs it. A fault whose heal is late outlives the first check whether the cluster
// serves: another part must have taken over.
type fault struct {
	name  string
	last  time.Duration // how long it lasts at least
	late  bool          // healed only when the cluster serves without what failed
	begin func(ctx context.Context, r *rand.Rand) (what string, heal func(context.Context) error, err error)
}

// possibleFaults returns all faults that this machine can cause, and why it cannot cause the
// others.
func (c *cluster) possibleFaults(w *witness) (out []fault, skipped []string) {
	if c.disk != nil {
		return []fault{{name: "cut-power", last: time.Second, begin: cutPower(c, w)}}, nil
	}
	if c.made.alone != "" {
		return c.faultsAlone(), nil
	}
	for _, role := range []string{"api", "projector", "worker", "relay"} {
		out = append(out,
			fault{name: "kill-" + role, late: true, begin: c.killNode(role)},
			fault{name: "pause-" + role, last: leaseTime + 2*time.Second, begin: c.pauseNode(role)})
	}
	out = append(out,
		fault{name: "kill-postgres", last: time.Second, begin: c.killPostgres},
		fault{name: "kill-nats", last: time.Second, begin: c.killNATS},
		fault{name: "kill-several", last: time.Second, begin: c.killSeveral},
		fault{name: "slow-postgres", last: 3 * time.Second, begin: c.slowPostgres},
		fault{name: "repeated-messages", last: time.Second, begin: c.repeatMessages(w)})
	if c.store != nil {
		out = append(out, fault{name: "kill-store", last: time.Second, begin: c.killStore})
	}
	if c.eventStore != nil {
		out = append(out, fault{name: "kill-eventstore", last: time.Second, begin: c.killEventStore})
	}
	for _, kind := range weathers {
		out = append(out, fault{name: "net-" + kind.name, last: 3 * time.Second, begin: c.breakLinks(kind)})
	}
	if len(c.mounted) == len(rooms) {
		out = append(out,
			fault{name: "full-disk", last: 2 * time.Second, begin: c.fillDisk},
			fault{name: "full-nats", last: 3 * time.Second, begin: c.fillNATS})
	} else {
		skipped = append(skipped, "full-disk, full-nats: mounting a small file system needs root")
	}
	if c.clock != "" {
		out = append(out, fault{name: "clock-postgres", last: 2 * time.Second, begin: c.jumpClock})
	} else {
		skipped = append(skipped, "clock-postgres: libfaketime is not installed")
	}
	if c.made.fixed == nil {
		out = append(out, fault{name: clockFault, last: leaseTime + 2*time.Second, begin: c.jumpNode})
	} else {
		skipped = append(skipped, clockFault+": "+c.made.fixed.Error())
	}
	return out, skipped
}

// faultsAlone are those of an installation of one process, which is started again whenever it ends.
func (c *cluster) faultsAlone() []fault {
	service := c.nodes[0]
	rest := func(context.Context) error { return nil }
	out := []fault{
		{name: "kill-service", begin: func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
			return "SIGKILL the service", rest, service.kill()
		}},
		{name: "kill-all", begin: func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
			return "SIGKILL the service and its workers", rest, signalAll(service.pid(), syscall.SIGKILL)
		}},
	}
	if c.memory != nil {
		out = append(out, fault{name: "memory", last: 5 * time.Second,
			begin: func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
				return fmt.Sprintf("%d killed for want of memory", c.memory.killedCount()), rest, nil
			}})
	}
	if c.postgres != nil {
		out = append(out, fault{name: "kill-postgres", last: time.Second, begin: c.killPostgres})
	}
	return out
}

func pickRandom[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func (c *cluster) killNode(role string) func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return func(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
		n := pickRandom(r, c.withRole(role))
		return "SIGKILL " + n.name, func(context.Context) error { return n.start() }, n.kill()
	}
}

// killSeveral kills two or three processes at once, whichever.
func (c *cluster) killSeveral(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
	what, failed := "SIGKILL", error(nil)
	var dead []*node
	for _, i := range r.Perm(len(c.nodes))[:2+r.IntN(2)] {
		n := c.nodes[i]
		what, dead, failed = what+" "+n.name, append(dead, n), errors.Join(failed, n.kill())
	}
	return what, func(context.Context) error {
		var failed error
		for _, n := range dead {
			failed = errors.Join(failed, n.start())
		}
		return failed
	}, failed
}

// pauseNode stops a process for longer than a lease lives, and resumes it: it does not
// know what it has missed.
func (c *cluster) pauseNode(role string) func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return func(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
		n := pickRandom(r, c.withRole(role))
		return "SIGSTOP " + n.name, func(context.Context) error { return n.sendSignal(syscall.SIGCONT) }, n.sendSignal(syscall.SIGSTOP)
	}
}

func (c *cluster) killPostgres(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
	if r.IntN(3) == 0 {
		return "SIGQUIT PostgreSQL", c.postgres.Restart, c.postgres.Kill()
	}
	return "SIGKILL PostgreSQL", c.postgres.Restart, c.postgres.Crash()
}

func (c *cluster) killNATS(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return "SIGKILL NATS", func(ctx context.Context) error { return errors.Join(c.nats.start(), c.awaitNATS(ctx)) }, c.nats.kill()
}

// slowPostgres stops PostgreSQL most of the time, like a disk that cannot keep up.
func (c *cluster) slowPostgres(ctx context.Context, _ *rand.Rand) (string, func(context.Context) error, error) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		var failed error
		for ctx.Err() == nil {
			failed = errors.Join(failed, signalAll(c.postgres.Pid(), syscall.SIGSTOP))
			sleepFor(ctx, 150*time.Millisecond)
			failed = errors.Join(failed, signalAll(c.postgres.Pid(), syscall.SIGCONT))
			sleepFor(ctx, 50*time.Millisecond)
		}
		ended <- failed
	}()
	return "PostgreSQL runs a quarter of the time", func(context.Context) error { cancel(); return <-ended }, nil
}

// sleepFor waits, unless ctx ends.
func sleepFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// A weatherKind is how links fail.
type weatherKind struct {
	name    string
	weather proxy.Weather
}

var weathers = []weatherKind{
	{"reset", proxy.Weather{Refuse: true}},
	{"close", proxy.Weather{Close: true}},
	{"delay", proxy.Weather{Delay: 60 * time.Millisecond}},
	{"hold", proxy.Weather{Hold: proxy.Both}},
	{"half-open", proxy.Weather{Swallow: proxy.Both}},
	{"no-answers", proxy.Weather{Swallow: proxy.ToClient}},
	{"no-requests", proxy.Weather{Swallow: proxy.ToServer}},
	{"late-answers", proxy.Weather{Hold: proxy.ToClient}},
}

// breakLinks makes links of one process, or of all of a kind, fail.
func (c *cluster) breakLinks(kind weatherKind) func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return func(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
		to := []string{"PostgreSQL", "PostgreSQL", "NATS", "its clients"}
		if c.store != nil {
			to = append(to, "the object store", "the object store")
		}
		return c.breakTo(kind, pickRandom(r, to), r)
	}
}

// breakTo makes the links to one end fail.
func (c *cluster) breakTo(kind weatherKind, to string, r *rand.Rand) (string, func(context.Context) error, error) {
	nodes := c.nodes
	if r.IntN(4) > 0 {
		nodes = []*node{pickRandom(r, c.nodes)}
		for nodes[0].linksByTarget()[to] == nil {
			nodes = []*node{pickRandom(r, c.nodes)}
		}
	}
	who := "all"
	if len(nodes) == 1 {
		who = nodes[0].name
	}
	for _, n := range nodes {
		if p := n.linksByTarget()[to]; p != nil {
			p.SetWeather(kind.weather)
		}
	}
	return fmt.Sprintf("%s between %s and %s", kind.name, who, to), func(context.Context) error {
		for _, n := range nodes {
			n.calmLinks()
		}
		return nil
	}, nil
}
