package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// manyRules is a file of so many rules, each of usual length.
func manyRules(n int) string {
	var b strings.Builder
	b.WriteString("package bench;\nimport java.util.List\n")
	for i := range n {
		fmt.Fprintf(&b, "rule \"B.0.%d: find what is meant\"\n    salience %d\n    when\n", i, i%100)
		b.WriteString("        $s: Section(getHeadline().containsString(\"Results\"), !hasTables() && number > 3 || < 1)\n")
		b.WriteString("        not Entity(type == \"x\", value in (\"a\", 'b'), $v : value matches \"[A-Z]{3}\\\\d\")\n")
		b.WriteString("    then // go on\n        service.byString(\"a text\", $s).forEach(e -> { e.apply(\"B.0\", \"found\" " +
			"+ e); });\nend\n\n")
	}
	return b.String()
}

// BenchmarkParse reads files of 1,000 and of 10,000 rules: the time for a rule
// must not depend on how many there are.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		text := manyRules(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				f, problems := Parse(NewSource(text))
				if problems = append(problems, ParseJava(f)...); len(problems) > 0 {
					b.Fatal(problems[0])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/rule")
		})
	}
}
