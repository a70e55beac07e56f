package suggest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/rules"
)

// A File is a file of a template folder.
type File struct {
	Name    string // with slashes
	Content []byte
}

// An Origin tells where a template comes from, for its README.
type Origin struct {
	Title     string   // of the template
	Languages []string // of the text recognition
	Folder    string   // of the documents
	Truth     string   // the file of labels, "" when they stand beside the documents
}

// names are what a field is called in the files of a template.
type names struct {
	display   string // Flight from
	entity    string // flight_from
	component string // Flight_From
	group     string // FlightFrom, of rules
}

// nameFields returns the names of fields; those of different fields differ.
func nameFields(fields []FieldRules) []names {
	out := make([]names, len(fields))
	taken := map[string]bool{}
	for i, f := range fields {
		entity := snakecase.FromName(f.Name)
		if entity == "" || !unicode.IsLetter(rune(entity[0])) || strings.ContainsFunc(entity, isNoIdentifier) || taken[entity] {
			entity = fmt.Sprintf("field_%d", i+1)
		}
		taken[entity] = true
		words := strings.Split(entity, "_")
		for k, w := range words {
			if w != "" {
				words[k] = strings.ToUpper(w[:1]) + w[1:]
			}
		}
		display := strings.Join(strings.FieldsFunc(f.Name, func(r rune) bool { return r == '_' || unicode.IsSpace(r) }), " ")
		if display == "" {
			display = entity
		}
		first := []rune(display)
		first[0] = unicode.ToUpper(first[0])
		out[i] = names{display: string(first), entity: entity, component: strings.Join(words, "_"), group: strings.Join(words, "")}
	}
	return out
}

func isNoIdentifier(r rune) bool {
	return r > unicode.MaxASCII || r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Files returns the files of a template with the rules that were learnt. Fields without rules
// are components that are not found yet, so that people see what is missing.
func (p *Proposal) Files(o Origin) ([]File, error) {
	named := nameFields(p.Fields)
	entity, err := formatRules(p.entityRules(named))
	if err != nil {
		return nil, fmt.Errorf("entity-rules.drl: %w", err)
	}
	component, err := formatRules(p.componentRules(named))
	if err != nil {
		return nil, fmt.Errorf("component-rules.drl: %w", err)
	}
	return []File{
		{"template.yaml", []byte(p.manifest(named, o))},
		{"entity-rules.drl", entity},
		{"component-rules.drl", component},
		{"README.md", []byte(p.readme(named, o))},
	}, nil
}

// formatRules returns a rule file in the layout of docket rules fmt.
func formatRules(source string) ([]byte, error) {
	out, problems := rules.Format([]byte(source))
	if len(problems) > 0 {
		return nil, fmt.Errorf("line %d: %s", problems[0].Line, problems[0].Message)
	}
	return out, nil
}

// manifest returns template.yaml.
func (p *Proposal) manifest(named []names, o Origin) string {
	var b strings.Builder
	fmt.Fprintf(&b, "format: 1\nname: %s\nocrByDefault: true\nocrLanguages: [%s]\n\n", quoteYAML(o.Title), strings.Join(o.Languages, ", "))
	b.WriteString("# What rules mark in the text. The larger rank wins where two overlap.\nentities:\n")
	for i, n := range named {
		fmt.Fprintf(&b, "  - {displayName: %s, technicalName: %s, rank: %d, color: \"%s\"}\n",
			quoteYAML(n.display), n.entity, (len(named)-i)*10, colors[i%len(colors)])
	}
	b.WriteString("\n# The values that people and programs get, in this order.\ncomponents:\n")
	for i, n := range named {
		fmt.Fprintf(&b, "  - {technicalName: %s, displayName: %s, description: As printed, multiple: %t%s}\n",
			n.component, quoteYAML(n.display), p.Fields[i].Multiple, p.Fields[i].formatKey())
	}
	return b.String()
}

var colors = []string{"#7FB3D5", "#C39BD3", "#A3E4D7", "#A9DFBF", "#F5B041", "#FAD7A0", "#AED6F1", "#D7BDE2"}

// formatKey returns the key of template.yaml for the type of the values, "" for text.
func (f FieldRules) formatKey() string {
	switch {
	case f.shape == shapeMoney:
		return ", format: AMOUNT"
	case f.shape == shapeDate && f.monthFirst:
		return ", format: DATE_MONTH_FIRST"
	case f.shape == shapeDate:
		return ", format: DATE"
	}
	return ""
}

// quoteYAML returns a string of YAML.
func quoteYAML(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		return strconv.Quote(s)
	}
	return string(quoted)
}

// entityRules returns the rules that mark values, in the order in which they are tried.
func (p *Proposal) entityRules(named []names) string {
	var b strings.Builder
	for i, f := range p.Fields {
		title := strings.ToLower(named[i].display)
		if len(f.Rules) == 0 {
			fmt.Fprintf(&b, "// %s has no rule yet: %s.\n\n", named[i].display, oneLine(f.Reason))
			continue
		}
		fmt.Fprintf(&b, "//------------------------------------ %s\n\n", title)
		for k, r := range f.Rules {
			b.WriteString(r.source(named[i], k, len(f.Rules), f.Multiple))
		}
	}
	return fileHead(b.String()) + b.String()
}

// oneLine returns a text that can stand in a comment or string of a rule file.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer(`"`, "'", `\`, "/").Replace(s)), " ")
}

// source returns a rule. Rules of one field are tried in their order, until one has found a
// value; those of a field with several values all apply.
func (r Rule) source(n names, k, all int, multiple bool) string {
	id := fmt.Sprintf("%s.0.%d", n.group, k)
	about := oneLine(r.About)
	guard := fmt.Sprintf("        not TextEntity(type == %q, applied())\n", n.entity)
	if multiple || k == 0 {
		guard = ""
	}
	what := fmt.Sprintf("entity.apply(%q, %s)", id, quoteJava(about))
	if r.option.block {
		joinLines := `entity.setValue(entity.getValue().replaceAll("\\s+", " ").strip());`
		what = "{\n                " + joinLines + "\n                " + what + ";\n            }"
	}
	end := ".limit(1)\n            .forEach(entity -> " + what + ");"
	switch r.option.pick {
	case pickLast:
		end = ".reduce((first, other) -> other)\n            .ifPresent(entity -> " + what + ");"
	case pickLargest:
		end = ".reduce((most, other) -> hundredths(other) > hundredths(most) ? other : most)\n            .ifPresent(entity -> " + what + ");"
	case pickAll:
		end = ".forEach(entity -> " + what + ");"
	}
	decides := fmt.Sprintf("Right in %d of the %d labelled documents that it decides.", r.Right, r.Found)
	if multiple {
		decides = fmt.Sprintf("Of %d values that it adds in the labelled documents, %d are right.", r.Found, r.Right)
	}
	return fmt.Sprintf(`// %s
rule "%s: %s"
    @confidence(%.2f)
    salience %d
    when
%s        $document: Document()
    then
        %s
            %s
    end

`, decides, id, about, smoothedPrecision(r.Right, r.Found), all-k, guard,
		strings.ReplaceAll(r.option.search, typeMark, quoteJava(n.entity)), end)
}

// componentRules returns the rules that make components of marked values. Their unit is 1, that of the
// entity rules 0, so that an identifier tells which file a rule is in.
func (p *Proposal) componentRules(named []names) string {
	var b strings.Builder
	b.WriteString("package drools\n\nimport java.util.List;\n\nglobal ComponentCreationService componentCreationService\n\n" +
		"query \"getFileAttributes\"\n    $fileAttribute: FileAttribute()\nend\n\nquery \"getComponents\"\n    $component: Component()\nend\n")
	for i, n := range named {
		title := strings.ToLower(oneLine(n.display))
		if p.Fields[i].Multiple {
			fmt.Fprintf(&b, `
rule "%[1]s.1.0: each %[2]s as printed, once"
    when
        $found: Entity(type == "%[3]s", $value: value, $start: startOffset)
        not Entity(type == "%[3]s", value == $value, startOffset < $start)
    then
        componentCreationService.create("%[1]s.1.0", "%[4]s", $value, "", $found);
    end
`, n.group, title, n.entity, n.component)
			continue
		}
		fmt.Fprintf(&b, `
rule "%[1]s.1.0: %[2]s as printed"
    when
        $found: List(size > 0) from collect (Entity(type == "%[3]s"))
    then
        componentCreationService.firstOrElse("%[1]s.1.0", "%[4]s", $found, "");
    end
`, n.group, title, n.entity, n.component)
	}
	return b.String()
}

// readme returns the page that tells what was learnt, how well it finds values, and how to go on.
func (p *Proposal) readme(named []names, o Origin) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# %s

A dossier template for Docket, learnt from %d labelled documents by `+"`docket templates suggest`"+`. It is a beginning: read the rules,
and change what you know better.

| component | labelled in | of these, in the text of | rules | precision | recall | F1 | F1 where it was learnt |
|---|---|---|---|---|---|---|---|
`, oneLine(o.Title), p.Documents)
	var unseen, train measure.Counts
	for i, f := range p.Fields {
		unseen, train = unseen.Add(f.Unseen), train.Add(f.Train)
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %s |\n", named[i].component, f.Labelled, f.InText, len(f.Rules), shares(f.Unseen, f.Train))
	}
	fmt.Fprintf(&b, `| all | | | | %s |

Precision, recall and F1 are measured by cross-validation: rules were learnt from four fifths of the documents and tried on the
others, five times. Expect them of other documents of the same senders: documents of one sender in both parts flatter the figures,
so label some of senders that the rules have not seen, and measure those. The last column is what the rules of this folder find in
the documents from which they were learnt, which is always better.

## Rules

The rules of a field are tried in this order, until one has found a value.

| component | rule | finds | right, of what it finds |
|---|---|---|---|
`, shares(unseen, train))
	for i, f := range p.Fields {
		for k, r := range f.Rules {
			fmt.Fprintf(&b, "| `%s` | `%s.0.%d` | %s | %d of %d |\n", named[i].component, named[i].group, k, cellText(r.About), r.Right, r.Found)
		}
		if len(f.Rules) == 0 {
			fmt.Fprintf(&b, "| `%s` | none yet | %s | |\n", named[i].component, cellText(f.Reason))
		} else if rest := f.DescribeRest(); rest != "" {
			fmt.Fprintf(&b, "| `%s` | | %s | |\n", named[i].component, cellText(rest))
		}
	}
	fmt.Fprintf(&b, `
## How to go on

%[1]s
%[2]s%[1]s

The first command names each value that is wrong or missing. Look at the documents, add a label or a rule, and run it again; with
`+"`--watch`"+` it runs whenever a file of the template changes. The page "A new kind of document in half an hour" of the documentation
(docs/new-kind-of-document.md) goes through it: labels that mean the same, values in another form than printed, tests, other senders.
`, "```", p.commands(named, o))
	return b.String()
}

// cellText returns a text that can stand in a cell of a table.
func cellText(s string) string { return strings.ReplaceAll(oneLine(s), "|", "/") }

// shares returns the columns of figures of a row.
func shares(unseen, train measure.Counts) string {
	if unseen.Found == 0 && train.Found == 0 {
		return "– | – | – | –"
	}
	return fmt.Sprintf("%.2f | %.2f | %.2f | %.2f", unseen.Precision(), unseen.Recall(), unseen.F1(), train.F1())
}

// commands returns the commands that the author of a template needs next.
func (p *Proposal) commands(named []names, o Origin) string {
	score := "docket score fields " + quoteShell(o.Folder)
	if o.Truth != "" {
		score += " --truth " + quoteShell(o.Truth)
	}
	score += " --template ."
	kinds := measure.KindNames()
	for i, f := range p.Fields {
		if f.Kind != measure.Text {
			score += " --kind " + quoteShell(f.Name+"="+kinds[f.Kind])
		}
		if measure.SameName(f.Name) != measure.SameName(named[i].component) {
			score += " --as " + quoteShell(f.Name+"="+named[i].component)
		}
	}
	return score + "\ndocket templates check .\ndocket extract --template . FILE\ndocket templates push .\n"
}

// quoteShell returns a word of a command line.
func quoteShell(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("./_-=,:+@", r)
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
