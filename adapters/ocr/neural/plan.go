package neural

import (
	"fmt"
	"math"
	"slices"
)

// What is done with each number of a convolution's result.
const (
	asItIs = iota
	rectified
	gelued
)

// A step is a node that is ready to be run.
type step struct {
	node
	run    func(*running, *step) (tensor, error)
	after  int       // of a convolution: asItIs, rectified or gelued
	bias   []float32 // of a convolution, one for each channel
	packed []float32 // weights of a convolution, in the order of multiplyTile
	free   []string  // values that no later step needs
	weight tensor    // of a convolution
}

// usesOf returns, for each value, the indexes of the nodes that read it.
func usesOf(nodes []node) map[string][]int {
	out := map[string][]int{}
	for i, n := range nodes {
		for _, in := range n.inputs {
			out[in] = append(out[in], i)
		}
	}
	return out
}

// withoutIdentities returns the nodes without those that change nothing.
func (f *file) withoutIdentities() []node {
	same := map[string]string{}
	var out []node
	for _, n := range f.nodes {
		n.inputs = slices.Clone(n.inputs)
		for i, in := range n.inputs {
			if from, ok := same[in]; ok {
				n.inputs[i] = from
			}
		}
		if (n.op == "Identity" || n.op == "Dropout") && len(n.inputs) > 0 {
			same[n.outputs[0]] = n.inputs[0]
			continue
		}
		out = append(out, n)
	}
	for from, ok := same[f.output]; ok; from, ok = same[f.output] {
		f.output = from
	}
	return out
}

// A planner joins nodes to steps.
type planner struct {
	*file
	nodes []node
	uses  map[string][]int
	gone  map[int]bool
}

// planSteps returns the steps of a network: convolutions with what follows them, everything else as it is.
func (f *file) planSteps() ([]step, error) {
	p := planner{file: f, nodes: f.withoutIdentities(), gone: map[int]bool{}}
	p.uses = usesOf(p.nodes)
	var out []step
	for i, n := range p.nodes {
		if p.gone[i] {
			continue
		}
		s := step{node: n, run: operators[n.op]}
		if s.run == nil {
			return nil, fmt.Errorf("the operator %s is not known", n.op)
		}
		if n.op == "Conv" || n.op == "ConvTranspose" {
			if err := p.planConvolution(&s); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	p.markLastUses(out)
	return out, nil
}

// markLastUses notes with each step which values are not needed after it.
func (p *planner) markLastUses(steps []step) {
	seen := map[string]bool{p.output: true}
	for i := len(steps) - 1; i >= 0; i-- {
		for _, name := range append(slices.Clone(steps[i].inputs), steps[i].outputs...) {
			if _, constant := p.consts[name]; !seen[name] && !constant && name != "" {
				seen[name] = true
				steps[i].free = append(steps[i].free, name)
			}
		}
	}
}

// planConvolution takes the weights of a convolution, and what is done with its result.
func (p *planner) planConvolution(s *step) error {
	if len(s.inputs) < 2 {
		return errBroken
	}
	w, ok := p.consts[s.inputs[1]]
	if !ok || len(w.shape) != 4 {
		return fmt.Errorf("%s: weights that are not constant", s.op)
	}
	channels := w.shape[0]
	if s.op == "ConvTranspose" {
		channels = w.shape[1]
	}
	s.weight, s.bias = w, make([]float32, roundUp(channels, tileRows))
	if len(s.inputs) > 2 && s.inputs[2] != "" {
		b, ok := p.consts[s.inputs[2]]
		if !ok || len(b.data) != channels {
			return fmt.Errorf("%s: bias that is not constant", s.op)
		}
		copy(s.bias, b.data)
	}
	for p.takeBias(s, channels) || s.op == "Conv" && p.takeNormalisation(s, channels) {
	}
	if !p.takeRectifier(s) {
		p.takeGELU(s)
	}
	s.inputs = s.inputs[:1]
	if s.op == "Conv" && s.attr("group", 1) == 1 {
		s.packed = packRows(s.weight.data, channels, len(s.weight.data)/channels)
	}
	return nil
}

// attr returns a whole number among the attributes.
func (n *node) attr(name string, otherwise int) int {
	if a, ok := n.attrs[name]; ok {
		return a.i
	}
	return otherwise
}

// onlyUse returns the node that alone reads a value, or -1.
func (p *planner) onlyUse(name string) int {
	if at := p.uses[name]; len(at) == 1 && name != p.output {
		return at[0]
	}
	return -1
}

// takeBias joins a step with the addition of a number for each channel after it.
func (p *planner) takeBias(s *step, channels int) bool {
	at := p.onlyUse(s.outputs[0])
	if at < 0 || p.nodes[at].op != "Add" || s.after != asItIs {
		return false
	}
	c, ok := p.consts[other(p.nodes[at].inputs, s.outputs[0])]
	if !ok || len(c.data) != channels || !slices.Equal(c.shape, []int{1, channels, 1, 1}) {
		return false
	}
	for i, v := range c.data {
		s.bias[i] += v
	}
	p.gone[at], s.outputs = true, p.nodes[at].outputs
	return true
}

// takeNormalisation joins a step with a normalisation by constants after it.
func (p *planner) takeNormalisation(s *step, channels int) bool {
	at := p.onlyUse(s.outputs[0])
	if at < 0 || p.nodes[at].op != "BatchNormalization" || len(p.nodes[at].inputs) != 5 {
		return false
	}
	var by [4][]float32
	for i := range by {
		c, ok := p.consts[p.nodes[at].inputs[i+1]]
		if !ok || len(c.data) != channels {
			return false
		}
		by[i] = c.data
	}
	w := slices.Clone(s.weight.data)
	each := len(w) / channels
	for c := range channels {
		k := float64(by[0][c]) / math.Sqrt(float64(by[3][c])+float64(p.nodes[at].attrs["epsilon"].f))
		for i := range each {
			w[c*each+i] = float32(float64(w[c*each+i]) * k)
		}
		s.bias[c] = float32((float64(s.bias[c])-float64(by[2][c]))*k + float64(by[1][c]))
	}
	s.weight.data = w
	p.gone[at], s.outputs = true, p.nodes[at].outputs
	return true
}

// takeRectifier joins a step with the rectifier after it.
func (p *planner) takeRectifier(s *step) bool {
	at := p.onlyUse(s.outputs[0])
	if at < 0 || p.nodes[at].op != "Relu" {
		return false
	}
	s.after, s.outputs, p.gone[at] = rectified, p.nodes[at].outputs, true
	return true
}

// takeGELU joins a step with the five nodes that say x * (1 + erf(x/sqrt(2))) * 0.5.
func (p *planner) takeGELU(s *step) {
	x := s.outputs[0]
	if len(p.uses[x]) != 2 || x == p.output {
		return
	}
	div := p.uses[x][0]
	erf := p.follow(div, "Div", x, math.Sqrt2)
	add := p.follow(erf, "Erf", "", 0)
	mul := p.follow(add, "Add", "", 1)
	if mul < 0 || mul != p.uses[x][1] || p.nodes[mul].op != "Mul" {
		return
	}
	half := p.onlyUse(p.nodes[mul].outputs[0])
	if half < 0 || p.nodes[half].op != "Mul" || !p.hasConstant(half, 0.5) {
		return
	}
	for _, at := range []int{div, erf, add, mul, half} {
		p.gone[at] = true
	}
	s.after, s.outputs = gelued, p.nodes[half].outputs
}

// follow returns the node that alone reads the result of a node of an operator, which has the constant
// unless that is 0, or -1.
func (p *planner) follow(at int, op, first string, constant float64) int {
	if at < 0 || p.nodes[at].op != op || first != "" && p.nodes[at].inputs[0] != first {
		return -1
	}
	if constant != 0 && !p.hasConstant(at, constant) {
		return -1
	}
	return p.onlyUse(p.nodes[at].outputs[0])
}

// hasConstant reports whether an input of a node is nearly a certain number.
func (p *planner) hasConstant(at int, v float64) bool {
	for _, in := range p.nodes[at].inputs {
		if c, ok := p.consts[in]; ok && len(c.data) == 1 {
			return math.Abs(float64(c.data[0])-v) < 1e-4
		}
	}
	return false
}

// other returns the first of the names that is not the given one.
func other(names []string, not string) string {
	for _, n := range names {
		if n != not {
			return n
		}
	}
	return ""
}

// KeepColumns keeps only the given columns of the output, which must be shares of 1 that a product with a
// constant matrix and an addition make: the others are not computed, and have no share.
func (n *Network) KeepColumns(columns []int) error {
	last := len(n.steps) - 1
	if last < 2 || n.steps[last].op != "Softmax" || n.steps[last-1].op != "Add" || n.steps[last-2].op != "MatMul" {
		return fmt.Errorf("the output is no choice among columns")
	}
	bias, weights := n.steps[last-1].inputs[1], n.steps[last-2].inputs[1]
	b, w := n.consts[bias], n.consts[weights]
	if len(w.shape) != 2 || len(b.shape) != 1 || b.shape[0] != w.shape[1] {
		return errBroken
	}
	rows, of := w.shape[0], w.shape[1]
	keptB, keptW := tensor{shape: []int{len(columns)}}, tensor{shape: []int{rows, len(columns)}}
	for _, c := range columns {
		if c < 0 || c >= of {
			return fmt.Errorf("no column %d of %d", c, of)
		}
		keptB.data = append(keptB.data, b.data[c])
	}
	for r := range rows {
		for _, c := range columns {
			keptW.data = append(keptW.data, w.data[r*of+c])
		}
	}
	n.consts[bias], n.consts[weights] = keptB, keptW
	return nil
}
