package author

import (
	"fmt"
	"io"

	"github.com/seed-62a36931/docket/rules"
)

// A coverage sums up how often the rules of a template fired in several runs.
type coverage struct {
	rules []rules.RuleSummary
}

// add adds the firings of a run.
func (c *coverage) add(t rules.Trace) {
	if c.rules == nil {
		c.rules = t.Rules
		return
	}
	for i, r := range t.Rules { // of the same files, so in the same order
		if i == len(c.rules) {
			c.rules = append(c.rules, r)
			continue
		}
		c.rules[i].Firings += r.Firings
		for k, a := range r.Alternatives {
			c.rules[i].Alternatives[k].Firings += a.Firings
		}
	}
}

// A coverageReport says what no test fires.
type coverageReport struct {
	Rules             int       `json:"rules"`
	FiredRules        int       `json:"firedRules"`
	Alternatives      int       `json:"alternatives"`
	FiredAlternatives int       `json:"firedAlternatives"`
	Unfired           []unfired `json:"unfired"`
}

// An unfired is a rule, or with an Alternative one way in which it can match.
type unfired struct {
	File        string `json:"file"`
	Line        int    `json:"line"`
	Rule        string `json:"rule"`
	Alternative string `json:"alternative,omitempty"`
}

// report returns what the runs have fired, nil without runs.
func (c *coverage) report() *coverageReport {
	if c == nil {
		return nil
	}
	out := &coverageReport{Rules: len(c.rules), Unfired: []unfired{}}
	for _, r := range c.rules {
		out.Alternatives += len(r.Alternatives)
		if r.Firings == 0 {
			out.Unfired = append(out.Unfired, unfired{ruleFileOf(r.Side), r.Line, r.Rule, ""})
			continue
		}
		out.FiredRules++
		for _, a := range r.Alternatives {
			if a.Firings > 0 {
				out.FiredAlternatives++
				continue
			}
			out.Unfired = append(out.Unfired, unfired{ruleFileOf(r.Side), a.Line, r.Rule, a.Text})
		}
	}
	return out
}

// print prints the report as text.
func (r *coverageReport) print(w io.Writer) {
	fmt.Fprintf(w, "\ncoverage: %d of %d rules fired", r.FiredRules, r.Rules)
	if r.Alternatives > 0 {
		fmt.Fprintf(w, ", %d of %d alternatives of conditions", r.FiredAlternatives, r.Alternatives)
	}
	fmt.Fprintln(w)
	for _, u := range r.Unfired {
		fmt.Fprintf(w, "  never fired: %s:%d  %s", u.File, u.Line, u.Rule)
		if u.Alternative != "" {
			fmt.Fprintf(w, "  by %s", u.Alternative)
		}
		fmt.Fprintln(w)
	}
}
