package compile

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// callsOf calls a function that returns a list of its argument for each of the texts, and returns how often its
// body ran, and what the calls have taken from the budget.
func callsOf(t *testing.T, repeatable bool, texts ...string) (ran int, used host.Use) {
	t.Helper()
	budget := host.NewBudget(t.Context(), 1_000_000)
	budget.LimitMemory(1<<20, func() int64 { return 0 })
	budget.BeginConsequence()
	fn := &Function{unit: &Unit{size: 2}, params: []*host.Type{{Name: "String"}}, repeatable: repeatable}
	fn.body = func(f *Frame) signal {
		ran++
		budget.StepMany(100)
		budget.Alloc(50)
		f.result = host.NewList(f.Slots[1])
		return 0
	}
	f := &Frame{RT: &Runtime{Call: &host.Call{Budget: budget}}}
	for _, text := range texts {
		list := fn.callKept(f, []any{nil, text}).(*host.List)
		if len(list.Items) != 1 || list.Items[0] != text {
			t.Errorf("result for %q: got %v, want a list of it alone", text, list)
		}
		list.Items = append(list.Items, "changed")
	}
	return ran, budget.Used()
}

// TestAFunctionRunsOnceForAnArgument: it takes from the budget each time, and lists that it returns are new ones.
func TestAFunctionRunsOnceForAnArgument(t *testing.T) {
	all, plain := callsOf(t, false, "a", "b", "a", "a", "b")
	kept, used := callsOf(t, true, "a", "b", "a", "a", "b")
	if all != 5 || kept != 2 {
		t.Errorf("runs of five calls with two arguments: got %d without results kept and %d with, want 5 and 2", all, kept)
	}
	if used != plain {
		t.Errorf("taken from the budget: got %v with results kept, want %v as without", used, plain)
	}
}

// TestAFunctionWithoutArgumentsRunsOnceForAProgram: each session takes from its budget what the first one took, and the
// list that it gets is its own.
func TestAFunctionWithoutArgumentsRunsOnceForAProgram(t *testing.T) {
	ran := 0
	fn := &Function{unit: &Unit{size: 1}, repeatable: true}
	fn.body = func(f *Frame) signal {
		ran++
		f.RT.Call.Budget.StepMany(100)
		f.result = host.NewList("a")
		return 0
	}
	var used []host.Use
	for range 2 {
		budget := host.NewBudget(t.Context(), 1_000_000)
		budget.BeginConsequence()
		f := &Frame{RT: &Runtime{Call: &host.Call{Budget: budget}}}
		for range 2 {
			list := fn.callKept(f, []any{nil}).(*host.List)
			if len(list.Items) != 1 {
				t.Errorf("got %v, want a list of one text", list.Items)
			}
			list.Items = append(list.Items, "changed")
		}
		used = append(used, budget.Used())
	}
	if ran != 1 || used[0] != used[1] {
		t.Errorf("two sessions: it ran %d times and they used %v, want once and the same", ran, used)
	}
}
