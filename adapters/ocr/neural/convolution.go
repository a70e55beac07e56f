package neural

import "fmt"

// roundUp returns the next multiple.
func roundUp(n, of int) int { return (n + of - 1) / of * of }

// packRows returns a matrix of rows by depth in the order in which multiplyTile reads it.
func packRows(m []float32, rows, depth int) []float32 {
	out := make([]float32, roundUp(rows, tileRows)*depth)
	for i := range rows {
		to := out[i/tileRows*tileRows*depth+i%tileRows:]
		for k := range depth {
			to[k*tileRows] = m[i*depth+k]
		}
	}
	return out
}

// multiplyMatrices sets c to the product of packed rows by columns, which fill packs: for columns from
// the given one it sets depth rows of tileColumns numbers.
func (r *running) multiplyMatrices(c []float32, rows, columns, depth int, packed, bias []float32, fill func(panel []float32, from int)) {
	panel := r.memory.take(depth * tileColumns)
	edge := r.memory.take(tileRows * tileColumns)
	for from := 0; from < columns; from += tileColumns {
		fill(panel, from)
		width := min(tileColumns, columns-from)
		for row := 0; row < rows; row += tileRows {
			a, height := packed[row*depth:], min(tileRows, rows-row)
			if width == tileColumns && height == tileRows {
				multiplyTile(c[row*columns+from:], columns, a, panel, depth, bias[row:])
				continue
			}
			multiplyTile(edge, tileColumns, a, panel, depth, bias[row:])
			for i := range height {
				copy(c[(row+i)*columns+from:][:width], edge[i*tileColumns:])
			}
		}
	}
	r.memory.give(panel)
	r.memory.give(edge)
}

// A window is how a convolution or a pooling moves over a picture.
type window struct {
	kernel, stride [2]int
	before         [2]int // rows above and columns to the left that are added
	size           [2]int // of the result
}

// windowOf reads the settings of a step for a picture of a size.
func windowOf(s *step, h, w int) (window, error) {
	out := window{stride: [2]int{1, 1}}
	kernel := s.attrs["kernel_shape"].ints
	if len(s.weight.shape) == 4 {
		kernel = s.weight.shape[2:]
	}
	if len(kernel) != 2 || kernel[0] < 1 || kernel[1] < 1 {
		return out, errBroken
	}
	for _, d := range s.attrs["dilations"].ints {
		if d != 1 {
			return out, fmt.Errorf("dilations are not known")
		}
	}
	copy(out.kernel[:], kernel)
	copy(out.stride[:], s.attrs["strides"].ints)
	pads := s.attrs["pads"].ints
	if pads == nil {
		pads = make([]int, 4)
	}
	if len(pads) != 4 || out.stride[0] < 1 || out.stride[1] < 1 {
		return out, errBroken
	}
	for i, n := range [2]int{h, w} {
		all := pads[i] + pads[i+2]
		out.before[i] = pads[i]
		if s.attrs["auto_pad"].s == "SAME_UPPER" {
			all = max((roundUp(n, out.stride[i])/out.stride[i]-1)*out.stride[i]+out.kernel[i]-n, 0)
			out.before[i] = all / 2
		}
		if out.size[i] = (n+all-out.kernel[i])/out.stride[i] + 1; n+all < out.kernel[i] || out.before[i] < 0 {
			return out, fmt.Errorf("a window that is larger than its picture")
		}
	}
	return out, nil
}

// paddedSize returns the size of the picture that a window reads, with what is added on all sides.
func (w window) paddedSize() (int, int) {
	return (w.size[0]-1)*w.stride[0] + w.kernel[0], (w.size[1]-1)*w.stride[1] + w.kernel[1]
}

// padPlane copies a plane of h by w numbers into one with what is added around it.
func (w window) padPlane(to, from []float32, height, width int, value float32) {
	ph, pw := w.paddedSize()
	for i := range to[:ph*pw] {
		to[i] = value
	}
	n := min(width, pw-w.before[1])
	for y := range min(height, ph-w.before[0]) {
		copy(to[(y+w.before[0])*pw+w.before[1]:][:n], from[y*width:])
	}
}

// pictureOf returns the first input of a step, which has one picture of channels.
func (r *running) pictureOf(s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err == nil && (len(x.shape) != 4 || x.shape[0] != 1) {
		err = fmt.Errorf("an input of the shape %v", x.shape)
	}
	return x, err
}

// windowsOf returns the first input of a step, and how its windows lie in that picture.
func (r *running) windowsOf(s *step) (tensor, window, error) {
	x, err := r.pictureOf(s)
	if err != nil {
		return tensor{}, window{}, err
	}
	w, err := windowOf(s, x.shape[2], x.shape[3])
	return x, w, err
}

// convolve runs a convolution and what follows it.
func convolve(r *running, s *step) (tensor, error) {
	x, w, err := r.windowsOf(s)
	if err != nil {
		return tensor{}, err
	}
	channels, group := s.weight.shape[0], s.attr("group", 1)
	if group != 1 && (group != x.shape[1] || channels != group) || s.weight.shape[1]*group != x.shape[1] {
		return tensor{}, fmt.Errorf("%d groups of %d channels", group, x.shape[1])
	}
	out, err := r.newTensor(1, channels, w.size[0], w.size[1])
	if err != nil {
		return tensor{}, err
	}
	switch {
	case group != 1:
		r.convolveEach(out, x, s, w)
	case w.kernel == [2]int{1, 1} && w.stride == [2]int{1, 1} && w.before == [2]int{}:
		n := x.shape[2] * x.shape[3]
		r.multiplyMatrices(out.data, channels, n, x.shape[1], s.packed, s.bias, func(panel []float32, from int) {
			packColumns(panel, x.data, n, x.shape[1], from)
		})
	default:
		r.convolveAll(out, x, s, w)
	}
	s.finish(out.data)
	return out, nil
}

// finish does what follows a convolution.
func (s *step) finish(x []float32) {
	switch s.after {
	case rectified:
		for i, v := range x {
			x[i] = max(v, 0)
		}
	case gelued:
		applyGELU(x)
	}
}

// packColumns packs columns of a matrix with rows of n numbers.
func packColumns(panel, m []float32, n, depth, from int) {
	if from+tileColumns <= n {
		for k := range depth {
			*(*[tileColumns]float32)(panel[k*tileColumns:]) = *(*[tileColumns]float32)(m[k*n+from:])
		}
		return
	}
	for k := range depth {
		row := panel[k*tileColumns : (k+1)*tileColumns]
		clear(row[copy(row, m[k*n+from:(k+1)*n]):])
	}
}

// convolveAll runs a convolution in which each channel reads all channels.
func (r *running) convolveAll(out, x tensor, s *step, w window) {
	ph, pw := w.paddedSize()
	in, height, width := x.shape[1], x.shape[2], x.shape[3]
	padded := r.memory.take(in * ph * pw)
	for c := range in {
		w.padPlane(padded[c*ph*pw:], x.data[c*height*width:], height, width, 0)
	}
	columns := w.size[0] * w.size[1]
	var at [tileColumns]int
	r.multiplyMatrices(out.data, s.weight.shape[0], columns, in*w.kernel[0]*w.kernel[1], s.packed, s.bias, func(panel []float32, from int) {
		for j := range at {
			n := min(from+j, columns-1)
			at[j] = n/w.size[1]*w.stride[0]*pw + n%w.size[1]*w.stride[1]
		}
		for c := range in {
			for ky := range w.kernel[0] {
				for kx := range w.kernel[1] {
					src, row := padded[c*ph*pw+ky*pw+kx:], (*[tileColumns]float32)(panel)
					for j, k := range at {
						row[j] = src[k]
					}
					panel = panel[tileColumns:]
				}
			}
		}
	})
	r.memory.give(padded)
}

// convolveEach runs a convolution in which each channel reads itself. Columns of the padded picture lie in
// the order of their remainders by the stride, so that what is added to a row is a row.
func (r *running) convolveEach(out, x tensor, s *step, w window) {
	ph, pw := w.paddedSize()
	height, width, stride := x.shape[2], x.shape[3], w.stride[1]
	per := roundUp(pw, stride) / stride
	padded, split := r.memory.take(ph*pw), r.memory.take(ph*per*stride)
	each := w.kernel[0] * w.kernel[1]
	for c := range x.shape[1] {
		w.padPlane(padded, x.data[c*height*width:], height, width, 0)
		plane := padded
		if stride > 1 {
			plane = split
			for y := range ph {
				for i, v := range padded[y*pw : (y+1)*pw] {
					split[y*per*stride+i%stride*per+i/stride] = v
				}
			}
		}
		weights := s.weight.data[c*each : (c+1)*each]
		for y := range w.size[0] {
			row := out.data[(c*w.size[0]+y)*w.size[1]:][:w.size[1]]
			for i := range row {
				row[i] = s.bias[c]
			}
			for k, v := range weights {
				ky, kx := k/w.kernel[1], k%w.kernel[1]
				line := (y*w.stride[0] + ky) * pw
				if stride > 1 {
					line = (y*w.stride[0]+ky)*per*stride + kx%stride*per
				}
				addScaled(row, plane[line+kx/stride:], v)
			}
		}
	}
	r.memory.give(padded)
	r.memory.give(split)
}

// convolveTransposed runs a transposed convolution whose windows do not overlap.
func convolveTransposed(r *running, s *step) (tensor, error) {
	x, err := r.pictureOf(s)
	if err != nil {
		return tensor{}, err
	}
	shape, strides := s.weight.shape, s.attrs["strides"].ints
	if len(strides) != 2 || strides[0] != shape[2] || strides[1] != shape[3] || s.attr("group", 1) != 1 || shape[0] != x.shape[1] {
		return tensor{}, fmt.Errorf("windows that overlap are not known")
	}
	h, w := x.shape[2], x.shape[3]
	out, err := r.newTensor(1, shape[1], h*shape[2], w*shape[3])
	if err != nil {
		return tensor{}, err
	}
	sum := r.memory.take(w)
	for c := range shape[1] {
		for y := range h {
			for k := range shape[2] * shape[3] {
				for i := range sum {
					sum[i] = s.bias[c]
				}
				for in := range shape[0] {
					addScaled(sum, x.data[(in*h+y)*w:], s.weight.data[(in*shape[1]+c)*shape[2]*shape[3]+k])
				}
				row := out.data[((c*h+y)*shape[2]+k/shape[3])*w*shape[3]+k%shape[3]:]
				for i, v := range sum {
					row[i*shape[3]] = v
				}
			}
		}
	}
	r.memory.give(sum)
	s.finish(out.data)
	return out, nil
}

// poolWindows returns an operator that makes one number of each window.
func poolWindows(empty float32, do func(values []float32) float32) func(*running, *step) (tensor, error) {
	return func(r *running, s *step) (tensor, error) {
		x, w, err := r.windowsOf(s)
		if err != nil {
			return tensor{}, err
		}
		out, err := r.newTensor(1, x.shape[1], w.size[0], w.size[1])
		if err != nil {
			return tensor{}, err
		}
		ph, pw := w.paddedSize()
		padded := r.memory.take(ph * pw)
		values := make([]float32, w.kernel[0]*w.kernel[1])
		to := 0
		for c := range x.shape[1] {
			w.padPlane(padded, x.data[c*x.shape[2]*x.shape[3]:], x.shape[2], x.shape[3], empty)
			for y := range w.size[0] {
				for at := range w.size[1] {
					for ky := range w.kernel[0] {
						copy(values[ky*w.kernel[1]:(ky+1)*w.kernel[1]], padded[(y*w.stride[0]+ky)*pw+at*w.stride[1]:])
					}
					out.data[to] = do(values)
					to++
				}
			}
		}
		r.memory.give(padded)
		return out, nil
	}
}
