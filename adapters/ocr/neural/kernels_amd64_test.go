package neural

// forEachKernel calls f for each set of instructions that the processor has and does not use by itself.
func forEachKernel(f func()) {
	with2, with512 := hasAVX2, hasAVX512
	defer func() { hasAVX2, hasAVX512 = with2, with512 }()
	hasAVX512 = false
	f()
	hasAVX2 = false
	f()
}
