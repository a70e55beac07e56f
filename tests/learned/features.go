package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// featuresFormat is the version of what features writes.
const featuresFormat = 1

// featuresCommand writes the candidates of all PDFs of a folder with their features.
type featuresCommand struct {
	Out  string `required:"" placeholder:"PREFIX" help:"Write PREFIX.json and PREFIX.f32."`
	Hide bool   `help:"Hide a share of the labels of each document, by its name, so that a model learns to do without."`
	author.Reading
	Dir string `arg:"" type:"existingdir" help:"Folder of PDFs."`
}

// A candidateSet is what features writes beside the vectors.
type candidateSet struct {
	Format    int                 `json:"format"`
	Features  []string            `json:"features"`
	Documents []candidateDocument `json:"documents"`
}

// A candidateDocument has the candidates of one document.
type candidateDocument struct {
	Name       string             `json:"name"`
	Candidates []writtenCandidate `json:"candidates"`
}

// A writtenCandidate is one candidate as a file has it.
type writtenCandidate struct {
	Kind  candidates.Kind `json:"kind"`
	Value string          `json:"value"`
	Text  string          `json:"text"`
	Page  int             `json:"page"`
	Spans []document.Span `json:"spans"`
}

// Run reads all documents and writes both files.
func (x featuresCommand) Run(ctx context.Context, streams terminal.Streams) error {
	names, err := filepath.Glob(filepath.Join(x.Dir, "*.pdf"))
	if err != nil {
		return err
	}
	slices.Sort(names)
	in := x.NewReader(template.Settings{})
	defer in.Close()
	vectors, err := os.Create(x.Out + ".f32")
	if err != nil {
		return err
	}
	defer vectors.Close()
	w := bufio.NewWriter(vectors)
	set := candidateSet{Format: featuresFormat, Features: candidates.FeatureNames()}
	var spent time.Duration
	for _, name := range names {
		tree, err := in.ReadTree(ctx, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		began := time.Now()
		found := candidates.Find(tree, candidates.Options{Hides: x.hidesLabels(filepath.Base(name))})
		spent += time.Since(began)
		set.Documents = append(set.Documents, writeDocument(filepath.Base(name), found))
		for _, vector := range found.Features {
			if err := binary.Write(w, binary.LittleEndian, vector); err != nil {
				return err
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "%d documents, %.2f ms each for candidates and features\n", len(names),
		spent.Seconds()*1000/float64(max(1, len(names))))
	return writeJSON(x.Out+".json", set)
}

func writeJSON(name string, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(content, '\n'), 0o666)
}

// writeDocument returns the candidates of a document as a file has them.
func writeDocument(name string, found candidates.Set) candidateDocument {
	out := candidateDocument{Name: name, Candidates: []writtenCandidate{}}
	for _, c := range found.Candidates {
		out.Candidates = append(out.Candidates, writtenCandidate{c.Kind, c.Value, c.Text, c.Page, c.Spans})
	}
	return out
}

// hiddenShares are the shares of labels that documents hide, one of them each.
var hiddenShares = []float64{0, 0, 0.1, 0.2, 0.35, 0.6}

// hidesLabels returns which labels a document hides: always the same ones for one name.
func (x featuresCommand) hidesLabels(name string) func(string) bool {
	if !x.Hide {
		return nil
	}
	share := hiddenShares[hashOf(name)%uint64(len(hiddenShares))]
	return func(label string) bool { return float64(hashOf(name+"/"+label)%10000) < 10000*share }
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	n := h.Sum64()
	n ^= n >> 33 // the last letters of a text reach all digits
	n *= 0xff51afd7ed558ccd
	return n ^ n>>33
}
