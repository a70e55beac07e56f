package model

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// A Dictionary gives rules the dictionaries of the template, and takes the terms
// that they remember for this document.
type Dictionary struct{ models []*DictionaryModel }

// ClassName returns Dictionary.
func (*Dictionary) ClassName() string { return "Dictionary" }

// A DictionaryModel is the dictionary of one entity type.
type DictionaryModel struct {
	definition Definition
	local      *host.Map // term -> set of matched rules
}

// ClassName returns DictionaryModel.
func (*DictionaryModel) ClassName() string { return "DictionaryModel" }

// search is a set of terms to look for, as whole words.
type search struct {
	terms []string
	exact bool
}

// ClassName returns the Java class of the value.
func (*search) ClassName() string { return "SearchImplementation" }

// NewDictionary returns the dictionaries of the definitions.
func NewDictionary(definitions []Definition) *Dictionary {
	d := &Dictionary{}
	for _, def := range definitions {
		d.models = append(d.models, &DictionaryModel{def, host.NewMap(host.Linked)})
	}
	return d
}

// modelOf returns the model of an entity type. It adds an empty one for a type without a
// definition.
func (d *Dictionary) modelOf(typ string) *DictionaryModel {
	for _, m := range d.models {
		if m.definition.TechnicalName == typ {
			return m
		}
	}
	m := &DictionaryModel{Definition{TechnicalName: typ}, host.NewMap(host.Linked)}
	d.models = append(d.models, m)
	return m
}

func (m *DictionaryModel) rememberTerm(c *Context, term string, rules []*MatchedRule) {
	old, ok := m.local.Get(term)
	if !ok {
		c.changes++
		old = host.NewSet(host.Linked)
		m.local.Put(term, old)
	}
	for _, r := range rules {
		old.(*host.Set).Put(r, true)
	}
}

func (m *DictionaryModel) localSearch() *search {
	s := &search{exact: m.definition.CaseSensitive}
	for _, k := range m.local.Keys() {
		s.terms = append(s.terms, k.(string))
	}
	return s
}

func modelMethod(signature string, body func(m *DictionaryModel) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*DictionaryModel)) })
}

func dictionaryMethod(signature string, body func(c *Context, d *Dictionary, a []any) any) *host.Method {
	return host.M(host.Ours, signature, func(c *host.Call, this any, a []any) any { return body(ContextOf(c), this.(*Dictionary), a) })
}

func recommendTerms(c *Context, d *Dictionary, a []any) any {
	e := a[0].(*TextEntity)
	types := []string{e.Type}
	if len(a) > 1 {
		types = stringsOf(a[1])
	}
	for _, t := range types {
		d.modelOf(t).rememberTerm(c, e.Text(), e.Matched)
	}
	return nil
}

var dictionaryClasses = []*host.Class{
	{Name: "SearchImplementation"},
	{Name: "Dictionary", Methods: []*host.Method{
		dictionaryMethod("getDictionaryModels() List<DictionaryModel>", func(_ *Context, d *Dictionary, _ []any) any {
			return host.ListOf(d.models)
		}),
		dictionaryMethod("getType(String) DictionaryModel", func(_ *Context, d *Dictionary, a []any) any {
			return d.modelOf(textOf(a[0]))
		}),
		dictionaryMethod("isHint(String) boolean", func(_ *Context, d *Dictionary, a []any) any {
			return d.modelOf(textOf(a[0])).definition.Kind == "HINT"
		}),
		dictionaryMethod("getDictionaryRank(String) int", func(_ *Context, d *Dictionary, a []any) any {
			return int32(d.modelOf(textOf(a[0])).definition.Rank)
		}),
		dictionaryMethod("recommendEverywhere(TextEntity) void", recommendTerms),
		dictionaryMethod("recommendEverywhere(TextEntity, List<String>) void", recommendTerms),
		dictionaryMethod("addMultipleAuthorsAsRecommendation(TextEntity) void", recommendTerms),
		dictionaryMethod("addLocalDictionaryEntry(String, String, Collection<MatchedRule>, boolean) void",
			func(c *Context, d *Dictionary, a []any) any {
				d.modelOf(textOf(a[0])).rememberTerm(c, textOf(a[1]), matchedRules(a[2]))
				return nil
			}),
	}},
	{Name: "DictionaryModel", Methods: []*host.Method{
		modelMethod("getType() String", func(m *DictionaryModel) any { return m.definition.TechnicalName }),
		modelMethod("getRank() int", func(m *DictionaryModel) any { return int32(m.definition.Rank) }),
		modelMethod("isHint() boolean", func(m *DictionaryModel) any { return m.definition.Kind == "HINT" }),
		modelMethod("isDossierDictionary() boolean", func(*DictionaryModel) any { return false }),
		modelMethod("getLocalSearch() SearchImplementation", func(m *DictionaryModel) any { return m.localSearch() }),
		modelMethod("getLocalEntriesWithMatchedRules() Map<String, Set<MatchedRule>>", func(m *DictionaryModel) any { return m.local }),
	}},
}

// SearchDictionaries creates entities for the terms of all dictionaries that occur as
// whole words in the main body. It reads the body once.
func (c *Context) SearchDictionaries() {
	var words []string
	for _, d := range c.Definitions {
		words = append(append(append(words, d.Terms...), d.FalsePositive...), d.FalseRecommendation...)
	}
	if len(words) == 0 || len(c.Nodes) == 0 {
		return
	}
	body := c.Tree.Text[:c.Tree.Body]
	terms := scanText(SearchableSet(words), body)
	for _, d := range c.Definitions {
		for _, list := range []struct {
			terms []string
			kind  string
		}{{d.Terms, d.Kind}, {d.FalsePositive, "FALSE_POSITIVE"}, {d.FalseRecommendation, "FALSE_RECOMMENDATION"}} {
			for _, term := range list.terms {
				for _, h := range terms.findWord(body, 0, len(body), term, !d.CaseSensitive, true, 0) {
					c.createEntity(document.Span{Start: h[0], End: h[1]}, d.TechnicalName, EntityKind(list.kind), "DICTIONARY")
				}
			}
		}
	}
}

// modelEngine marks entities that a model has named.
const modelEngine = "MODEL"

// AddCandidate creates an entity for what a model has named. The definition of its type tells the kind.
func (c *Context) AddCandidate(s document.Span, technicalName string) {
	kind := "ENTITY"
	for _, d := range c.Definitions {
		if d.TechnicalName == technicalName && d.Kind != "" {
			kind = d.Kind
		}
	}
	c.createEntity(s, technicalName, EntityKind(kind), modelEngine)
}

func matchedRules(v any) []*MatchedRule {
	var out []*MatchedRule
	list, _ := host.ItemsOf(v)
	for _, r := range list {
		out = append(out, r.(*MatchedRule))
	}
	return out
}

var bySearch = host.M(host.Ours, "bySearchImplementation(SearchImplementation, String, EntityType, SemanticNode) Stream<TextEntity>",
	func(c *host.Call, _ any, a []any) any {
		return lazyEntities(ContextOf(c), a[1], a[2], func() []document.Span {
			n, s := a[3].(*Node), a[0].(*search)
			var out []document.Span
			for _, term := range s.terms {
				out = append(out, shiftSpans(n, n.findString(term, !s.exact, true, 0))...)
			}
			return byStart(out)
		})
	})

var matchedRuleMethods = []*host.Method{
	entityMethod(host.Ours, "addMatchedRule(MatchedRule) void", func(e *TextEntity, a []any) any {
		e.addMatches(a[0].(*MatchedRule))
		return nil
	}),
	entityMethod(host.Ours, "addMatchedRules(Collection<MatchedRule>) void", func(e *TextEntity, a []any) any {
		e.addMatches(matchedRules(a[0])...)
		return nil
	}),
}
