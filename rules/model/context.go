// Package model defines what rules see of a document: the layout elements, entities,
// components and file attributes, and the services that create them.
package model

import (
	"sort"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/rules/dates"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/interval"
	"github.com/seed-62a36931/docket/rules/literal"
	"github.com/seed-62a36931/docket/rules/regex"
)

// A WorkingMemory takes the facts that services create.
type WorkingMemory interface {
	Insert(object any, logical bool)
	// TouchEntities reports that the entities of a node or page have changed; it does nothing for
	// objects that are no facts.
	TouchEntities(object any)
}

// A Context is one analysis of one document.
type Context struct {
	Tree           *document.Tree
	Memory         WorkingMemory
	Rule           func() string // name of the rule that fires
	DateFormats    []string
	Locale         string // whose months DateFormats read besides the English ones; "": those of all languages that are known
	Mappings       []Mapping
	Definitions    []Definition
	Literals       *literal.Set // what rules are known to look for; may be nil
	Nodes          []*Node
	Pages          []*Page
	Entities       []*TextEntity
	Components     []*Component
	Results        []*Entity    // facts of the component session
	scanned        *occurrences // of Literals, nil before they are needed
	byPlace        map[place]*TextEntity
	byRange        interval.Index[*TextEntity]
	byType         map[string]*interval.Index[*TextEntity]
	patterns       map[expression]*regex.Pattern
	dates          []*dates.Pattern             // of DateFormats, nil until one is needed
	indexes        map[string]map[string]int    // of component mappings
	byteOfUnit     []int32                      // of the text in UTF-16, nil until it is needed, and for text of ASCII alone
	unitsCounted   bool                         // byteOfUnit has been made
	textWithBreaks string                       // the text with line breaks, "" until it is needed
	searched       *regex.Text                  // the text, nil until an expression is searched for
	searchedLines  *regex.Text                  // the same with line breaks
	searches       map[textSearch][]regex.Match // matches that were searched for
	pieces         map[document.Span]*columnPieces
	lineLabels     map[*labelList]*lineLabels
	linesByPage    map[int][]int        // numbers of lines, nil until they are needed
	linesLooked    int64                // lines that were looked at for values beside labels, counted
	leavesPlaced   bool                 // the pages know their leaves
	changes        int64                // what rules have changed so far, counted
	eInvoice       *EInvoice            // nil before it is needed, and without one
	Layouts        candidates.Memory    // of approved files, which candidates are chosen by
	Search         *candidates.Search   // for candidates; nil before they are needed
	candidates     []any                // nil before they are needed
	Offered        []document.Candidate // to people, by component rules
}

type place struct {
	start, end int
	typ        string
}

// A Mapping is a component mapping: named columns and rows.
type Mapping struct {
	Name    string
	Columns []string
	Rows    [][]string
}

// A Definition is an entity definition with its dictionary.
type Definition struct {
	TechnicalName string
	Rank          int
	Kind          string // ENTITY, HINT
	CaseSensitive bool
	Terms         []string
	FalsePositive []string
	// FalseRecommendation are terms that must not be recommended
	FalseRecommendation []string
}

// NewContext prepares the nodes and pages of a tree.
func NewContext(tree *document.Tree) *Context {
	c := &Context{Tree: tree, byPlace: map[place]*TextEntity{}, byType: map[string]*interval.Index[*TextEntity]{}}
	c.Nodes = make([]*Node, len(tree.Nodes))
	for i := range tree.Nodes {
		c.Nodes[i] = &Node{ctx: c, Index: i, class: classOf[tree.Nodes[i].Kind]}
	}
	for _, n := range c.Nodes {
		n.adoptChildren()
	}
	for i := range tree.Pages {
		c.Pages = append(c.Pages, &Page{ctx: c, page: &tree.Pages[i]})
	}
	return c
}

var classOf = map[document.Kind]string{
	document.KindDocument: "Document", document.KindSuperSection: "SuperSection", document.KindSection: "Section",
	document.KindHeadline:  "Headline",
	document.KindParagraph: "Paragraph", document.KindTable: "Table", document.KindTableCell: "TableCell", document.KindHeader: "Header",
	document.KindFooter: "Footer", document.KindImage: "Image",
}

// ContextOf returns the context of a call.
func ContextOf(c *host.Call) *Context { return c.Session.(*Context) }

// A FileAttribute is an attribute of the file.
type FileAttribute struct{ ID, Label, Value string }

// ClassName returns FileAttribute.
func (*FileAttribute) ClassName() string { return "FileAttribute" }

// pagesOf returns the pages that a span touches.
func (c *Context) pagesOf(s document.Span) []any {
	var out []any
	last := 0
	for i := c.Tree.LineAt(s.Start); i < len(c.Tree.Lines) && c.Tree.Lines[i].Start < max(s.End, s.Start+1); i++ {
		if n := c.Tree.Lines[i].Page; n != last && n >= 1 && n <= len(c.Pages) {
			out, last = append(out, c.Pages[n-1]), n
		}
	}
	return out
}

// intersectingNodes returns the nodes that share text with a span, outermost first.
func (c *Context) intersectingNodes(s document.Span) []*Node {
	var out []*Node
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.treeNode().Span.Intersects(s) {
			out = append(out, n)
		}
		list := n.kids
		if n.ordered != nil {
			list = n.ordered[sort.Search(len(n.ordered), func(i int) bool { return n.ordered[i].treeNode().End > s.Start }):]
		}
		for _, child := range list {
			if span := child.treeNode().Span; span.Intersects(s) {
				walk(child)
			} else if n.ordered != nil && span.Start >= s.End {
				return
			}
		}
	}
	if len(c.Nodes) > 0 {
		walk(c.Nodes[0])
	}
	return out
}

// trimSpan returns a span without white space at its ends.
func (c *Context) trimSpan(s document.Span) document.Span {
	text := c.Tree.TextOf(s)
	left := strings.TrimLeft(text, " \t\r\n\u00a0\u00ad")
	s.Start += len(text) - len(left)
	s.End = s.Start + len(strings.TrimRight(left, " \t\r\n\u00a0\u00ad"))
	return s
}

// createEntity returns an entity for a span and a type. An equal one that exists is
// returned unchanged; a new one becomes a fact, and the nodes that it touches are matched
// again. It returns nil when there is nothing to mark.
func (c *Context) createEntity(s document.Span, typ string, kind *host.Enum, engine string) *TextEntity {
	s = c.trimSpan(s)
	if s.Len() <= 0 {
		return nil
	}
	key := place{s.Start, s.End, typ}
	if e := c.byPlace[key]; e != nil {
		return e
	}
	c.changes++
	e := &TextEntity{ctx: c, Span: s, Type: typ, Kind: kind, Engine: engine}
	c.byPlace[key] = e
	c.registerEntity(e)
	c.Memory.Insert(e, false)
	c.touchSpan(s)
	return e
}

// touchSpan makes the rules match the nodes and pages of a span again.
func (c *Context) touchSpan(s document.Span) {
	for _, n := range c.intersectingNodes(s) {
		c.Memory.TouchEntities(n)
	}
	for _, p := range c.pagesOf(s) {
		c.Memory.TouchEntities(p)
	}
}

// registerEntity adds an entity to the indexes by range and type.
func (c *Context) registerEntity(e *TextEntity) {
	e.number = len(c.Entities)
	c.Entities = append(c.Entities, e)
	c.indexEntity(e)
}

func (c *Context) indexEntity(e *TextEntity) {
	c.byRange.Add(e.Start, e.End, e)
	if c.byType[e.Type] == nil {
		c.byType[e.Type] = &interval.Index[*TextEntity]{}
	}
	c.byType[e.Type].Add(e.Start, e.End, e)
}

// entitiesWithin returns the entities that overlap a span and that keep accepts, by position.
func (c *Context) entitiesWithin(s document.Span, keep func(e *TextEntity) bool) []any {
	return searchIndex(&c.byRange, s, keep)
}

// searchIndex returns the entities of an index that overlap a span and that keep accepts, by
// position and then by creation.
func searchIndex(index *interval.Index[*TextEntity], s document.Span, keep func(e *TextEntity) bool) []any {
	var list []*TextEntity
	index.VisitOverlapping(s.Start, s.End, func(e *TextEntity) bool {
		if keep(e) {
			list = append(list, e)
		}
		return true
	})
	sort.Slice(list, func(i, j int) bool {
		if list[i].Start != list[j].Start {
			return list[i].Start < list[j].Start
		}
		return list[i].number < list[j].number
	})
	return host.ListOf(list).Items
}
