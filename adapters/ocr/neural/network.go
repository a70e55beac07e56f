package neural

import (
	"fmt"
	"slices"
	"sync"
)

// A Network can be run. It may be used from several goroutines.
type Network struct {
	file
	steps []step
	pool  sync.Pool // of *memory
}

// Load reads a network with one input and one output.
func Load(content []byte) (*Network, error) {
	f, err := parseFile(content)
	if err != nil {
		return nil, err
	}
	n := &Network{file: f}
	if n.steps, err = n.planSteps(); err != nil {
		return nil, err
	}
	return n, nil
}

// Note returns what the file notes under a name, or "".
func (n *Network) Note(name string) string { return n.notes[name] }

// Run returns the output for an input, and its shape.
func (n *Network) Run(input []float32, shape ...int) (output []float32, outputShape []int, err error) {
	if size, ok := sizeOf(shape); !ok || size != len(input) {
		return nil, nil, fmt.Errorf("%d numbers for an input of the shape %v", len(input), shape)
	}
	m, _ := n.pool.Get().(*memory)
	if m == nil {
		m = &memory{}
	}
	r := &running{network: n, memory: m, values: map[string]tensor{n.inputs[0]: {shape, input}}}
	defer func() {
		if cause := recover(); cause != nil {
			output, outputShape, err = nil, nil, fmt.Errorf("the network does not fit its input: %v", cause)
		}
	}()
	for i := range n.steps {
		if err := r.runStep(&n.steps[i]); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", n.steps[i].op, err)
		}
	}
	out := r.values[n.output]
	output, outputShape = slices.Clone(out.data), out.shape
	r.releaseAll()
	n.pool.Put(m)
	return output, outputShape, nil
}

// A memory holds arrays that are not in use.
type memory struct{ free [][]float32 }

// take returns an array of n numbers with any content.
func (m *memory) take(n int) []float32 {
	best := -1
	for i, f := range m.free {
		if cap(f) >= n && cap(f) <= 4*n+1024 && (best < 0 || cap(f) < cap(m.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return make([]float32, n)
	}
	out := m.free[best][:n]
	m.free = slices.Delete(m.free, best, best+1)
	return out
}

// give takes an array back.
func (m *memory) give(f []float32) {
	const most = 64
	if cap(f) > 0 && len(m.free) < most {
		m.free = append(m.free, f[:cap(f)])
	}
}

// A running is one run of a network.
type running struct {
	network *Network
	memory  *memory
	values  map[string]tensor // each has an array of its own
}

// valueOf returns an input of a step.
func (r *running) valueOf(s *step, i int) (tensor, error) {
	if i >= len(s.inputs) {
		return tensor{}, errBroken
	}
	if t, ok := r.values[s.inputs[i]]; ok {
		return t, nil
	}
	if t, ok := r.network.consts[s.inputs[i]]; ok {
		return t, nil
	}
	return tensor{}, fmt.Errorf("no value %q", s.inputs[i])
}

// newTensor returns an array with any content.
func (r *running) newTensor(shape ...int) (tensor, error) {
	n, ok := sizeOf(shape)
	if !ok {
		return tensor{}, fmt.Errorf("an array of the shape %v", shape)
	}
	return tensor{slices.Clone(shape), r.memory.take(n)}, nil
}

// runStep computes the output of a step, and gives back what is not needed afterwards.
func (r *running) runStep(s *step) error {
	t, err := s.run(r, s)
	if err != nil {
		return err
	}
	r.values[s.outputs[0]] = t
	for _, name := range s.free {
		v := r.values[name]
		delete(r.values, name)
		if name != r.network.inputs[0] {
			r.memory.give(v.data)
		}
	}
	return nil
}

// releaseAll gives back all arrays.
func (r *running) releaseAll() {
	for name, t := range r.values {
		if name != r.network.inputs[0] {
			r.memory.give(t.data)
		}
	}
}
