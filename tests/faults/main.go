// Command faults runs a cluster of Docket's processes under load, lets its parts fail
// again and again, and says at the end whether everything that must hold holds.
//
//	go run ./tests/faults -docket bin/docket -rounds 100 -seed 7
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/tests/natsserver"
)

// options are the choices of a run.
type options struct {
	docket     string        // the binary
	rounds     int           // faults, one after the other
	seed       uint64        // of what is chosen
	rate       float64       // commands per second
	only       []string      // names of faults to choose from; none: all
	folder     string        // where everything is kept; "": a temporary one
	store      string        // program that serves S3 from a folder; "": bytes are in the folder
	eventStore bool          // the log is in EventStoreDB, by a server of its protocol
	alone      string        // engine of one process instead of a cluster, "" for a cluster
	memory     int64         // bytes that all processes of Docket may take, 0 without a limit
	soak       soak          // instead of faults, when it lasts
	power      bool          // data are on a disk whose power is cut, instead of other faults
	keep       bool          // the folder, also when all is well
	served     time.Duration // how long the cluster may take to serve again
	fixed      error         // why the clocks of Docket's processes cannot be moved, nil when they can
}

// serveNATS is the broker of a cluster, whose messages have little room.
func serveNATS(args []string) int {
	return natsserver.Serve(server.Options{ServerName: "faults", JetStreamMaxStore: 1 << 30, JetStreamMaxMemory: 1 << 20}, args, os.Stderr)
}

// partsOfACluster are what this program is started as by itself.
var partsOfACluster = map[string]func(args []string) int{"nats": serveNATS, "disk": serveDisk}

func main() {
	if len(os.Args) > 1 && partsOfACluster[os.Args[1]] != nil {
		os.Exit(partsOfACluster[os.Args[1]](os.Args[2:]))
	}
	var s options
	var only, memory string
	flag.StringVar(&s.docket, "docket", "bin/docket", "the binary to test; where clocks are to be moved, docket is built anew for that")
	flag.IntVar(&s.rounds, "rounds", 100, "faults, one after the other")
	flag.Uint64Var(&s.seed, "seed", 0, "of what is chosen; 0: another one each time")
	flag.Float64Var(&s.rate, "rate", 8, "commands per second")
	flag.StringVar(&only, "only", "", "names of faults to choose from, separated by commas; none: all")
	flag.StringVar(&s.folder, "folder", "", "an empty folder to keep everything in; none: a temporary one")
	flag.StringVar(
		&s.store, "store", "",
		"keep bytes in an object store: the program versitygw, or another with its command line; none: in a folder",
	)
	flag.BoolVar(&s.eventStore, "eventstore", false, "keep the log on a server of EventStoreDB's protocol; else it is in PostgreSQL")
	flag.StringVar(&s.alone, "alone", "", "one process with all roles instead of a cluster: sqlite or postgres")
	flag.BoolVar(&s.power, "power", false, "cut the power of the disk that everything is on, again and again, with -alone; needs FUSE")
	flag.StringVar(&memory, "memory", "0", "what the processes of Docket may take together, as 260MiB; 0: no limit")
	flag.DurationVar(&s.served, "served-within", time.Minute, "how long the cluster may take to serve again after a fault")
	flag.DurationVar(&s.soak.last, "soak", 0, "run so long without faults, and fail when the memory of a process has grown")
	flag.DurationVar(&s.soak.every, "soak-every", 10*time.Minute, "print the memory so often; the first time it is warm")
	flag.BoolVar(&s.keep, "keep", false, "keep the folder, also when all is well")
	flag.Parse()
	if only != "" {
		s.only = strings.Split(only, ",")
	}
	if s.seed == 0 {
		s.seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if s.memory, err = parseMemory(memory); err == nil {
		err = checkAlone(s)
	}
	if err == nil {
		s, err = prepareRun(ctx, s, os.Stdout)
	}
	if err == nil {
		err = run(ctx, s, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		stop()
		os.Exit(1) //nolint:gocritic // the context has ended
	}
}

// checkAlone refuses what an installation of one process cannot be.
func checkAlone(s options) error {
	switch {
	case s.alone != "" && s.alone != "sqlite" && s.alone != "postgres":
		return fmt.Errorf("-alone %s: it is sqlite or postgres", s.alone)
	case s.memory > 0 && s.alone == "":
		return errors.New("-memory is for one process: name -alone sqlite or -alone postgres")
	case s.power && s.alone == "":
		return errors.New("-power is for one process: name -alone sqlite or -alone postgres")
	}
	return nil
}

// prepareRun makes the folder of a run, and builds docket with a clock that can be moved
// where that is requested, which takes minutes the first time.
func prepareRun(ctx context.Context, s options, out io.Writer) (_ options, err error) {
	if s.power { // a wake-up that the broker lost is sent again after a minute
		s.served = max(s.served, 3*time.Minute)
	}
	if s.folder == "" {
		if s.folder, err = os.MkdirTemp("", "faults"); err != nil {
			return s, err
		}
	}
	if s.folder, err = filepath.Abs(s.folder); err != nil {
		return s, err
	}
	if s.alone != "" || len(s.only) > 0 && !slices.Contains(s.only, clockFault) {
		s.fixed = errors.New("not asked for")
		return s, nil
	}
	fmt.Fprintln(out, "building docket anew, with a clock that can be moved")
	root, err := repositoryFolder()
	if err != nil {
		return s, err
	}
	binary := filepath.Join(s.folder, "docket-clocked")
	if s.fixed = buildMovable(ctx, root, "./cmd/docket", filepath.Join(s.folder, "clockwork"), binary); s.fixed == nil {
		s.docket = binary
	}
	return s, nil
}

// run runs all rounds and judges the final state. Violations are its error; the folder is
// kept then.
func run(ctx context.Context, s options, out io.Writer) (err error) {
	fmt.Fprintf(out, "seed %d, %d rounds, %.0f commands/s\n", s.seed, s.rounds, s.rate)
	c, err := startCluster(ctx, s)
	if err != nil {
		return fmt.Errorf("start the cluster: %w", err)
	}
	defer func() {
		keep := err != nil || s.keep
		err = errors.Join(err, c.close(keep))
		if !keep {
			err = errors.Join(err, os.RemoveAll(s.folder))
			return
		}
		fmt.Fprintln(out, "logs, journal, bytes and rows are in", s.folder)
		if c.postgres != nil {
			fmt.Fprintln(out, "the data of PostgreSQL are in", c.postgres.DataFolder())
		}
	}()
	return playGame(ctx, s, c, out)
}
