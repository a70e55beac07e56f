package model

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

// A NerEntity is a name that an entity recogniser has found. None is connected;
// rules may make them.
type NerEntity struct {
	value, typ string
	place      *TextRange
}

// ClassName returns NerEntity.
func (*NerEntity) ClassName() string { return "NerEntity" }

// NerEntities holds the names that a recogniser has found in a document.
type NerEntities struct{ list []*NerEntity }

// ClassName returns NerEntities.
func (*NerEntities) ClassName() string { return "NerEntities" }

func newNerEntity(_ *host.Call, _ any, a []any) any {
	r, ok := a[2].(*TextRange)
	if !ok {
		host.Throw("NullPointerException", "the text range is null")
	}
	return &NerEntity{textOf(a[0]), textOf(a[1]), r}
}

func newNerEntities(_ *host.Call, _ any, a []any) any {
	list, _ := host.ItemsOf(a[0])
	out := &NerEntities{}
	for _, v := range list {
		out.list = append(out.list, nerOf(v))
	}
	return out
}

func nerOf(v any) *NerEntity {
	n, ok := v.(*NerEntity)
	if !ok {
		host.Throw("NullPointerException", "the name is null")
	}
	return n
}

func (n *NerEntities) ofType(typ any) []any {
	return host.ListOf(slices.DeleteFunc(slices.Clone(n.list), func(e *NerEntity) bool { return e.typ != typ })).Items
}

func nerEntitiesMethod(signature string, body func(n *NerEntities, a []any) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*NerEntities), a) })
}

func nerEntityMethod(signature string, get func(n *NerEntity) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return get(this.(*NerEntity)) })
}

var recognisedClasses = []*host.Class{
	{Name: "NerEntities", Makers: []*host.Method{host.M(host.Ours, "NerEntities(Collection<NerEntity>) NerEntities", newNerEntities)},
		Methods: []*host.Method{
			nerEntitiesMethod("hasEntitiesOfType(String) boolean", func(n *NerEntities, a []any) any { return len(n.ofType(a[0])) > 0 }),
			nerEntitiesMethod("streamEntitiesOfType(String) Stream<NerEntity>", func(n *NerEntities, a []any) any {
				return host.StreamOf(n.ofType(a[0]))
			}),
			nerEntitiesMethod("getNerEntityList() List<NerEntity>", func(n *NerEntities, _ []any) any { return host.ListOf(n.list) }),
		}},
	{Name: "NerEntity", Makers: []*host.Method{host.M(host.Ours, "NerEntity(String, String, TextRange) NerEntity", newNerEntity)},
		Methods: []*host.Method{
			nerEntityMethod("value() String", func(n *NerEntity) any { return n.value }),
			nerEntityMethod("type() String", func(n *NerEntity) any { return n.typ }),
			nerEntityMethod("textRange() TextRange", func(n *NerEntity) any { return n.place }),
		}},
}

// entityByNer creates an entity at the place of a name, with the type of the name or the given
// one.
func entityByNer(c *host.Call, a []any) *host.Optional {
	n := nerOf(a[0])
	typ, rest := n.typ, a[1:]
	if len(a) > 3 {
		typ, rest = textOf(a[1]), a[2:]
	}
	s := spanOf(ContextOf(c), n.place)
	if !rest[1].(*Node).span().Contains(s) {
		return host.OptionalOf(nil)
	}
	return createOne(ContextOf(c), s, typ, rest[0]).(*host.Optional)
}

func nerMethods() []*host.Method {
	out := []*host.Method{host.M(host.Ours,
		"combineNerEntitiesToCbiAddressDefaults(NerEntities, String, EntityType, SemanticNode) Stream<TextEntity>",
		func(*host.Call, any, []any) any {
			return host.StreamOf(nil)
		})}
	for _, params := range []string{"(NerEntity, EntityType, SemanticNode) ", "(NerEntity, String, EntityType, SemanticNode) "} {
		out = append(out,
			host.M(host.Ours, "byNerEntity"+params+"TextEntity", func(c *host.Call, _ any, a []any) any { return entityByNer(c, a).Value }),
			host.M(host.Ours, "optionalByNerEntity"+params+"Optional<TextEntity>", func(c *host.Call, _ any, a []any) any {
				return entityByNer(c, a)
			}))
	}
	return out
}
