package rules

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain/rules/check"
	"github.com/seed-62a36931/docket/domain/rules/engine"
	"github.com/seed-62a36931/docket/domain/rules/model"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// A Report is what a check of a rule file has found. Errors keep the file from being
// stored, warnings never do. Both are sorted by place, each at most MaxProblems.
type Report struct {
	Errors   []Problem `json:"errors"`
	Warnings []Problem `json:"warnings"`
}

// Check reads a rule file and looks for all that is wrong or doubtful in it. The
// program is nil when there are errors; the warnings are those of the whole file
// in either case.
func Check(side Side, src []byte) (*Program, Report) {
	source, bad := read(src)
	if bad != nil {
		return nil, Report{bad, []Problem{}}
	}
	file, errors := syntax.Parse(source)
	errors = append(errors, syntax.ParseJava(file)...)
	errors = append(errors, check.Names(file)...)
	runnable, refused := check.Unsupported(file)
	errors = append(errors, refused...)
	program, more := engine.CompileOffering(runnable, registry(), globalsOf[side])
	bans := check.Forbidden(source)
	errors = append(append(errors, bans.Beside(append(more, unknownGlobals(side, file)...))...), bans.Problems...)
	subjects := check.SubjectsOf(file)
	warnings := bans.Beside(slices.Concat(file.Warnings, file.Beyond, program.Warnings))
	r := Report{placed(source, subjects.Named(errors)), placed(source, subjects.Named(warnings))}
	if len(r.Errors) > 0 {
		return nil, r
	}
	return &Program{side, source, program, model.Searchable(program.Literals), r}, r
}

// read takes the bytes as text; what is none is a problem.
func read(src []byte) (*syntax.Source, []Problem) {
	switch {
	case len(src) == 0:
		return nil, []Problem{{1, 1, "the file is empty"}}
	case !utf8.Valid(src):
		return nil, []Problem{{1, 1, "the file is not UTF-8"}}
	}
	return syntax.NewSource(string(src)), nil
}

// placed sorts problems and gives them line and column; equal ones are told once.
func placed(source *syntax.Source, found []syntax.Problem) []Problem {
	sort.SliceStable(found, func(i, j int) bool { return found[i].Offset < found[j].Offset })
	out := []Problem{}
	seen := map[Problem]bool{}
	for _, f := range found {
		line, column := source.Position(f.Offset)
		p := Problem{line, column, f.Message}
		if !seen[p] && len(out) < MaxProblems {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}
