package regex

import "testing"

// BenchmarkCompile compiles expressions with small and large classes.
func BenchmarkCompile(b *testing.B) {
	for name, source := range map[string]string{"ascii": `(B-\d{4}) of [a-z]+`, "letters": `(\p{L}+)\s+\d+`,
		"mixed": `[\p{L}\p{N}&&[^0-9]]+ \P{Lu}`, "backwards": `(?<=\p{L})\d+(?!\p{L})`} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(source, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
