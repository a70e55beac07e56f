package neural

import "math"

// Size of the tiles in which products of matrices are computed.
const (
	tileRows    = 12
	tileColumns = 32
)

// fma returns a*b+c, rounded once as the processor's instruction does (but for the rarest of cases).
func fma(a, b, c float32) float32 { return float32(math.FMA(float64(a), float64(b), float64(c))) }

// multiplyTilePlain is multiplyTile without instructions of a certain processor.
func multiplyTilePlain(c []float32, stride int, a, b []float32, depth int, bias []float32) {
	for i := range tileRows {
		row := c[i*stride : i*stride+tileColumns]
		for j := range row {
			row[j] = bias[i]
		}
		for k := range depth {
			w, column := a[k*tileRows+i], b[k*tileColumns:(k+1)*tileColumns]
			for j := range row {
				row[j] = fma(w, column[j], row[j])
			}
		}
	}
}

// addScaledPlain is addScaled without instructions of a certain processor.
func addScaledPlain(dst, src []float32, w float32) {
	for i := range dst {
		dst[i] = fma(w, src[i], dst[i])
	}
}

// Coefficients of the fraction that stands for the Gaussian error function of x/sqrt(2), in powers of x
// squared; it is right to a millionth up to geluEnd, after which the function is 1.
var (
	geluUpper = [6]float32{0.79788595, 0.13202938, 0.013034491, 0.00093909784, 1.1850363e-05, -3.3713128e-08}
	geluLower = [5]float32{1, 0.33214304, 0.0466989, 0.0036236243, 0.00015611548}
)

const geluEnd = 5.5

// applyGELUPlain is applyGELU without instructions of a certain processor.
func applyGELUPlain(x []float32) {
	for i, v := range x {
		z := min(max(v, -geluEnd), geluEnd)
		t := z * z
		p, q := geluUpper[5], geluLower[4]
		for k := 4; k >= 0; k-- {
			p = fma(p, t, geluUpper[k])
		}
		for k := 3; k >= 0; k-- {
			q = fma(q, t, geluLower[k])
		}
		half := 0.5 * v
		x[i] = fma(half, z*p/q, half)
	}
}
