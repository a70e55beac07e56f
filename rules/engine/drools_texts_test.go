package engine

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// factOfLine makes a fact of a line of data.
func factOfLine(t *testing.T, s *Session, file *syntax.File, line string) any {
	t.Helper()
	class, rest, _ := strings.Cut(line, "|")
	at := slices.IndexFunc(file.Declares, func(d *syntax.Declare) bool { return d.Name == class })
	if at < 0 {
		t.Fatalf("no type %s, want at at least 0", class)
	}
	var values []any
	for i, text := range strings.Split(rest, "|") {
		values = append(values, valueOfText(t, file.Declares[at].Fields[i].Type.Name, text))
	}
	return s.program.registry.Class(class).FindConstructors(len(values))[0].Body(s.call, nil, values)
}

// valueOfText reads a value of a type.
func valueOfText(t *testing.T, class, text string) any {
	t.Helper()
	var v any
	var err error
	switch {
	case text == "null":
		return nil
	case class == "int", class == "Integer":
		var n int64
		n, err = strconv.ParseInt(text, 10, 32)
		v = int32(n)
	case class == "long", class == "Long":
		v, err = strconv.ParseInt(text, 10, 64)
	case class == "double", class == "Double":
		v, err = strconv.ParseFloat(text, 64)
	case class == "boolean", class == "Boolean":
		v, err = strconv.ParseBool(text)
	default:
		v = text
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// factLine is a fact as the traces list it: its class and its fields by name, with their texts.
func factLine(object any, text func(v any) string) string {
	d, declared := object.(*Declared)
	if !declared {
		return host.ClassNameOf(object) + "(" + host.ToString(object) + ")"
	}
	var fields []string
	for i, name := range d.shape.names {
		fields = append(fields, name+"="+text(d.values[i]))
	}
	slices.Sort(fields)
	return d.shape.class + "(" + strings.Join(fields, ",") + ")"
}

// namesTypesOfFields reports whether a trace gives of fields that hold other facts their type
// alone, of lists of facts how many they are.
func (t droolsTrace) namesTypesOfFields() bool {
	return slices.ContainsFunc(t.Facts, func(line string) bool { return strings.Contains(line, "=#") })
}

// fieldText returns the value of a field as such a trace gives it.
func fieldText(v any) string {
	switch v := v.(type) {
	case *Declared:
		return "#" + v.shape.class
	case *host.List:
		if len(v.Items) > 0 {
			if _, declared := v.Items[0].(*Declared); declared {
				return "#" + strconv.Itoa(len(v.Items))
			}
		}
	}
	return host.ToString(v)
}

// rowText returns a value of a query. As Drools writes it, the fields of a type that have the type
// itself stand without their values.
func rowText(v any, declares []*syntax.Declare) string {
	switch v := v.(type) {
	case *Declared:
		at := slices.IndexFunc(declares, func(d *syntax.Declare) bool { return d.Name == v.shape.class })
		var fields []string
		for i, name := range v.shape.names {
			own := slices.ContainsFunc(declares[at].Fields,
				func(f syntax.FieldDecl) bool { return f.Name == name && f.Type.Name == v.shape.class })
			if own {
				fields = append(fields, name+"=t."+v.shape.class+" [recursive]")
				continue
			}
			fields = append(fields, name+"="+rowText(v.values[i], declares))
		}
		return v.shape.class + "( " + strings.Join(fields, ", ") + " )"
	case *host.List:
		var items []string
		for _, item := range v.Items {
			items = append(items, rowText(item, declares))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return host.ToString(v)
}

// queryLines is the rows of the query q, as the traces list them.
func queryLines(t *testing.T, s *Session, file *syntax.File) []string {
	t.Helper()
	rows, err := s.RunQuery("q")
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{}
	for _, row := range rows {
		var values []string
		for _, name := range slices.Sorted(maps.Keys(row)) {
			values = append(values, name+"="+rowText(row[name], file.Declares))
		}
		lines = append(lines, strings.Join(values, ";"))
	}
	slices.Sort(lines)
	return lines
}
