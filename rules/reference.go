package rules

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
)

//go:generate go run ./reference ../docs

// The pages of the handbook, as they are written: the guide without its example, and
// the beginnings of both references.
var (
	//go:embed reference/guide.md
	guidePage string
	//go:embed reference/reference.md
	referencePage string
	//go:embed reference/java.md
	javaPage string
)

// The names of the pages of the handbook.
const (
	GuidePage     = "rules.md"           // how rules are written, tried and tested
	ReferencePage = "rules-reference.md" // the classes of documents, entities and components
	JavaPage      = "rules-java.md"      // the classes of Java
)

// Handbook returns the pages of the handbook of the rule language as Markdown, by name.
// The references have every class and method that rules can use with what it does, an
// example and its result, from the table that the engine itself reads.
func Handbook() map[string]string {
	return map[string]string{
		GuidePage:     strings.Replace(guidePage, "{{files}}\n", exampleTemplate(), 1),
		ReferencePage: classReference(),
		JavaPage:      javaReference(),
	}
}

// classReference returns the page about the classes of documents and results.
func classReference() string {
	var b strings.Builder
	b.WriteString(referencePage)
	writeClassIndex(&b, model.Classes())
	b.WriteString("\n## Classes\n\n`getFoo()` and `isFoo()` are the property `foo` in conditions.\n")
	for _, c := range model.Classes() {
		describeClass(&b, c, descriptions()[c.Name])
	}
	return b.String()
}

// javaReference returns the page about the classes of Java.
func javaReference() string {
	var b strings.Builder
	b.WriteString(javaPage)
	java := documentedJavaClasses()
	writeClassIndex(&b, java)
	b.WriteString("\n## Classes\n")
	for _, c := range java {
		javaClass(&b, c, descriptions()[c.Name])
	}
	return b.String()
}

// documentedJavaClasses returns the Java classes that have members to show, sorted by name.
func documentedJavaClasses() []*host.Class {
	list := slices.DeleteFunc(javalib.Classes(), func(c *host.Class) bool { return len(overloadsOf(c))+len(c.Constants) == 0 })
	slices.SortStableFunc(list, func(x, y *host.Class) int { return strings.Compare(x.Name, y.Name) })
	return list
}

// writeClassIndex writes one line for each group of classes, with a link to each. A group has the
// classes of one member file.
func writeClassIndex(b *strings.Builder, classes []*host.Class) {
	var order []string
	groups := map[string][]string{}
	for _, c := range classes {
		g := descriptions()[c.Name].group
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], fmt.Sprintf("[%s](#%s)", c.Name, strings.ToLower(c.Name)))
	}
	b.WriteString("## Index of classes\n\n| group | classes |\n|---|---|\n")
	for _, g := range order {
		fmt.Fprintf(b, "| %s | %s |\n", g, strings.Join(groups[g], ", "))
	}
}

// exampleFiles holds a complete template, which the handbook shows.
//
//go:embed reference/example
var exampleFiles embed.FS

// exampleTemplate returns the files of the example, each as a block of code with its
// language and name.
func exampleTemplate() string {
	var b strings.Builder
	for _, name := range []string{"template.yaml", "entity-rules.drl", "component-rules.drl", "date-formats.txt", "mappings/countries.csv",
		"dictionaries/manufacturer.txt", "tests/certificates.yaml"} {
		text, err := exampleFiles.ReadFile("reference/example/" + name)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "```%s certificates/%s\n%s```\n\n", strings.TrimPrefix(path.Ext(name), "."), name, text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// overloadsOf returns the constructors, static methods and methods that a class declares
// itself.
func overloadsOf(c *host.Class) []*host.Method { return slices.Concat(c.Makers, c.Statics, c.Methods) }

// describeClass writes a class of the model: its members with what is said about them.
func describeClass(b *strings.Builder, c *host.Class, said *classDescription) {
	fmt.Fprintf(b, "\n### %s\n\n`%s` %s", c.Name, c.Name, said.sentence)
	if len(c.Supers) > 0 {
		fmt.Fprintf(b, " It is a `%s`.", strings.Join(c.Supers, "`, `"))
	}
	b.WriteString("\n")
	writeConstants(b, c)
	lines := map[string]string{}
	for _, m := range overloadsOf(c) {
		line := fmt.Sprintf("- `%s`", m.Doc)
		if e := said.entryFor(m.Doc); e != nil {
			line += " " + e.sentence + formatExamples(e)
		}
		lines[m.Doc] = line
	}
	if len(lines) > 0 {
		b.WriteString("\n")
	}
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		b.WriteString(lines[key] + "\n")
	}
}

// formatExamples returns the examples of an entry with their results, as Markdown for a table
// cell.
func formatExamples(e *entry) string {
	s := ""
	for _, x := range e.examples {
		s += fmt.Sprintf("<br>%s → %s", toCode(x.code), toCode(x.result))
	}
	return s
}

// toCode formats a piece of code as Markdown.
func toCode(code string) string {
	if code == "" {
		return "(empty)"
	}
	return "`" + code + "`"
}

func writeConstants(b *strings.Builder, c *host.Class) {
	if len(c.Constants) == 0 {
		return
	}
	names := slices.Collect(maps.Keys(c.Constants))
	slices.SortFunc(names, func(x, y string) int {
		if byRank := host.Compare(rankOf(c.Constants[x]), rankOf(c.Constants[y])); byRank != 0 {
			return int(byRank)
		}
		return strings.Compare(x, y)
	})
	fmt.Fprintf(b, "\nConstants: `%s`\n", strings.Join(names, "`, `"))
}

func rankOf(v any) int32 {
	if e, ok := v.(*host.Enum); ok {
		return int32(e.Ordinal)
	}
	return 0
}

// javaClass writes a class of the Java library as a table.
func javaClass(b *strings.Builder, c *host.Class, said *classDescription) {
	fmt.Fprintf(b, "\n### %s\n\n", c.Name)
	if said != nil && said.sentence != "" {
		fmt.Fprintf(b, "`%s` %s\n\n", c.Name, said.sentence)
	}
	writeConstants(b, c)
	if len(overloadsOf(c)) == 0 {
		return
	}
	b.WriteString("| member | what it gives | example |\n|---|---|---|\n")
	for _, m := range overloadsOf(c) {
		e := said.entryFor(m.Doc)
		if e == nil {
			e = &entry{}
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", escapeCell(toCode(m.Doc)), escapeCell(e.sentence),
			escapeCell(strings.TrimPrefix(formatExamples(e), "<br>")))
	}
}

// escapeCell escapes a text for a cell of a Markdown table.
func escapeCell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }
