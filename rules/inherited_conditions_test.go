package rules

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func TestConditionsOfHeirsStandBehindTheInherited(t *testing.T) {
	file, _ := syntax.Parse(syntax.NewSource("rule A when P() Q() then end\nrule B extends A when R() then end\nrule C extends " +
		"B when S() T() then end\nrule D extends Nope when U() then end\nrule E when then end"))
	for i, want := range []string{"PQ", "PQR", "PQRST", "U", ""} {
		got := ""
		for _, c := range conditionsOf(file, file.Rules[i]) {
			got += c.(*syntax.Pattern).Type.Name
		}
		if got != want {
			t.Errorf("rule %s: got %s, want %s", file.Rules[i].Name, got, want)
		}
	}
}
