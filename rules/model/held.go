package model

// Holds returns the values of the component.
func (c *Component) Holds() []any {
	return []any{c.Name, c.Value, c.RuleID, c.Description, c.References}
}

// Holds returns the values of the file attribute.
func (a *FileAttribute) Holds() []any { return []any{a.ID, a.Label, a.Value} }

// Holds returns the values that rules have set on the entity.
func (e *TextEntity) Holds() []any {
	var out []any
	if e.Value != nil {
		out = append(out, *e.Value)
	}
	for _, m := range e.Matched {
		out = append(out, m.RuleID, m.Reason, m.LegalBasis)
	}
	return out
}

// Holds returns the components, the entities and the terms that rules have made.
func (c *Context) Holds() []any {
	var out []any
	for _, x := range c.Components {
		out = append(out, x)
	}
	for _, e := range c.Entities {
		out = append(out, e)
	}
	return out
}
