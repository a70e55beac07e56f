//go:build !amd64

package neural

// Fast reports whether the processor has instructions without which a network takes many times as long.
func Fast() bool { return false }

// multiplyTile computes a tile of a product of matrices: rows of a, packed by columns, with columns of b,
// packed by rows, each row beginning with its bias. Rows of c are stride apart.
func multiplyTile(c []float32, stride int, a, b []float32, depth int, bias []float32) {
	multiplyTilePlain(c, stride, a, b, depth, bias)
}

// addScaled adds src times w to dst, which is not longer.
func addScaled(dst, src []float32, w float32) { addScaledPlain(dst, src, w) }

// applyGELU replaces each x by x times the share of a normal distribution that is below it.
func applyGELU(x []float32) { applyGELUPlain(x) }
