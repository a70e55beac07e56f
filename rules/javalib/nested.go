package javalib

// Nested returns key and value.
func (p *pair) Nested() (values []any, between string) { return []any{p.key, p.value}, "=" }
