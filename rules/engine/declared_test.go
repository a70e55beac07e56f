package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func TestDeclaredTypesExtendEachOther(t *testing.T) {
	s := startSession(t, `declare Leaf extends Middle c: int = 3 end
declare Middle extends Base b: String @key end
declare Base a: int @key flag: boolean = true end
declare enum Colour RED, GREEN; end
rule "D.0.0" when then insert(new Base(1, false)); insert(new Middle(2, true, "m")); insert(new Leaf(3, true, "l", 9)); insert(new Leaf()); end
rule "D.0.1" salience -1 when $x: Base(flag, $a: a) then insert("base " + $a); end
rule "D.0.2" salience -2 when $x: Middle(a == 2, b == "m") then modify($x) { setA(20) } end
rule "D.0.3" salience -3 when $x: Leaf(c == 3, !(b != null), a == 0) then insert("leaf " + $x.isFlag() + $x.getC()); end
rule "D.0.4" salience -4 when $x: Middle(a == 20) then insert("equal " + $x.equals(new Middle(20, false, "m")) + $x.equals(new Middle(20, true, "n")) + $x.equals(new Leaf(20, true, "m", 1))); end
rule "D.0.5" salience -5 when Colour(this == Colour.RED) from List.of(Colour.GREEN, Colour.RED) then insert("red " + Colour.RED + (Colour.RED == Colour.GREEN)); end`, nil, Limits{Firings: 40})
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range s.FactsOfClass("String") {
		got = append(got, fmt.Sprint(o))
	}
	if want := "base 2;base 3;base 0;base 20;leaf true3;equal truefalsefalse;red REDfalse"; strings.Join(got, ";") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// TestDeclaredTypesTakeThePlaceOfLateClasses declares types with the names of classes that the
// library has only since later versions: rule files that had them before keep them.
func TestDeclaredTypesTakeThePlaceOfLateClasses(t *testing.T) {
	s := startSession(t, `declare Date year: int end
declare Instant at: Date text: String end
rule "D.0.0" when then insert(new Date(2020)); insert(new Instant(new Date(7), "seven")); end
rule "D.0.1" salience -1 when Date(year > 2000, $y: year) Instant($d: at, text == "seven") then insert($y + " " + $d.getYear()); end`,
		nil, Limits{})
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	if got := s.FactsOfClass("String"); len(got) != 1 || got[0] != "2020 7" {
		t.Errorf("got %v, want one fact, 2020 7", got)
	}
}

func TestWhatDeclaredTypesCannotExtend(t *testing.T) {
	tests := map[string]string{
		`declare A extends A a: int end`: "the type A extends itself",
		`declare A extends B a: int end declare B extends C b: int end declare C extends A end`: "the type A extends itself",
		`declare A extends String a: int end`: "a declared type can extend " +
			"one other declared type",
		`declare A extends Unheard a: int end`: "a declared type can extend " +
			"one other declared type",
		`declare B b: int end declare C c: int end declare A extends B, C a: int end`: "a declared type can extend " +
			"one other declared type",
		`declare enum E X; end declare A extends E a: int end`: "a declared type can extend " +
			"one other declared type",
		`declare B b: int end declare A extends B b: int end`: "the field b exists already",
		`declare B b: int b: int end`:                         "the field b exists already",
		`declare B b: int end declare B b: int end`:           "the type B exists already",
		`declare String b: int end`:                           "the type String exists already",
	}
	for source, want := range tests {
		file, problems := syntax.Parse(syntax.NewSource(source))
		_, more := Compile(file, javaRegistry())
		found := false
		for _, p := range append(problems, more...) {
			found = found || p.Message == want
		}
		if !found {
			t.Errorf("%s: got %v %v, want %q", source, problems, more, want)
		}
	}
}
