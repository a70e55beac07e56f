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

// oneCase reads a case.
func (r *reading) oneCase(n *yaml.Node) {
	before := len(r.problems)
	r.tried++
	c := Case{Line: max(n.Line, 1), Exact: true}
	ok := r.object(n, fields{
		"name":       r.text(&c.Name),
		"pdf":        r.pdf(&c.PDF),
		"document":   r.inline(&c.Tree),
		"attributes": r.attributes(&c.Attributes),
		"entities":   r.entities(&c.Entities),
		"components": r.components(&c.Components),
		"exact":      r.flag(&c.Exact),
		"error":      r.text(&c.Error),
	})
	switch {
	case !ok || len(r.problems) > before:
		return
	case c.PDF == "" && c.Tree == nil:
		r.at(n, "the case needs a document, or a pdf")
	case c.PDF != "" && c.Tree != nil:
		r.at(n, "the case has both a document and a pdf")
	case c.Entities == nil && c.Components == nil && c.Error == "":
		r.at(n, "the case expects nothing; add entities, components or error")
	case c.Error != "" && (c.Entities != nil || c.Components != nil):
		r.at(n, "rules that fail leave no entities and no components")
	}
	if len(r.problems) == before {
		r.cases = append(r.cases, c)
	}
}

// namesOnce gives each case without a name one, and reports names that occur twice.
func (r *reading) namesOnce() {
	seen := map[string]int{}
	for i := range r.cases {
		c := &r.cases[i]
		if c.Name == "" {
			c.Name = fmt.Sprintf("case %d", i+1)
		}
		if line, ok := seen[c.Name]; ok {
			r.wrong(c.Line, 1, "the case in line %d has the name %s, too", line, c.Name)
		}
		seen[c.Name] = c.Line
	}
}

// pdf reads a path below the template.
func (r *reading) pdf(into *string) field {
	return func(n *yaml.Node) {
		s, before := "", len(r.problems)
		r.text(&s)(n)
		switch clean := path.Clean(s); {
		case len(r.problems) > before:
		case s == "" || path.IsAbs(s) || clean == ".." || strings.HasPrefix(clean, "../"):
			r.at(n, "this must be a path below the template, such as samples/1.pdf")
		default:
			*into = clean
		}
	}
}

// inline reads a document: light text, or a list of layout elements.
func (r *reading) inline(into **document.Tree) field {
	return func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			blocks, problems := blocksOf(n.Value)
			for _, p := range problems {
				line := n.Line + p.Line - 1
				if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
					line++ // the text begins below its key
				}
				r.wrong(line, p.Column, "%s", p.Message)
			}
			*into = treeOf(blocks)
			return
		}
		var blocks []block
		r.list(func(n *yaml.Node) { blocks = append(blocks, r.element(n)) })(n)
		*into = treeOf(blocks)
	}
}

// element reads a layout element: the key is its kind.
func (r *reading) element(n *yaml.Node) (b block) {
	b.level = 1
	leaf := func(kind document.Kind) field {
		return func(n *yaml.Node) {
			r.kind(n, &b, kind)
			r.lines(&b.lines)(n)
		}
	}
	image := ""
	ok := r.object(n, fields{
		"headline": leaf(document.KindHeadline), "paragraph": leaf(document.KindParagraph),
		"header": leaf(document.KindHeader), "footer": leaf(document.KindFooter),
		"level": r.number(&b.level, 1),
		"table": func(n *yaml.Node) {
			r.kind(n, &b, document.KindTable)
			r.list(func(row *yaml.Node) {
				var cells []string
				r.list(func(c *yaml.Node) {
					s := ""
					r.text(&s)(c)
					cells = append(cells, s)
				})(row)
				b.rows = append(b.rows, cells)
			})(n)
		},
		"headerRows": r.number(&b.heads, 0),
		"image": func(n *yaml.Node) {
			r.kind(n, &b, document.KindImage)
			r.text(&image)(n)
		},
		"newPage": func(n *yaml.Node) {
			yes := false
			if r.flag(&yes)(n); !yes {
				r.at(n, "newPage is true or left out")
			}
		},
	})
	switch {
	case !ok:
	case b.kind == document.KindImage && !slices.Contains(imageTypes, image):
		r.at(n, "an image is one of %s", strings.Join(imageTypes, ", "))
	case b.kind == document.KindHeadline && b.level > maxLevel:
		r.at(n, "a headline has a level from 1 to %d", maxLevel)
	case b.kind == document.KindTable && len(b.rows) == 0:
		r.at(n, "a table needs rows")
	case b.kind == "" && len(n.Content) == 2 && n.Content[0].Value == "newPage":
	case b.kind == "":
		r.at(n, "this element needs headline, paragraph, table, header, footer, image or newPage")
	}
	if b.kind != document.KindHeadline {
		b.level = 0
	}
	b.image, b.broken = image, true
	return b
}

// kind sets the kind of an element, once.
func (r *reading) kind(n *yaml.Node, b *block, kind document.Kind) {
	if b.kind != "" {
		r.at(n, "an element is one thing only")
	}
	b.kind = kind
}

// lines reads a text, whose lines are visual lines, or a list of them.
func (r *reading) lines(into *[]string) field {
	return func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			s := ""
			r.text(&s)(n)
			*into = strings.Split(strings.TrimSpace(s), "\n")
			return
		}
		r.list(func(n *yaml.Node) {
			s := ""
			r.text(&s)(n)
			*into = append(*into, s)
		})(n)
	}
}

// attributes reads labels with their values.
func (r *reading) attributes(into *[]Attribute) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			r.at(n, "this must be a mapping of labels to values")
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			a := Attribute{Label: n.Content[i].Value}
			r.text(&a.Value)(n.Content[i+1])
			*into = append(*into, a)
		}
	}
}

// entities reads the expected entities.
func (r *reading) entities(into **[]Entity) field {
	return func(n *yaml.Node) {
		list := []Entity{}
		r.list(func(n *yaml.Node) {
			e := Entity{State: document.StateApplied}
			ok := r.object(n, fields{
				"type":  r.text(&e.Type),
				"value": r.text(&e.Value),
				"rule":  r.text(&e.Rule),
				"page":  r.number(&e.Page, 1),
				"state": r.text(&e.State),
			})
			switch {
			case !ok:
			case e.Type == "":
				r.at(n, "an entity needs a type")
			case !slices.Contains(states, e.State):
				r.at(n, "a state is one of %s", strings.Join(states, ", "))
			}
			list = append(list, e)
		})(n)
		*into = &list
	}
}

// components reads names with their values.
func (r *reading) components(into **[]Component) field {
	return func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			r.at(n, "this must be a mapping of names to values")
			return
		}
		list, seen := []Component{}, map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			if seen[key.Value] {
				r.at(key, "the component %s stands here twice", key.Value)
			}
			seen[key.Value] = true
			c := Component{Name: key.Value}
			if value.Kind == yaml.SequenceNode {
				r.list(func(n *yaml.Node) { c.Values = append(c.Values, r.value(n)) })(value)
			} else {
				c.Values = []Value{r.value(value)}
			}
			list = append(list, c)
		}
		*into = &list
	}
}

// value reads a value: a text, or a mapping.
func (r *reading) value(n *yaml.Node) (v Value) {
	if n.Kind == yaml.ScalarNode {
		r.text(&v.Value)(n)
		return v
	}
	given := false
	r.object(n, fields{
		"value":       func(n *yaml.Node) { given = true; r.text(&v.Value)(n) },
		"rule":        r.optional(&v.Rule),
		"description": r.optional(&v.Description),
	})
	if !given && n.Kind == yaml.MappingNode {
		r.at(n, "a value needs value")
	}
	return v
}
