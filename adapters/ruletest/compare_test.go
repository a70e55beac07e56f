package ruletest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

func entity(typ, value, rule string, page int, state string) document.Entity {
	return document.Entity{Type: typ, Value: value, RuleID: rule, State: state, Boxes: []document.PageBox{{Page: page}}}
}

var outcome = document.Result{
	Entities: []document.Entity{
		entity("order", "17", "Order.0.0", 1, document.StateApplied), entity("order", "18", "Order.0.1", 2, document.StateApplied),
		entity("order", "19", "Order.0.1", 2, document.StateIgnored),
	},
	Components: []document.Component{
		{Name: "Number", Value: "17", RuleID: "C.0.0", Description: "as printed"},
		{Name: "Number", Value: "18", RuleID: "C.0.0"}, {Name: "Other", Value: "x", RuleID: "C.0.1"},
	},
}

func TestExpectationsAreHeldAgainstTheOutcome(t *testing.T) {
	const head = "document: x\n"
	for expected, want := range map[string]string{
		"entities: [{type: order, value: 17, rule: Order.0.0, page: 1}, {type: order, value: 18}]": "[]",
		"entities: [{type: order, value: 17}, {type: order}]":                                      "[]",
		"entities: [{type: order}, {type: order, value: 17}]":                                      "[]",
		"entities: [{type: order}, {type: order}, {type: order, value: 19, state: IGNORED}]":       "[]",
		"entities: [{type: order, value: 17}]": `[{entities  [] [order "18" ` +
			`by Order.0.1 on page 2]}]`,
		"exact: false\nentities: [{type: order, value: 17}]": "[]",
		"exact: false\nentities: [{type: order, value: 20}]": `[{entities  [order "20"] ` +
			`[order "17" by Order.0.0 on page 1 order "18" by Order.0.1 on page 2]}]`,
		"entities: []": `[{entities  [] [order "17" by Order.0.0 on page 1 order "18" by Order.0.1 on page 2]}]`,
		"entities: [{type: order}, {type: order}, {type: order}]": `[{entities  [order] []}]`,
		"exact: false\nentities: [{type: order, page: 3}]": `[{entities  [order on page 3] ` +
			`[order "17" by Order.0.0 on page 1 order "18" by Order.0.1 on page 2]}]`,
		"components: {Number: [17, {value: 18, rule: C.0.0, description: \"\"}], Other: x}": "[]",
		"components: {Number: [18, 17], Other: x}": `[{component Number Number ["18" ` +
			`"17"] ["17" by C.0.0 (as printed) "18" by C.0.0]}]`,
		"components: {Number: [17, 18]}":               `[{component Other Other [] ["x" by C.0.1]}]`,
		"exact: false\ncomponents: {Number: [17, 18]}": "[]",
		"exact: false\ncomponents: {Missing: 1, Other: []}": `[{component Missing Missing ["1"] ` +
			`[]} {component Other Other [] ["x" by C.0.1]}]`,
		"exact: false\ncomponents: {Other: {value: x, rule: C.0.2}}": `[{component Other Other ["x" by ` +
			`C.0.2] ["x" by C.0.1]}]`,
		"exact: false\ncomponents: {Other: {value: x, description: z}}": `[{component Other Other ["x" ` +
			`(z)] ["x" by C.0.1]}]`,
		"error: too short": `[{error  [too short] []}]`,
	} {
		cases, problems := Parse([]byte(head + expected))
		if len(problems) > 0 {
			t.Errorf("%s: %v, want none", expected, problems)
			continue
		}
		if got := fmt.Sprint(cases[0].CompareResult(outcome, nil)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", expected, got, want)
		}
	}
}

func TestAFailureOfARuleIsADifferenceUnlessItIsExpected(t *testing.T) {
	failure := errors.New("Rule A.0.0 failed in line 3: the string is too short")
	for content, same := range map[string]bool{"error: too short": true, "error: too long": false, "components: {}": false,
		"entities: []": false} {
		cases, problems := Parse([]byte("document: x\n" + content))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if got := cases[0].CompareResult(document.Result{}, failure); (len(got) == 0) != same || !same &&
			got[0].Found[0] != failure.Error() {
			t.Errorf("%s: got %v, want no difference: %v", content, got, same)
		}
	}
}
