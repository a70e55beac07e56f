package syntax

import (
	"bytes"
	"testing"
)

// FuzzSetProperties: no end of a file may break the writing of properties.
func FuzzSetProperties(f *testing.F) {
	f.Add([]byte("trailer\n<</Root 1 0 R/Size 6>>\nstartxref\n9\n%%EOF\n"), "title")
	f.Fuzz(func(t *testing.T, tail []byte, title string) {
		out, err := SetProperties(tail, title, "Docket")
		if err == nil && !bytes.HasSuffix(out, []byte("%%EOF\n")) {
			t.Error("the update has no end")
		}
	})
}
