package model

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/host"
)

// A mappingQuery looks rows of a component mapping up.
type mappingQuery struct {
	mapping *Mapping
	column  int
	rows    [][]string
}

// ClassName is the Java class of the value.
func (*mappingQuery) ClassName() string { return "MappingQuery" }

func newQuery(c *Context, name string) *mappingQuery {
	for _, exact := range []bool{true, false} {
		for i := range c.Mappings {
			m := &c.Mappings[i]
			if m.Name == name || !exact && withoutExtension(m.Name) == name {
				return &mappingQuery{m, -1, m.Rows}
			}
		}
	}
	host.Throw("IllegalArgumentException", "there is no component mapping %q", name)
	return nil
}

func withoutExtension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	return name
}

func (q *mappingQuery) columnOf(name string) int {
	i := slices.Index(q.mapping.Columns, name)
	if i < 0 {
		host.Throw("IllegalArgumentException", "the component mapping %q has no column %q", q.mapping.Name, name)
	}
	return i
}

func (q *mappingQuery) choose(column string) *mappingQuery {
	return &mappingQuery{q.mapping, q.columnOf(column), q.rows}
}

func (q *mappingQuery) where(column, value string, fold bool) *mappingQuery {
	i := q.columnOf(column)
	out := &mappingQuery{q.mapping, q.column, nil}
	for _, row := range q.rows {
		if same(row[i], value, fold) {
			out.rows = append(out.rows, row)
		}
	}
	return out
}

func (q *mappingQuery) first() any {
	if q.column < 0 {
		host.Throw("IllegalStateException", "select a column of the component mapping first")
	}
	if len(q.rows) == 0 {
		return host.Some(nil)
	}
	return host.Some(q.rows[0][q.column])
}

func filter(name string, fold bool) *host.Method {
	return host.M(host.Ours, name+"(String, String) MappingQuery", func(_ *host.Call, this any, a []any) any {
		return this.(*mappingQuery).where(text(a[0]), text(a[1]), fold)
	})
}

var queryMethods = []*host.Method{
	host.M(host.Ours, "select(String) MappingQuery", func(_ *host.Call, this any, a []any) any { return this.(*mappingQuery).choose(text(a[0])) }),
	filter("where", false), filter("and", false), filter("whereIgnoreCase", true), filter("andIgnoreCase", true),
	host.M(host.Ours, "first() Optional<String>", func(_ *host.Call, this any, _ []any) any { return this.(*mappingQuery).first() }),
}

// ComponentMappings is the service that looks values up.
type ComponentMappings struct{}

// ClassName is ComponentMappingService.
func (ComponentMappings) ClassName() string { return "ComponentMappingService" }
