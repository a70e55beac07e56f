package transfer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/service/engines"
)

// forkLabels are the places at which a log says that it was restored, and is a fork of the log that it was before.
type forkLabels struct {
	labels []forkLabel
	ends   map[string]int // by former name, the label behind which the log is no more that of the name
}

// A forkLabel is an event that says that the log was restored.
type forkLabel struct {
	lineage.Restored
	at     es.Envelope
	beyond map[string]beyondFork // by former name
}

// beyondFork holds the checkpoints that tell how a log went on under a former name.
type beyondFork struct {
	kept, given auditedCheckpoint // those of most events; zero for none
}

// note takes in an event, in the order of the log. Events of other workspaces that tell the same are one label.
func (l *forkLabels) note(env es.Envelope) error {
	if env.Type != lineage.RestoredName {
		return nil
	}
	label := forkLabel{at: env, beyond: map[string]beyondFork{}}
	if err := engines.UnmarshalBody(env.Body, &label.Restored); err != nil {
		return fmt.Errorf("how the log was restored: %w", err)
	}
	if n := len(l.labels); n > 0 && l.labels[n-1].Origin == label.Origin {
		return nil
	}
	for _, f := range label.Former {
		if _, earlier := l.ends[f.Origin]; !earlier {
			if l.ends == nil {
				l.ends = map[string]int{}
			}
			l.ends[f.Origin] = len(l.labels)
		}
	}
	l.labels = append(l.labels, label)
	return nil
}

// isNamed reports whether the log has or had a name, as its labels tell.
func (l *forkLabels) isNamed(origin string) bool {
	_, former := l.ends[origin]
	return former || slices.ContainsFunc(l.labels, func(label forkLabel) bool { return label.Origin == origin })
}

// take reports whether a checkpoint, which the log does not fit, is of a former name and of more events than the log
// has of it, and keeps it for the report.
func (l *forkLabels) take(c auditedCheckpoint) bool {
	i, isFormer := l.ends[c.Origin]
	if !isFormer || c.N <= l.labels[i].Events {
		return false
	}
	b := l.labels[i].beyond[c.Origin]
	if c.given {
		b.given = c
	} else {
		b.kept = c
	}
	l.labels[i].beyond[c.Origin] = b
	return true
}

// addProblems tells of the checkpoints that somebody else kept of how the log went on under a former name.
func (l *forkLabels) addProblems(f *Findings) {
	for _, label := range l.labels {
		for _, former := range label.Former {
			if c := label.beyond[former.Origin].given; c.N > 0 {
				f.addProblem(label.at, "the log was restored here, and is a fork: that of %s went on to %d events, as the checkpoint in %s has it, "+
					"and this one has the first %d of them", c.Origin, c.N, c.Source, label.Events)
			}
		}
	}
}

// describe tells of the labels.
func (l *forkLabels) describe(b *strings.Builder) {
	for _, label := range l.labels {
		fmt.Fprintf(b, "restored: the log is a fork behind its first %d events, and says so at position %d; it is signed as %s since\n",
			label.Events, label.at.Position, label.Origin)
		for _, f := range label.Former {
			most := max(f.Events, label.beyond[f.Origin].kept.N)
			fmt.Fprintf(b, "restored: %s was known to have %d events\n", f.Origin, most)
		}
	}
}
