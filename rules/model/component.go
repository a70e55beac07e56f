package model

import (
	"slices"
	"sort"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/dates"
	"github.com/seed-62a36931/docket/rules/host"
)

// An Entity is an applied entity as the component session sees it.
type Entity struct {
	Source *TextEntity
	ID     string
}

// ClassName returns Entity.
func (*Entity) ClassName() string { return "Entity" }

// A Component is a value that rules built.
type Component struct {
	Name, Value, RuleID, Description string
	References                       *host.List
}

// ClassName returns Component.
func (*Component) ClassName() string { return "Component" }

// ComponentCreation is the service that builds components.
type ComponentCreation struct{}

// ClassName returns ComponentCreationService.
func (ComponentCreation) ClassName() string { return "ComponentCreationService" }

func ordered(v any) []*Entity {
	items, ok := host.Items(v)
	if !ok {
		host.Throw("NullPointerException", "the collection of entities is null")
	}
	var out []*Entity
	for _, x := range items {
		out = append(out, x.(*Entity))
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Source.Start < out[j].Source.Start })
	return out
}

func build(c *Context, rule, name any, value, description string, refs []*Entity) {
	if strings.TrimSpace(text(name)) == "" {
		host.Throw("IllegalArgumentException", "a component needs a name")
	}
	item := &Component{text(name), value, text(rule), description, host.ListOf(refs)}
	c.Components = append(c.Components, item)
	c.Memory.Insert(item, false)
}

func values(list []*Entity, unique bool) []string {
	var out []string
	seen := map[string]bool{}
	for _, e := range list {
		if v := e.Source.Text(); !unique || !seen[v] {
			out, seen[v] = append(out, v), true
		}
	}
	return out
}

func refsOf(v any) []*Entity {
	if e, ok := v.(*Entity); ok {
		return []*Entity{e}
	}
	return ordered(v)
}

func cc(origin host.Origin, signature string, body func(c *Context, a []any)) *host.Method {
	return host.M(origin, signature+" void", func(c *host.Call, _ any, a []any) any { body(ContextOf(c), a); return nil })
}

func optional(a []any, i int, otherwise string) string {
	if len(a) > i {
		return text(a[i])
	}
	return otherwise
}

// joiner returns the two forms of a joining method; choose returns the groups of
// entities, each of which becomes a component.
func joiner(origin host.Origin, name string, unique bool, choose func(list []*Entity) [][]*Entity) []*host.Method {
	body := func(c *Context, a []any) {
		for _, group := range choose(ordered(a[2])) {
			if len(group) > 0 {
				build(c, a[0], a[1], strings.Join(values(group, unique), optional(a, 3, ", ")), "", group)
			}
		}
	}
	return []*host.Method{
		cc(origin, name+"(String, String, Collection<Entity>)", body),
		cc(host.Ours, name+"(String, String, Collection<Entity>, String)", body),
	}
}

func all(list []*Entity) [][]*Entity { return [][]*Entity{list} }

// byTableRow groups the entities by table row, each group in the order of the columns.
func byTableRow(list []*Entity) [][]*Entity {
	type key struct{ table, row int }
	var keys []key
	groups := map[key][]*Entity{}
	for _, e := range list {
		for n := e.Source.deepest(); n != nil; n = n.parent() {
			if n.class == "TableCell" {
				k := key{n.parent().Index, n.data().Cell.Row}
				if groups[k] == nil {
					keys = append(keys, k)
				}
				groups[k] = append(groups[k], e)
				break
			}
		}
	}
	var out [][]*Entity
	for _, k := range keys {
		out = append(out, groups[k])
	}
	return out
}

func sectionOf(e *Entity) *Node {
	n := e.Source.deepest()
	for n.parent() != nil && n.class != "Section" {
		n = n.parent()
	}
	return n
}

func ofSection(longest bool) func(list []*Entity) [][]*Entity {
	return func(list []*Entity) [][]*Entity {
		var best *Node
		for _, e := range list {
			if s := sectionOf(e); best == nil || longest && s.span().Len() > best.span().Len() {
				best = s
			}
		}
		var out []*Entity
		for _, e := range list {
			if sectionOf(e) == best {
				out = append(out, e)
			}
		}
		return [][]*Entity{out}
	}
}

// ConvertDate parses a date with the first pattern that fits and formats it with another;
// a text that fits no pattern is returned unchanged.
func (c *Context) ConvertDate(value string, to *dates.Pattern) string {
	if c.dates == nil {
		for _, source := range c.DateFormats {
			if p, err := dates.Compile(source); err == nil {
				in, _ := p.In(c.Locale)
				c.dates = append(c.dates, in)
			}
		}
	}
	for _, p := range c.dates {
		if t, ok := p.Parse(value); ok {
			return to.Format(t)
		}
	}
	return value
}

func convertDates(c *Context, a []any) {
	to, err := dates.Compile(optional(a, 3, "dd/MM/yyyy"))
	if err != nil {
		host.Throw("IllegalArgumentException", "%v", err)
	}
	for _, e := range ordered(a[2]) {
		build(c, a[0], a[1], c.ConvertDate(strings.TrimSpace(e.Source.Text()), to), "", []*Entity{e})
	}
}

func firstOrElse(c *Context, a []any) {
	if list := ordered(a[2]); len(list) > 0 {
		build(c, a[0], a[1], list[0].Source.Text(), "", list[:1])
		return
	}
	build(c, a[0], a[1], text(a[3]), "", nil)
}

func unmapped(c *Context, a []any) {
	used := map[any]bool{}
	for _, item := range c.Components {
		for _, r := range item.References.Items {
			used[r] = true
		}
	}
	for _, e := range ordered(a[1]) {
		if !used[e] {
			build(c, a[0], e.Source.Type, e.Source.Text(), "", []*Entity{e})
		}
	}
}

func componentMethods() []*host.Method {
	out := []*host.Method{
		cc(host.Ours, "create(String, String, String)", func(c *Context, a []any) {
			build(c, a[0], a[1], text(a[2]), "", nil)
		}),
		cc(host.Documented, "create(String, String, String, String)", func(c *Context, a []any) {
			build(c, a[0], a[1], text(a[2]), text(a[3]), nil)
		}),
		cc(host.Documented, "create(String, String, String, String, Entity)", func(c *Context, a []any) {
			build(c, a[0], a[1], text(a[2]), text(a[3]), refsOf(a[4]))
		}),
		cc(host.Ours, "create(String, String, String, String, Collection<Entity>)", func(c *Context, a []any) {
			build(c, a[0], a[1], text(a[2]), text(a[3]), refsOf(a[4]))
		}),
		cc(host.Documented, "firstOrElse(String, String, Collection<Entity>, String)", firstOrElse),
		cc(host.Ours, "createComponents(String, String, Collection<Entity>)", func(c *Context, a []any) {
			for _, e := range ordered(a[2]) {
				build(c, a[0], a[1], e.Source.Text(), "", []*Entity{e})
			}
		}),
		cc(host.Ours, "createComponentsForUnMappedEntities(String, Collection<Entity>)", unmapped),
		cc(host.Documented, "convertDates(String, String, Collection<Entity>)", convertDates),
		cc(host.Ours, "convertDates(String, String, Collection<Entity>, String)", convertDates),
		cc(host.Ours, "uniqueValueCount(String, String, Collection<Entity>)", func(c *Context, a []any) {
			list := ordered(a[2])
			build(c, a[0], a[1], host.ToString(int32(len(values(list, true)))), "", list)
		}),
	}
	for _, more := range [][]*host.Method{
		joiner(host.Documented, "joining", false, all), joiner(host.Ours, "joiningUnique", true, all),
		joiner(host.Documented, "joiningFromSameTableRow", false, byTableRow),
		joiner(host.Ours, "joiningFromLongestSectionOnly", false, ofSection(true)),
		joiner(host.Ours, "joiningFromFirstSectionOnly", false, ofSection(false)),
	} {
		out = append(out, more...)
	}
	return out
}

func en(origin host.Origin, signature string, body func(e *Entity) any) *host.Method {
	return host.M(origin, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*Entity)) })
}

func co(signature string, body func(c *Component) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*Component)) })
}

var resultClasses = []*host.Class{
	{Name: "Entity", Methods: []*host.Method{
		en(host.Documented, "getType() String", func(e *Entity) any { return e.Source.Type }),
		en(host.Documented, "getValue() String", func(e *Entity) any { return e.Source.Text() }),
		en(host.Ours, "getId() String", func(e *Entity) any { return e.ID }),
		en(host.Ours, "getState() String", func(*Entity) any { return document.StateApplied }),
		en(host.Ours, "getEntryType() String", func(e *Entity) any { return e.Source.Kind.Name }),
		en(host.Ours, "getReason() String", func(e *Entity) any { return e.Source.Winner().Reason }),
		en(host.Ours, "getMatchedRule() String", func(e *Entity) any { return e.Source.Winner().RuleID }),
		en(host.Ours, "getLegalBasis() String", func(e *Entity) any { return e.Source.Winner().LegalBasis }),
		en(host.Ours, "getTextBefore() String", func(e *Entity) any { return e.Source.Before() }),
		en(host.Ours, "getTextAfter() String", func(e *Entity) any { return e.Source.After() }),
		en(host.Ours, "getStartOffset() int", func(e *Entity) any { return int32(e.Source.Start) }),
		en(host.Ours, "getEndOffset() int", func(e *Entity) any { return int32(e.Source.End) }),
		en(host.Ours, "getLength() int", func(e *Entity) any { return int32(len(host.Units(e.Source.Text()))) }),
		en(host.Ours, "isDictionaryEntry() boolean", func(e *Entity) any { return e.Source.Engine == "DICTIONARY" }),
		en(host.Ours, "getPositions() List<Position>", func(e *Entity) any {
			return positions(e.Source.ctx.Tree.Boxes(e.Source.Span))
		}),
		en(host.Ours, "getContainingNode() SemanticNode", func(e *Entity) any { return e.Source.deepest() }),
		en(host.Ours, "getContainingNodeId() List<Integer>", func(e *Entity) any {
			return e.Source.deepest().treeID()
		}),
		en(host.Ours, "getSection() String", func(e *Entity) any { return e.Source.Headline() }),
		en(host.Ours, "getClosestHeadline() String", func(e *Entity) any { return e.Source.Headline() }),
	}},
	{Name: "Component", Methods: []*host.Method{
		co("getName() String", func(c *Component) any { return c.Name }),
		co("getValue() String", func(c *Component) any { return c.Value }),
		co("getMatchedRule() String", func(c *Component) any { return c.RuleID }),
		co("getValueDescription() String", func(c *Component) any { return c.Description }),
		co("getTransformation() String", func(c *Component) any { return c.Description }),
		co("getReferences() List<Entity>", func(c *Component) any { return c.References }),
	}},
	{Name: "ComponentCreationService", Methods: componentMethods()},
	{Name: "ComponentMappingService", Methods: []*host.Method{
		host.M(host.Ours, "from(String) MappingQuery", func(c *host.Call, _ any, a []any) any {
			return newQuery(ContextOf(c), text(a[0]))
		}),
		host.M(host.Ours, "getMappedValue(String, String) Optional<String>", func(c *host.Call, _ any, a []any) any {
			return newQuery(ContextOf(c), text(a[0])).choose("mapped_value").
				and("search_value", text(a[1]), false).first()
		}),
	}},
	{Name: "MappingQuery", Methods: queryMethods},
	{Name: "EntityCreationService", Methods: append(creationMethods(), bySearch)},
	{Name: "TextEntity", Methods: slices.Concat(entityMethods, furtherEntityMethods, matchedRuleMethods)},
	{Name: "EntityType", Constants: entityTypes}, {Name: "MatchedRule", Methods: ruleMethods},
	{Name: "RedactionSearchUtility", Statics: searchUtility},
	{Name: "Rule", Methods: []*host.Method{host.M(host.Ours, "getName() String", func(_ *host.Call, this any, _ []any) any {
		return this.(interface{ RuleName() string }).RuleName()
	})}},
}

// Classes returns the class table of the model.
func Classes() []*host.Class {
	return slices.Concat(nodeClasses, resultClasses, dictionaryClasses, geometryClasses, manualClasses(), recognisedClasses,
		[]*host.Class{identifierClass})
}

// Kind returns the constant of EntityType with a name, or ENTITY when there is none.
func Kind(name string) *host.Enum {
	if k, ok := entityTypes[name].(*host.Enum); ok {
		return k
	}
	return entityTypes["ENTITY"].(*host.Enum)
}
