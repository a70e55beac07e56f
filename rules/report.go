package rules

import (
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/literal"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// A Report lists what is wrong and what is doubtful in a rule file. A file with errors
// has no program; warnings do not prevent a run. Both are sorted by place, and each list
// has at most MaxProblems.
type Report struct {
	Errors   []Problem `json:"errors"`
	Warnings []Problem `json:"warnings"`
	uses     []templateUse
}

// Check returns the report of Compile, for callers who do not want to run the file.
func Check(side Side, src []byte) Report {
	_, r := Compile(side, src)
	return r
}

// Compile reads a rule file in UTF-8, and returns its program together with all that
// is wrong or doubtful in it. The program is nil exactly when the report has errors;
// the warnings are those of the whole file in either case. An empty file is an error.
//
// A panic on the way is a defect of the compiler, and an error of the report.
func Compile(side Side, src []byte) (compiled *Program, report Report) {
	defer recoverReport(&report)
	source, bad := readSource(src)
	if bad != nil {
		return nil, Report{Errors: bad, Warnings: []Problem{}}
	}
	file, broken := syntax.Parse(source)
	broken = append(append(broken, syntax.ParseJava(file)...), check.ExpandPatterns(file)...)
	runnable, refused := check.FindUnsupported(file)
	program, wrong := engine.CompileWithGlobals(runnable, registryOf(side), offers[side].globals)
	tokens, _ := syntax.Lex(source)
	bans := check.FindForbidden(tokens)
	wrong = append(bans.OutsideBans(append(wrong, checkGlobals(side, file)...)), bans.Problems...)
	subjects := check.SubjectsOf(file, tokens)
	r := Report{
		Errors: placeProblems(source, subjects.WithSubjects(slices.Concat(broken, checkRuleNames(side, file), refused, wrong))),
		Warnings: placeProblems(source,
			append(subjects.WithSubjects(bans.OutsideBans(warnAboutRules(side, file, program))),
				check.CheckResultQuery(file, offers[side].query)...)),
		uses: usesIn(source, subjects, program),
	}
	if len(r.Errors) > 0 {
		return nil, r
	}
	return &Program{side, source, program, prepareLiterals(program), ruleStrengths(file), questionsOf(side, file, source)}, r
}

// prepareLiterals returns the strings that rules look for, made ready when they are asked for first: who only checks rules
// does not wait for it.
func prepareLiterals(program *engine.Program) func() *literal.Set {
	return sync.OnceValue(func() *literal.Set { return model.SearchableSet(program.Literals) })
}

// recoverReport makes a panic the one error of a report. It is deferred.
func recoverReport(report *Report) {
	if r := recover(); r != nil {
		*report = Report{Errors: []Problem{{1, 1, fmt.Sprint("internal error: ", r)}}, Warnings: []Problem{}}
	}
}

// warnAboutRules returns the warnings about the contents of a file. Those about what the whole
// file lacks are not among them.
func warnAboutRules(side Side, file *syntax.File, program *engine.Program) []syntax.Problem {
	return slices.Concat(file.Warnings, file.Beyond, program.Warnings, checkConfidence(file),
		checkQuestions(side, file), check.CheckGroups(file, offers[side].focused),
		check.FindUncalled(file), check.FindLoops(file, countsChanges))
}

// checkRuleNames checks the names of rules: those about documents begin with an identifier, and
// no two rules of a file have one name.
func checkRuleNames(side Side, file *syntax.File) []syntax.Problem {
	if side == FactRules {
		return check.CheckUniqueNames(file)
	}
	return check.CheckRuleNames(file)
}

// countsChanges reports whether objects of a class count their changes.
func countsChanges(class string) bool {
	c := registry().Class(class)
	return c.IsKindOf("TextEntity") || c.IsKindOf("SemanticNode")
}

// readSource decodes the bytes of a rule file; bytes that are not text are returned as a
// problem.
func readSource(src []byte) (*syntax.Source, []Problem) {
	if len(src) == 0 {
		return nil, []Problem{{1, 1, "the file is empty"}}
	}
	source := syntax.NewSource(string(src))
	if p, bad := syntax.CheckEncoding(src); bad {
		return nil, placeProblems(source, []syntax.Problem{p})
	}
	return source, nil
}

// placeProblems sorts problems, sets their lines and columns, and drops duplicates.
func placeProblems(source *syntax.Source, found []syntax.Problem) []Problem {
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
