package suggest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many candidates are refined, and how many beginnings of wrong values one leaves out.
const (
	maxRefined    = 8
	maxBeginnings = 12
)

// smallLetter is the beginning of values that begin with any small letter.
const smallLetter = "a small letter"

// refineAll adds candidates that leave out what others find wrongly, and measures them. Each
// training set refines its own candidates by its own documents.
func (s *study) refineAll(candidates []candidate, found [][][]string, sets *[folds + 1]map[int]bool) (extra []candidate) {
	_, train := trainingSets(len(s.docs))
	index := map[string]int{}
	for k := range sets {
		docs := allDocuments(len(s.docs))
		if k < folds {
			docs = train[k]
		}
		for _, c := range s.refineCandidates(candidates, found, sets[k], docs) {
			i, ok := index[c.search]
			if !ok {
				i = len(extra)
				index[c.search] = i
				extra = append(extra, c)
			}
			sets[k][len(candidates)+i] = true
		}
	}
	return extra
}

// refineCandidates returns candidates that find what some of the allowed ones find, but for values
// that begin as those do that are wrong in several documents of a training set. Those that
// have the right value among what they find in most documents are refined.
func (s *study) refineCandidates(candidates []candidate, found [][][]string, allowed map[int]bool, train []int) (out []candidate) {
	type scored struct{ index, right int }
	var best []scored
	for i := range candidates {
		if !allowed[i] {
			continue
		}
		right := 0
		for _, doc := range train {
			if slices.ContainsFunc(found[i][doc], func(v string) bool { return s.isRight(doc, v) }) {
				right++
			}
		}
		if right >= 2 {
			best = append(best, scored{i, right})
		}
	}
	slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(b.right, a.right) })
	for _, b := range best[:min(len(best), maxRefined)] {
		if wrong := s.wrongBeginnings(found[b.index], train); len(wrong) > 0 {
			out = append(out, candidates[b.index].leaveOut(wrong))
		}
	}
	return out
}

// wrongBeginnings returns how wrong values begin in several documents and no right one does.
func (s *study) wrongBeginnings(found [][]string, train []int) []string {
	wrong, right := map[string]int{}, map[string]bool{}
	for _, doc := range train {
		here := map[string]bool{}
		for _, v := range found[doc] {
			for _, b := range beginningsOf(v) {
				right[b] = right[b] || s.isRight(doc, v)
				here[b] = true
			}
		}
		for b := range here {
			wrong[b]++
		}
	}
	var out []string
	for b, n := range wrong {
		if n >= 2 && !right[b] {
			out = append(out, b)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(wrong[b], wrong[a]), strings.Compare(a, b)) })
	return out[:min(len(out), maxBeginnings)]
}

// beginningsOf returns how a value begins: its first word, and what kind of sign its first one is.
func beginningsOf(value string) (out []string) {
	words := strings.FieldsFunc(value, isNoLetterOrDigit)
	if len(words) == 0 {
		return nil
	}
	if strings.ContainsFunc(words[0], unicode.IsDigit) {
		return []string{anyNumber}
	}
	if first, _ := utf8.DecodeRuneInString(value); unicode.IsLower(first) {
		out = append(out, smallLetter)
	}
	return append(out, strings.ToLower(words[0]))
}

// leaveOut returns the candidate without the values that begin in certain ways.
func (c candidate) leaveOut(beginnings []string) candidate {
	var words, told, forms []string
	for _, b := range beginnings {
		switch b {
		case anyNumber:
			forms = append(forms, `\p{L}*\d`)
		case smallLetter:
			forms = append(forms, `\p{Ll}`)
		default:
			words = append(words, regexp.QuoteMeta(b))
			b = "“" + b + "”"
		}
		told = append(told, b)
	}
	if len(words) > 0 {
		forms = append(forms, `[^\p{L}\d]*(?i:`+strings.Join(words, "|")+`)(?![\p{L}\d])`)
	}
	c.about += ", but none that begins with " + strings.Join(told, " or ")
	c.search += "\n            .filter(entity -> !entity.getValue().matches(" + quoteJava(`(?s)(?:`+strings.Join(forms, "|")+`).*`) + "))"
	return c
}
