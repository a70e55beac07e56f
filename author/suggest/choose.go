package suggest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/measure"
)

// A pick says which of the values that a search finds in a document counts.
type pick int

const (
	pickFirst pick = iota
	pickLast
	pickLargest
	pickAll
)

// An option is a candidate with the values that count, by document.
type option struct {
	candidate
	pick   pick
	index  int        // of the candidate
	values [][]string // by document
	right  [][]bool   // whether these are right
}

// describe returns what the option looks for, in words.
func (o option) describe() string {
	which := map[pick]string{pickLast: "the last", pickLargest: "the largest", pickAll: "each"}[o.pick]
	if which == "" {
		return o.about
	}
	for _, article := range []string{"a ", "an "} {
		if rest, ok := strings.CutPrefix(o.about, article); ok {
			return which + " " + rest
		}
	}
	return which + ": " + o.about
}

// judgeOptions returns the options of all candidates, those that find nothing left out.
func (s *study) judgeOptions(candidates []candidate, found [][][]string) (out []option) {
	picks := []pick{pickFirst, pickLast}
	switch {
	case s.multiple:
		picks = []pick{pickFirst, pickAll}
	case s.shape == shapeMoney:
		picks = append(picks, pickLargest)
	}
	for i, c := range candidates {
		for _, p := range picks {
			o := option{candidate: c, pick: p, index: i, values: make([][]string, len(s.docs)), right: make([][]bool, len(s.docs))}
			any := false
			for doc := range s.docs {
				if len(s.docs[doc].Values[s.Name]) == 0 {
					continue
				}
				for _, v := range p.choose(found[i][doc]) {
					right := s.isRight(doc, v)
					any = any || right
					o.values[doc], o.right[doc] = append(o.values[doc], v), append(o.right[doc], right)
				}
			}
			if any {
				out = append(out, o)
			}
		}
	}
	return out
}

// choose returns the values that count.
func (p pick) choose(values []string) []string {
	if len(values) == 0 {
		return nil
	}
	switch p {
	case pickFirst:
		return values[:1]
	case pickLast:
		return values[len(values)-1:]
	case pickLargest:
		return []string{slices.MaxFunc(values, func(a, b string) int { return compareDigits(digitsOf(a), digitsOf(b)) })}
	}
	var out []string
	for _, v := range values {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// digitsOf returns the digits of an amount without zeros in front.
func digitsOf(s string) string {
	return strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s), "0")
}

func compareDigits(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// count returns in how many of some documents an option finds what is right, and anything.
func (o option) count(docs []int) (right, found int) {
	for _, doc := range docs {
		for _, is := range o.right[doc] {
			found++
			if is {
				right++
			}
		}
	}
	return right, found
}

// smoothedPrecision is how often a rule is expected to be right that was right so often: few
// documents are little evidence.
func smoothedPrecision(right, found int) float64 {
	return (float64(right) + 0.6) / (float64(found) + 2)
}

// minPrecision is the smoothed precision that a rule must have.
const minPrecision = 0.5

// A chosenRule is an option in a list of rules, with what it adds to those before it.
type chosenRule struct {
	option       int
	right, found int
	docs         []int // in which it finds a value that is right
}

// preferences are the weights that lists of rules are made with: how much it counts that a rule
// decides many documents. With 0 the surest rule comes first, though it may leave to a broad one
// the documents alone in which that is wrong.
var preferences = []float64{0, 0.25, 0.5}

// chooseRules returns the list of rules that is expected to find most. Only options of the
// allowed candidates are taken, and only the documents of a training set count.
func (s *study) chooseRules(options []option, allowed map[int]bool, train []int, o Options) (best []chosenRule) {
	expected := 0
	for _, doc := range train {
		expected += len(s.docs[doc].Values[s.Name])
	}
	most := 0.0
	for _, preference := range preferences {
		list := s.listRules(options, allowed, train, o, preference)
		if !s.multiple {
			list = s.improveList(list, options, allowed, train, o, expected)
		}
		if f1 := expectedF1(list, expected); f1 > most {
			best, most = list, f1
		}
	}
	return best
}

// expectedF1 is the F1 that a list of rules is expected to have on other documents.
func expectedF1(list []chosenRule, expected int) float64 {
	right, found := 0.0, 0
	for _, r := range list {
		right += float64(r.found) * smoothedPrecision(r.right, r.found)
		found += r.found
	}
	if found == 0 {
		return 0
	}
	return 2 * right / float64(found+expected)
}

// worthwhile is by how much a change of a list must raise the F1 that is expected of it.
const worthwhile = 0.002

// improveList puts rules between those of a list as long as more is expected of it then: a sure rule
// in front of a broad one takes the documents in which that is wrong.
func (s *study) improveList(list []chosenRule, options []option, allowed map[int]bool, train []int, o Options, expected int) []chosenRule {
	most := expectedF1(list, expected)
	for len(list) < o.MaxRules {
		var better []chosenRule
		for i := range options {
			if !allowed[options[i].index] {
				continue
			}
			if right, found := options[i].count(train); right < o.MinDocuments || smoothedPrecision(right, found) < 2./3 {
				continue
			}
			for at := range list {
				tried := s.countRules(slices.Insert(slices.Clone(list), at, chosenRule{option: i}), options, train, o)
				if f1 := expectedF1(tried, expected); f1 > most+worthwhile {
					better, most = tried, f1-worthwhile
				}
			}
		}
		if better == nil {
			return list
		}
		list, most = better, expectedF1(better, expected)
	}
	return list
}

// countRules counts what each rule of a list adds in the documents of a training set; rules that
// add too little, or are too often wrong, are left out.
func (s *study) countRules(list []chosenRule, options []option, train []int, o Options) (out []chosenRule) {
	have := make([]bool, len(s.docs))
	for _, r := range list {
		counted := chosenRule{option: r.option}
		for _, doc := range train {
			if right := options[r.option].right[doc]; !have[doc] && len(right) > 0 {
				counted.found++
				if right[0] {
					counted.right++
					counted.docs = append(counted.docs, doc)
				}
			}
		}
		if counted.right < o.MinDocuments || smoothedPrecision(counted.right, counted.found) < minPrecision {
			continue
		}
		for _, doc := range train {
			have[doc] = have[doc] || len(options[r.option].right[doc]) > 0
		}
		out = append(out, counted)
	}
	return out
}

// listRules returns a list of rules, each the best for what those before it leave open.
func (s *study) listRules(options []option, allowed map[int]bool, train []int, o Options, preference float64) (out []chosenRule) {
	have := make([][]string, len(s.docs))
	for len(out) < o.MaxRules {
		best, bestScore := chosenRule{option: -1}, 0.0
		for i := range options {
			if !allowed[options[i].index] {
				continue
			}
			c := s.countGain(options[i], have, train)
			precision := smoothedPrecision(c.right, c.found)
			if len(c.docs) < o.MinDocuments || precision < minPrecision {
				continue
			}
			score := precision * math.Pow(float64(c.right), preference)
			if score > bestScore || score == bestScore && c.right > best.right {
				c.option = i
				best, bestScore = c, score
			}
		}
		if best.option < 0 {
			break
		}
		out = append(out, best)
		s.applyOption(options[best.option], have)
	}
	return out
}

// countGain returns what an option adds in the documents of a training set.
func (s *study) countGain(o option, have [][]string, train []int) (c chosenRule) {
	for _, doc := range train {
		if !s.multiple && len(have[doc]) > 0 {
			continue
		}
		any := false
		for k, v := range o.values[doc] {
			if s.multiple && slices.Contains(have[doc], v) {
				continue
			}
			c.found++
			if o.right[doc][k] {
				c.right++
				any = true
			}
		}
		if any {
			c.docs = append(c.docs, doc)
		}
	}
	return c
}

// applyOption adds what an option finds to what the rules before it have found.
func (s *study) applyOption(o option, have [][]string) {
	for doc := range have {
		if !s.multiple && len(have[doc]) > 0 {
			continue
		}
		for _, v := range o.values[doc] {
			if !slices.Contains(have[doc], v) {
				have[doc] = append(have[doc], v)
			}
		}
	}
}

// countList counts the values that a list of rules finds in some documents, each once.
func (s *study) countList(chosen []chosenRule, options []option, docs []int) (c measure.Counts) {
	have := make([][]string, len(s.docs))
	for _, r := range chosen {
		s.applyOption(options[r.option], have)
	}
	for _, doc := range docs {
		wanted := s.distinct(s.docs[doc].Values[s.Name])
		if len(wanted) == 0 {
			continue
		}
		found := s.distinct(have[doc])
		c.Found += len(found)
		c.Expected += len(wanted)
		for _, w := range wanted {
			if slices.ContainsFunc(found, func(v string) bool { return s.Kind.SameValue(v, w) }) {
				c.Right++
			}
		}
	}
	return c
}

// distinct leaves out values that are the same as an earlier one.
func (s *study) distinct(values []string) (out []string) {
	for _, v := range values {
		if !slices.ContainsFunc(out, func(o string) bool { return s.Kind.SameValue(v, o) }) {
			out = append(out, v)
		}
	}
	return out
}

// describeRules returns the rules of a list for people.
func (s *study) describeRules(chosen []chosenRule, options []option) (out []Rule) {
	for _, c := range chosen {
		o := options[c.option]
		doc := c.docs[0]
		r := Rule{About: o.describe(), Right: c.right, Found: c.found, option: o, samples: s.samplesOf(o, c.docs)}
		i := slices.Index(o.right[doc], true)
		r.Example = Example{Document: s.docs[doc].Name, Value: o.values[doc][i]}
		out = append(out, r)
	}
	return out
}

// folds is how many parts the documents are cut into for cross-validation.
const folds = 5

// trainingSets returns the documents of each part, and those that are left for learning.
func trainingSets(documents int) (held, train [folds][]int) {
	for doc := range documents {
		for k := range folds {
			if doc%folds == k {
				held[k] = append(held[k], doc)
			} else {
				train[k] = append(train[k], doc)
			}
		}
	}
	return held, train
}

// explainFailure says why no rule was good enough.
func (s *study) explainFailure(options []option) string {
	best, most := "", -1.0
	for _, o := range options {
		right, found := o.count(allDocuments(len(s.docs)))
		if share := smoothedPrecision(right, found); share > most {
			most, best = share, fmt.Sprintf("; the best (%s) is right in %d of %d documents", o.describe(), right, found)
		}
	}
	if s.inText*2 < s.labelled {
		return s.describeText() + s.askForForm()
	}
	return "no label, form or place tells its value often enough" + best
}
