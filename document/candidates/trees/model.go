// Package trees scores candidates with gradient-boosted decision trees that were trained with LightGBM, and
// says what a score is made of.
//
// A model file begins with the line "docket trees 1". A line of JSON follows, the head: the names of
// features as the training saw them, and for each field its name, the kind of its candidates, how its
// scores become confidences, and its number of trees. Then come the trees of all fields, in binary,
// little endian: the number of leaves n as uint16, then for each of the n-1 inner nodes the feature as
// uint16, the left and the right child as int16 (a leaf i is -1-i), a byte that is 1 when a missing value
// (NaN) goes to the left, the threshold as float64 and the mean of the node as float32; then the value of
// each leaf as float64. A value goes to the left that is not greater than the threshold.
package trees

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/seed-62a36931/docket/document/candidates"
)

// firstLine is how a model file begins.
const firstLine = "docket trees 1\n"

// What a model has at most; a file with more is refused.
const (
	maxFields = 100
	maxTrees  = 1000 // of a field
	maxLeaves = 1024
)

// A Model scores the candidates of each of its fields.
type Model struct {
	Fields []Field
	// Digest is the SHA-256 of the file, in hexadecimal digits.
	Digest   string
	features []string
}

// A Field is a value that a document has once, such as the number of an invoice.
type Field struct {
	Name string          `json:"name"`
	Kind candidates.Kind `json:"kind"`
	// Calibration makes confidences of scores, see Confidence.
	Calibration Calibration `json:"calibration"`
	Trees       int         `json:"trees"`
	trees       []tree
}

// A Calibration is a logistic function of a score and of how far it leads the next one.
type Calibration struct {
	Score float64 `json:"score"`
	Lead  float64 `json:"lead"`
	Start float64 `json:"start"`
}

// The range of scores and leads in which a calibration was fitted.
const (
	maxScore = 8.0
	maxLead  = 8.0
)

// Confidence returns how likely a candidate is right, from 0 to 1, by its score and its lead over the next
// one that has another value.
func (c Calibration) Confidence(score, lead float64) float64 {
	score, lead = max(-maxScore, min(maxScore, score)), max(0, min(maxLead, lead))
	return 1 / (1 + math.Exp(-(c.Score*score + c.Lead*lead + c.Start)))
}

// A tree is a decision tree; node 0 is its root.
type tree struct {
	nodes  []node
	means  []float32 // of the leaves below each node, by how often training reached them
	leaves []float64
}

// A node asks for one feature.
type node struct {
	threshold   float32 // the largest number of the form of features that goes to the left
	feature     uint16
	left, right int16 // a leaf i is -1-i
	missingLeft bool
}

// head is the second line of a model file.
type head struct {
	Features []string `json:"features"`
	Fields   []Field  `json:"fields"`
}

// Read reads a model. It fails unless the features of the model are those of package candidates.
func Read(content []byte) (*Model, error) {
	m, err := parseModel(content)
	if err != nil {
		return nil, fmt.Errorf("reading a model of trees: %w", err)
	}
	if !slices.Equal(m.features, candidates.FeatureNames()) {
		return nil, errors.New("reading a model of trees: it was trained with other features; train it again")
	}
	return m, nil
}

// parseModel reads a model with any features.
func parseModel(content []byte) (*Model, error) {
	r := bufio.NewReader(bytes.NewReader(content))
	first, err := r.ReadString('\n')
	if err != nil || first != firstLine {
		return nil, fmt.Errorf("it begins with %.20q, want %q", first, firstLine)
	}
	line, err := r.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	if len(h.Fields) > maxFields || len(h.Features) > math.MaxUint16 {
		return nil, fmt.Errorf("it has %d fields and %d features", len(h.Fields), len(h.Features))
	}
	for i := range h.Fields {
		f := &h.Fields[i]
		if f.Trees < 0 || f.Trees > maxTrees {
			return nil, fmt.Errorf("field %s has %d trees", f.Name, f.Trees)
		}
		for n := range f.Trees {
			t, err := readTree(r, len(h.Features))
			if err != nil {
				return nil, fmt.Errorf("tree %d of %s: %w", n, f.Name, err)
			}
			f.trees = append(f.trees, t)
		}
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return nil, errors.New("there is more behind its trees")
	}
	digest := sha256.Sum256(content)
	return &Model{Fields: h.Fields, Digest: hex.EncodeToString(digest[:]), features: h.Features}, nil
}

// nodeBytes is the size of an inner node in a file.
const nodeBytes = 2 + 2 + 2 + 1 + 8 + 4

// readTree reads one tree over so many features. Its nodes lead to nodes further on, so that each way ends.
func readTree(r io.Reader, features int) (t tree, err error) {
	var count [2]byte
	if _, err := io.ReadFull(r, count[:]); err != nil {
		return t, err
	}
	leaves := int(binary.LittleEndian.Uint16(count[:]))
	if leaves < 1 || leaves > maxLeaves {
		return t, fmt.Errorf("%d leaves", leaves)
	}
	content := make([]byte, (leaves-1)*nodeBytes+leaves*8)
	if _, err := io.ReadFull(r, content); err != nil {
		return t, err
	}
	t.nodes, t.means = make([]node, leaves-1), make([]float32, leaves-1)
	for i := range t.nodes {
		t.nodes[i], t.means[i] = nodeOf(content[i*nodeBytes:])
		if n := &t.nodes[i]; int(n.feature) >= features || !n.leadsOn(i, leaves) {
			return t, fmt.Errorf("node %d leads nowhere", i)
		}
	}
	values := content[(leaves-1)*nodeBytes:]
	for i := range leaves {
		t.leaves = append(t.leaves, math.Float64frombits(binary.LittleEndian.Uint64(values[8*i:])))
	}
	return t, nil
}

// nodeOf returns a node of a file, and its mean.
func nodeOf(b []byte) (node, float32) {
	return node{
		feature:     binary.LittleEndian.Uint16(b),
		left:        int16(binary.LittleEndian.Uint16(b[2:])),
		right:       int16(binary.LittleEndian.Uint16(b[4:])),
		missingLeft: b[6] == 1,
		threshold:   roundDown(math.Float64frombits(binary.LittleEndian.Uint64(b[7:]))),
	}, math.Float32frombits(binary.LittleEndian.Uint32(b[15:]))
}

// roundDown returns the largest number in the form of features that is not greater than a threshold.
func roundDown(x float64) float32 {
	y := float32(x)
	if float64(y) > x {
		y = math.Nextafter32(y, float32(math.Inf(-1)))
	}
	return y
}

// leadsOn reports whether both children of the i-th node are leaves, or nodes further on.
func (n *node) leadsOn(i, leaves int) bool {
	for _, child := range []int16{n.left, n.right} {
		if child >= 0 && (int(child) <= i || int(child) >= leaves-1) || child < 0 && int(^child) >= leaves {
			return false
		}
	}
	return true
}
