package regex

import (
	"fmt"
	"testing"
)

func TestCachedPatternsAreThoseOfEarlierCalls(t *testing.T) {
	var c Cache
	compiled := func(source string, flags int) *Pattern {
		p, err := c.Compile(source, flags)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first, folded := compiled("a", 0), compiled("a", CaseInsensitive)
	if first == folded || compiled("a", 0) != first || compiled("a", CaseInsensitive) != folded {
		t.Error("a pattern is that of other flags, or was made twice")
	}
	for i := range generationSize - 2 {
		compiled(fmt.Sprint("x", i), 0)
	}
	compiled("one too many", 0)
	if compiled("a", 0) != first {
		t.Error("the older generation is forgotten at once")
	}
	for i := range 2 * generationSize {
		compiled(fmt.Sprint("y", i), 0)
		if i%100 == 0 {
			compiled("a", 0)
		}
	}
	if compiled("a", 0) != first {
		t.Error("what is asked for all the time is forgotten")
	}
	if compiled("a", CaseInsensitive) == folded {
		t.Error("what nobody asks for is kept")
	}
	if n := len(c.young) + len(c.old); n > 2*generationSize {
		t.Errorf("%d patterns are kept, want at most %v", n, 2*generationSize)
	}
	if _, err := c.Compile("(", 0); err == nil {
		t.Error("a faulty expression is taken")
	}
	if _, err := c.Compile("(", 0); err == nil {
		t.Error("a faulty expression is taken the second time")
	}
}

// BenchmarkCached compares a search with a compiled expression to one by its source.
func BenchmarkCached(b *testing.B) {
	for name, compile := range map[string]func(string, int) (*Pattern, error){"compiled": Compile, "cached": CompileCached} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := compile(`(?<![\p{L}])(EUR|USD|GBP)(?![\p{L}])`, 0)
				if err != nil {
					b.Fatal(err)
				}
				if found, err := p.Find("a total of 100 EUR"); !found || err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
