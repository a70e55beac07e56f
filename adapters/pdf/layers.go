package pdf

import "github.com/seed-62a36931/docket/adapters/pdf/syntax"

// Limits of evaluating layers.
const (
	maxLayerDepth = 8         // of expressions, and of forms in forms
	maxLayerSteps = 1_000_000 // of a file; after that all is shown
)

// layers tell which optional content of a file a viewer hides as it opens the file (ISO 32000-1, 8.11).
type layers struct {
	s     *objectStore
	off   map[int]bool // groups that are hidden, by the number of their object
	forms map[int]bool // objects of resources that were looked at -> they hide something
	steps int
}

// readLayers returns the layers of a file, nil when it has none.
func (s *objectStore) readLayers() *layers {
	properties := s.Dict(s.Catalog().Get("OCProperties"))
	if properties == nil {
		return nil
	}
	l := &layers{s: s, off: map[int]bool{}, forms: map[int]bool{}}
	config := s.Dict(properties.Get("D"))
	each := func(list any, do func(int)) {
		for _, g := range s.List(list) {
			if ref, ok := g.(syntax.Ref); ok {
				do(int(ref))
			}
		}
	}
	base := s.Name(config.Get("BaseState")) == "OFF"
	each(properties.Get("OCGs"), func(group int) { l.off[group] = base })
	each(config.Get("ON"), func(group int) { l.off[group] = false })
	each(config.Get("OFF"), func(group int) { l.off[group] = true })
	each(properties.Get("OCGs"), func(group int) {
		d := s.Dict(syntax.Ref(group))
		view := s.Dict(s.Dict(d.Get("Usage")).Get("View"))
		if state := s.Name(view.Get("ViewState")); state != "" {
			l.off[group] = state == "OFF"
		}
	})
	return l
}

// isHidden reports whether what belongs to a group, or to a membership of several, is hidden.
func (l *layers) isHidden(v any) bool { return !l.isShown(v, 0) }

func (l *layers) isShown(v any, depth int) bool {
	d := l.s.Dict(v)
	if l.steps++; d == nil || depth > maxLayerDepth || l.steps > maxLayerSteps {
		return true
	}
	if l.s.Name(d.Get("Type")) != "OCMD" {
		ref, ok := v.(syntax.Ref)
		return !ok || !l.off[int(ref)]
	}
	if e := l.s.List(d.Get("VE")); len(e) > 0 {
		return l.evaluate(e, depth+1)
	}
	groups := l.s.List(d.Get("OCGs"))
	if groups == nil && d.Get("OCGs") != nil {
		groups = syntax.Array{d.Get("OCGs")}
	}
	on, all := 0, 0
	for _, g := range groups {
		if l.s.Dict(g) == nil {
			continue
		}
		if all++; l.isShown(g, depth+1) {
			on++
		}
	}
	if all == 0 {
		return true
	}
	switch l.s.Name(d.Get("P")) {
	case "AllOn":
		return on == all
	case "AnyOff":
		return on < all
	case "AllOff":
		return on == 0
	}
	return on > 0
}

// evaluate returns whether a visibility expression is true.
func (l *layers) evaluate(e syntax.Array, depth int) bool {
	if l.steps++; len(e) == 0 || depth > maxLayerDepth || l.steps > maxLayerSteps {
		return true
	}
	value := func(v any) bool {
		if list := l.s.List(v); list != nil {
			return l.evaluate(list, depth+1)
		}
		return l.isShown(v, depth+1)
	}
	operator := l.s.Name(e[0])
	for _, v := range e[1:] {
		switch is := value(v); {
		case operator == "Not":
			return !is
		case operator == "And" && !is:
			return false
		case operator == "Or" && is:
			return true
		}
	}
	return operator != "Or"
}

// hideSome reports whether the content that uses resources has parts that are hidden.
func (l *layers) hideSome(resources any, depth int) bool {
	d := l.s.Dict(resources)
	if depth > maxLayerDepth {
		return true
	}
	for _, e := range l.s.Dict(d.Get("Properties")) {
		if l.isHidden(e.Value) {
			return true
		}
	}
	for _, e := range l.s.Dict(d.Get("XObject")) {
		ref, isRef := e.Value.(syntax.Ref)
		if known, ok := l.forms[int(ref)]; isRef && ok {
			if known {
				return true
			}
			continue
		}
		form := l.s.Dict(e.Value)
		some := form.Get("OC") != nil && l.isHidden(form.Get("OC"))
		if isRef {
			l.forms[int(ref)] = some // forms that hold themselves end here
		}
		some = some || form.Get("Resources") != nil && l.hideSome(form.Get("Resources"), depth+1)
		if isRef {
			l.forms[int(ref)] = some
		}
		if some {
			return true
		}
	}
	return false
}
