package trees

import (
	"encoding/json"
	"math"
	"os"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/candidates"
)

// A goldenSample has vectors of candidates, as pairs of a feature and its number, and their scores by LightGBM.
type goldenSample struct {
	Model  string               `json:"model"` // digest
	Scores map[string][]float64 `json:"scores"`
	Rows   [][][2]float64       `json:"rows"`
}

// readGolden returns the sample that make train has written, and its vectors.
func readGolden(t testing.TB) (g goldenSample, rows [][]float32) {
	t.Helper()
	content, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &g); err != nil {
		t.Fatal(err)
	}
	for _, pairs := range g.Rows {
		row := make([]float32, candidates.FeatureCount())
		for _, p := range pairs {
			row[int(p[0])] = float32(p[1])
		}
		rows = append(rows, row)
	}
	return g, rows
}

// TestScoresAreThoseOfLightGBM compares the scores of a sample; make train compares those of all candidates.
func TestScoresAreThoseOfLightGBM(t *testing.T) {
	m, err := Invoice()
	if err != nil {
		t.Fatal(err)
	}
	g, rows := readGolden(t)
	if g.Model != m.Digest {
		t.Fatalf("the sample belongs to the model %s, want %s", g.Model, m.Digest)
	}
	compared := 0
	for i := range m.Fields {
		f := &m.Fields[i]
		for k, want := range g.Scores[f.Name] {
			if got := f.Score(rows[k]); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s of candidate %d: got %.7f, want %.7f", f.Name, k, got, want)
			}
			compared++
		}
	}
	if compared < 500 {
		t.Errorf("got %d scores to compare, want at least 500", compared)
	}
}

// TestContributionsMakeUpTheScore holds what a score is said to be made of against the score.
func TestContributionsMakeUpTheScore(t *testing.T) {
	m, err := Invoice()
	if err != nil {
		t.Fatal(err)
	}
	_, rows := readGolden(t)
	for i := range m.Fields {
		f := &m.Fields[i]
		start := 0.0 // what trees say before they ask
		for _, tr := range f.trees {
			if len(tr.nodes) > 0 {
				start += float64(tr.means[0])
			} else {
				start += tr.leaves[0]
			}
		}
		for k, row := range rows {
			contributions, sum := make([]float64, len(row)), start
			f.Contributions(row, contributions)
			for _, c := range contributions {
				sum += c
			}
			if got := f.Score(row); math.Abs(sum-got) > 1e-3 {
				t.Fatalf("%s of candidate %d: contributions make %.4f, want the score %.4f", f.Name, k, sum, got)
			}
		}
	}
}

// TestTheCardBelongsToTheModel holds the digest in the card against that of the file.
func TestTheCardBelongsToTheModel(t *testing.T) {
	m, err := Invoice()
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile("invoice-card.json")
	if err != nil {
		t.Fatal(err)
	}
	var card struct {
		Model string `json:"model"`
	}
	if err := json.Unmarshal(content, &card); err != nil {
		t.Fatal(err)
	}
	if card.Model != m.Digest {
		t.Errorf("the card is of the model %s, want %s: make train writes both", card.Model, m.Digest)
	}
}

// BenchmarkChoose scores and chooses among as many candidates as a document of one page has.
func BenchmarkChoose(b *testing.B) {
	m, err := Invoice()
	if err != nil {
		b.Fatal(err)
	}
	_, rows := readGolden(b)
	var set candidates.Set
	kinds := []candidates.Kind{candidates.Number, candidates.Name, candidates.Amount, candidates.Name, candidates.Number, candidates.Date}
	for i := range 240 {
		set.Candidates = append(set.Candidates, candidates.Candidate{Kind: kinds[i%len(kinds)],
			Value: time.Unix(int64(i)*86400, 0).Format(time.DateOnly)})
		set.Features = append(set.Features, rows[i%len(rows)])
	}
	for b.Loop() {
		m.Choose(set)
	}
}
