package neural

import (
	"fmt"
	"slices"
)

// concat puts arrays one after the other.
func concat(r *running, s *step) (tensor, error) {
	var all []tensor
	for i := range s.inputs {
		t, err := r.valueOf(s, i)
		if err != nil {
			return tensor{}, err
		}
		all = append(all, t)
	}
	axis := s.attr("axis", 0)
	if len(all) == 0 || axis < 0 || axis >= len(all[0].shape) {
		return tensor{}, errBroken
	}
	shape := slices.Clone(all[0].shape)
	outer, _ := sizeOf(shape[:axis])
	for _, t := range all[1:] {
		if len(t.shape) != len(shape) {
			return tensor{}, fmt.Errorf("arrays of the shapes %v and %v", shape, t.shape)
		}
		shape[axis] += t.shape[axis]
	}
	out, err := r.newTensor(shape...)
	if err != nil {
		return tensor{}, err
	}
	to := out.data
	for i := range outer {
		for _, t := range all {
			n := len(t.data) / max(outer, 1)
			copy(to[:n], t.data[i*n:])
			to = to[n:]
		}
	}
	return out, nil
}

// numbersOf returns an input of whole numbers.
func (r *running) numbersOf(s *step, i int) ([]int, error) {
	t, err := r.valueOf(s, i)
	var out []int
	for _, v := range t.data {
		out = append(out, int(min(max(v, -maxNumbers), maxNumbers)))
	}
	return out, err
}

// slice takes a part of an array along one dimension.
func slice(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	var part [4]int // first, end, axis, step
	part[3] = 1
	for i := range part {
		if i+1 >= len(s.inputs) {
			break
		}
		n, err := r.numbersOf(s, i+1)
		if err != nil || len(n) != 1 {
			return tensor{}, fmt.Errorf("a part along several axes: %w", errBroken)
		}
		part[i] = n[0]
	}
	axis := part[2]
	if axis < 0 || axis >= len(x.shape) || part[3] != 1 {
		return tensor{}, errBroken
	}
	length := x.shape[axis]
	for i := range 2 {
		if part[i] < 0 {
			part[i] += length
		}
		part[i] = min(max(part[i], 0), length)
	}
	shape := slices.Clone(x.shape)
	shape[axis] = max(part[1]-part[0], 0)
	inner, _ := sizeOf(x.shape[axis+1:])
	out, err := r.newTensor(shape...)
	for i := range len(out.data) / max(shape[axis]*inner, 1) {
		copy(out.data[i*shape[axis]*inner:][:shape[axis]*inner], x.data[(i*length+part[0])*inner:])
	}
	return out, err
}

// transpose changes the order of the dimensions.
func transpose(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	perm := s.attrs["perm"].ints
	n := len(x.shape)
	if len(perm) != n {
		return tensor{}, errBroken
	}
	strides := make([]int, n)
	for i, k := n-1, 1; i >= 0; i-- {
		strides[i], k = k, k*x.shape[i]
	}
	shape, step := make([]int, n), make([]int, n)
	for i, p := range perm {
		shape[i], step[i] = x.shape[p], strides[p]
	}
	out, err := r.newTensor(shape...)
	if err != nil {
		return tensor{}, err
	}
	at, from := make([]int, n), 0
	for to := range out.data {
		out.data[to] = x.data[from]
		for i := n - 1; i >= 0; i-- {
			at[i]++
			from += step[i]
			if at[i] < shape[i] {
				break
			}
			from -= at[i] * step[i]
			at[i] = 0
		}
	}
	return out, nil
}

// shape returns the lengths of an array's dimensions.
func shape(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	out, err := r.newTensor(len(x.shape))
	for i, d := range x.shape {
		out.data[i] = float32(d)
	}
	return out, err
}

// copyAs returns the numbers of an array in another shape.
func (r *running) copyAs(x tensor, shape []int) (tensor, error) {
	out, err := r.newTensor(shape...)
	if err == nil && len(out.data) != len(x.data) {
		err = fmt.Errorf("an array of the shape %v as %v", x.shape, shape)
	}
	copy(out.data, x.data)
	return out, err
}

// reshape divides an array into other dimensions: 0 keeps a length, -1 takes what is left.
func reshape(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	shape, err := r.numbersOf(s, 1)
	if err != nil {
		return tensor{}, err
	}
	known, open := 1, -1
	for i, d := range shape {
		switch {
		case d == 0 && i < len(x.shape):
			shape[i] = x.shape[i]
		case d == -1 && open < 0:
			open = i
			continue
		case d < 1:
			return tensor{}, errBroken
		}
		known *= shape[i]
	}
	if open >= 0 {
		shape[open] = len(x.data) / max(known, 1)
	}
	return r.copyAs(x, shape)
}

// squeeze drops dimensions of the length 1.
func squeeze(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	axes, err := axesOf(s, len(x.shape))
	if err != nil {
		return tensor{}, err
	}
	shape := slices.Clone(x.shape)
	for i := len(axes) - 1; i >= 0; i-- {
		shape = slices.Delete(shape, axes[i], axes[i]+1)
	}
	return r.copyAs(x, shape)
}

// unsqueeze adds dimensions of the length 1.
func unsqueeze(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	axes, err := axesOf(s, len(x.shape)+len(s.attrs["axes"].ints))
	if err != nil {
		return tensor{}, err
	}
	shape := slices.Clone(x.shape)
	for _, a := range axes {
		shape = slices.Insert(shape, a, 1)
	}
	return r.copyAs(x, shape)
}
