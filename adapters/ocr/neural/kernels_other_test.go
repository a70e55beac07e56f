//go:build !amd64

package neural

// forEachKernel calls f for each set of instructions that the processor has and does not use by itself.
func forEachKernel(func()) {}
