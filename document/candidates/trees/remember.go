package trees

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document/candidates"
)

// Confidence in values beside a label that approved files of the layout have beside it, by how many files do.
const (
	confidenceOnce  = 0.9  // of one or two files
	confidenceThree = 0.95 // of three or more
)

// ChooseRemembered does what Choose does, with what a memory knows of the layout of the document: a candidate beside a
// label that approved files have beside the value goes before the best one by score. It never goes against amounts that
// add up, takes no day of payment before the date, and not one party for both.
func (m *Model) ChooseRemembered(set candidates.Set, memory candidates.Memory) map[string][]Choice {
	chosen := m.Choose(set)
	if len(memory.Files) == 0 {
		return chosen
	}
	recalled := map[string]Choice{}
	for i := range m.Fields {
		f := &m.Fields[i]
		if r, known := set.Recall(memory, f.Name, f.Kind); known {
			recalled[f.Name] = Choice{Candidate: r.Candidate, Score: f.Score(set.Features[r.Candidate]), Label: r.Label, Files: r.Files,
				Confidence: rememberedConfidence(r.Files)}
		}
	}
	dropContradictions(set, chosen, recalled)
	for field, choice := range recalled {
		value := candidates.Compare(set.Candidates[choice.Candidate].Value)
		offered := []Choice{choice}
		for _, other := range chosen[field] {
			if len(offered) < 2 && candidates.Compare(set.Candidates[other.Candidate].Value) != value {
				offered = append(offered, other)
			}
		}
		chosen[field] = offered
	}
	return chosen
}

func rememberedConfidence(files int) float64 {
	if files >= 3 {
		return confidenceThree
	}
	return confidenceOnce
}

// dropContradictions removes what is recalled against what a document says by itself.
func dropContradictions(set candidates.Set, chosen map[string][]Choice, recalled map[string]Choice) {
	value := func(field string, withMemory bool) string {
		if r, known := recalled[field]; known && withMemory {
			return set.Candidates[r.Candidate].Value
		}
		if c := chosen[field]; len(c) > 0 {
			return set.Candidates[c[0].Candidate].Value
		}
		return ""
	}
	addUp := func(withMemory bool) bool {
		net, ok := amountOf(value(FieldNet, withMemory))
		tax, ok2 := amountOf(value(FieldTax, withMemory))
		total, ok3 := amountOf(value(FieldTotal, withMemory))
		return ok && ok2 && ok3 && math.Abs(total-net-tax) < 0.015
	}
	if addUp(false) && !addUp(true) {
		delete(recalled, FieldNet)
		delete(recalled, FieldTax)
		delete(recalled, FieldTotal)
	}
	if date, due := value(FieldDate, true), value(FieldDue, true); date != "" && due != "" && due < date {
		delete(recalled, FieldDue)
	}
	if supplier := candidates.Compare(value(FieldSupplier, true)); supplier != "" &&
		strings.Contains(candidates.Compare(value(FieldCustomer, true)), supplier) {
		delete(recalled, FieldSupplier)
		delete(recalled, FieldCustomer)
	}
}

func amountOf(value string) (float64, bool) {
	n, err := strconv.ParseFloat(value, 64)
	return math.Abs(n), err == nil
}
