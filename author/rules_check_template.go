package author

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/rules"
)

// namesOf returns the names that a template defines for its rules. Where the template could
// not be read completely the names are left out, because others would seem to be missing.
func namesOf(b template.Bundle, problems []template.BundleError) (n rules.Names) {
	for _, p := range problems {
		if p.File == manifestFile {
			return rules.Names{}
		}
	}
	for _, d := range b.Entities {
		n.Entities = append(n.Entities, d.TechnicalName)
	}
	for _, c := range b.Components {
		n.Components = append(n.Components, c.TechnicalName)
	}
	if slices.ContainsFunc(problems, func(p template.BundleError) bool { return strings.HasPrefix(p.File, "mappings/") }) {
		return n
	}
	n.Mappings = map[string][]string{}
	for _, m := range b.Mappings {
		n.Mappings[m.Name] = m.Columns
	}
	return n
}

// undefinedNames returns a message for each entity type and component that a case expects and the
// template does not define.
func undefinedNames(c ruletest.Case, n rules.Names) (out []string) {
	add := func(wrong string) {
		if wrong != "" && !slices.Contains(out, wrong) {
			out = append(out, wrong)
		}
	}
	if c.Entities != nil {
		for _, e := range *c.Entities {
			add(n.CheckEntity(e.Type))
		}
	}
	if c.Components != nil {
		for _, x := range *c.Components {
			add(n.CheckComponent(x.Name))
		}
	}
	return out
}

// otherFiles returns verdicts for the files of a template that are not in own, such as
// manifest, mappings and dictionaries.
func otherFiles(dir string, b template.Bundle, problems []template.BundleError, own map[string]bool) []verdict {
	files := []string{manifestFile}
	for _, m := range b.Mappings {
		files = append(files, "mappings/"+m.FileName)
	}
	for _, d := range b.Dictionaries {
		files = append(files, dictionaryFile(d))
	}
	wrong := map[string][]rules.Problem{}
	for _, p := range problems {
		wrong[p.File] = append(wrong[p.File], rules.Problem{Line: p.Line, Column: p.Column, Message: p.Message})
		files = append(files, p.File)
	}
	var out []verdict
	seen := map[string]bool{}
	for _, f := range files {
		if !own[f] && !seen[f] {
			name := filepath.Join(dir, f)
			src, _ := os.ReadFile(name) // only to show its lines
			report := rules.Report{Errors: wrong[f]}
			if f == manifestFile && len(wrong[f]) == 0 {
				report.Warnings = undefinedInChecks(b, string(src))
			}
			out = append(out, newVerdict(name, src, report))
		}
		seen[f] = true
	}
	return out
}

// undefinedInChecks returns a warning for each name in checks of components that is neither a component
// nor a column of it; src is the manifest.
func undefinedInChecks(b template.Bundle, src string) (out []rules.Problem) {
	known := snakecase.Index[bool]{}
	for _, c := range b.Components {
		known.Add(c.TechnicalName, true)
	}
	for _, c := range b.Components {
		for _, text := range c.Checks {
			check, err := template.ParseCheck(text)
			if err != nil {
				continue
			}
			for _, name := range c.OtherNames(check) {
				if is, _ := known.Find(name); is {
					continue
				}
				before, _, _ := strings.Cut(src, text)
				line := strings.Count(before, "\n") + 1
				column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
				out = append(out, rules.Problem{Line: line, Column: column, Message: "the check " + strconv.Quote(text) + " of " + c.TechnicalName +
					" names " + name + ", which is no component, and no column of it"})
			}
		}
	}
	return out
}

// dictionaryFile returns the path, within a template, of the file that holds a dictionary.
func dictionaryFile(d template.Dictionary) string {
	name := d.Entity
	if d.List != template.ListEntries {
		name += "." + d.List
	}
	return path.Join("dictionaries", name+".txt")
}
