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
	Cells                            []Cell // of a row, in the order of their columns; nil for other values
	OtherSources                     []document.OtherSource
	Scorer                           *document.ScorerVerdict // nil where none was asked
}

// A Cell holds the content of a row in one column: entities of one type, whose name is that of the column, or a
// text without a place.
type Cell struct {
	Column, Value string
	References    *host.List
}

// ClassName returns Component.
func (*Component) ClassName() string { return "Component" }

// findCell returns the text of the cell of a column, an Optional.
func (c *Component) findCell(column string) any {
	for _, cell := range c.Cells {
		if cell.Column == column {
			return host.OptionalOf(cell.Value)
		}
	}
	return host.OptionalOf(nil)
}

// ComponentCreation is the service that builds components.
type ComponentCreation struct{}

// ClassName returns ComponentCreationService.
func (ComponentCreation) ClassName() string { return "ComponentCreationService" }

func orderedEntities(v any) []*Entity {
	items, ok := host.ItemsOf(v)
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

func buildComponent(c *Context, rule, name any, value, description string, refs []*Entity) {
	made := &Component{Name: textOf(name), Value: value, RuleID: textOf(rule), Description: description, References: host.ListOf(refs)}
	addComponent(c, made)
}

func addComponent(c *Context, item *Component) {
	if strings.TrimSpace(item.Name) == "" {
		host.Throw("IllegalArgumentException", "a component needs a name")
	}
	c.Components = append(c.Components, item)
	c.Memory.Insert(item, false)
}

// buildRow builds a value whose cells are the entities: those of one type are one cell, in the order
// of the document, and the cells are in the order of their first entity.
func buildRow(c *Context, rule, name any, list []*Entity) {
	byType := map[string][]*Entity{}
	var columns []string
	for _, e := range list {
		if byType[e.Source.Type] == nil {
			columns = append(columns, e.Source.Type)
		}
		byType[e.Source.Type] = append(byType[e.Source.Type], e)
	}
	item := &Component{Name: textOf(name), RuleID: textOf(rule), References: host.ListOf(list)}
	var values []string
	for _, column := range columns {
		cell := Cell{column, strings.Join(valuesOf(byType[column], false), " "), host.ListOf(byType[column])}
		item.Cells, values = append(item.Cells, cell), append(values, cell.Value)
	}
	item.Value = strings.Join(values, document.CellSeparator)
	addComponent(c, item)
}

// rowMethod returns a method that builds rows; choose returns the groups of entities, each of which
// becomes one.
func rowMethod(name string, choose func(list []*Entity) [][]*Entity) *host.Method {
	return buildMethod(host.Ours, name+"(String, String, Collection<Entity>)", func(c *Context, a []any) {
		for _, group := range choose(orderedEntities(a[2])) {
			if len(group) > 0 {
				buildRow(c, a[0], a[1], group)
			}
		}
	})
}

// buildRowOfTexts builds a row of texts that stand nowhere on the pages: a map of the columns, in its order.
// Empty texts are no cells, and a row without cells is none.
func buildRowOfTexts(c *Context, a []any) {
	cells, ok := a[2].(*host.Map)
	if !ok {
		host.Throw("NullPointerException", "the map of cells is null")
	}
	item := &Component{Name: textOf(a[1]), RuleID: textOf(a[0]), Description: textOf(a[3]), References: host.ListOf[*Entity](nil)}
	var values []string
	for _, column := range cells.Keys() {
		value, _ := cells.Get(column)
		if text := textOf(value); text != "" {
			item.Cells = append(item.Cells, Cell{textOf(column), text, host.ListOf[*Entity](nil)})
			values = append(values, text)
		}
	}
	if len(values) == 0 {
		return
	}
	item.Value = strings.Join(values, document.CellSeparator)
	addComponent(c, item)
}

func valuesOf(list []*Entity, unique bool) []string {
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
	return orderedEntities(v)
}

func buildMethod(origin host.Origin, signature string, body func(c *Context, a []any)) *host.Method {
	return host.M(origin, signature+" void", func(c *host.Call, _ any, a []any) any { body(ContextOf(c), a); return nil })
}

func optionalArg(a []any, i int, otherwise string) string {
	if len(a) > i {
		return textOf(a[i])
	}
	return otherwise
}

// joiningMethods returns the two forms of a joining method; choose returns the groups of
// entities, each of which becomes a component.
func joiningMethods(origin host.Origin, name string, unique bool, choose func(list []*Entity) [][]*Entity) []*host.Method {
	body := func(c *Context, a []any) {
		for _, group := range choose(orderedEntities(a[2])) {
			if len(group) > 0 {
				buildComponent(c, a[0], a[1], strings.Join(valuesOf(group, unique), optionalArg(a, 3, ", ")), "", group)
			}
		}
	}
	return []*host.Method{
		buildMethod(origin, name+"(String, String, Collection<Entity>)", body),
		buildMethod(host.Ours, name+"(String, String, Collection<Entity>, String)", body),
	}
}

func oneGroup(list []*Entity) [][]*Entity { return [][]*Entity{list} }

// byTableRow groups the entities by table row, each group in the order of the columns.
func byTableRow(list []*Entity) [][]*Entity {
	type key struct{ table, row int }
	var keys []key
	groups := map[key][]*Entity{}
	for _, e := range list {
		for n := e.Source.deepestNode(); n != nil; n = n.parent() {
			if n.class == "TableCell" {
				k := key{n.parent().Index, n.treeNode().Cell.Row}
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
	n := e.Source.deepestNode()
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
				in, isKnown := p.InLocale(c.Locale)
				if c.Locale == "" || !isKnown {
					in = p.InEveryLanguage()
				}
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
	to, err := dates.Compile(optionalArg(a, 3, "dd/MM/yyyy"))
	if err != nil {
		host.Throw("IllegalArgumentException", "%v", err)
	}
	for _, e := range orderedEntities(a[2]) {
		buildComponent(c, a[0], a[1], c.ConvertDate(strings.TrimSpace(e.Source.Text()), to), "", []*Entity{e})
	}
}

func firstOrElse(c *Context, a []any) {
	if list := orderedEntities(a[2]); len(list) > 0 {
		buildComponent(c, a[0], a[1], list[0].Source.Text(), "", list[:1])
		return
	}
	buildComponent(c, a[0], a[1], textOf(a[3]), "", nil)
}

func createUnmapped(c *Context, a []any) {
	used := map[any]bool{}
	for _, item := range c.Components {
		for _, r := range item.References.Items {
			used[r] = true
		}
	}
	for _, e := range orderedEntities(a[1]) {
		if !used[e] {
			buildComponent(c, a[0], e.Source.Type, e.Source.Text(), "", []*Entity{e})
		}
	}
}

func componentMethods() []*host.Method {
	out := []*host.Method{
		buildMethod(host.Ours, "create(String, String, String)", func(c *Context, a []any) {
			buildComponent(c, a[0], a[1], textOf(a[2]), "", nil)
		}),
		buildMethod(host.Documented, "create(String, String, String, String)", func(c *Context, a []any) {
			buildComponent(c, a[0], a[1], textOf(a[2]), textOf(a[3]), nil)
		}),
		buildMethod(host.Documented, "create(String, String, String, String, Entity)", func(c *Context, a []any) {
			buildComponent(c, a[0], a[1], textOf(a[2]), textOf(a[3]), refsOf(a[4]))
		}),
		buildMethod(host.Ours, "create(String, String, String, String, Collection<Entity>)", func(c *Context, a []any) {
			buildComponent(c, a[0], a[1], textOf(a[2]), textOf(a[3]), refsOf(a[4]))
		}),
		buildMethod(host.Documented, "firstOrElse(String, String, Collection<Entity>, String)", firstOrElse),
		buildMethod(host.Ours, "createComponents(String, String, Collection<Entity>)", func(c *Context, a []any) {
			for _, e := range orderedEntities(a[2]) {
				buildComponent(c, a[0], a[1], e.Source.Text(), "", []*Entity{e})
			}
		}),
		buildMethod(host.Ours, "createComponentsForUnMappedEntities(String, Collection<Entity>)", createUnmapped),
		buildMethod(host.Documented, "convertDates(String, String, Collection<Entity>)", convertDates),
		buildMethod(host.Ours, "convertDates(String, String, Collection<Entity>, String)", convertDates),
		buildMethod(host.Ours, "uniqueValueCount(String, String, Collection<Entity>)", func(c *Context, a []any) {
			list := orderedEntities(a[2])
			buildComponent(c, a[0], a[1], host.ToString(int32(len(valuesOf(list, true)))), "", list)
		}),
		rowMethod("createRow", oneGroup), rowMethod("createTableRows", byTableRow),
		buildMethod(host.Ours, "createRow(String, String, Map<String, String>, String)", buildRowOfTexts),
	}
	for _, more := range [][]*host.Method{
		joiningMethods(host.Documented, "joining", false, oneGroup), joiningMethods(host.Ours, "joiningUnique", true, oneGroup),
		joiningMethods(host.Documented, "joiningFromSameTableRow", false, byTableRow),
		joiningMethods(host.Ours, "joiningFromLongestSectionOnly", false, ofSection(true)),
		joiningMethods(host.Ours, "joiningFromFirstSectionOnly", false, ofSection(false)),
	} {
		out = append(out, more...)
	}
	return append(out, offerMethod)
}

func appliedEntityMethod(origin host.Origin, signature string, body func(e *Entity) any) *host.Method {
	return host.M(origin, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*Entity)) })
}

func componentMethod(signature string, body func(c *Component) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*Component)) })
}

var resultClasses = []*host.Class{
	{Name: "Entity", Methods: []*host.Method{
		appliedEntityMethod(host.Documented, "getType() String", func(e *Entity) any { return e.Source.Type }),
		appliedEntityMethod(host.Documented, "getValue() String", func(e *Entity) any { return e.Source.Text() }),
		appliedEntityMethod(host.Ours, "getId() String", func(e *Entity) any { return e.ID }),
		appliedEntityMethod(host.Ours, "getState() String", func(*Entity) any { return document.StateApplied }),
		appliedEntityMethod(host.Ours, "getEntryType() String", func(e *Entity) any { return e.Source.Kind.Name }),
		appliedEntityMethod(host.Ours, "getReason() String", func(e *Entity) any { return e.Source.WinningRule().Reason }),
		appliedEntityMethod(host.Ours, "getMatchedRule() String", func(e *Entity) any { return e.Source.WinningRule().RuleID }),
		appliedEntityMethod(host.Ours, "getLegalBasis() String", func(e *Entity) any { return e.Source.WinningRule().LegalBasis }),
		appliedEntityMethod(host.Ours, "getTextBefore() String", func(e *Entity) any { return e.Source.TextBefore() }),
		appliedEntityMethod(host.Ours, "getTextAfter() String", func(e *Entity) any { return e.Source.TextAfter() }),
		appliedEntityMethod(host.Ours, "getStartOffset() int", func(e *Entity) any { return e.Source.ctx.unitsAt(e.Source.Start) }),
		appliedEntityMethod(host.Ours, "getEndOffset() int", func(e *Entity) any { return e.Source.ctx.unitsAt(e.Source.End) }),
		appliedEntityMethod(host.Ours, "getLength() int", func(e *Entity) any { return int32(len(host.ToUnits(e.Source.Text()))) }),
		appliedEntityMethod(host.Ours, "isDictionaryEntry() boolean", func(e *Entity) any { return e.Source.Engine == "DICTIONARY" }),
		appliedEntityMethod(host.Ours, "getPositions() List<Position>", func(e *Entity) any {
			return positionList(e.Source.ctx.Tree.BoxesOf(e.Source.Span))
		}),
		appliedEntityMethod(host.Ours, "getContainingNode() SemanticNode", func(e *Entity) any { return e.Source.deepestNode() }),
		appliedEntityMethod(host.Ours, "getContainingNodeId() List<Integer>", func(e *Entity) any {
			return e.Source.deepestNode().treeID()
		}),
		appliedEntityMethod(host.Ours, "getSection() String", func(e *Entity) any { return e.Source.Headline() }),
		appliedEntityMethod(host.Ours, "getClosestHeadline() String", func(e *Entity) any { return e.Source.Headline() }),
	}},
	{Name: "Component", Methods: []*host.Method{
		componentMethod("getName() String", func(c *Component) any { return c.Name }),
		componentMethod("getValue() String", func(c *Component) any { return c.Value }),
		componentMethod("getMatchedRule() String", func(c *Component) any { return c.RuleID }),
		componentMethod("getValueDescription() String", func(c *Component) any { return c.Description }),
		componentMethod("getTransformation() String", func(c *Component) any { return c.Description }),
		componentMethod("getReferences() List<Entity>", func(c *Component) any { return c.References }),
		host.M(host.Ours, "getCell(String) Optional<String>", func(_ *host.Call, this any, a []any) any {
			return this.(*Component).findCell(textOf(a[0]))
		}),
		sourceMethod("confirm", true), sourceMethod("contradict", false), weighMethod,
	}},
	{Name: "ComponentCreationService", Methods: componentMethods()},
	{Name: "ComponentMappingService", Methods: []*host.Method{
		host.M(host.Ours, "from(String) MappingQuery", func(c *host.Call, _ any, a []any) any {
			return newQuery(ContextOf(c), textOf(a[0]))
		}),
		host.M(host.Ours, "getMappedValue(String, String) Optional<String>", func(c *host.Call, _ any, a []any) any {
			return newQuery(ContextOf(c), textOf(a[0])).chooseColumn("mapped_value").
				addCondition("search_value", textOf(a[1]), false).firstRow()
		}),
	}},
	{Name: "MappingQuery", Methods: queryMethods},
	{Name: "EntityCreationService", Methods: append(creationMethods(), bySearch)},
	{Name: "TextEntity", Methods: slices.Concat(entityMethods, furtherEntityMethods, matchedRuleMethods)},
	{Name: "EntityType", Constants: entityTypes}, {Name: "MatchedRule", Methods: ruleMethods},
	{Name: "RedactionSearchUtility", Statics: searchUtility},
	ruleClass,
}

// ruleClass is the class of drools.getRule().
var ruleClass = &host.Class{
	Name: "Rule", MayHide: true,
	Methods: []*host.Method{host.M(host.Ours, "getName() String", func(_ *host.Call, this any, _ []any) any {
		return this.(interface{ RuleName() string }).RuleName()
	})},
}

// PlainClasses returns those classes of the model that rules without a document have, too.
func PlainClasses() []*host.Class { return []*host.Class{ruleClass} }

// Classes returns the class table of the model.
func Classes() []*host.Class {
	return slices.Concat(nodeClasses, resultClasses, dictionaryClasses, geometryClasses, manualClasses(),
		recognisedClasses, eInvoiceClasses, candidateClasses, findingClasses,
		[]*host.Class{identifierClass})
}

// EntityKind returns the constant of EntityType with a name, or ENTITY when there is none.
func EntityKind(name string) *host.Enum {
	if k, ok := entityTypes[name].(*host.Enum); ok {
		return k
	}
	return entityTypes["ENTITY"].(*host.Enum)
}
