package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// TestTreesAreThoseOnRecord compares the tree of each file, with the place of every
// node, and the problems, with the text beside it. DOCKET_GOLDEN=new writes the texts
// anew; read the difference before you keep it.
func TestTreesAreThoseOnRecord(t *testing.T) {
	files, err := filepath.Glob("testdata/trees/*.drl")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v, want no error and len(files) at least 4", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, problems := Parse(NewSource(string(text)))
		problems = append(problems, ParseJava(file)...)
		var b strings.Builder
		for _, p := range problems {
			line, column := file.Source.Position(p.Offset)
			fmt.Fprintf(&b, "%d:%d %s\n", line, column, p.Message)
		}
		d := &outline{source: file.Source, out: &b}
		d.value("", reflect.ValueOf(file), 0)
		record.CompareFile(t, strings.TrimSuffix(path, ".drl")+".txt", b.String())
	}
}

// An outline writes a tree: a line for each node with its name, kind, place and plain
// fields, and deeper ones for what is inside.
type outline struct {
	source *Source
	out    *strings.Builder
}

func (d *outline) line(depth int, format string, args ...any) {
	fmt.Fprintf(d.out, strings.Repeat(" ", depth)+format+"\n", args...)
}

func (d *outline) value(name string, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			d.value(name, v.Elem(), depth)
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.value(name, v.Index(i), depth)
		}
	case reflect.Struct:
		d.node(name, v, depth)
	default:
		d.line(depth, "%s %#v", name, v.Interface())
	}
}

func (d *outline) node(name string, v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[Source]() {
		return
	}
	head, inner := strings.TrimSpace(name+" "+v.Type().Name()), []int{}
	for i := range v.NumField() {
		field, f := v.Type().Field(i), v.Field(i)
		switch {
		case f.IsZero() || !field.IsExported():
		case field.Type == reflect.TypeFor[At](), strings.HasSuffix(field.Name, "At") && f.CanInt(),
			field.Name == "End" && f.CanInt(), field.Name == "Offset":
			line, column := d.source.Position(int(f.Int()))
			head += fmt.Sprintf(" %s %d:%d", strings.TrimPrefix(field.Name, "At"), line, column)
		case f.Kind() == reflect.String || f.CanInt() || f.Kind() == reflect.Bool:
			head += fmt.Sprintf(" %s=%v", field.Name, f.Interface())
		default:
			inner = append(inner, i)
		}
	}
	d.line(depth, "%s", strings.ReplaceAll(head, "\n", "\\n"))
	for _, i := range inner {
		d.value(v.Type().Field(i).Name, v.Field(i), depth+1)
	}
}
