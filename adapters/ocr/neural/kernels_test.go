package neural

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomFloats returns n numbers around 0.
func randomFloats(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

// TestKernelsAgree compares the kernels of this processor with those that are plain Go, bit for bit.
func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, depth := range []int{1, 2, 9, 96, 861} {
		a, b, bias := randomFloats(r, tileRows*depth), randomFloats(r, tileColumns*depth), randomFloats(r, tileRows)
		const stride = 41
		got, want := make([]float32, tileRows*stride), make([]float32, tileRows*stride)
		multiplyTile(got, stride, a, b, depth, bias)
		multiplyTilePlain(want, stride, a, b, depth, bias)
		compareFloats(t, "tile", got, want)
		forEachKernel(func() {
			multiplyTile(got, stride, a, b, depth, bias)
			compareFloats(t, "tile of another kernel", got, want)
		})
	}
	for _, n := range []int{0, 1, 7, 8, 9, 64, 77} {
		got, src := randomFloats(r, n), randomFloats(r, n)
		want := append([]float32(nil), got...)
		addScaled(got, src, 0.3)
		addScaledPlain(want, src, 0.3)
		compareFloats(t, "sum", got, want)
		applyGELU(got)
		applyGELUPlain(want)
		compareFloats(t, "GELU", got, want)
	}
}

// compareFloats fails the test unless both have the same numbers.
func compareFloats(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: number %d of %d is %v, want %v", what, i, len(want), got[i], want[i])
		}
	}
}

// TestGELUIsRight compares the approximation with the function.
func TestGELUIsRight(t *testing.T) {
	for v := -9.0; v <= 9; v += 0.001 {
		x := []float32{float32(v)}
		applyGELU(x)
		if want := v * 0.5 * (1 + math.Erf(v/math.Sqrt2)); math.Abs(float64(x[0])-want) > 4e-6 {
			t.Fatalf("GELU of %v is %v, want %v", v, x[0], want)
		}
	}
}
