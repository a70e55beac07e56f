package rules_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-62a36931/docket/rules"
)

// Rules need no document: they can run over facts of the types that they declare.
func Example_facts() {
	program, report := rules.Compile(rules.FactRules, []byte(`
declare Order
    customer : String @key
    amount : int
    discount : int = 0
end
global java.util.List log
rule "large orders get a discount" when $o : Order(amount >= 100, discount == 0) then
    modify($o) { setDiscount(10) }
    log.add($o.getCustomer() + " saves " + $o.getAmount() * $o.getDiscount() / 100);
end
query "discounts" $order : Order(discount > 0) end`))
	if program == nil {
		log.Fatal(report.Errors)
	}
	result, err := rules.RunFacts(context.Background(), program, rules.FactInput{Facts: []rules.Record{
		{Type: "Order", Fields: map[string]any{"customer": "Ann", "amount": 250}},
		{Type: "Order", Fields: map[string]any{"customer": "Bob", "amount": 20}},
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Globals["log"], result.Queries["discounts"])
	// Output: [Ann saves 25] [map[$order:map[amount:250 customer:Ann discount:10]]]
}
