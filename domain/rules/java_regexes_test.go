package rules

import "testing"

// TestExpressionsAsInJava runs code whose results are those of Java 17.
func TestExpressionsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{})
}
