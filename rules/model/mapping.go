package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/literal"
)

// A mappingQuery looks up a row of a component mapping. Rows are found by a hash table
// over the columns that the query names, built when it is first needed.
type mappingQuery struct {
	ctx     *Context
	mapping *Mapping
	column  int
	where   []condition
}

// A condition demands a value in a column.
type condition struct {
	column int
	value  string
	fold   bool
}

// keyPart returns what a value contributes to the key of a row.
func (w condition) keyPart(value string) string {
	value = strings.TrimSpace(value)
	if w.fold {
		value = string(literal.FoldString(value))
	}
	return strconv.Itoa(len(value)) + ":" + value
}

// ClassName returns the Java class of the value.
func (*mappingQuery) ClassName() string { return "MappingQuery" }

func newQuery(c *Context, name string) *mappingQuery {
	for _, exact := range []bool{true, false} {
		for i := range c.Mappings {
			m := &c.Mappings[i]
			if m.Name == name || !exact && withoutExtension(m.Name) == name {
				return &mappingQuery{c, m, -1, nil}
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

func (q *mappingQuery) chooseColumn(column string) *mappingQuery {
	return &mappingQuery{q.ctx, q.mapping, q.columnOf(column), q.where}
}

func (q *mappingQuery) addCondition(column, value string, fold bool) *mappingQuery {
	where := append(q.where[:len(q.where):len(q.where)], condition{q.columnOf(column), value, fold})
	return &mappingQuery{q.ctx, q.mapping, q.column, where}
}

// rowIndex returns the number of the first row of each combination of values in the columns
// of the query.
func (q *mappingQuery) rowIndex() map[string]int {
	name := q.mapping.Name
	for _, w := range q.where {
		name += fmt.Sprint("\x00", w.column, w.fold)
	}
	if rows := q.ctx.indexes[name]; rows != nil {
		return rows
	}
	rows := make(map[string]int, len(q.mapping.Rows))
	for i, row := range q.mapping.Rows {
		key := ""
		for _, w := range q.where {
			key += w.keyPart(row[w.column])
		}
		if _, known := rows[key]; !known {
			rows[key] = i
		}
	}
	if q.ctx.indexes == nil {
		q.ctx.indexes = map[string]map[string]int{}
	}
	q.ctx.indexes[name] = rows
	return rows
}

func (q *mappingQuery) firstRow() any {
	if q.column < 0 {
		host.Throw("IllegalStateException", "select a column of the component mapping first")
	}
	key := ""
	for _, w := range q.where {
		key += w.keyPart(w.value)
	}
	if row, ok := q.rowIndex()[key]; ok {
		return host.OptionalOf(q.mapping.Rows[row][q.column])
	}
	return host.OptionalOf(nil)
}

func filterMethod(name string, fold bool) *host.Method {
	return host.M(host.Ours, name+"(String, String) MappingQuery", func(_ *host.Call, this any, a []any) any {
		return this.(*mappingQuery).addCondition(textOf(a[0]), textOf(a[1]), fold)
	})
}

var queryMethods = []*host.Method{
	host.M(host.Ours, "select(String) MappingQuery", func(_ *host.Call, this any, a []any) any {
		return this.(*mappingQuery).chooseColumn(textOf(a[0]))
	}),
	filterMethod("where", false), filterMethod("and", false), filterMethod("whereIgnoreCase", true), filterMethod("andIgnoreCase", true),
	host.M(host.Ours, "first() Optional<String>", func(_ *host.Call, this any, _ []any) any { return this.(*mappingQuery).firstRow() }),
}

// ComponentMappings is the service that looks up values.
type ComponentMappings struct{}

// ClassName returns ComponentMappingService.
func (ComponentMappings) ClassName() string { return "ComponentMappingService" }
