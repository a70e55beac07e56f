package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
)

// inlineCode is a call in a sentence or a table of the guide.
var inlineCode = regexp.MustCompile("`([^`\n]*\\([^`\n]*)`")

// documentedPrograms returns a program for each example of the references, each block of rules of
// the guide, and each call that the guide names: some do not compile, or only for another side.
func documentedPrograms(t testing.TB) []string {
	var out []string
	for _, c := range slices.Concat(javalib.Classes(), model.Classes()) {
		for _, e := range descriptions()[c.Name].entries {
			for _, x := range e.examples {
				out = append(out, programOf(x.code))
			}
		}
	}
	for _, b := range readBlocks(t) {
		if strings.HasPrefix(b.info, "drl") {
			out = append(out, everyGlobal+b.text)
		}
	}
	pages := readGuide(t)
	for _, name := range guidePages {
		for _, found := range inlineCode.FindAllStringSubmatch(pages[name], -1) {
			out = append(out, programOf(found[1]), imports+`rule "X.0.0" when `+found[1]+" then end")
		}
	}
	return out
}

// programOf returns a program that has code as its consequence.
func programOf(code string) string {
	return imports + entityGlobals + `rule "X.0.0" when ` + exampleFacts[EntityRules] + " then " + strings.TrimSuffix(code, ";") + "; end"
}

// documentedCalls returns the examples of the reference of Java, which need no document.
func documentedCalls() []string {
	var out []string
	for _, c := range javalib.Classes() {
		for _, e := range descriptions()[c.Name].entries {
			for _, x := range e.examples {
				out = append(out, strings.TrimSuffix(x.code, ";")+";")
			}
		}
	}
	return out
}
