package engine

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestWorkIsThatOnRecord runs rules and compares what they log, the work, which is the
// facts that patterns are tried on, and what a session keeps. Where an index, a memory
// or a delta is not used any more there is more of it. A line of the record is a source
// or the seed of a random one. DOCKET_GOLDEN=new writes the record anew; read the
// difference before you keep it.
func TestWorkIsThatOnRecord(t *testing.T) {
	record.HoldEach(t, "testdata/work.txt", func(line string) string {
		number, random := strings.CutPrefix(line, "seed ")
		if !random {
			lines, work := workOf(t, trapTypes+"declare N v: int w: int end\n"+line, rand.New(rand.NewPCG(1, 9)))
			return fmt.Sprintf("\t%s, work %d\n", strings.Join(lines, " "), work)
		}
		seed, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		source := rand.New(rand.NewPCG(seed, 9))
		lines, work := workOf(t, randomRules(source), source)
		return fmt.Sprintf("\t%d lines %08x, work %d, %s\n", len(lines), crc32.ChecksumIEEE([]byte(strings.Join(lines, "\n"))),
			work, lines[len(lines)-1])
	})
}

// keptBy counts the things that a session keeps at its end: facts in memories and their indexes, changes
// that nobody has looked at, matches, places in queues, outcomes and groups.
func keptBy(s *Session) string {
	n := map[string]int{}
	for _, y := range s.memory {
		if y.ready {
			y.indexFacts()
		}
		n["passed"] += len(y.pass) + len(y.in)
		n["changed"] += len(y.changed.list)
		n["keys"], n["plain"] = n["keys"]+0, n["plain"]+0 // also when there are none
		for at := range y.layout.rank {
			y.factsFor(at, 0)
			b := y.bucketsAt(at)
			n["keys"] += b.used
			n["plain"] += len(b.plain)
		}
	}
	for _, a := range s.agendas {
		n["count"] += a.count
		n["logical"] += a.logical
		n["queued"] += len(a.queue.list) - a.queue.from
		n["changed"] += len(a.changed.list)
		for _, x := range a.matches {
			x.indexMatches()
			n["matches"] += len(x.by)
			n["uses"] += len(x.byFact)
		}
		if a.dirty {
			n["dirty"]++
		}
	}
	for _, o := range s.outcomes {
		n["outcomes"] += len(o.byKey) + len(o.effects)
		if o.known {
			n["known"]++
		}
	}
	for _, l := range s.byClass {
		n["listed"] += l.count
		n["dead"] += l.dead
	}
	for _, r := range s.readers {
		if r.equal != nil {
			n["equal"] += len(r.equal)
		}
	}
	n["live"] = len(slices.Collect(s.live.eachNumber()))
	n["urgent"], n["stack"], n["focus"] = len(s.urgent), len(s.stack), len(s.focus)
	return fmt.Sprintf("%d turns, %v", s.turn, n)
}

// workOf runs a source over random facts, and gives what it logs and how it ends, with
// the work. Half of the facts come as they are, the others when the first have fired.
func workOf(t *testing.T, source string, random *rand.Rand) ([]string, int64) {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(source))
	problems = append(problems, syntax.ParseJava(file)...)
	marks = nil
	program, more := Compile(file, seekingRegistry())
	if len(problems)+len(more) > 0 {
		t.Fatalf("%v %v\n%s, want len(problems)+len(more) = 0", problems, more, source)
	}
	log := host.NewList()
	s := NewSession(t.Context(), program, nil, map[string]any{"log": log}, Limits{Firings: 150, Matches: 4000})
	events := &ledger{}
	s.Observe(events)
	number := program.registry.Class("N").FindConstructors(2)[0]
	end := ""
	for range 2 {
		for range 10 {
			s.Insert(number.Body(s.call, nil, []any{random.Int32N(6), random.Int32N(5)}), false)
		}
		for range 6 {
			start := random.Int32N(80)
			m := &mark{start, start + 1 + random.Int32N(40), []string{"x", "y", "z"}[random.IntN(3)]}
			marks = append(marks, m)
			s.Insert(m, false)
		}
		if err := s.Run("first"); err != nil {
			end += err.Error()
		}
	}
	sum := crc32.ChecksumIEEE([]byte(strings.Join(events.lines, "\n")))
	return append(leftBy(log, s.FactsOfClass), fmt.Sprintf("%s(%d events %08x) %s", end, len(events.lines), sum, keptBy(s))), s.work
}

// marks are those of the session that runs, for the methods that find them by their kind.
var marks []any

// seekingRegistry has the classes of the marks, whose methods find them by their kind.
var seekingRegistry = sync.OnceValue(func() *host.Registry {
	is := method("is(String) boolean", func(m *mark, a []any) any { return m.kind == a[0].(string) })
	is.Seek = func(_ *host.Call, a []any) (found []any, known bool) {
		for _, m := range marks {
			if m.(*mark).kind == a[0] {
				found = append(found, m)
			}
		}
		return found, a[0] != "q"
	}
	starts := method("starts(String, String) boolean", func(m *mark, a []any) any { return m.kind == a[0].(string) })
	starts.Seek = is.Seek
	return host.NewRegistry(slices.Concat(javalib.Classes(), markClasses(is, starts)))
})
