package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/rules"
)

// TestManyRulesTakeLinearTime checks files of many small parts, whose names are right and wrong, in two lengths: the longer one
// takes not much more than the same time for each part.
func TestManyRulesTakeLinearTime(t *testing.T) {
	for name, part := range map[string]string{
		"rules":        `rule "Invoice.1.%[1]d: Name" when then end` + "\n",
		"wrong names":  `rule "r%[1]d" when then end` + "\n",
		"extending":    `rule "Invoice.1.%[1]d: Name" extends "Invoice.1.0: Name" when then end` + "\n",
		"declarations": `declare A%[1]d extends B%[1]d end` + "\n",
		"queries":      `query q%[1]d() end rule "Invoice.1.%[1]d: Name" when q%[1]d() then end` + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			read := func(parts int) time.Duration {
				var b strings.Builder
				for i := range parts {
					fmt.Fprintf(&b, part, i)
				}
				start := time.Now()
				rules.Check(rules.EntityRules, []byte(b.String()))
				return time.Since(start)
			}
			read(100) // what is made once
			small, large := read(1000), read(80_000)
			if large > 400*small && large > 10*time.Second {
				t.Errorf("80 times the length: got %v after %v, want at most %v or 10 s", large, small, 400*small)
			}
			t.Log(small, large)
		})
	}
}
