package candidates

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzFind finds candidates in any text: nothing panics, all features are numbers, and candidates stand in
// the text that they name.
func FuzzFind(f *testing.F) {
	f.Add("Rechnung Nr. RE-2024/117 vom 3. März 2024\nFällig:|02.04.2024\nIBAN DE89 3704 0044 0532 0130 00")
	f.Add("1.234,50 €|16,60,659.50|12,-\n31.04.2024|6 de mayo de 2024\nAT U12345678|zł")
	f.Add("©\u00a0ﬀ'#:|ß°№|²3.4|\u0130\n:::1:|·|–|")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || len(text) > 4000 {
			t.Skip("trees hold valid text")
		}
		tree := pageOf(strings.Split(text, "\n")...)
		set := Find(tree, Options{})
		for i, c := range set.Candidates {
			if len(c.Spans) == 0 || c.Text == "" || c.Value == "" {
				t.Fatalf("%s %q: value %q, %d spans, want some of each", c.Kind, c.Text, c.Value, len(c.Spans))
			}
			for _, s := range c.Spans {
				if s.Start < 0 || s.Start >= s.End || s.End > len(tree.Text) {
					t.Fatalf("%s %q: span %v is not in the text, want s.Start at least 0, s.Start less than %v and s.End at "+
						"most %d", c.Kind, c.Text, s, s.End, len(tree.Text))
				}
			}
			for k, v := range set.Features[i] {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					t.Fatalf("%s %q: %s is %v", c.Kind, c.Text, FeatureNames()[k], v)
				}
			}
		}
	})
}
