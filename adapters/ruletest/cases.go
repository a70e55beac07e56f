package ruletest

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/document"
)

// states are the possible states of an entity.
var states = []string{document.StateApplied, document.StateSkipped, document.StateIgnored, document.StateRemoved}

// readCase reads a case.
func (r *reading) readCase(n *yaml.Node) {
	before := len(r.problems)
	r.tried++
	c := Case{Line: max(n.Line, 1), Exact: true}
	ok := r.readObject(n, fields{
		"name":       r.readText(&c.Name),
		"pdf":        r.readPDFPath(&c.PDF),
		"document":   r.readInline(&c.Tree),
		"attributes": r.readAttributes(&c.Attributes),
		"entities":   r.readEntities(&c.Entities),
		"components": r.readComponents(&c.Components),
		"exact":      r.readFlag(&c.Exact),
		"error":      r.readText(&c.Error),
	})
	switch {
	case !ok || len(r.problems) > before:
		return
	case c.PDF == "" && c.Tree == nil:
		r.reportAt(n, "the case needs a document, or a pdf")
	case c.PDF != "" && c.Tree != nil:
		r.reportAt(n, "the case has both a document and a pdf")
	case c.Entities == nil && c.Components == nil && c.Error == "":
		r.reportAt(n, "the case expects nothing; add entities, components or error")
	case c.Error != "" && (c.Entities != nil || c.Components != nil):
		r.reportAt(n, "rules that fail leave no entities and no components")
	}
	if len(r.problems) == before {
		r.cases = append(r.cases, c)
	}
}

// checkNames gives each case without a name one, and reports names that occur twice.
func (r *reading) checkNames() {
	seen := map[string]int{}
	for i := range r.cases {
		c := &r.cases[i]
		if c.Name == "" {
			c.Name = fmt.Sprintf("case %d", i+1)
		}
		if line, ok := seen[c.Name]; ok {
			r.reportProblem(c.Line, 1, "the case in line %d has the name %s, too", line, c.Name)
		}
		seen[c.Name] = c.Line
	}
}

// readPDFPath reads a path below the template.
func (r *reading) readPDFPath(into *string) field {
	return func(n *yaml.Node) {
		s, before := "", len(r.problems)
		r.readText(&s)(n)
		switch clean := path.Clean(s); {
		case len(r.problems) > before:
		case s == "" || path.IsAbs(s) || clean == ".." || strings.HasPrefix(clean, "../"):
			r.reportAt(n, "this must be a path below the template, such as samples/1.pdf")
		default:
			*into = clean
		}
	}
}

// readInline reads a document: light text, or a list of layout elements.
func (r *reading) readInline(into **document.Tree) field {
	return func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			blocks, problems := blocksOf(n.Value)
			for _, p := range problems {
				line := n.Line + p.Line - 1
				if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
					line++ // the text begins below its key
				}
				r.reportProblem(line, p.Column, "%s", p.Message)
			}
			*into = treeOf(blocks)
			return
		}
		var blocks []block
		r.readList(func(n *yaml.Node) { blocks = append(blocks, r.readElement(n)) })(n)
		*into = treeOf(blocks)
	}
}

// readElement reads a layout element: the key is its kind.
func (r *reading) readElement(n *yaml.Node) (b block) {
	b.level = 1
	leaf := func(kind document.Kind) field {
		return func(n *yaml.Node) {
			r.setKind(n, &b, kind)
			r.readLines(&b.lines)(n)
		}
	}
	image := ""
	ok := r.readObject(n, fields{
		"headline": leaf(document.KindHeadline), "paragraph": leaf(document.KindParagraph),
		"header": leaf(document.KindHeader), "footer": leaf(document.KindFooter),
		"level": r.readNumber(&b.level, 1),
		"table": func(n *yaml.Node) {
			r.setKind(n, &b, document.KindTable)
			r.readList(func(row *yaml.Node) {
				var cells []string
				r.readList(func(c *yaml.Node) {
					s := ""
					r.readText(&s)(c)
					cells = append(cells, s)
				})(row)
				b.rows = append(b.rows, cells)
			})(n)
		},
		"headerRows": r.readNumber(&b.heads, 0),
		"image": func(n *yaml.Node) {
			r.setKind(n, &b, document.KindImage)
			r.readText(&image)(n)
		},
		"newPage": func(n *yaml.Node) {
			yes := false
			if r.readFlag(&yes)(n); !yes {
				r.reportAt(n, "newPage is true or left out")
			}
		},
	})
	switch {
	case !ok:
	case b.kind == document.KindImage && !slices.Contains(imageTypes, image):
		r.reportAt(n, "an image is one of %s", strings.Join(imageTypes, ", "))
	case b.kind == document.KindHeadline && b.level > maxLevel:
		r.reportAt(n, "a headline has a level from 1 to %d", maxLevel)
	case b.kind == document.KindTable && len(b.rows) == 0:
		r.reportAt(n, "a table needs rows")
	case b.kind == "" && len(n.Content) == 2 && n.Content[0].Value == "newPage":
	case b.kind == "":
		r.reportAt(n, "this element needs headline, paragraph, table, header, footer, image or newPage")
	}
	if b.kind != document.KindHeadline {
		b.level = 0
	}
	b.image, b.broken = image, true
	return b
}

// setKind sets the kind of an element, once.
func (r *reading) setKind(n *yaml.Node, b *block, kind document.Kind) {
	if b.kind != "" {
		r.reportAt(n, "an element is one thing only")
	}
	b.kind = kind
}

// readLines reads a text, whose lines are visual lines, or a list of them.
func (r *reading) readLines(into *[]string) field {
	return func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			s := ""
			r.readText(&s)(n)
			*into = strings.Split(strings.TrimSpace(s), "\n")
			return
		}
		r.readList(func(n *yaml.Node) {
			s := ""
			r.readText(&s)(n)
			*into = append(*into, s)
		})(n)
	}
}

// readAttributes reads labels with their values.
func (r *reading) readAttributes(into *[]Attribute) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			r.reportAt(n, "this must be a mapping of labels to values")
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			a := Attribute{Label: n.Content[i].Value}
			r.readText(&a.Value)(n.Content[i+1])
			*into = append(*into, a)
		}
	}
}

// readEntities reads the expected entities.
func (r *reading) readEntities(into **[]Entity) field {
	return func(n *yaml.Node) {
		list := []Entity{}
		r.readList(func(n *yaml.Node) {
			e := Entity{State: document.StateApplied}
			ok := r.readObject(n, fields{
				"type":  r.readText(&e.Type),
				"value": r.readText(&e.Value),
				"rule":  r.readText(&e.Rule),
				"page":  r.readNumber(&e.Page, 1),
				"state": r.readText(&e.State),
			})
			switch {
			case !ok:
			case e.Type == "":
				r.reportAt(n, "an entity needs a type")
			case !slices.Contains(states, e.State):
				r.reportAt(n, "a state is one of %s", strings.Join(states, ", "))
			}
			list = append(list, e)
		})(n)
		*into = &list
	}
}

// readComponents reads names with their values.
func (r *reading) readComponents(into **[]Component) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			r.reportAt(n, "this must be a mapping of names to values")
			return
		}
		list, seen := []Component{}, map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			if seen[key.Value] {
				r.reportAt(key, "the component %s stands here twice", key.Value)
			}
			seen[key.Value] = true
			c := Component{Name: key.Value}
			if value.Kind == yaml.SequenceNode {
				r.readList(func(n *yaml.Node) { c.Values = append(c.Values, r.readValue(n)) })(value)
			} else {
				c.Values = []Value{r.readValue(value)}
			}
			list = append(list, c)
		}
		*into = &list
	}
}

// readValue reads a value: a text, or a mapping.
func (r *reading) readValue(n *yaml.Node) (v Value) {
	if n.Kind == yaml.ScalarNode {
		r.readText(&v.Value)(n)
		return v
	}
	given := false
	r.readObject(n, fields{
		"value":       func(n *yaml.Node) { given = true; r.readText(&v.Value)(n) },
		"rule":        r.readOptional(&v.Rule),
		"description": r.readOptional(&v.Description),
	})
	if !given && n.Kind == yaml.MappingNode {
		r.reportAt(n, "a value needs value")
	}
	return v
}
