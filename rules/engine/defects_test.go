package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// trap is a constant at which the compiler panics.
type trap struct{}

func (trap) ClassName() string { panic("a defect") }

// TestADefectIsAProblemOfItsPart: a panic of the compiler is told at the line that it came from,
// with what is wrong in other parts of the file.
func TestADefectIsAProblemOfItsPart(t *testing.T) {
	registry := host.NewRegistry(javalib.Classes(), []*host.Class{{Name: "Trap", Constants: map[string]any{"GO": trap{}}}})
	source := syntax.NewSource(`rule "1" when then
  int x = 1;
  Object o = Trap.GO;
end
rule "2" when then nope(); end
query q() eval(1 == 1)
  eval(Trap.GO == 1) end
function Object f() { return Trap.GO; }`)
	file, problems := syntax.Parse(source)
	problems = append(problems, syntax.ParseJava(file)...)
	program, found := Compile(file, registry)
	var got []string
	for _, p := range append(problems, found...) {
		line, _ := source.Position(p.Offset)
		got = append(got, fmt.Sprint(line, " ", p.Message))
	}
	want := "8 internal error: a defect\n7 internal error: a defect\n3 internal error: a defect\n5 unknown function nope"
	if program == nil || strings.Join(got, "\n") != want {
		t.Errorf("got %v %q, want %q", program, got, want)
	}
}
