package neural

import (
	"fmt"
	"math"
	"slices"
)

// operators holds what is known, by the names of the format.
var operators = map[string]func(*running, *step) (tensor, error){
	"Conv": convolve, "ConvTranspose": convolveTransposed,
	"MaxPool": poolWindows(float32(math.Inf(-1)), func(v []float32) float32 { return slices.Max(v) }), "AveragePool": poolWindows(0, mean),
	"Add": combine(addRuns), "Sub": combine(subtractRuns), "Mul": combine(multiplyRuns), "Div": combine(divideRuns),
	"Pow": combine(powerRuns), "MatMul": multiply, "Softmax": softmax,
	"Relu":        mapEach(func(v float32, _ *step) float32 { return max(v, 0) }),
	"Sqrt":        mapEach(func(v float32, _ *step) float32 { return float32(math.Sqrt(float64(v))) }),
	"Erf":         mapEach(func(v float32, _ *step) float32 { return float32(math.Erf(float64(v))) }),
	"Sigmoid":     mapEach(func(v float32, _ *step) float32 { return float32(1 / (1 + math.Exp(-float64(v)))) }),
	"HardSigmoid": mapEach(hardSigmoid),
	"ReduceMean":  reduceMean, "GlobalAveragePool": poolAll, "Resize": resize,
	"Concat": concat, "Slice": slice, "Transpose": transpose, "Shape": shape,
	"Reshape": reshape, "Squeeze": squeeze, "Unsqueeze": unsqueeze,
}

// mean returns the mean of numbers.
func mean(v []float32) float32 {
	sum := 0.0
	for _, n := range v {
		sum += float64(n)
	}
	return float32(sum / float64(len(v)))
}

// hardSigmoid is a line between 0 and 1.
func hardSigmoid(v float32, s *step) float32 {
	return min(max(fma(s.attrs["alpha"].f, v, s.attrs["beta"].f), 0), 1)
}

// mapEach returns an operator that changes each number.
func mapEach(f func(float32, *step) float32) func(*running, *step) (tensor, error) {
	return func(r *running, s *step) (tensor, error) {
		x, err := r.valueOf(s, 0)
		if err != nil {
			return tensor{}, err
		}
		out, err := r.newTensor(x.shape...)
		for i, v := range x.data {
			out.data[i] = f(v, s)
		}
		return out, err
	}
}

func addRuns(out, a, b []float32, da, db int) {
	for i := range out {
		out[i] = a[i*da] + b[i*db]
	}
}

func subtractRuns(out, a, b []float32, da, db int) {
	for i := range out {
		out[i] = a[i*da] - b[i*db]
	}
}

func multiplyRuns(out, a, b []float32, da, db int) {
	for i := range out {
		out[i] = a[i*da] * b[i*db]
	}
}

func divideRuns(out, a, b []float32, da, db int) {
	for i := range out {
		out[i] = a[i*da] / b[i*db]
	}
}

func powerRuns(out, a, b []float32, da, db int) {
	for i := range out {
		out[i] = float32(math.Pow(float64(a[i*da]), float64(b[i*db])))
	}
}

// broadcast returns the shape that two arrays have together, and for each of its dimensions how far apart
// its numbers are in both, 0 where the same one counts for all.
func broadcast(a, b []int) (shape, da, db []int, err error) {
	n := max(len(a), len(b))
	shape, da, db = make([]int, n), make([]int, n), make([]int, n)
	sa, sb := 1, 1
	for i := n - 1; i >= 0; i-- {
		la, lb := 1, 1
		if at := i - n + len(a); at >= 0 {
			la = a[at]
		}
		if at := i - n + len(b); at >= 0 {
			lb = b[at]
		}
		if la != lb && la != 1 && lb != 1 {
			return nil, nil, nil, fmt.Errorf("arrays of the shapes %v and %v", a, b)
		}
		shape[i] = max(la, lb)
		if la == 0 || lb == 0 {
			shape[i] = 0
		}
		if la > 1 {
			da[i] = sa
		}
		if lb > 1 {
			db[i] = sb
		}
		sa, sb = sa*la, sb*lb
	}
	return shape, da, db, nil
}

// combine returns an operator on pairs of numbers.
func combine(f func(out, a, b []float32, da, db int)) func(*running, *step) (tensor, error) {
	return func(r *running, s *step) (tensor, error) {
		a, err := r.valueOf(s, 0)
		if err != nil {
			return tensor{}, err
		}
		b, err := r.valueOf(s, 1)
		if err != nil {
			return tensor{}, err
		}
		shape, da, db, err := broadcast(a.shape, b.shape)
		if err != nil {
			return tensor{}, err
		}
		out, err := r.newTensor(shape...)
		if err != nil || len(out.data) == 0 {
			return out, err
		}
		if slices.Equal(a.shape, b.shape) {
			f(out.data, a.data, b.data, 1, 1)
			return out, nil
		}
		n := len(shape)
		for n > 1 && joins(da, shape, n) && joins(db, shape, n) {
			shape[n-2], da[n-2], db[n-2] = shape[n-2]*shape[n-1], da[n-1], db[n-1]
			n--
		}
		if n == 0 {
			f(out.data, a.data, b.data, 0, 0)
			return out, nil
		}
		each, at := shape[n-1], make([]int, n)
		for from := 0; from < len(out.data); from += each {
			fa, fb := 0, 0
			for i, k := range at {
				fa, fb = fa+k*da[i], fb+k*db[i]
			}
			f(out.data[from:from+each], a.data[fa:], b.data[fb:], da[n-1], db[n-1])
			for i := n - 2; i >= 0; i-- {
				if at[i]++; at[i] < shape[i] {
					break
				}
				at[i] = 0
			}
		}
		return out, nil
	}
}

// joins reports whether the last two of n dimensions can be gone through as one.
func joins(d, shape []int, n int) bool {
	return d[n-2] == d[n-1]*shape[n-1] || shape[n-2] == 1 || d[n-2] == 0 && d[n-1] == 0
}

// multiply multiplies matrices, those of the last two dimensions of both inputs.
func multiply(r *running, s *step) (tensor, error) {
	a, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	b, err := r.valueOf(s, 1)
	if err != nil {
		return tensor{}, err
	}
	na, nb := len(a.shape), len(b.shape)
	if na < 2 || nb < 2 || a.shape[na-1] != b.shape[nb-2] {
		return tensor{}, fmt.Errorf("matrices of the shapes %v and %v", a.shape, b.shape)
	}
	rows, depth, columns := a.shape[na-2], a.shape[na-1], b.shape[nb-1]
	shape, da, db, err := broadcast(a.shape[:na-2], b.shape[:nb-2])
	if err != nil {
		return tensor{}, err
	}
	out, err := r.newTensor(append(shape, rows, columns)...)
	if err != nil || len(out.data) == 0 {
		return out, err
	}
	zero := make([]float32, roundUp(rows, tileRows))
	for i := range len(out.data) / (rows * columns) {
		fa, fb, left := 0, 0, i
		for d := len(da) - 1; d >= 0; d-- {
			fa, fb, left = fa+left%shape[d]*da[d], fb+left%shape[d]*db[d], left/shape[d]
		}
		packed, from := packRows(a.data[fa*rows*depth:], rows, depth), b.data[fb*depth*columns:]
		r.multiplyMatrices(out.data[i*rows*columns:], rows, columns, depth, packed, zero, func(panel []float32, at int) {
			packColumns(panel, from, columns, depth, at)
		})
	}
	return out, nil
}

// softmax turns the last dimension into shares of 1.
func softmax(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	if axis := s.attr("axis", 1); len(x.shape) == 0 || axis != len(x.shape)-1 && axis != -1 {
		return tensor{}, fmt.Errorf("shares along axis %d", axis)
	}
	out, err := r.newTensor(x.shape...)
	n := x.shape[len(x.shape)-1]
	for from := 0; err == nil && from < len(x.data); from += n {
		row, to := x.data[from:from+n], out.data[from:from+n]
		top, sum := float64(slices.Max(row)), 0.0
		for i, v := range row {
			e := math.Exp(float64(v) - top)
			sum += e
			to[i] = float32(e)
		}
		for i := range to {
			to[i] = float32(float64(to[i]) / sum)
		}
	}
	return out, err
}

// axesOf returns the axes of a step, counted from the front.
func axesOf(s *step, dimensions int) ([]int, error) {
	var out []int
	for _, a := range s.attrs["axes"].ints {
		if a < 0 {
			a += dimensions
		}
		if a < 0 || a >= dimensions {
			return nil, errBroken
		}
		out = append(out, a)
	}
	slices.Sort(out)
	return out, nil
}

// reduceMean takes the mean along the last dimensions.
func reduceMean(r *running, s *step) (tensor, error) {
	x, err := r.valueOf(s, 0)
	if err != nil {
		return tensor{}, err
	}
	axes, err := axesOf(s, len(x.shape))
	if err != nil {
		return tensor{}, err
	}
	shape := slices.Clone(x.shape)
	for i, a := range axes {
		if a != len(shape)-len(axes)+i {
			return tensor{}, fmt.Errorf("means along the axes %v", axes)
		}
	}
	kept := shape[:len(shape)-len(axes)]
	n, _ := sizeOf(shape[len(kept):])
	if s.attr("keepdims", 1) == 1 {
		for i := range axes {
			shape[len(kept)+i] = 1
		}
		kept = shape
	}
	return r.meanOfRuns(x, kept, n)
}

// meanOfRuns takes the mean of each n numbers.
func (r *running) meanOfRuns(x tensor, shape []int, n int) (tensor, error) {
	out, err := r.newTensor(shape...)
	for i := range out.data {
		out.data[i] = mean(x.data[i*n : (i+1)*n])
	}
	return out, err
}

// poolAll takes the mean of each channel.
func poolAll(r *running, s *step) (tensor, error) {
	x, err := r.pictureOf(s)
	if err != nil {
		return tensor{}, err
	}
	return r.meanOfRuns(x, []int{1, x.shape[1], 1, 1}, x.shape[2]*x.shape[3])
}

// resize repeats rows and columns a whole number of times.
func resize(r *running, s *step) (tensor, error) {
	x, err := r.pictureOf(s)
	if err != nil {
		return tensor{}, err
	}
	scales, err := r.valueOf(s, len(s.inputs)-1)
	if err != nil {
		return tensor{}, err
	}
	if s.attrs["mode"].s != "nearest" || len(s.inputs) != 3 || len(scales.data) != 4 || scales.data[0] != 1 || scales.data[1] != 1 {
		return tensor{}, fmt.Errorf("mode %q, scales %v", s.attrs["mode"].s, scales.data)
	}
	ky, kx := int(scales.data[2]), int(scales.data[3])
	if float32(ky) != scales.data[2] || float32(kx) != scales.data[3] || ky < 1 || kx < 1 {
		return tensor{}, fmt.Errorf("scales %v", scales.data)
	}
	h, w := x.shape[2], x.shape[3]
	out, err := r.newTensor(1, x.shape[1], h*ky, w*kx)
	if err != nil {
		return tensor{}, err
	}
	for y := range x.shape[1] * h {
		first := out.data[y*ky*w*kx:][:w*kx]
		for i, v := range x.data[y*w : (y+1)*w] {
			for k := range kx {
				first[i*kx+k] = v
			}
		}
		for k := 1; k < ky; k++ {
			copy(out.data[(y*ky+k)*w*kx:], first)
		}
	}
	return out, nil
}
