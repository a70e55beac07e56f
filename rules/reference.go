package rules

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
)

//go:generate go run ./reference ../docs

// The beginnings of both references.
var (
	//go:embed reference/reference.md
	referencePage string
	//go:embed reference/java.md
	javaPage string
)

// The names of the references.
const (
	ReferencePage = "rules-reference.md" // the classes of documents, entities and components
	JavaPage      = "rules-java.md"      // the classes of Java
)

// References returns the references of the rule language as Markdown, by name: every class and
// method that rules can use with what it does, an example and its result, from the table that the
// engine itself reads.
func References() map[string]string {
	return map[string]string{
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

// overloadsOf returns the constructors, static methods and methods that a class declares
// itself.
func overloadsOf(c *host.Class) []*host.Method { return slices.Concat(c.Makers, c.Statics, c.Methods) }

// describeClass writes a class of the model: its members by name, with an example where a few words do
// not say all.
func describeClass(b *strings.Builder, c *host.Class, said *classDescription) {
	writeClassHead(b, c, said)
	if len(c.Supers) > 0 {
		fmt.Fprintf(b, " It is a `%s`.", strings.Join(c.Supers, "`, `"))
	}
	b.WriteString("\n")
	writeConstants(b, c)
	members := overloadsOf(c)
	slices.SortFunc(members, func(x, y *host.Method) int { return strings.Compare(x.Doc, y.Doc) })
	if len(members) > 0 {
		b.WriteString("\n- " + strings.Join(memberLines(members, said, signatureOf, 0, 8), "\n- ") + "\n")
	}
}

// javaClass writes a class of the Java library: its members in their order, with an example where a few
// words do not say what a member gives.
func javaClass(b *strings.Builder, c *host.Class, said *classDescription) {
	writeClassHead(b, c, said)
	b.WriteString("\n")
	writeConstants(b, c)
	if members := overloadsOf(c); len(members) > 0 {
		ofItsClass := func(m *host.Method) string { return signatureWithin(c, m) }
		b.WriteString("\n" + strings.Join(memberLines(members, said, ofItsClass, namesSay, 14), ";\n") + "\n")
	}
}

// writeClassHead writes the heading of a class and what it is.
func writeClassHead(b *strings.Builder, c *host.Class, said *classDescription) {
	fmt.Fprintf(b, "\n### %s\n\n", c.Name)
	sentence := strings.TrimPrefix(said.sentence, "is ")
	b.WriteString(strings.ToUpper(sentence[:1]) + sentence[1:])
}

// ignoringCase is what sentences of …IgnoreCase methods say beyond those of the methods without it.
const ignoringCase = ", without regard to case"

// namesSay is how many words about a member of Java's library say no more than its name does.
const namesSay = 4

// memberLines returns a line for each member: its signature, what it gives if that takes more words than silent,
// and an example if it takes more than words. Members that follow each other and share a sentence, but for the case
// of letters, share a line, and so do those about which nothing is said.
func memberLines(members []*host.Method, said *classDescription, sign func(*host.Method) string, silent, words int) []string {
	var lines []string
	bare := false // the last line has signatures alone
	for len(members) > 0 {
		first := said.entryFor(members[0].Doc)
		if first == nil {
			first = &entry{}
		}
		var signatures []string
		for len(members) > 0 {
			e := said.entryFor(members[0].Doc)
			if len(signatures) > 0 && (e == nil || strings.Replace(e.sentence, ignoringCase, "", 1) != first.sentence) {
				break
			}
			if signature := shortenTwin(sign(members[0]), signatures); !slices.Contains(signatures, signature) {
				signatures = append(signatures, signature)
			}
			members = members[1:]
		}
		line, sentence := strings.Join(signatures, ", "), shortenSentence(first.sentence)
		length := len(strings.Fields(sentence))
		if length <= silent && bare {
			lines[len(lines)-1] += ", " + line
			continue
		}
		if bare = length <= silent; !bare {
			line += " " + sentence
		}
		if length > words && len(first.examples) > 0 {
			x := first.examples[0]
			line += ": " + toCode(x.code) + " → " + toCode(x.result)
		}
		lines = append(lines, line)
	}
	return lines
}

// shortenTwin returns the signature of a …IgnoreCase method as that alone where the list has the method without it.
func shortenTwin(signature string, listed []string) string {
	if twin := strings.Replace(signature, "IgnoreCase(", "(", 1); twin != signature && slices.Contains(listed, twin) {
		return "`…IgnoreCase`"
	}
	return signature
}

// signatureWithin returns the signature of a member as code, without a result that is its own class.
func signatureWithin(c *host.Class, m *host.Method) string {
	signature, result, found := strings.Cut(m.Doc, ") ")
	if own, _, _ := strings.Cut(result, "<"); found && own == c.Name {
		return toCode(signature + ")")
	}
	return toCode(m.Doc)
}

// signatureOf returns the signature of a member as code. That of a constructor, whose result has the
// name before the bracket, says no result.
func signatureOf(m *host.Method) string {
	name, _, _ := strings.Cut(m.Doc, "(")
	if end := strings.LastIndex(m.Doc, ") "+name); end > 0 {
		return toCode(m.Doc[:end+1])
	}
	return toCode(m.Doc)
}

// leads are the words that sentences of the member files begin with and that a list can do without.
var leads = []string{"is the ", "is a ", "is an ", "is "}

// shortenSentence returns a sentence of a member file as a list has it, without its lead and its last dot.
func shortenSentence(sentence string) string {
	sentence = strings.TrimSuffix(sentence, ".")
	if condition, ok := strings.CutPrefix(sentence, "says whether "); ok {
		return "whether " + condition
	}
	for _, lead := range leads {
		if rest, ok := strings.CutPrefix(sentence, lead); ok {
			return rest
		}
	}
	return sentence
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
