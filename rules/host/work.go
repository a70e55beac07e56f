package host

import "math/bits"

// What Go code does for rules is counted in steps of interpreted code, which take about as long:
// so many elements are compared, or bytes of text read, in one.
const (
	ElementsPerStep = 16
	TextPerStep     = 512
)

// SortSteps returns the steps that sorting n values counts, beside those of their comparator.
func SortSteps(n int) int64 {
	return int64(n) * int64(bits.Len(uint(n))) / ElementsPerStep
}
