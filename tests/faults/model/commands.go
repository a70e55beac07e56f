package model

import (
	"fmt"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// Outcome holds what a client finally knows about a command.
type Outcome string

// The outcomes.
const (
	Acknowledged Outcome = "acknowledged"
	Refused      Outcome = "refused" // nothing was done
	Unknown      Outcome = "unknown" // the client gave up; it may be done or not
)

// A Command holds what a client requested, with the times of all attempts.
type Command struct {
	Number   int         `json:"number"`
	Kind     string      `json:"kind"`
	Type     string      `json:"type"`             // wire name of the event that it leads to
	Stream   es.StreamID `json:"stream,omitempty"` // of that event; "" where it is not known
	Mark     string      `json:"mark,omitempty"`   // a text that no other command's event has
	Keyed    bool        `json:"keyed"`            // with an Idempotency-Key: done at most once
	Tries    int         `json:"tries"`
	Outcome  Outcome     `json:"outcome"`
	Position es.Position `json:"position,omitempty"` // that was answered
	Ended    time.Time   `json:"ended"`
	Answer   string      `json:"answer,omitempty"` // the last one, unless it was acknowledged
	Attempts []Attempt   `json:"attempts,omitempty"`
}

// An Attempt is one sending of a request, as logs of the service name it, and what came back.
type Attempt struct {
	Request  string      `json:"request"` // X-Request-Id
	Method   string      `json:"method"`
	Begun    time.Time   `json:"begun"`
	Ended    time.Time   `json:"ended"`
	Status   int         `json:"status,omitempty"` // 0 when nothing came back
	Position es.Position `json:"position,omitempty"`
	Failure  string      `json:"failure,omitempty"`
}

// String describes it in a line.
func (a Attempt) String() string {
	return fmt.Sprintf("%s request %s, %s to %s: status %d, position %d %s", a.Method, a.Request, a.Begun.Format("15:04:05.000"),
		a.Ended.Format("15:04:05.000"), a.Status, a.Position, a.Failure)
}

// String describes it in a line.
func (c Command) String() string {
	return fmt.Sprintf(
		"%d %s %q in %s: %s at position %d after %d tries, %s %s", c.Number, c.Kind, c.Mark, c.Stream,
		c.Outcome, c.Position, c.Tries, c.Ended.Format("15:04:05.000"), c.Answer,
	)
}

// MarkOf returns the text that identifies the event of a command, "" for events that carry
// none or have lost it to an erasure.
func MarkOf(e es.Recorded) string {
	switch e := e.Event.(type) {
	case dossier.Created:
		return e.Text.Value.Name
	case file.Uploaded:
		return e.Name.Value.Filename
	case file.ComponentOverridden:
		if len(e.Override.Value.Values) > 0 {
			return e.Override.Value.Values[0].Value
		}
	}
	return ""
}

// index finds events as commands name them.
type index struct {
	at     map[es.Position]es.Recorded
	marked map[string][]es.Recorded // by type and mark
	typed  map[string][]es.Recorded // by type and stream
}

func indexEvents(events []es.Recorded) index {
	x := index{map[es.Position]es.Recorded{}, map[string][]es.Recorded{}, map[string][]es.Recorded{}}
	for _, e := range events {
		x.at[e.Position] = e
		if m := MarkOf(e); m != "" {
			x.marked[e.Type+" "+m] = append(x.marked[e.Type+" "+m], e)
		}
		x.typed[e.Type+" "+string(e.Stream)] = append(x.typed[e.Type+" "+string(e.Stream)], e)
	}
	return x
}

// checkCommands checks the journal against the log, and the log against the journal.
func checkCommands(f Facts) []Violation {
	x := indexEvents(f.Events)
	return append(checkAnswers(f, x), findUnasked(f, x)...)
}

// checkJournal checks the journal against the log.
func checkJournal(f Facts) []Violation { return checkAnswers(f, indexEvents(f.Events)) }

func checkAnswers(f Facts, x index) (out []Violation) {
	answers := map[string]Command{} // by type and position
	for _, c := range f.Journal {
		out = append(out, c.checkAnswer(x)...)
		out = append(out, c.checkMarked(x)...)
		if c.Outcome != Acknowledged || c.Position == 0 {
			continue
		}
		place := fmt.Sprintf("%s %d", c.Type, c.Position)
		if other, ok := answers[place]; ok && c.Mark == "" {
			out = append(out, Violation{
				Rule:   RuleCommands,
				What:   "two commands were answered with one event",
				Asked:  []Command{other, c},
				Events: []es.Recorded{x.at[c.Position]},
			})
		}
		answers[place] = c
	}
	return out
}

// checkAnswer checks that the acknowledged event is at the position of the answer.
func (c Command) checkAnswer(x index) []Violation {
	if c.Outcome != Acknowledged || c.Position == 0 {
		return nil
	}
	e, ok := x.at[c.Position]
	if !ok {
		return c.newViolation("an acknowledged command is not in the log")
	}
	if c.Stream != "" && e.Stream != c.Stream {
		return c.newViolation("another stream's event is where the answer said", e)
	}
	for _, other := range x.typed[c.Type+" "+string(e.Stream)] {
		if other.Command == e.Command {
			return nil
		}
	}
	return c.newViolation("another event is where the answer said", e)
}

// checkMarked checks that the event of a marked command exists as often as its outcome allows.
func (c Command) checkMarked(x index) []Violation {
	if c.Mark == "" {
		return nil
	}
	there := x.marked[c.Type+" "+c.Mark]
	switch {
	case c.Keyed && len(there) > 1:
		return c.newViolation("a command with a key was done twice", there...)
	case c.Outcome == Refused && len(there) > 0:
		return c.newViolation("a refused command was done", there...)
	case c.Outcome == Acknowledged && len(there) == 0 && !slices.ContainsFunc(x.typed[c.Type+" "+string(c.Stream)], isErased):
		return c.newViolation("an acknowledged command is not in the log")
	}
	return nil
}

// isErased reports whether an event has lost its mark for good.
func isErased(e es.Recorded) bool {
	switch e := e.Event.(type) {
	case dossier.Created:
		return e.Text.IsErased()
	case file.Uploaded:
		return e.Name.IsErased()
	case file.ComponentOverridden:
		return e.Override.IsErased()
	}
	return false
}

func (c Command) newViolation(what string, events ...es.Recorded) []Violation {
	return []Violation{{Rule: RuleCommands, What: what, Asked: []Command{c}, Events: events}}
}

// findUnasked checks that a stream has no more events of a kind than clients asked for, and
// none with an unknown mark.
func findUnasked(f Facts, x index) (out []Violation) {
	tries, marks := map[string]int{}, map[string]bool{}
	for _, c := range f.Journal {
		if c.Keyed {
			marks[c.Type+" "+c.Mark] = true
			continue
		}
		tries[c.Type+" "+string(c.Stream)] += c.Tries
	}
	for place, asked := range tries {
		if there := x.typed[place]; len(there) > asked {
			out = append(out, Violation{
				Rule: RuleCommands, What: fmt.Sprintf("%s: asked for %d times at most", place, asked),
				Events: there,
			})
		}
	}
	for place, there := range x.marked {
		if !marks[place] {
			out = append(out, Violation{Rule: RuleCommands, What: "nobody asked for " + place, Events: there})
		}
	}
	return out
}
