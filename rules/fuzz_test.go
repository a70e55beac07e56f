package rules

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzCompile holds Compile to its promise: a program or problems with a place,
// whatever the bytes.
func FuzzCompile(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.drl")
	for _, name := range names {
		if src, err := os.ReadFile(name); err == nil {
			f.Add(src)
		}
	}
	f.Add([]byte("rule \"A.0.0\" when $s: Section($h: getHeadline(), $h.containsString(\"x\")) then for (var x : List.of(1)) { switch (x) { case 1 -> update($s); default -> {} } } end"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, side := range []Side{EntityRules, ComponentRules} {
			program, problems := compileProblems(side, src)
			if (program == nil) != (len(problems) > 0) {
				t.Fatal("neither a program nor problems, or both")
			}
			for _, p := range problems {
				if p.Line < 1 || p.Column < 1 || p.Message == "" {
					t.Fatalf("problem without a place: %+v", p)
				}
			}
		}
	})
}

// FuzzDateFormats holds ParseDateFormats to its promise: every line is a pattern or
// a problem.
func FuzzDateFormats(f *testing.F) {
	f.Add([]byte("dd.MM.yyyy\n# x\ndd.bb.yyyy\nd MMM 'of' uuuu"))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, problems := ParseDateFormats(src)
		for _, p := range problems {
			if p.Line < 1 || p.Message == "" {
				t.Fatalf("problem without a place: %+v", p)
			}
		}
	})
}
