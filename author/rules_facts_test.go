package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const discountRules = `declare Order
    customer : String @key
    amount : int
    day : java.time.LocalDate
    discount : int = 0
end
global java.util.List log
rule "Discount.0.0: large orders" when $o : Order(amount >= 100, discount == 0) then
    modify($o) { setDiscount(10) }
    log.add($o.getCustomer() + " " + $o.getDay().getYear());
end
rule "Discount.0.1: none" when Order(amount < 0) or Order(amount > 1000) then end
query "discounts" $o : Order(discount > 0) end
`

func TestRulesRunOverFactsWithoutADocument(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"discounts.drl": discountRules, "broken.drl": "rule A when Order() then end", "wrong.drl": "rule A when Order() then end",
		"named.drl": "global java.util.List log\ndeclare Order customer : String amount : int day : String end\nrule \"own " +
			"name\" when then log.add(drools.getRule().getName()); end",
		"number.drl":  "declare Order customer : String amount : int day : String end\nrule A when then\n  int x = new int(); end",
		"facts.json":  `[{"Order": {"customer": "Ann", "amount": 250, "day": "2026-01-02"}}, {"Order": {"customer": "Bob", "amount": 2}}]`,
		"field.json":  `[{"Order": {"custom": "Ann"}}]`,
		"number.json": `[{"Order": {"amount": 2.5}}]`,
		"keys.json":   `[{"Order": {}, "Other": {}}]`,
		"text.json":   `hello`,
		"two.json":    `[] []`,
	})
	drl, facts := filepath.Join(dir, "discounts.drl"), filepath.Join(dir, "facts.json")
	for _, x := range []struct {
		name string
		args []string
		code int
		want string // a part of the output, or of the errors
	}{
		{"facts", []string{"--facts", facts, drl}, 0, `Order  amount=250, customer="Ann", day="2026-01-02", discount=10`},
		{"defaults", []string{"--facts", facts, drl}, 0, `Order  amount=2, customer="Bob", day=null, discount=0`},
		{"globals", []string{"--facts", facts, drl}, 0, `log     ["Ann 2026"]`},
		{"queries", []string{"--facts", facts, drl}, 0, `discounts  $o={"amount":250,`},
		{"trace", []string{"--facts", facts, "--trace", drl}, 0, "1 firing\n     1  Discount.0.0: large orders  " + drl + ":8  "},
		{"one rule", []string{"--facts", facts, "--rule", "Discount.0.1", drl}, 0, "0 firings\n"},
		{"profile", []string{"--facts", facts, "--profile", drl}, 0, "STEPS  FACTS TRIED  EVALUATED  FIRED  MATCHING"},
		{"json", []string{"--facts", facts, "--json", drl}, 0, `"log": [`},
		{"unknown rule", []string{"--facts", facts, "--rule", "Discount.0.2", drl}, 2,
			"there is no rule Discount.0.2, did you mean Discount.0.0?"},
		{"unknown field", []string{"--facts", filepath.Join(dir, "field.json"), drl}, 1, "fact 1: Order has no field custom"},
		{"fraction", []string{"--facts", filepath.Join(dir, "number.json"), drl}, 1, "fact 1: Order.amount: 2.5 is no whole number"},
		{"two keys", []string{"--facts", filepath.Join(dir, "keys.json"), drl}, 2, "fact 1 has 2 keys; its type must be its only key"},
		{"no JSON", []string{"--facts", filepath.Join(dir, "text.json"), drl}, 2, "a list of facts such as"},
		{"two values", []string{"--facts", filepath.Join(dir, "two.json"), drl}, 2, "something stands after the list of facts"},
		{"errors", []string{"--facts", facts, filepath.Join(dir, "broken.drl")}, 1, "unknown class Order"},
		{"its own name", []string{"--facts", facts, filepath.Join(dir, "named.drl")}, 0, `log     ["own name"]`},
		{"new of a number", []string{"--facts", facts, filepath.Join(dir, "number.drl")}, 1,
			`number.drl:3:15: error: rule "A": int cannot be created in rules`},
		{"two files", []string{"--facts", facts, drl, drl}, 2, "--facts takes one rule file, not 2"},
		{"neither", []string{drl}, 2, "missing flags: --template=DIR, or --facts=FILE"},
		{"both", []string{"--facts", facts, "--template", dir, drl}, 2, "--facts and --template can't be used together"},
	} {
		code, out, err := tool(t, "", append([]string{"rules", "run"}, x.args...)...)
		if code != x.code || !strings.Contains(out+err, x.want) {
			t.Errorf("%s: got %d\n%s%s\nwant %d and %s", x.name, code, out, err, x.code, x.want)
		}
	}
}

func TestTraceShowsTheWantedRulesOnly(t *testing.T) {
	dir := orderTemplate(t, map[string]string{"orders.yaml": orderTests})
	code, out, err := tool(t, orderText, "rules", "run", "--template", dir, "--rule", "Component.0.0", "--profile",
		filepath.Join(dir, "tests/orders.yaml"), "--case", "plain")
	if code != 0 || !strings.Contains(out, "Component.0.0: order number  component-rules.drl:5") || strings.Contains(out, "Order.0.1") {
		t.Errorf("got %d\n%s%s, want Component.0.0 only", code, out, err)
	}
	code, _, err = tool(t, "", "rules", "run", "--template", dir, "--rule", "Order.0.9", filepath.Join(dir, "tests/orders.yaml"))
	if code != 2 || !strings.Contains(err, "there is no rule Order.0.9, did you mean Order.0.0?") {
		t.Errorf("got %d %s, want a refusal", code, err)
	}
}

func TestCoverageNamesWhatNoTestFires(t *testing.T) {
	dir := orderTemplate(t, map[string]string{"orders.yaml": orderTests})
	code, out, err := tool(t, "", "rules", "test", "--coverage", dir)
	if code != 0 || !strings.HasSuffix(out, "\ncoverage: 4 of 4 rules fired\n") {
		t.Errorf("got %d\n%s%s, want all rules", code, out, err)
	}
	more := orderComponents + `
rule "Component.0.2: never"
when
	Entity(type == "nothing")
then
end

rule "Component.0.3: one of two"
when
	$e: Entity(type == "order_number")
	Entity(type == "order_number", value == "17") or
	Entity(type == "order_number", value == "99")
then
end
`
	if err := os.WriteFile(filepath.Join(dir, "component-rules.drl"), []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, _ = tool(t, "", "rules", "test", "--coverage", dir)
	want := `
coverage: 5 of 6 rules fired, 1 of 2 alternatives of conditions
  never fired: component-rules.drl:19  Component.0.2: never
  never fired: component-rules.drl:29  Component.0.3: one of two  by Entity(type == "order_number", value == "99")
`
	if !strings.HasSuffix(out, want) {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	_, out, _ = tool(t, "", "rules", "test", "--coverage", "--json", dir)
	if !strings.Contains(out, `"firedAlternatives": 1`) {
		t.Errorf("got %s, want the coverage", out)
	}
}
