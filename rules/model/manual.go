package model

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// A ManualChange is a change to an entity that a person asks for. People change
// components of files, so no such facts come from outside; rules may insert them.
type ManualChange struct {
	class, annotation, typ, legalBasis, value, section, reason string
	requested                                                  any // an OffsetDateTime
	fromDictionary, fromDossiers                               bool
}

// ClassName returns the kind of change.
func (m *ManualChange) ClassName() string { return m.class }

// ManualChanges is the service that applies changes.
type ManualChanges struct{}

// ClassName returns ManualChangesApplicationService.
func (ManualChanges) ClassName() string { return "ManualChangesApplicationService" }

// A ManualOverwrite holds the changes that people have made to an entity.
type ManualOverwrite struct{ changes []*ManualChange }

// ClassName returns ManualOverwrite.
func (*ManualOverwrite) ClassName() string { return "ManualOverwrite" }

// lastText returns the text of the last change that has one, as an Optional.
func (o *ManualOverwrite) lastText(text func(m *ManualChange) string) any {
	for i := len(o.changes) - 1; i >= 0; i-- {
		if s := text(o.changes[i]); s != "" {
			return host.OptionalOf(s)
		}
	}
	return host.OptionalOf(nil)
}

func stringOrEmpty(v any) string {
	if v == nil {
		return ""
	}
	return host.ToString(v)
}

// changeClass returns the class of a kind of change. Its constructor takes the annotation, the
// values that set stores, and the time of the request.
func changeClass(class, params string, set func(m *ManualChange, a []any)) *host.Class {
	signature := class + "(String, " + params + "OffsetDateTime) " + class
	return &host.Class{Name: class, Supers: []string{"ManualChange"}, Makers: []*host.Method{host.M(host.Ours, signature,
		func(_ *host.Call, _ any, a []any) any {
			m := &ManualChange{class: class, annotation: stringOrEmpty(a[0]), requested: a[len(a)-1]}
			set(m, a[1:len(a)-1])
			return m
		})}}
}

func changeMethod(signature string, get func(m *ManualChange) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return get(this.(*ManualChange)) })
}

var changeMethods = []*host.Method{
	changeMethod("getAnnotationId() String", func(m *ManualChange) any { return m.annotation }),
	changeMethod("getRequestDate() OffsetDateTime", func(m *ManualChange) any { return m.requested }),
	changeMethod("getType() String", func(m *ManualChange) any { return m.typ }),
	changeMethod("getLegalBasis() String", func(m *ManualChange) any { return m.legalBasis }),
	changeMethod("getValue() String", func(m *ManualChange) any { return m.value }),
	changeMethod("getSection() String", func(m *ManualChange) any { return m.section }),
	changeMethod("getReason() String", func(m *ManualChange) any { return m.reason }),
	changeMethod("isRemoveFromDictionary() boolean", func(m *ManualChange) any { return m.fromDictionary }),
	changeMethod("isRemoveFromAllDossiers() boolean", func(m *ManualChange) any { return m.fromDossiers }),
}

// addChange records a change; the entity keeps its identifier.
func (e *TextEntity) addChange(m *ManualChange) {
	if e.id == "" {
		e.id = e.ID()
	}
	e.manual = append(e.manual, m)
	e.ctx.changes++
}

// resizeEntity moves an entity to the nearest place where the change's text occurs. It does
// nothing when the text does not occur.
func (c *Context) resizeEntity(e *TextEntity, m *ManualChange) {
	block, best := e.enclosingBlock(), document.Span{Start: -1}
	for _, h := range findPlaces(c.Tree.TextOf(block), m.value, false, false, 0) {
		s := document.Span{Start: block.Start + h[0], End: block.Start + h[1]}
		if best.Start < 0 || spanDistance(s, e.Span) < spanDistance(best, e.Span) {
			best = s
		}
	}
	if best.Start < 0 {
		return
	}
	e.addChange(m)
	e.resized = true
	c.touchSpan(e.Span)
	c.moveEntity(e, best, e.Type)
}

// spanDistance returns how far a span is from another; the more text they share, the nearer
// they are.
func spanDistance(s, from document.Span) int {
	return max(s.Start-from.End, from.Start-s.End)
}

// moveEntity changes the place or the type of an entity.
func (c *Context) moveEntity(e *TextEntity, s document.Span, typ string) {
	delete(c.byPlace, place{e.Start, e.End, e.Type})
	c.byRange.Remove(e.Start, e.End, e)
	c.byType[e.Type].Remove(e.Start, e.End, e)
	e.Span, e.Type = s, typ
	c.byPlace[place{e.Start, e.End, e.Type}] = e
	c.indexEntity(e)
	c.touchSpan(s)
}

func (c *Context) recategorizeEntity(e *TextEntity, m *ManualChange) {
	e.addChange(m)
	if m.typ != "" {
		c.moveEntity(e, e.Span, m.typ)
	}
}

func applyMethod(signature string, body func(c *Context, target any, m *ManualChange)) *host.Method {
	return host.M(host.Ours, signature, func(c *host.Call, _ any, a []any) any {
		m, ok := a[1].(*ManualChange)
		if !ok || a[0] == nil {
			host.Throw("NullPointerException", "there is nothing to change")
		}
		body(ContextOf(c), a[0], m)
		return nil
	})
}

func manualClasses() []*host.Class {
	return []*host.Class{
		{Name: "ManualChange", Methods: changeMethods},
		changeClass("ManualResizeRedaction", "String, ", func(m *ManualChange, a []any) { m.value = stringOrEmpty(a[0]) }),
		changeClass("ManualRecategorization", "String, String, ", func(m *ManualChange, a []any) {
			m.typ, m.legalBasis = stringOrEmpty(a[0]), stringOrEmpty(a[1])
		}),
		changeClass("ManualForceRedaction", "String, ", func(m *ManualChange, a []any) { m.legalBasis = stringOrEmpty(a[0]) }),
		changeClass("ManualLegalBasisChange", "String, String, String, ", func(m *ManualChange, a []any) {
			m.legalBasis, m.section, m.value = stringOrEmpty(a[0]), stringOrEmpty(a[1]), stringOrEmpty(a[2])
		}),
		changeClass("IdRemoval", "boolean, boolean, ", func(m *ManualChange, a []any) {
			m.fromDictionary, m.fromDossiers = a[0].(bool), a[1].(bool)
		}),
		changeClass("ManualRedactionEntry", "String, String, String, ", func(m *ManualChange, a []any) {
			m.typ, m.value, m.reason = stringOrEmpty(a[0]), stringOrEmpty(a[1]), stringOrEmpty(a[2])
		}),
		{Name: "ManualOverwrite", Methods: []*host.Method{
			overwriteMethod("getType", func(m *ManualChange) string { return m.typ }),
			overwriteMethod("getValue", func(m *ManualChange) string { return m.value }),
			overwriteMethod("getLegalBasis", func(m *ManualChange) string { return m.legalBasis }),
		}},
		{Name: "ManualChangesApplicationService", Methods: []*host.Method{
			applyMethod("resize(TextEntity, ManualResizeRedaction) void", func(c *Context, e any, m *ManualChange) {
				c.resizeEntity(e.(*TextEntity), m)
			}),
			applyMethod("resizeImage(Image, ManualResizeRedaction) void", func(_ *Context, n any, m *ManualChange) {
				n.(*Node).asEntity().addChange(m)
			}),
			applyMethod("recategorize(TextEntity, ManualRecategorization) void", func(c *Context, e any, m *ManualChange) {
				c.recategorizeEntity(e.(*TextEntity), m)
			}),
			applyMethod("recategorize(Image, ManualRecategorization) void", func(_ *Context, n any, m *ManualChange) {
				image := n.(*Node).asEntity()
				image.addChange(m)
				image.Type = m.typ
			}),
		}},
	}
}

func overwriteMethod(name string, text func(m *ManualChange) string) *host.Method {
	return host.M(host.Ours, name+"() Optional<String>", func(_ *host.Call, this any, _ []any) any {
		return this.(*ManualOverwrite).lastText(text)
	})
}
