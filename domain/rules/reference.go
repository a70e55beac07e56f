package rules

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/javalib"
	"github.com/seed-62a36931/docket/domain/rules/model"
)

//go:generate go run ./reference ../../docs/rules.md

//go:embed reference/guide.md
var guide string

//go:embed reference/members.txt
var members string

// Reference is the handbook of the rule language as Markdown: how rules run, and
// every class and method that they can use, from the table that the engine reads.
func Reference() string {
	said := descriptions(members)
	var b strings.Builder
	b.WriteString(guide)
	b.WriteString("## Classes of the document\n\nMethods marked with ◦ have a name or a meaning that is our own decision. `getFoo()` and `isFoo()` are the property `foo` in conditions.\n")
	for _, c := range model.Classes() {
		describe(&b, c, said)
	}
	b.WriteString("\n## Classes of Java\n\nThey behave as in Java.\n")
	list := javalib.Classes()
	slices.SortStableFunc(list, func(x, y *host.Class) int { return strings.Compare(x.Name, y.Name) })
	for _, c := range list {
		if len(c.Methods)+len(c.Statics)+len(c.Makers)+len(c.Constants) > 0 {
			javaClass(&b, c)
		}
	}
	return b.String()
}

// descriptions reads what is said about classes and methods.
func descriptions(text string) map[string]string {
	out := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		if name, sentence, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, "#") {
			out[name] = sentence
		}
	}
	return out
}

// sentence is what is said about a method; one that ignores case is described by
// the method that does not.
func sentence(said map[string]string, class, method string) string {
	if s := said[class+"."+method]; s != "" {
		return s
	}
	if base, ok := strings.CutSuffix(method, "IgnoreCase"); ok && said[class+"."+base] != "" {
		s, _, _ := strings.Cut(said[class+"."+base], " Example: ")
		return strings.TrimSuffix(s, ".") + ", without regard to case."
	}
	return ""
}

// describe writes a class of the model: its methods with what is said about them.
func describe(b *strings.Builder, c *host.Class, said map[string]string) {
	fmt.Fprintf(b, "\n### %s\n\n`%s` %s", c.Name, c.Name, said[c.Name])
	if len(c.Supers) > 0 {
		fmt.Fprintf(b, " It is a `%s`.", strings.Join(c.Supers, "`, `"))
	}
	b.WriteString("\n")
	constants(b, c)
	lines := map[string]string{}
	for _, m := range slices.Concat(c.Makers, c.Statics, c.Methods) {
		mark := ""
		if m.Origin == host.Ours {
			mark = " ◦"
		}
		lines[m.Name+"("+m.Doc] = fmt.Sprintf("- `%s`%s %s\n", m.Doc, mark, sentence(said, c.Name, m.Name))
	}
	if len(lines) > 0 {
		b.WriteString("\n")
	}
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		b.WriteString(strings.TrimRight(lines[key], " \n") + "\n")
	}
}

func constants(b *strings.Builder, c *host.Class) {
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

// javaClass writes the signatures of a class of the Java library.
func javaClass(b *strings.Builder, c *host.Class) {
	fmt.Fprintf(b, "\n### %s\n", c.Name)
	constants(b, c)
	for _, group := range []struct {
		name    string
		methods []*host.Method
	}{{"Constructors", c.Makers}, {"Static", c.Statics}, {"Methods", c.Methods}} {
		var list []string
		for _, m := range group.methods {
			list = append(list, "`"+m.Doc+"`")
		}
		slices.Sort(list)
		if list = slices.Compact(list); len(list) > 0 {
			fmt.Fprintf(b, "\n%s: %s\n", group.name, strings.Join(list, ", "))
		}
	}
}
