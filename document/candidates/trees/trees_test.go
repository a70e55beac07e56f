package trees

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/candidates"
)

// writeModel returns the bytes of a model with the trees of its fields.
func writeModel(t *testing.T, features []string, fields []Field) []byte {
	t.Helper()
	for i := range fields {
		fields[i].Trees = len(fields[i].trees)
	}
	line, err := json.Marshal(head{features, fields})
	if err != nil {
		t.Fatal(err)
	}
	b := []byte(firstLine + string(line) + "\n")
	for _, f := range fields {
		for _, tr := range f.trees {
			b, _ = binary.Append(b, binary.LittleEndian, uint16(len(tr.leaves)))
			for i, n := range tr.nodes {
				b, _ = binary.Append(b, binary.LittleEndian, n.feature)
				b, _ = binary.Append(b, binary.LittleEndian, [2]int16{n.left, n.right})
				b, _ = binary.Append(b, binary.LittleEndian, n.missingLeft)
				b, _ = binary.Append(b, binary.LittleEndian, float64(n.threshold))
				b, _ = binary.Append(b, binary.LittleEndian, tr.means[i])
			}
			b, _ = binary.Append(b, binary.LittleEndian, tr.leaves)
		}
	}
	return b
}

// TestThresholdsKeepTheirSide holds thresholds in the form of features against those of the file, at the numbers around.
func TestThresholdsKeepTheirSide(t *testing.T) {
	for _, x := range []float64{0, 0.1, -0.1, 1.0 / 3, 1e-50, -1e-50, 1e300, -1e300, 16777217, 1.0000000180025095e-35} {
		near := float32(x)
		for _, v := range []float32{near, math.Nextafter32(near, -2e38), math.Nextafter32(near, 2e38)} {
			if got, want := v <= roundDown(x), float64(v) <= x; got != want {
				t.Errorf("%v to the left of %v: got %v, want %v", v, x, got, want)
			}
		}
	}
}

// twoSteps asks for the first feature, then for the second.
var twoSteps = tree{
	nodes: []node{{threshold: 0.5, feature: 0, left: -1, right: 1},
		{threshold: 2, feature: 1, left: -2, right: -3, missingLeft: true}},
	means:  []float32{1, 3},
	leaves: []float64{-1, 2, 5},
}

func TestTreesAreReadAndFollowed(t *testing.T) {
	content := writeModel(t, []string{"left:no", "length"},
		[]Field{{Name: "F", Kind: candidates.Number, trees: []tree{twoSteps, {leaves: []float64{0.25}}}}})
	m, err := parseModel(content)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		features []float32
		want     float64
	}{{[]float32{0.5, 9}, -0.75}, {[]float32{1, 2}, 2.25}, {[]float32{1, 3}, 5.25}, {[]float32{1, float32(math.NaN())}, 2.25}} {
		if got := m.Fields[0].Score(c.features); got != c.want {
			t.Errorf("score of %v: got %v, want %v", c.features, got, c.want)
		}
	}
	contributions := make([]float64, 2)
	m.Fields[0].Contributions([]float32{1, 3}, contributions)
	if contributions[0] != 2 || contributions[1] != 2 {
		t.Errorf("contributions: got %v, want 2 and 2", contributions)
	}
	reasons := m.Explain(&m.Fields[0], []float32{1, 3}, 3)
	if len(reasons) != 2 || reasons[1].Text != "label of invoice number left of it" || reasons[0].Text != "how it is written" ||
		reasons[1].Code != "LABEL_LEFT" || reasons[1].Concept != "no" || reasons[0].Code != "FORM" {
		t.Errorf("reasons: got %+v, want one of the form and one of the label", reasons)
	}
}

func TestDamagedModelsAreRefused(t *testing.T) {
	good := writeModel(t, []string{"left:no", "length"}, []Field{{Name: "F", Kind: candidates.Number, trees: []tree{twoSteps}}})
	backwards := twoSteps
	backwards.nodes = []node{{feature: 0, left: -1, right: 1}, {feature: 1, left: 0, right: -3}}
	unknown := twoSteps
	unknown.nodes = []node{{feature: 7, left: -1, right: 1}, {feature: 1, left: -2, right: -3}}
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"another file":    {[]byte("tree\nversion=v4\n"), "it begins with"},
		"cut short":       {good[:len(good)-3], "tree 0 of F"},
		"more behind":     {append(bytes.Clone(good), 0), "more behind"},
		"a way in circle": {writeModel(t, []string{"a", "b"}, []Field{{Name: "F", trees: []tree{backwards}}}), "leads nowhere"},
		"unknown feature": {writeModel(t, []string{"a", "b"}, []Field{{Name: "F", trees: []tree{unknown}}}), "leads nowhere"},
		"other features":  {good, "trained with other features"},
		"no head":         {[]byte(firstLine + "{\n"), "its head"},
	} {
		if _, err := Read(c.content); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got the error %v, want one with %q", name, err, c.want)
		}
	}
}

// TestReasonsHaveWords looks for concepts and features of labels that reasons have no words for.
func TestReasonsHaveWords(t *testing.T) {
	concepts, codes := ReasonConcepts(), ReasonCodes()
	for _, feature := range candidates.FeatureNames() {
		place, concept, label := strings.Cut(feature, ":")
		if label && !slices.Contains(concepts, concept) {
			t.Errorf("the concept %s has no words, want some", concept)
		}
		if label && !slices.Contains(codes, "LABEL_"+strings.ToUpper(place)) {
			t.Errorf("labels %s have no code, want one", place)
		}
	}
	for feature, code := range groupCodes {
		if !slices.Contains(codes, code) {
			t.Errorf("reasons about %s have the code %s without words, want some", feature, code)
		}
	}
}

// FuzzRead reads any bytes as a model: nothing panics, and what was read gives scores.
func FuzzRead(f *testing.F) {
	f.Add([]byte(firstLine + `{"features":["a"],"fields":[{"name":"F","trees":1}]}` + "\n\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte(firstLine + "{}\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := parseModel(content)
		if err != nil {
			return
		}
		for i := range m.Fields {
			m.Fields[i].Score(make([]float32, len(m.features)))
			m.Explain(&m.Fields[i], make([]float32, len(m.features)), 3)
		}
	})
}

// setOf returns candidates of a kind with such values.
func setOf(kind candidates.Kind, values ...string) (set candidates.Set) {
	for _, v := range values {
		set.Candidates = append(set.Candidates, candidates.Candidate{Kind: kind, Value: v})
	}
	return set
}

// chosenOf runs the joint choice over ranked candidates and returns the values of some fields.
func chosenOf(set candidates.Set, ranked map[string][]Choice) map[string]string {
	c := &chooser{set: set, ranked: ranked, chosen: map[string]int{}}
	for name := range ranked {
		c.chosen[name] = 0
	}
	c.chooseOrder()
	c.chooseDays()
	c.chooseAmounts()
	c.chooseParties()
	out := map[string]string{}
	for name, at := range c.chosen {
		out[name] = c.valueOf(&ranked[name][at])
	}
	return out
}

func TestFieldsAreChosenTogether(t *testing.T) {
	for name, c := range map[string]struct {
		set    candidates.Set
		ranked map[string][]Choice
		want   map[string]string
	}{
		"what adds up": {setOf(candidates.Amount, "119.00", "100.00", "19.00", "90.00"),
			map[string][]Choice{FieldTotal: {{Candidate: 0, Score: 3}},
				FieldNet: {{Candidate: 3, Score: 1.5}, {Candidate: 1, Score: 1}}, FieldTax: {{Candidate: 2, Score: 2}}},
			map[string]string{FieldNet: "100.00"}},
		"payment not before the invoice": {setOf(candidates.Date, "2024-03-03", "2024-01-01", "2024-04-01"),
			map[string][]Choice{FieldDate: {{Candidate: 0, Score: 3}}, FieldDue: {{Candidate: 1, Score: 1}, {Candidate: 2, Score: 0.5}}},
			map[string]string{FieldDate: "2024-03-03", FieldDue: "2024-04-01"}},
		"two parties": {setOf(candidates.Name, "Rossi S.r.l.", "Rossi", "Moreau"),
			map[string][]Choice{FieldSupplier: {{Candidate: 0, Score: 3}},
				FieldCustomer: {{Candidate: 1, Score: 1}, {Candidate: 2, Score: 0.5}}},
			map[string]string{FieldSupplier: "Rossi S.r.l.", FieldCustomer: "Moreau"}},
		"an order of its own": {setOf(candidates.Number, "F-77", "F 77", "PO-1"),
			map[string][]Choice{FieldNumber: {{Candidate: 0, Score: 3}},
				FieldOrder: {{Candidate: 0, Score: 1}, {Candidate: 2, Score: 0.5}}},
			map[string]string{FieldNumber: "F-77", FieldOrder: "PO-1"}},
	} {
		got := chosenOf(c.set, c.ranked)
		for field, want := range c.want {
			if got[field] != want {
				t.Errorf("%s: %s is %q, want %q", name, field, got[field], want)
			}
		}
	}
}

func TestConfidenceGrowsWithScoreAndLead(t *testing.T) {
	c := Calibration{Score: 0.5, Lead: 0.3, Start: -1}
	if got, want := c.Confidence(2, 0), 0.5; math.Abs(got-want) > 1e-12 {
		t.Errorf("got %v, want %v", got, want)
	}
	if low, high := c.Confidence(2, 1), c.Confidence(3, 2); low >= high {
		t.Errorf("got %v for less and %v for more", low, high)
	}
	if got, want := c.Confidence(100, 100), c.Confidence(maxScore, maxLead); got != want {
		t.Errorf("out of the range of calibration: got %v, want %v", got, want)
	}
}
