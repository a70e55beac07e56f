package author

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/domain/template"
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
			out = append(out, newVerdict(name, src, rules.Report{Errors: wrong[f]}))
		}
		seen[f] = true
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
