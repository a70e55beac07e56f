package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/document/candidates/trees"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// scoresCommand scores the candidates that features wrote.
type scoresCommand struct {
	Model  string `required:"" type:"existingfile" placeholder:"FILE" help:"The model."`
	Out    string `placeholder:"FILE" help:"Write the scores: for each field those of all candidates of its kind, as 64-bit floating point numbers, little endian."`
	Values string `placeholder:"FILE" help:"Write the two best candidates of each field of each document, as JSON, with reasons."`
	Prefix string `arg:"" help:"Prefix of the files that features wrote."`
}

// An offeredValue is a candidate for a field as a file has it.
type offeredValue struct {
	Value      string   `json:"value"`
	Score      float64  `json:"score"`
	Lead       float64  `json:"lead"`
	Confidence float64  `json:"confidence"`
	Reasons    []string `json:"reasons"`
}

// Run reads the candidates and writes what is asked for.
func (x scoresCommand) Run(_ context.Context, streams terminal.Streams) error {
	content, err := os.ReadFile(x.Model)
	if err != nil {
		return err
	}
	model, err := trees.Read(content)
	if err != nil {
		return err
	}
	names, sets, err := readSets(x.Prefix)
	if err != nil {
		return err
	}
	if x.Out != "" {
		if err := os.WriteFile(x.Out, scoreAll(model, sets), 0o666); err != nil {
			return err
		}
	}
	if x.Values == "" {
		return nil
	}
	began := time.Now()
	out := map[string]map[string][]offeredValue{}
	for i, set := range sets {
		out[names[i]] = offerValues(model, set)
	}
	fmt.Fprintf(streams.Err, "%d documents, %.2f ms each for scores, choice and reasons\n", len(sets),
		time.Since(began).Seconds()*1000/float64(max(1, len(sets))))
	return writeJSON(x.Values, out)
}

// readSets reads what features wrote.
func readSets(prefix string) (names []string, sets []candidates.Set, err error) {
	content, err := os.ReadFile(prefix + ".json")
	if err != nil {
		return nil, nil, err
	}
	var written candidateSet
	if err := json.Unmarshal(content, &written); err != nil {
		return nil, nil, fmt.Errorf("%s.json: %w", prefix, err)
	}
	if written.Format != featuresFormat {
		return nil, nil, fmt.Errorf("%s.json has format %d, want %d", prefix, written.Format, featuresFormat)
	}
	numbers, err := os.ReadFile(prefix + ".f32")
	if err != nil {
		return nil, nil, err
	}
	r := bytes.NewReader(numbers)
	for _, d := range written.Documents {
		var set candidates.Set
		for _, c := range d.Candidates {
			vector := make([]float32, len(written.Features))
			if err := binary.Read(r, binary.LittleEndian, vector); err != nil {
				return nil, nil, fmt.Errorf("%s.f32: %w", prefix, err)
			}
			set.Candidates = append(set.Candidates, candidates.Candidate{Kind: c.Kind, Value: c.Value, Text: c.Text, Page: c.Page, Spans: c.Spans})
			set.Features = append(set.Features, vector)
		}
		names, sets = append(names, d.Name), append(sets, set)
	}
	return names, sets, nil
}

// scoreAll returns the scores of all candidates, field by field.
func scoreAll(model *trees.Model, sets []candidates.Set) []byte {
	var out []byte
	for i := range model.Fields {
		f := &model.Fields[i]
		for _, set := range sets {
			for k, c := range set.Candidates {
				if c.Kind == f.Kind {
					out, _ = binary.Append(out, binary.LittleEndian, f.Score(set.Features[k]))
				}
			}
		}
	}
	return out
}

// offerValues returns the best two candidates of each field of a document.
func offerValues(model *trees.Model, set candidates.Set) map[string][]offeredValue {
	out := map[string][]offeredValue{}
	chosen := model.Choose(set)
	for i := range model.Fields {
		f := &model.Fields[i]
		for _, c := range chosen[f.Name] {
			v := offeredValue{Value: set.Candidates[c.Candidate].Value, Score: c.Score, Lead: c.Lead, Confidence: c.Confidence}
			for _, r := range model.Explain(f, set.Features[c.Candidate], 3) {
				v.Reasons = append(v.Reasons, fmt.Sprintf("%s %+.1f", r.Text, r.Weight))
			}
			out[f.Name] = append(out[f.Name], v)
		}
	}
	return out
}
