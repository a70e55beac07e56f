package check

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestAWalkComesEverywhere holds that each place where an expression may stand is
// visited: all of them call m.
func TestAWalkComesEverywhere(t *testing.T) {
	for _, code := range []string{
		`m();`, `{ m(); }`, `int a = m(), b = m();`, `var a = m();`, `if (m()) m(); else m();`, `return m();`, `throw m();`,
		`for (int i = m(); m(); m()) m();`, `for (;;) { m(); }`, `for (var x : m()) m();`, `while (m()) m();`, `do { m(); } while (m());`,
		`try { m(); } catch (E e) { m(); } catch (F f) { m(); } finally { m(); }`,
		`switch (m()) { case 1: m(); default: m(); }`, `switch (m()) { case 1 -> m(); default -> { m(); } }`,
		`int a = switch (m()) { case 1 -> m(); default -> { yield m(); } };`, `modify (m()) { setA(m()), setB(m()) }`,
		`m().x.toString();`, `m(m(), m());`, `a[m()] = m();`, `m()[0].f();`, `new A(m(), m());`, `int[] a = new int[m()];`,
		`int[] a = new int[] { m(), m() };`, `int[][] a = {{ m() }, { m() }};`,
		`a = -m();`, `m().n++;`, `a = m() + m() * m();`, `a = m() ? m() : m();`, `a = (int) m();`, `a = m() instanceof A;`,
		`f(x -> m());`, `f(() -> { m(); return m(); });`, `f(m()::g);`, `;`,
	} {
		file, _ := syntax.Parse(syntax.NewSource("rule \"A\" when then " + code + " end"))
		if problems := syntax.ParseJava(file); len(problems) > 0 {
			t.Fatalf("%s: %v, want none", code, problems)
		}
		visits := 0
		visitBlock(file.Rules[0].Then, func(node any) {
			if c, ok := node.(*syntax.Call); ok && c.Name == "m" {
				visits++
			}
		})
		if want := strings.Count(code, "m()") + strings.Count(code, "m(m"); visits != want {
			t.Errorf("%s: %d visits, want %d", code, visits, want)
		}
	}
}

func TestAWalkComesEverywhereInConditions(t *testing.T) {
	const constraints = `x: m(), m() == m(), !m(), m() in (m(), m()), m() matches m(), a.(m(), m()), m()#B.c == 1, m() || m() ` +
		`&& m(), (m() ? m() : m()), a[m()] == 1, m() instanceof A`
	file, problems := syntax.Parse(syntax.NewSource("rule \"A\" when P(" + constraints + ") then end"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	visits := 0
	visitExpressions(file.Rules[0].Conds[0].(*syntax.Pattern).Constraints, func(node any) {
		if c, ok := node.(*syntax.Call); ok && c.Name == "m" {
			visits++
		}
	})
	if want := strings.Count(constraints, "m()"); visits != want {
		t.Errorf("%d visits, want %d", visits, want)
	}
	visitBlock(nil, func(any) { t.Error("there is nothing to visit") })
}
