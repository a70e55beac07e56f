package model

import "github.com/seed-62a36931/docket/domain/rules/host"

// ManualChanges is the service for changes that people make. Files carry them as
// overrides of components, so its facts never occur and it is never reached; rules
// of other installations that mention it compile.
type ManualChanges struct{}

// ClassName is ManualChangesApplicationService.
func (ManualChanges) ClassName() string { return "ManualChangesApplicationService" }

// absent is a method of objects that never occur.
func absent(signature string) *host.Method {
	return host.M(host.Ours, signature, func(*host.Call, any, []any) any { return nil })
}

func absentClass(name string, signatures ...string) *host.Class {
	c := &host.Class{Name: name, Supers: []string{"ManualChange"}}
	for _, s := range signatures {
		c.Methods = append(c.Methods, absent(s))
	}
	return c
}

func manualClasses() []*host.Class {
	change := absentClass("ManualChange", "getAnnotationId() String", "getRequestDate() LocalDate", "getType() String", "getLegalBasis() String", "getValue() String",
		"isRemoveFromDictionary() boolean", "isRemoveFromAllDossiers() boolean", "getSection() String", "getReason() String")
	change.Supers = nil
	out := []*host.Class{change}
	for _, name := range []string{"ManualResizeRedaction", "ManualRecategorization", "ManualForceRedaction", "ManualLegalBasisChange", "IdRemoval", "ManualRedactionEntry"} {
		out = append(out, absentClass(name))
	}
	ner := absentClass("NerEntities", "hasEntitiesOfType(String) boolean", "streamEntitiesOfType(String) Stream<NerEntity>", "getNerEntityList() List<NerEntity>")
	entity := absentClass("NerEntity", "value() String", "type() String", "textRange() TextRange")
	ner.Supers, entity.Supers = nil, nil
	overwrite := absentClass("ManualOverwrite")
	overwrite.Supers = nil
	return append(out, ner, entity, overwrite, &host.Class{Name: "ManualChangesApplicationService", Methods: []*host.Method{
		absent("resize(TextEntity, ManualResizeRedaction) void"), absent("resizeImage(Image, ManualResizeRedaction) void"),
		absent("recategorize(TextEntity, ManualRecategorization) void"), absent("recategorize(Image, ManualRecategorization) void"),
	}})
}

// nerCreation are the methods that mark what an entity recogniser has found. None
// is connected, so they are only ever reached with null.
var nerCreation = []*host.Method{
	absent("byNerEntity(NerEntity, EntityType, SemanticNode) TextEntity"), absent("byNerEntity(NerEntity, String, EntityType, SemanticNode) TextEntity"),
	host.M(host.Ours, "optionalByNerEntity(NerEntity, EntityType, SemanticNode) Optional<TextEntity>", func(*host.Call, any, []any) any { return host.Some(nil) }),
	host.M(host.Ours, "optionalByNerEntity(NerEntity, String, EntityType, SemanticNode) Optional<TextEntity>", func(*host.Call, any, []any) any { return host.Some(nil) }),
	host.M(host.Ours, "combineNerEntitiesToCbiAddressDefaults(NerEntities, String, EntityType, SemanticNode) Stream<TextEntity>", func(*host.Call, any, []any) any {
		return host.StreamOf(nil)
	}),
}
