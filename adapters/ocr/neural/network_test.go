package neural

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// runMade runs the network that is made by the function, from x to y.
func runMade(t *testing.T, x tensor, make func(*maker)) tensor {
	t.Helper()
	var m maker
	make(&m)
	n, err := Load(m.file())
	if err != nil {
		t.Fatal(err)
	}
	if n.Note("kind") != "made here" {
		t.Errorf("note %q, want %q", n.Note("kind"), "made here")
	}
	data, shape, err := n.Run(x.data, x.shape...)
	if err != nil {
		t.Fatal(err)
	}
	return tensor{shape, data}
}

// nearly fails the test unless two arrays are the same but for rounding.
func nearly(t *testing.T, what string, got tensor, want []float64, shape ...int) {
	t.Helper()
	if !slices.Equal(got.shape, shape) || len(got.data) != len(want) {
		t.Fatalf("%s: shape %v of %d numbers, want %v of %d", what, got.shape, len(got.data), shape, len(want))
	}
	for i, v := range want {
		if math.Abs(float64(got.data[i])-v) > 1e-4*(1+math.Abs(v)) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got.data[i], v)
		}
	}
}

// convolvePlainly is a convolution by its definition; before is what is added above and on the left.
func convolvePlainly(x, w tensor, group, sy, sx, before, h, wide int) []float64 {
	var out []float64
	channels, in := w.shape[0], w.shape[1]
	for c := range channels {
		for y := range h {
			for at := range wide {
				sum := 0.0
				for i := range in {
					from := i + c/(channels/group)*in
					for ky := range w.shape[2] {
						for kx := range w.shape[3] {
							py, px := y*sy+ky-before, at*sx+kx-before
							if py < 0 || px < 0 || py >= x.shape[2] || px >= x.shape[3] {
								continue
							}
							v := w.data[((c*in+i)*w.shape[2]+ky)*w.shape[3]+kx]
							sum += float64(v) * float64(x.data[(from*x.shape[2]+py)*x.shape[3]+px])
						}
					}
				}
				out = append(out, sum)
			}
		}
	}
	return out
}

// TestConvolutions compares convolutions of all kinds with their definition.
func TestConvolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x := tensor{[]int{1, 14, 9, 37}, randomFloats(r, 14*9*37)}
	for _, c := range []struct {
		name                     string
		channels, in, kh, kw     int
		group, sy, sx, pad, h, w int
	}{
		{"points", 25, 14, 1, 1, 1, 1, 1, 0, 9, 37},
		{"windows", 24, 14, 3, 3, 1, 1, 1, 1, 9, 37},
		{"windows with strides", 13, 14, 3, 3, 1, 2, 2, 1, 5, 19},
		{"each channel", 14, 1, 3, 3, 14, 1, 1, 1, 9, 37},
		{"each channel, rows skipped", 14, 1, 3, 3, 14, 2, 1, 1, 5, 37},
		{"each channel with strides", 14, 1, 5, 5, 14, 2, 2, 2, 5, 19},
	} {
		w := tensor{[]int{c.channels, c.in, c.kh, c.kw}, randomFloats(r, c.channels*c.in*c.kh*c.kw)}
		bias := randomFloats(r, c.channels)
		got := runMade(t, x, func(m *maker) {
			m.constant("w", w.data, w.shape...)
			m.constant("b", bias, 1, c.channels, 1, 1)
			m.node("Conv", "a", []string{"x", "w"}, map[string]any{
				"group": c.group, "strides": []int{c.sy, c.sx}, "pads": []int{c.pad, c.pad, c.pad, c.pad}, "dilations": []int{1, 1}})
			m.node("Identity", "same", []string{"a"}, nil)
			m.node("Add", "sum", []string{"same", "b"}, nil)
			m.node("Relu", "y", []string{"sum"}, nil)
		})
		want := convolvePlainly(x, w, c.group, c.sy, c.sx, c.pad, c.h, c.w)
		for i := range want {
			want[i] = max(want[i]+float64(bias[i/(c.h*c.w)]), 0)
		}
		nearly(t, c.name, got, want, 1, c.channels, c.h, c.w)
	}
}

// TestWhatFollowsAConvolution checks that a normalisation and a GELU are joined with it.
func TestWhatFollowsAConvolution(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	x := tensor{[]int{1, 3, 4, 20}, randomFloats(r, 240)}
	w := tensor{[]int{2, 3, 1, 1}, randomFloats(r, 6)}
	scale, shift, middle, spread := []float32{2, 0.5}, []float32{1, -1}, []float32{0.1, 0.2}, []float32{4, 9}
	var m maker
	for name, v := range map[string][]float32{"scale": scale, "shift": shift, "middle": middle, "spread": spread} {
		m.constant(name, v, 2)
	}
	for name, v := range map[string]float32{"root": math.Sqrt2, "one": 1, "half": 0.5} {
		m.constant(name, []float32{v})
	}
	m.constant("w", w.data, w.shape...)
	m.node("Conv", "a", []string{"x", "w"}, map[string]any{"kernel_shape": []int{1, 1}})
	m.node("BatchNormalization", "n", []string{"a", "scale", "shift", "middle", "spread"}, map[string]any{"epsilon": float32(1e-5)})
	m.node("Div", "d", []string{"n", "root"}, nil)
	m.node("Erf", "e", []string{"d"}, nil)
	m.node("Add", "f", []string{"e", "one"}, nil)
	m.node("Mul", "g", []string{"n", "f"}, nil)
	m.node("Mul", "y", []string{"g", "half"}, nil)
	n, err := Load(m.file())
	if err != nil {
		t.Fatal(err)
	}
	if len(n.steps) != 1 || n.steps[0].after != gelued {
		t.Errorf("%d steps, want one with a GELU", len(n.steps))
	}
	data, shape, err := n.Run(x.data, x.shape...)
	if err != nil {
		t.Fatal(err)
	}
	want := convolvePlainly(x, w, 1, 1, 1, 0, 4, 20)
	for i, v := range want {
		c := i / 80
		v = (v-float64(middle[c]))/math.Sqrt(float64(spread[c])+1e-5)*float64(scale[c]) + float64(shift[c])
		want[i] = v * 0.5 * (1 + math.Erf(v/math.Sqrt2))
	}
	nearly(t, "GELU of a normalisation", tensor{shape, data}, want, 1, 2, 4, 20)
}

// TestOperators runs small arrays through the operators whose results can be told by heart.
func TestOperators(t *testing.T) {
	count := tensor{[]int{1, 2, 2, 3}, []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}
	for _, c := range []struct {
		op    string
		attrs map[string]any
		with  func(*maker) []string
		want  []float64
		shape []int
	}{
		{"MaxPool", map[string]any{"kernel_shape": []int{2, 2}, "auto_pad": "SAME_UPPER"}, nil,
			[]float64{4, 5, 5, 4, 5, 5, 10, 11, 11, 10, 11, 11}, []int{1, 2, 2, 3}},
		{"AveragePool", map[string]any{"kernel_shape": []int{2, 3}, "strides": []int{2, 3}}, nil, []float64{2.5, 8.5}, []int{1, 2, 1, 1}},
		{"GlobalAveragePool", nil, nil, []float64{2.5, 8.5}, []int{1, 2, 1, 1}},
		{"ReduceMean", map[string]any{"axes": []int{-1}, "keepdims": 0}, nil, []float64{1, 4, 7, 10}, []int{1, 2, 2}},
		{"Transpose", map[string]any{"perm": []int{0, 3, 1, 2}}, nil, []float64{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}, []int{1, 3, 2, 2}},
		{"Shape", nil, nil, []float64{1, 2, 2, 3}, []int{4}},
		{"Reshape", nil, func(m *maker) []string { m.sizes("s", 0, -1); return []string{"s"} },
			[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{1, 12}},
		{"Squeeze", map[string]any{"axes": []int{0}}, nil, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{2, 2, 3}},
		{"Unsqueeze", map[string]any{"axes": []int{0}}, nil, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{1, 1, 2, 2, 3}},
		{"Slice", nil, func(m *maker) []string {
			m.sizes("from", 1)
			m.sizes("to", math.MaxInt)
			m.sizes("axis", 3)
			return []string{"from", "to", "axis"}
		}, []float64{1, 2, 4, 5, 7, 8, 10, 11}, []int{1, 2, 2, 2}},
		{"Concat", map[string]any{"axis": 1}, func(m *maker) []string {
			m.constant("c", []float32{7, 7, 7, 7, 7, 7}, 1, 1, 2, 3)
			return []string{"c"}
		},
			[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 7, 7, 7, 7, 7, 7}, []int{1, 3, 2, 3}},
		{"Sub", nil, func(m *maker) []string { m.constant("c", []float32{1, 2}, 2, 1, 1); return []string{"c"} },
			[]float64{-1, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9}, []int{1, 2, 2, 3}},
		{"Mul", nil, func(m *maker) []string { m.constant("c", []float32{1, 0, 2}, 3); return []string{"c"} },
			[]float64{0, 0, 4, 3, 0, 10, 6, 0, 16, 9, 0, 22}, []int{1, 2, 2, 3}},
		{"MatMul", nil, func(m *maker) []string { m.constant("c", []float32{1, 0, 0, 1, 1, 1}, 3, 2); return []string{"c"} },
			[]float64{2, 3, 8, 9, 14, 15, 20, 21}, []int{1, 2, 2, 2}},
		{"Resize", map[string]any{"mode": "nearest"}, func(m *maker) []string {
			m.constant("none", nil, 0)
			m.constant("c", []float32{1, 1, 1, 2}, 4)
			return []string{"none", "c"}
		}, []float64{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11}, []int{1, 2, 2, 6}},
		{"ConvTranspose", map[string]any{"strides": []int{1, 2}}, func(m *maker) []string {
			m.constant("c", []float32{1, 2, 0, 1}, 2, 1, 1, 2)
			return []string{"c"}
		}, []float64{0, 6, 1, 9, 2, 12, 3, 15, 4, 18, 5, 21}, []int{1, 1, 2, 6}},
		{"HardSigmoid", map[string]any{"alpha": float32(0.1), "beta": float32(0)}, nil,
			[]float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1}, []int{1, 2, 2, 3}},
	} {
		got := runMade(t, count, func(m *maker) {
			inputs := []string{"x"}
			if c.with != nil {
				inputs = append(inputs, c.with(m)...)
			}
			m.node(c.op, "y", inputs, c.attrs)
		})
		nearly(t, c.op, got, c.want, c.shape...)
	}
}

// choice makes a network that chooses among four columns.
func choice() []byte {
	var m maker
	m.constant("w", []float32{1, 0, 2, 0, 0, 1, 0, 3}, 2, 4)
	m.constant("b", []float32{0, 0.5, 0, 1}, 4)
	m.node("MatMul", "p", []string{"x", "w"}, nil)
	m.node("Add", "s", []string{"p", "b"}, nil)
	m.node("Softmax", "y", []string{"s"}, map[string]any{"axis": 1})
	return m.file()
}

// TestKeepColumns leaves out columns of a choice: what is left has shares of 1.
func TestKeepColumns(t *testing.T) {
	n, err := Load(choice())
	if err != nil {
		t.Fatal(err)
	}
	if err := n.KeepColumns([]int{4}); err == nil {
		t.Error("a column that is not there is kept")
	}
	if err := n.KeepColumns([]int{2, 1}); err != nil {
		t.Fatal(err)
	}
	data, shape, err := n.Run([]float32{1, 1}, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	k := math.Exp(2) / (math.Exp(2) + math.Exp(1.5))
	nearly(t, "choice", tensor{shape, data}, []float64{k, 1 - k}, 1, 2)
}

// TestRunsAgree runs a network from several goroutines: all get the same numbers.
func TestRunsAgree(t *testing.T) {
	n, err := Load(choice())
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := n.Run([]float32{1, 2}, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got, _, err := n.Run([]float32{1, 2}, 1, 2); err != nil || !slices.Equal(got, want) {
					t.Errorf("%v, %v, want %v", got, err, want)
				}
			}
		})
	}
	wg.Wait()
}

// TestBrokenFiles loads what is no network, or none that is known.
func TestBrokenFiles(t *testing.T) {
	good := choice()
	for n := range good {
		if net, err := Load(good[:n]); err == nil {
			_, _, _ = net.Run([]float32{1, 2}, 1, 2)
		}
	}
	var m maker
	m.node("Loop", "y", []string{"x"}, nil)
	if _, err := Load(m.file()); err == nil || !strings.Contains(err.Error(), "Loop is not known") {
		t.Errorf("error %v, want one that names the operator", err)
	}
	if _, err := Load([]byte("not a network")); err == nil {
		t.Error("a text is loaded")
	}
	n, err := Load(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, shape := range [][]int{{1, 3}, {2}, {-1, -2}, {1, 1, 1, 3}} {
		if _, _, err := n.Run([]float32{1, 2, 3}, shape...); err == nil {
			t.Errorf("an input of the shape %v is taken, want an error", shape)
		}
	}
}

// FuzzLoad loads any bytes, and runs what can be loaded.
func FuzzLoad(f *testing.F) {
	f.Add(choice())
	f.Fuzz(func(_ *testing.T, content []byte) {
		if len(content) > 1<<12 {
			return
		}
		if n, err := Load(content); err == nil {
			_, _, _ = n.Run([]float32{1, 2}, 1, 2)
		}
	})
}
