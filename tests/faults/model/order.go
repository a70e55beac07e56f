package model

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// checkOrder checks that each event exists once, positions rise, versions have no gap, and the
// events of a command in a stream are adjacent.
func checkOrder(f Facts) (out []Violation) {
	broken := func(what string, events ...es.Recorded) {
		out = append(out, Violation{Rule: RuleOrder, What: what, Events: events})
	}
	ids, last, done := map[uuid.UUID]es.Recorded{}, map[es.StreamID]es.Recorded{}, map[string]es.Recorded{}
	var before es.Recorded
	for _, e := range f.Events {
		if e.Position <= before.Position {
			broken("positions do not rise", before, e)
		}
		if e.Time.Before(before.Time) {
			broken("times go back", before, e)
		}
		if same, ok := ids[e.ID]; ok {
			broken("an event is there twice", same, e)
		}
		of := last[e.Stream]
		if e.Version != of.Version+1 {
			broken(fmt.Sprintf("version %d of %s follows %d", e.Version, e.Stream, of.Version), of, e)
		}
		job := fmt.Sprintf("%s %s", e.Command, e.Stream)
		if first, ok := done[job]; ok && of.Command != e.Command {
			broken("a command was done twice", first, e)
		}
		before, ids[e.ID], last[e.Stream] = e, e, e
		if _, ok := done[job]; !ok {
			done[job] = e
		}
	}
	return out
}
