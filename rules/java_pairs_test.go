package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/seed-62a36931/docket/internal/record"
)

// pairTypes are the types of operands, with a variable of each and its value.
var pairTypes = [][3]string{{"int", "i", "7"}, {"long", "l", "8L"}, {"double", "d", "2.5"}, {"float", "f", "1.5f"},
	{"char", "c", "'c'"}, {"boolean", "b", "true"},
	{"Integer", "I", "9"}, {"Long", "L", "10L"}, {"Double", "D", "3.5"}, {"Float", "F", "0.5f"}, {"Character", "C", "'d'"},
	{"Boolean", "B", "false"},
	{"String", "s", `"s"`}, {"Object", "o", `"o"`}, {"List<Integer>", "li", "List.of(1)"}, {"int[]", "ai", "new int[]{3}"},
	{"String[]", "as", `new String[]{"t"}`}, {"BigDecimal", "bd", `new BigDecimal("4.5")`}}

// pairValues are second operands that are no variables, and pairCases those of case.
var (
	pairValues = []string{"null", "5", "98", "70000", "'x'", "-1", "5L", "(char) 66", "'a' + 1"}
	pairCases  = []string{"null", "7", "99", "'c'", `"s"`, "5L", "true", "2.5", "i"}
)

// pairCode is the code of an operation: $T and $V stand for the first type and its
// variable, $R and $W for the second operand and its type, and $Q for it in parentheses
// where it needs them.
func pairCode(operation string) string {
	op := strings.TrimSuffix(operation, "=")
	switch operation {
	case "true?":
		return "Object r = yes ? $V : $R; return kind(r);"
	case "false?":
		return "Object r = no ? $V : $R; return kind(r);"
	case "declare":
		return "$T v = $R; return kind(v);"
	case "cast":
		return "Object r = ($T) $Q; return kind(r);"
	case "instanceof":
		return "Object r = $Q instanceof $T; return kind(r);"
	case "pass":
		return "return take_$V($R);"
	case "lambda":
		return "Supplier<$T> v = () -> $R; return kind(v.get());"
	case "unary !", "unary -", "unary +", "unary ~":
		return "Object r = " + operation[6:] + "$Q; return kind(r);"
	case "++v", "v++", "--v", "v--":
		return "$W v = $R; Object r = " + operation + "; return kind(r) + kind(v);"
	case "++v[0]", "v[0]++", "--v[0]", "v[0]--":
		return "$W[] v = {$R}; Object r = " + operation + "; return kind(r) + kind(v[0]);"
	case "if":
		return `if ($R) return "yes"; return "no";`
	case "while":
		return `while ($R) { return "yes"; } return "no";`
	case "?:":
		return `return $Q ? "yes" : "no";`
	case "switch":
		return `switch ($R) { default: return "d"; }`
	case "case":
		return `switch ($V) { case $R: return "c"; default: return "d"; }`
	case "index":
		return "return kind(as[$R]);"
	case "size":
		return "return kind(new int[$R].length);"
	case "for":
		return `String out = ""; for ($T x : $R) out += kind(x); return out;`
	case "throw":
		return "throw $R;"
	}
	if element, ok := strings.CutPrefix(op, "[]"); ok {
		return "$T[] v = {$V}; v[0] " + element + "= $R; return kind(v[0]);"
	}
	if strings.HasSuffix(operation, "=") && !slices.Contains([]string{"==", "!=", "<=", ">="}, operation) {
		return "$T v = $V; v " + operation + " $R; return kind(v);"
	}
	return "Object r = $V " + operation + " $R; return kind(r);"
}

// pairFunction is a function with the code of an operation on two operands.
func pairFunction(operation, first, second string, n int) string {
	of := map[string]string{"": "var"}
	for _, v := range pairTypes {
		of[v[0]], of[v[1]] = v[1], v[0]
	}
	between := second
	if strings.Contains(second, " ") || operation == "cast" && second == "-1" {
		between = "(" + second + ")"
	}
	code := strings.NewReplacer("$T", cmp.Or(first, "var"), "$V", of[first], "$W", of[second], "$Q", between, "$R",
		second).Replace(pairCode(operation))
	variables, names := "", strings.FieldsFunc(code, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, v := range append(pairTypes, [3]string{"boolean", "yes", "true"}, [3]string{"boolean", "no", "false"}) {
		if slices.Contains(names, v[1]) {
			variables += v[0] + " " + v[1] + " = " + v[2] + "; "
		}
	}
	return fmt.Sprintf("function String m%d() { %s%s }\n", n, variables, code)
}

// pairHead stands before the functions, of one line each.
func pairHead() (string, int) {
	head := "import java.util.*; import java.util.function.*; import java.math.*; global ComponentCreationService " +
		"componentCreationService\n" +
		`function String kind(Object o) { String s = String.valueOf(o); return o == null ? "null" : o instanceof Integer ? s + ` +
		`"i" : o instanceof Long ? s + "l" : o instanceof Double ? s + "d" : o instanceof Float ? s + "f" : ` +
		`o instanceof Character ? (int) (Character) o + "c" : o instanceof Boolean ? s : o instanceof String ? "\"" + s : o ` +
		`instanceof BigDecimal ? s + "b" : o instanceof List ? s : "[]"; }` + "\n"
	for _, v := range pairTypes {
		head += "function String take_" + v[1] + "(" + v[0] + " v) { return kind(v); }\n"
	}
	return head, strings.Count(head, "\n")
}

// TestOperandsOfAllTypesAreTakenAsInJava compares which operands are taken, and the
// results, with the record of a Java virtual machine.
func TestOperandsOfAllTypesAreTakenAsInJava(t *testing.T) {
	rows := 0
	for _, row := range record.ReadRows(t, "testdata/java-pairs.txt") {
		if head, results, ok := strings.Cut(row, ": "); ok {
			rows++
			operation, first, _ := strings.Cut(head, " of ")
			pairsOf(t, operation, first, results)
		}
	}
	if rows < 550 {
		t.Errorf("only %d rows, want at least 550", rows)
	}
}

// pairsOf compares one row.
func pairsOf(t *testing.T, operation, first, results string) {
	t.Helper()
	want := map[string]string{}
	for cell := range strings.SplitSeq(strings.Replace(results, " ∥ ", " ¦ ", 1), " ¦ ") {
		second, result, _ := strings.Cut(cell, " → ")
		want[second] = result
	}
	var seconds []string
	for _, v := range pairTypes {
		seconds = append(seconds, v[1])
	}
	switch {
	case operation == "case":
		seconds = pairCases
	case !strings.HasPrefix(operation, "++v") && !strings.HasPrefix(operation, "--v") && !strings.HasPrefix(operation, "v"):
		seconds = append(seconds, pairValues...)
	}
	source, above := pairHead()
	text := source
	for i, second := range seconds {
		text += pairFunction(operation, first, second, i)
	}
	_, report := Compile(ComponentRules, []byte(text))
	refused := map[string]string{}
	for _, p := range report.Errors {
		refused[seconds[p.Line-1-above]] = p.Message
	}
	then := ""
	var taken []string
	for i, second := range seconds {
		_, takes := want[second]
		if message, is := refused[second]; is == takes {
			t.Errorf("%s of %s and %s: %q, want %q", operation, first, second, message, want[second])
		} else if takes {
			taken = append(taken, second)
			source += pairFunction(operation, first, second, i)
			then += fmt.Sprintf(`try { out += m%d(); } catch (NullPointerException x) { out += "throws NullPointerException"; } `+
				`catch (ClassCastException x) { out += "throws ClassCastException"; } catch (ArithmeticException x) { out += `+
				`"throws ArithmeticException"; } catch (IndexOutOfBoundsException x) { out += "throws `+
				`ArrayIndexOutOfBoundsException"; } catch (NegativeArraySizeException x) { out += "throws `+
				`NegativeArraySizeException"; } out += "¦"; `, i)
		}
	}
	if len(taken) > 0 {
		pairsGive(t, source+`rule "C.0.0" when then String out = ""; `+then+
			` componentCreationService.create("C.0.0", "Out", out, ""); end`, operation+" of "+first, taken, want)
	}
}

// pairsGive runs a file that makes a component of results, and compares each.
func pairsGive(t *testing.T, source, operation string, seconds []string, want map[string]string) {
	t.Helper()
	component, problems := compileProblems(ComponentRules, []byte(source))
	if component == nil {
		t.Errorf("%s: %v, want component != nil", operation, problems)
		return
	}
	result, err := Run(t.Context(), compileOK(t, EntityRules, `rule "A.0.0" when then end`), component,
		Input{Tree: newTree().section("h").tree()})
	if err != nil || len(result.Components) != 1 {
		t.Errorf("%s: %v %v, want no error and len(result.Components) = 1", operation, result, err)
		return
	}
	got := strings.Split(result.Components[0].Value, "¦")
	for i, second := range seconds {
		if got[i] != want[second] {
			t.Errorf("%s and %s: got %s, want %s", operation, second, got[i], want[second])
		}
	}
}
