package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// recordHeads are what stands before the code of a line of the record, and behind it.
var recordHeads = map[string][2]string{
	"then": {`import java.util.*; import java.util.function.*; import java.util.stream.*; import java.util.regex.*; import ` +
		`java.math.*; import static java.lang.Math.max; import static java.lang.String.*; global ComponentCreationService ` +
		`componentCreationService global ComponentMappingService componentMappingService declare Note v: int w: String next: ` +
		`Note end function int two() { return 2; } function String said(String a, int b) { return a; } function void nothing() ` +
		`{ } rule "A.0.0" when $n: Note($v: v) $e: Entity() then` + "\n", "\nend"},
	"entity": {`import java.util.*; global Document document global EntityCreationService entityCreationService global ` +
		`Dictionary dictionary rule "A.0.0" when $e: TextEntity($value: value) $s: Section() then` + "\n", "\nend"},
	"when": {`import java.util.*; import java.util.stream.*; global Document document global EntityCreationService ` +
		`entityCreationService declare Note v: int w: String next: Note end function int two() { return 2; } rule "A.0.0" ` +
		`when` + "\n", "\nthen\nend"},
	"file": {"", ""},
}

// TestProblemsAreThoseOnRecord compares the errors, warnings and names that a check
// finds in each line of code with the lines behind it. In "then" and "entity" the code
// is a consequence, in "when" conditions, and in "file" a whole file, with ¶ for the ends
// of lines. "int[] z = x" is refused, and tells the type of x. DOCKET_GOLDEN=new writes
// the record anew; read the difference before you keep it.
func TestProblemsAreThoseOnRecord(t *testing.T) {
	record.HoldEach(t, "testdata/problems.txt", func(line string) string {
		kind, code, _ := strings.Cut(line, " ")
		if _, known := recordHeads[kind]; !known {
			t.Fatalf("%s: what is %s?, want known", line, kind)
		}
		return problemsIn(kind, code)
	})
}

// problemsIn is what a check says of code, a line each.
func problemsIn(kind, code string) string {
	side := ComponentRules
	if kind == "entity" || kind == "when" || strings.Contains(code, "TextEntity") {
		side = EntityRules
	}
	head := recordHeads[kind]
	program, r := Compile(side, []byte(head[0]+strings.ReplaceAll(code, "¶", "\n")+head[1]))
	var b strings.Builder
	for _, p := range r.Errors {
		fmt.Fprintf(&b, "\t%d:%d %s\n", p.Line, p.Column, strings.TrimPrefix(p.Message, `rule "A.0.0": `))
	}
	for _, p := range r.Warnings {
		if !strings.Contains(p.Message, "the file has no query") {
			fmt.Fprintf(&b, "\twarning %d:%d %s\n", p.Line, p.Column, strings.TrimPrefix(p.Message, `rule "A.0.0": `))
		}
	}
	for _, u := range r.uses {
		fmt.Fprintf(&b, "\tnames %+v\n", u)
	}
	if program != nil && len(program.program.Literals) > 0 {
		fmt.Fprintf(&b, "\tlooks for %q\n", program.program.Literals)
	}
	return b.String()
}
