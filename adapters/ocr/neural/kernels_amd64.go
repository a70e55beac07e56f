package neural

import "golang.org/x/sys/cpu"

var (
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F
)

// Fast reports whether the processor has instructions without which a network takes many times as long.
func Fast() bool { return hasAVX2 }

// multiplyTile computes a tile of a product of matrices: rows of a, packed by columns, with columns of b,
// packed by rows, each row beginning with its bias. Rows of c are stride apart.
func multiplyTile(c []float32, stride int, a, b []float32, depth int, bias []float32) {
	if !hasAVX2 || depth < 1 {
		multiplyTilePlain(c, stride, a, b, depth, bias)
		return
	}
	_, _, _, _ = c[(tileRows-1)*stride+tileColumns-1], a[tileRows*depth-1], b[tileColumns*depth-1], bias[tileRows-1]
	if hasAVX512 {
		multiply12x32(&c[0], stride, &a[0], &b[0], depth, &bias[0])
		return
	}
	for i := 0; i < tileRows; i += 6 {
		for j := 0; j < tileColumns; j += 16 {
			multiply6x16(&c[i*stride+j], stride, &a[i], &b[j], depth, &bias[i])
		}
	}
}

// addScaled adds src times w to dst, which is not longer.
func addScaled(dst, src []float32, w float32) {
	whole := 0
	if hasAVX2 {
		if whole = len(dst) &^ 7; whole > 0 {
			_ = src[len(dst)-1]
			addScaled8(&dst[0], &src[0], whole, w)
		}
	}
	addScaledPlain(dst[whole:], src[whole:], w)
}

// applyGELU replaces each x by x times the share of a normal distribution that is below it.
func applyGELU(x []float32) {
	whole := 0
	if hasAVX2 {
		if whole = len(x) &^ 7; whole > 0 {
			gelu8(&x[0], whole, &geluTable)
		}
	}
	applyGELUPlain(x[whole:])
}

// geluTable holds what gelu8 needs: upper coefficients from the highest, lower ones, half, bounds.
var geluTable = [14]float32{
	geluUpper[5], geluUpper[4], geluUpper[3], geluUpper[2], geluUpper[1], geluUpper[0],
	geluLower[4], geluLower[3], geluLower[2], geluLower[1], geluLower[0],
	0.5, geluEnd, -geluEnd,
}

//go:noescape
func multiply12x32(c *float32, stride int, a, b *float32, depth int, bias *float32)

//go:noescape
func multiply6x16(c *float32, stride int, a, b *float32, depth int, bias *float32)

//go:noescape
func addScaled8(dst, src *float32, n int, w float32)

//go:noescape
func gelu8(x *float32, n int, table *[14]float32)
