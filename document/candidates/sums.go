package candidates

import (
	"math"
	"slices"
)

// maxSums is how many amounts, the largest ones, are tried as sums of two others.
const maxSums = 60

// standardRates are the usual rates of taxes in percent.
var standardRates = []float64{19, 7, 20, 5.5, 10, 21, 22, 9, 23, 8, 6, 25, 13, 5, 16}

// sums are the amounts of a document, in cents and without their sign, and what they add up to.
type sums struct {
	values []int64 // different ones, the largest first
	times  map[int64]int
	// roles say whether an amount is a total, a net amount and a tax, of three that add up: 0 for no, 1 at
	// some rate, 2 at a usual one.
	roles map[int64][3]float64
}

func centsOf(amount float64) int64 { return int64(math.Round(math.Abs(amount) * 100)) }

// findSums looks for net amounts, taxes and totals among the amounts that were found.
func findSums(found []Candidate) sums {
	s := sums{times: map[int64]int{}, roles: map[int64][3]float64{}}
	for i := range found {
		if cents := centsOf(found[i].form.amount); found[i].Kind == Amount && cents > 0 {
			if s.times[cents]++; s.times[cents] == 1 {
				s.values = append(s.values, cents)
			}
		}
	}
	slices.SortFunc(s.values, func(a, b int64) int { return int(sign(b - a)) })
	s.values = s.values[:min(len(s.values), maxSums)]
	for i, total := range s.values {
		for _, net := range s.values[i+1:] {
			s.tryTax(total, net)
		}
	}
	return s
}

// tryTax marks a total, a net amount and the tax between them if the document has that, give or take a cent.
func (s *sums) tryTax(total, net int64) {
	tax := total - net
	if s.times[tax] == 0 && s.times[tax-1] == 0 && s.times[tax+1] == 0 {
		return
	}
	rate := float64(tax) / float64(net)
	if rate <= 0.02 || rate >= 0.28 {
		return
	}
	weight := 1.0
	if slices.ContainsFunc(standardRates, func(r float64) bool { return math.Abs(100*rate-r) < 0.12 }) {
		weight = 2
	}
	for i, cents := range [3]int64{total, net, tax} {
		roles := s.roles[cents]
		roles[i] = max(roles[i], weight)
		s.roles[cents] = roles
	}
}
