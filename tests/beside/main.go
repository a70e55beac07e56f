// Command beside measures two builds of Docket next to each other, on the same inputs and in
// turns: an older commit, which it builds from history, and the working tree. It prints what each
// costs by processor time, and where their answers differ.
//
//	go run ./tests/beside -base b5baffa -parts invoices,extract
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
	"strings"
	"syscall"
)

// settings are the options of a comparison.
type settings struct {
	root     string // of the repository
	base     string // commit that the old build is made from
	docket   string // program of the new build; "": built when a part needs it
	goTool   string
	cache    string // folder in which old builds are kept, by commit
	corpora  string // folder of documents; "": only drawn ones
	parts    []part
	rounds   int
	count    int    // invoices; everything else shrinks with it
	template string // own: each build has its invoice template; base: both have that of the old one
	json     string // file for all figures and differences; "": none
	temp     string // where the folder for the time of the run is made; "": as the system says
}

// fullCount is the number of invoices of a whole comparison.
const fullCount = 400

// scale returns how many of n things a comparison of fewer invoices takes, 1 at least.
func (s settings) scale(n int) int { return max(1, n*s.count/fullCount) }

func main() {
	s, err := parseArgs(os.Args[1:], os.Stderr)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err == nil {
		err = compareBuilds(ctx, s, os.Stdout, os.Stderr)
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "beside:", err)
		stop()
		os.Exit(1) //nolint:gocritic // the context has ended
	}
}

// parseArgs reads the command line.
func parseArgs(args []string, usage io.Writer) (settings, error) {
	var s settings
	var parts string
	flags := flag.NewFlagSet("beside", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.StringVar(&s.root, "root", ".", "folder of the repository")
	flags.StringVar(&s.base, "base", "", "commit that the new build is compared with")
	flags.StringVar(&s.docket, "docket", "", "program of the new build; without it, it is built from the working tree")
	flags.StringVar(&s.goTool, "go", "go", "the go command")
	flags.StringVar(&s.cache, "cache", "", "where old builds are kept; by default docket/beside in the user's cache folder")
	flags.StringVar(&s.corpora, "corpora", os.Getenv("DOCKET_CORPORA"), "folder of documents; without it, documents are drawn")
	flags.StringVar(&parts, "parts", "", "parts to run, separated by commas; by default all: "+strings.Join(partNames(), ", "))
	flags.IntVar(&s.rounds, "rounds", 2, "how often each build runs each part, in turns")
	flags.IntVar(&s.count, "count", fullCount, "invoices to upload; everything else shrinks with it, for tries")
	flags.StringVar(&s.template, "template", "own", "own: the invoice template of each build; base: that of the old one for both")
	flags.StringVar(&s.json, "json", "", "file for all figures and differences")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	var err error
	switch {
	case s.base == "":
		return s, errors.New("name the commit to compare with: make beside BASE=<commit>")
	case s.rounds < 1 || s.rounds > 100:
		return s, fmt.Errorf("-rounds is %d, want 1 to 100", s.rounds)
	case s.count < 1 || s.count > 100_000:
		return s, fmt.Errorf("-count is %d, want 1 to 100000", s.count)
	case s.template != "own" && s.template != "base":
		return s, fmt.Errorf("-template is %q, want own or base", s.template)
	}
	if s.parts, err = chooseParts(parts); err != nil {
		return s, err
	}
	if s.cache == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return s, err
		}
		s.cache = filepath.Join(cache, "docket", "beside")
	}
	return s, makeAbsolute(&s.root, &s.docket, &s.cache, &s.corpora, &s.json)
}

// makeAbsolute replaces paths that are given by absolute ones, since programs run in folders of
// their own.
func makeAbsolute(paths ...*string) (err error) {
	for _, p := range paths {
		if *p != "" {
			if *p, err = filepath.Abs(*p); err != nil {
				return err
			}
		}
	}
	return nil
}
