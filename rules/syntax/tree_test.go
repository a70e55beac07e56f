package syntax

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"
)

// treeText writes a tree without the places of its nodes, so that two trees can be
// compared; code that the tree only points at is taken from its source.
func treeText(src *Source, tree any) string {
	d := &dumper{src: src, code: codeText}
	d.value(reflect.ValueOf(tree))
	return d.b.String()
}

type dumper struct {
	b    strings.Builder
	src  *Source
	code func(*Source, Code) string
}

// codeText returns code as it stands.
func codeText(src *Source, c Code) string { return src.Text[c.Pos():c.End] }

// places are fields that say where something stands, or follow from the rest.
var places = map[string]bool{
	"At": true, "NameAt": true, "ExtendsAt": true, "End": true, "File.Source": true, "Warnings": true, "Beyond": true,
	"Rule.Then": true, "Function.Body": true,
}

func (d *dumper) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			d.b.WriteString("nil")
		} else if n, ok := v.Interface().(*big.Int); ok {
			d.b.WriteString("big " + n.String())
		} else {
			d.value(v.Elem())
		}
	case reflect.Struct:
		if c, ok := v.Interface().(Code); ok {
			fmt.Fprintf(&d.b, "%q", d.code(d.src, c))
			return
		}
		d.fields(v)
	case reflect.Slice:
		d.b.WriteString("[")
		for i := range v.Len() {
			d.value(v.Index(i))
			d.b.WriteString(" ")
		}
		d.b.WriteString("]")
	default:
		fmt.Fprintf(&d.b, "%s %#v", v.Type(), v.Interface())
	}
}

func (d *dumper) fields(v reflect.Value) {
	d.b.WriteString(v.Type().Name() + "{")
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Type().Field(i).IsExported() && !places[name] && !places[v.Type().Name()+"."+name] {
			d.b.WriteString(name + ":")
			d.value(v.Field(i))
			d.b.WriteString(" ")
		}
	}
	d.b.WriteString("}")
}
