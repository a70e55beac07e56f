// Package model defines what must hold of an installation after any fault: of its log, its
// views, its bytes and its leases, given the answers that clients received. It queries
// nothing: it judges facts that were gathered, so that tests can pass false ones.
package model

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Facts describe an installation at rest.
type Facts struct {
	Events  []es.Recorded // the whole log, in order, decoded
	Journal []Command     // what clients asked for, and what they were told
	// Served are the rows of each table as queries read them, and Rebuilt those that
	// folding the log from its beginning gives: one line for each row, sorted. Both are
	// nil when views are not compared.
	Served, Rebuilt map[string][]string
	Stored          map[uuid.UUID]string // blobs that are kept: where each one lies
	Held            []string             // keys of leases that are alive, though nobody is
	// Processable says that nothing is wrong with any file, and that nothing failed but processes: none may be in ERROR.
	Processable bool
	// Listeners are those outside who are told of events.
	Listeners []Listener
}

// A Violation is a state that must not be.
type Violation struct {
	Rule   string        // which sentence it breaks
	What   string        // what was found
	Events []es.Recorded // that show it
	Asked  []Command     // that show it
}

// maxAttempts is how many attempts of a command a violation shows, the last ones; the journal has all.
const maxAttempts = 8

// String describes it with the events that show it.
func (v Violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", v.Rule, v.What)
	for _, c := range v.Asked {
		fmt.Fprintf(&b, "\n    asked: %s", c)
		for _, a := range c.Attempts[max(0, len(c.Attempts)-maxAttempts):] {
			fmt.Fprintf(&b, "\n        sent: %s", a)
		}
	}
	for _, e := range v.Events {
		fmt.Fprintf(
			&b, "\n    event: %d %s of %s version %d, command %s, id %s, at %s", e.Position, e.Type, e.Stream,
			e.Version, e.Command, e.ID, e.Time.Format("15:04:05.000"),
		)
	}
	return b.String()
}

// The rules, as violations name them.
const (
	RuleOrder    = "the log is in order"
	RuleCommands = "every acknowledged command is in the log once"
	RuleViews    = "every projection equals a rebuild from zero"
	RuleFinished = "every file has finished or says why not"
	RuleRuns     = "no job ran twice with two results"
	RuleBlobs    = "no blob is orphaned or missing"
	RuleLeases   = "no lease is held by the dead"

	RuleListeners = "whoever listens is told of each event, and of a file's events in their order"
)

// Check returns all violations, nil when all is well.
func Check(f Facts) []Violation {
	var out []Violation
	for _, rule := range []func(Facts) []Violation{checkOrder, checkCommands, checkRuns, checkFinished,
		checkViews, checkBlobs, checkLeases, checkListeners} {
		out = append(out, rule(f)...)
	}
	return out
}

// CheckRunning returns what must not be at any moment, also while work is under way. The journal
// holds commands that had ended before the log was read.
func CheckRunning(f Facts) []Violation {
	var out []Violation
	for _, rule := range []func(Facts) []Violation{checkOrder, checkJournal, checkRuns} {
		out = append(out, rule(f)...)
	}
	return out
}

// FindUnfinished returns the work that is not done yet, when nothing fails any more.
func FindUnfinished(f Facts) []Violation { return append(checkFinished(f), checkBlobs(f)...) }

// checkLeases checks that there are none: those of work are returned at its end, and those of a
// process end with it.
func checkLeases(f Facts) (out []Violation) {
	for _, key := range f.Held {
		out = append(out, Violation{Rule: RuleLeases, What: key + " is held"})
	}
	return out
}
