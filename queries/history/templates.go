package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/template"
)

// templateChange tells of an event of a template: what it says, and what it said of the
// same part before.
func (t telling) templateChange(who string) (string, changes) {
	c := t.templateFields()
	name := orElse(t.templateNow.Name, "a template")
	if e, ok := t.event.Event.(template.ComponentDefinitionsChanged); ok {
		return t.componentDefinitions(who, name, e)
	}
	if t.event.Type == "template.updated" {
		return t.templateUpdated(who, name)
	}
	if said, c, ok := t.definitionChange(who, name); ok {
		return said, c
	}
	key, part := t.templatePart(c)
	before := t.parts[key]
	switch {
	case strings.HasSuffix(t.event.Type, "-deleted"):
		for field, was := range before {
			if _, told := c[field]; !told {
				c[previousField(field)] = was
			}
		}
		part = orElse(part, nameIn(before))
	default:
		c.addPrevious(before)
	}
	c.trimUnset()
	if part == "" {
		return t.buildSentence(who, name), c
	}
	return strings.Replace(t.buildSentence(who, name), nounWithArticle(t.event.Type), part, 1), c
}

// nounWithArticle is how the sentence of an event calls a part without a name.
func nounWithArticle(kind string) string {
	for _, noun := range []string{"a component mapping", "a definition", "a dictionary", "a report template"} {
		if strings.Contains(words[kind], noun) {
			return noun
		}
	}
	return ""
}

// templateFields are what the event says, under the names of the interface.
func (t telling) templateFields() changes {
	c := plainFields(t.event.Event)
	if n, ok := c["counter"]; ok {
		delete(c, "counter")
		field := "rulesVersion"
		if c["of"] != nil || c["list"] != nil {
			field = "dictionaryVersion"
		}
		if n != 0 {
			c[field] = n
		}
	}
	return c
}

// templatePart names the part of a template that an event is about, for sentences, and the key
// that it is kept under; the template itself has an empty name.
func (t telling) templatePart(c changes) (key, name string) {
	family := t.event.Type
	for _, outcome := range []string{"-stored", "-deleted", "-created", "-updated"} {
		family = strings.TrimSuffix(family, outcome)
	}
	id := firstText(c, "id", "entity")
	return fmt.Sprint(family, " ", id, " ", firstText(c, "list")), describePart(c, family)
}

// describePart is a part with its name, as sentences call it: the mapping "Currencies".
func describePart(c changes, family string) string {
	name := nameIn(c)
	if name == "" {
		return ""
	}
	noun := map[string]string{"template.mapping": "the component mapping", "template.definition": "the definition",
		"template.report-template": "the report template"}[family]
	if noun == "" {
		return ""
	}
	return noun + " " + name
}

func nameIn(c changes) string { return firstText(c, "name", "displayName", "technicalName") }

// firstText is the first of some fields that holds text.
func firstText(c changes, fields ...string) string {
	for _, f := range fields {
		if s, ok := c[f].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// noteParts remembers what the event said of a part.
func (t telling) noteParts() {
	if !strings.HasPrefix(t.event.Type, "template.") {
		return
	}
	c := t.templateFields()
	key, _ := t.templatePart(c)
	if before := t.parts[key]; before != nil {
		c = maps.Clone(c)
		for field, was := range before {
			if _, ok := c[field]; !ok {
				c[field] = was
			}
		}
	}
	t.parts[key] = c
}

// templateUpdated tells which fields of the template itself are others.
func (t telling) templateUpdated(who, name string) (string, changes) {
	c := changes{}
	was, is := settingsOf(t.templateBefore), settingsOf(t.templateNow)
	var changed []string
	for _, field := range slices.Sorted(maps.Keys(is)) {
		if !equalJSON(was[field], is[field]) {
			c[field], c[previousField(field)] = is[field], was[field]
			changed = append(changed, field)
		}
	}
	return fmt.Sprintf("%s changed %s of the template %s", who, joinNames(changed), name), c
}

// settingsOf are the fields of a template that people set.
func settingsOf(r template.Record) changes {
	return plainFields(struct {
		template.Text
		template.Settings
	}{r.Text, r.Settings})
}

// A definitionChange is a component definition that differs.
type definitionChange struct {
	ID          string `json:"id"`
	Name        string `json:"technicalName"`
	DisplayName string `json:"displayName"`
	Description string `json:"description"`
	Rank        int    `json:"rank"`
	Required    bool   `json:"required"`
	Multiple    bool   `json:"multiple"`
	Format      string `json:"format"`

	Columns  []template.Column `json:"columns,omitempty"`
	Checks   []string          `json:"checks,omitempty"`
	Previous *definitionChange `json:"previous"`
}

// componentDefinitions tells of component definitions, each as it is and as it was.
func (t telling) componentDefinitions(who, name string, e template.ComponentDefinitionsChanged) (string, changes) {
	said := fmt.Sprintf("%s %s component definitions of the template %s", who, e.Change, name)
	c := changes{"change": e.Change, "componentDefinitions": nil}
	if e.Components.IsErased() {
		return said, c
	}
	out, names := []definitionChange{}, []string{}
	for _, d := range e.Components.Value {
		now := changedDefinition(d)
		i := slices.IndexFunc(t.templateBefore.Components, func(x template.Component) bool { return x.ID == d.ID })
		if i >= 0 {
			was := changedDefinition(t.templateBefore.Components[i])
			now.Previous = &was
		}
		out, names = append(out, now), append(names, d.TechnicalName)
	}
	c["componentDefinitions"] = out
	return fmt.Sprintf("%s %s the component definitions %s of the template %s", who, e.Change, joinNames(names), name), c
}

func changedDefinition(d template.Component) definitionChange {
	return definitionChange{ID: d.ID, Name: d.TechnicalName, DisplayName: d.DisplayName, Description: d.Description,
		Rank:     d.Rank,
		Required: d.Required, Multiple: !d.Single, Format: d.FormatName(), Columns: d.Columns, Checks: d.Checks}
}
