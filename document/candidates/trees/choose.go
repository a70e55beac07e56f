package trees

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document/candidates"
)

// A Choice is a candidate as the value of a field.
type Choice struct {
	Candidate int // its index in the set
	Score     float64
	// Lead is by how much the score is above the best of another value, negative when the choice was made
	// for the sake of other fields.
	Lead       float64
	Confidence float64
	// Label is the text that a memory of approved files has beside the value, and Files how many of them do; 0 for a
	// choice by score.
	Label string
	Files int
}

// The names of fields that are chosen together.
const (
	FieldNumber   = "Invoice_Number"
	FieldOrder    = "Purchase_Order"
	FieldDate     = "Invoice_Date"
	FieldDue      = "Due_Date"
	FieldTotal    = "Invoice_Total"
	FieldNet      = "Net_Amount"
	FieldTax      = "Tax_Amount"
	FieldSupplier = "Supplier_Name"
	FieldCustomer = "Customer_Name"
)

// What a choice for several fields weighs, in the unit of scores.
const (
	absent      = -2.5 // the score of no value
	absentName  = -5.5
	sumsAgree   = 3.0
	sumsDiffer  = 1.5
	netAbove    = 2.0 // a net amount above the total
	dueBefore   = 4.0
	sameParties = 5.0
	maxOffered  = 6 // candidates of a field that are tried together
	noRival     = -12.0
)

// Choose returns the best two candidates of each field by its name, the chosen one first. The amounts of a
// document are chosen together, for what adds up, and so are its days and its two parties; an order does not
// have the number of the invoice. A field without candidates is missing.
func (m *Model) Choose(set candidates.Set) map[string][]Choice {
	c := &chooser{set: set, ranked: map[string][]Choice{}, chosen: map[string]int{}}
	for i := range m.Fields {
		c.ranked[m.Fields[i].Name] = m.Fields[i].rank(set)
	}
	for name, ranked := range c.ranked {
		if len(ranked) > 0 {
			c.chosen[name] = 0
		}
	}
	c.chooseOrder()
	c.chooseDays()
	c.chooseAmounts()
	c.chooseParties()
	out := map[string][]Choice{}
	for i := range m.Fields {
		if best := c.bestTwo(m.Fields[i].Name, m.Fields[i].Calibration); best != nil {
			out[m.Fields[i].Name] = best
		}
	}
	return out
}

// rank returns the candidates of a field, each value once, the best first.
func (f *Field) rank(set candidates.Set) (out []Choice) {
	best := map[string]int{} // in out, by value
	for i := range set.Candidates {
		c := &set.Candidates[i]
		if c.Kind != f.Kind {
			continue
		}
		choice := Choice{Candidate: i, Score: f.Score(set.Features[i])}
		key := candidates.Compare(c.Value)
		at, seen := best[key]
		if !seen {
			best[key] = len(out)
			out = append(out, choice)
		} else if choice.Score > out[at].Score {
			out[at] = choice
		}
	}
	slices.SortStableFunc(out, func(a, b Choice) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// A chooser chooses among the ranked candidates of each field.
type chooser struct {
	set    candidates.Set
	ranked map[string][]Choice
	chosen map[string]int // index in ranked, for each field with candidates
}

func (c *chooser) valueOf(o *Choice) string { return c.set.Candidates[o.Candidate].Value }

// offers returns the best candidates of a field, and nil as the last one for no value.
func (c *chooser) offers(field string) (out []*Choice) {
	ranked := c.ranked[field]
	for i := range min(len(ranked), maxOffered) {
		out = append(out, &ranked[i])
	}
	return append(out, nil)
}

// take makes the i-th offer of a field its choice; no value leaves the best candidate.
func (c *chooser) take(field string, i int) {
	if i < min(len(c.ranked[field]), maxOffered) {
		c.chosen[field] = i
	}
}

// scoreOf returns the score of an offer.
func scoreOf(o *Choice, none float64) float64 {
	if o == nil {
		return none
	}
	return o.Score
}

// chooseOrder takes the best number of an order that is not that of the invoice.
func (c *chooser) chooseOrder() {
	numbers := c.ranked[FieldNumber]
	if len(numbers) == 0 {
		return
	}
	taken := candidates.Compare(c.valueOf(&numbers[0]))
	for i := range c.ranked[FieldOrder] {
		if candidates.Compare(c.valueOf(&c.ranked[FieldOrder][i])) != taken {
			c.chosen[FieldOrder] = i
			return
		}
	}
}

// chooseDays takes a date and a day of payment that is not before it.
func (c *chooser) chooseDays() {
	best := math.Inf(-1)
	for i, date := range c.offers(FieldDate) {
		for j, due := range c.offers(FieldDue) {
			score := scoreOf(date, absent) + scoreOf(due, absent)
			if date != nil && due != nil && c.valueOf(due) < c.valueOf(date) {
				score -= dueBefore
			}
			if score > best {
				best = score
				c.take(FieldDate, i)
				c.take(FieldDue, j)
			}
		}
	}
}

// chooseAmounts takes a total, a net amount and a tax that add up, if their scores allow it.
func (c *chooser) chooseAmounts() {
	best := math.Inf(-1)
	for i, total := range c.offers(FieldTotal) {
		for j, net := range c.offers(FieldNet) {
			for k, tax := range c.offers(FieldTax) {
				score := scoreOf(total, absent) + scoreOf(net, absent) + scoreOf(tax, absent) + c.weighSums(total, net, tax)
				if score > best {
					best = score
					c.take(FieldTotal, i)
					c.take(FieldNet, j)
					c.take(FieldTax, k)
				}
			}
		}
	}
}

// weighSums tells what it counts that amounts add up, or do not.
func (c *chooser) weighSums(total, net, tax *Choice) float64 {
	if total == nil || net == nil {
		return 0
	}
	t, n := c.amountOf(total), c.amountOf(net)
	switch {
	case tax == nil && n > t+0.005:
		return -netAbove
	case tax == nil:
		return 0
	case math.Abs(t-n-c.amountOf(tax)) < 0.015:
		return sumsAgree
	}
	return -sumsDiffer
}

func (c *chooser) amountOf(o *Choice) float64 {
	n, _ := strconv.ParseFloat(c.valueOf(o), 64)
	return math.Abs(n)
}

// chooseParties takes two names of which none holds the other.
func (c *chooser) chooseParties() {
	best := math.Inf(-1)
	for i, supplier := range c.offers(FieldSupplier) {
		for j, customer := range c.offers(FieldCustomer) {
			score := scoreOf(supplier, absentName) + scoreOf(customer, absentName)
			if supplier != nil && customer != nil {
				a, b := candidates.Compare(c.valueOf(supplier)), candidates.Compare(c.valueOf(customer))
				if strings.Contains(a, b) || strings.Contains(b, a) {
					score -= sameParties
				}
			}
			if score > best {
				best = score
				c.take(FieldSupplier, i)
				c.take(FieldCustomer, j)
			}
		}
	}
}

// bestTwo returns the choice of a field and the best of its others, with confidences.
func (c *chooser) bestTwo(field string, calibration Calibration) []Choice {
	at, found := c.chosen[field]
	if !found {
		return nil
	}
	ranked := c.ranked[field]
	out := []Choice{ranked[at]}
	rival := noRival
	for i := range ranked {
		if i != at {
			rival = ranked[i].Score
			out = append(out, ranked[i])
			break
		}
	}
	out[0].Lead = out[0].Score - rival
	if len(out) > 1 {
		out[1].Lead = out[1].Score - out[0].Score
	}
	for i := range out {
		out[i].Confidence = calibration.Confidence(out[i].Score, out[i].Lead)
	}
	return out
}
