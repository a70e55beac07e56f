// Command load drives a service of its own with requests that come on schedule, whether or
// not earlier ones were answered, at one rate after the other until the service no longer
// keeps up, and prints what each rate took.
//
//	go run ./tests/load -docket bin/docket -rates 25,50,100 -seconds 20
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/tests/natsserver"
)

// settings are the options of a run.
type settings struct {
	docket      string    // the binary
	profiles    []string  // which installations, one after the other
	rates       []float64 // requests per second, one step after the other
	step        time.Duration
	outstanding int    // requests at most that wait for an answer
	csv         string // file for all figures; "": none
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "nats" {
		os.Exit(natsserver.Serve(server.Options{ServerName: "load", NoLog: true}, os.Args[2:], os.Stderr))
	}
	s, err := parseArgs(os.Args[1:])
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err == nil {
		err = run(ctx, s, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		stop()
		os.Exit(1) //nolint:gocritic // the context has ended
	}
}

// parseArgs reads the command line.
func parseArgs(args []string) (settings, error) {
	var s settings
	var profiles, rates string
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	flags.StringVar(&s.docket, "docket", "bin/docket", "the binary to drive")
	flags.StringVar(&profiles, "profiles", "sqlite,postgres", "sqlite: one process; postgres: two processes on PostgreSQL and NATS")
	flags.StringVar(
		&rates, "rates", "25,50,100,200,400",
		"requests per second, one step after the other, until the service no longer keeps up",
	)
	flags.DurationVar(&s.step, "step", 20*time.Second, "how long each step lasts")
	flags.IntVar(
		&s.outstanding, "outstanding", 500,
		"requests at most that wait for an answer; what is due beyond that is not sent, and counted",
	)
	flags.StringVar(&s.csv, "csv", "", "file for all figures as comma-separated values")
	_ = flags.Parse(args) // it exits instead
	s.profiles = strings.Split(profiles, ",")
	for field := range strings.SplitSeq(rates, ",") {
		rate, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || rate <= 0 || rate > 100_000 {
			return s, fmt.Errorf("-rates: %q is no rate", field)
		}
		s.rates = append(s.rates, rate)
	}
	if s.step < time.Second || s.outstanding < 1 {
		return s, errors.New("-step must be at least 1s, -outstanding at least 1")
	}
	return s, nil
}

// run drives each profile through all steps and prints a table of each.
func run(ctx context.Context, s settings, out io.Writer) error {
	var all []row
	for _, profile := range s.profiles {
		rows, err := driveProfile(ctx, s, profile, out)
		all = append(all, rows...)
		if err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
	}
	if s.csv == "" {
		return nil
	}
	return writeCSV(s.csv, all)
}

// driveProfile starts an installation and runs the steps, until one that it does not keep up
// with.
func driveProfile(ctx context.Context, s settings, profile string, out io.Writer) ([]row, error) {
	folder, err := os.MkdirTemp("", "load")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	i, err := startInstallation(ctx, s.docket, profile, folder)
	if err != nil {
		return nil, err
	}
	defer i.close()
	w, err := newWork(ctx, i, s.outstanding)
	if err != nil {
		return nil, err
	}
	if _, err := w.runStep(ctx, 10, 2*time.Second); err != nil { // opens connections, fills caches
		return nil, err
	}
	var rows []row
	printHeader(out, profile)
	for _, rate := range s.rates {
		r, err := w.runStep(ctx, rate, s.step)
		if err != nil {
			return rows, err
		}
		r.profile = profile
		rows = append(rows, r)
		r.print(out)
		if why := r.overloadReason(); why != "" {
			fmt.Fprintf(out, "It no longer keeps up: %s.\n", why)
			break
		}
	}
	return rows, nil
}
