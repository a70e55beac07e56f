package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// letter is a document of two pages. Its text, with the nodes that own it:
//
//	0 "Head" headline 3, 5 "one two" paragraph 4 of two lines, both on page 1
//	13 "three" paragraph 5 and 19 the image 6 without text, on page 2
//	19 "top" header 1 on page 1, 23 "end" footer 7 on page 2
//
// The header stands before the section 2, its text behind that of the body, which
// ends at 18.
func letter() *document.Tree {
	span := func(start, end int) document.Span { return document.Span{Start: start, End: end} }
	t := &document.Tree{Text: "Head\none two\nthree\ntop\nend", Body: 18,
		Pages: []document.Page{{Number: 1, Width: 600, Height: 800}, {Number: 2, Width: 600, Height: 800}}}
	t.Nodes = []document.Node{
		{Kind: document.KindDocument, Parent: -1, Children: []int{1, 2, 7}, Span: span(0, 26)},
		{Kind: document.KindHeader, Span: span(19, 22)},
		{Kind: document.KindSection, Children: []int{3, 4, 5, 6}, Span: span(0, 18)},
		{Kind: document.KindHeadline, Parent: 2, Span: span(0, 4)},
		{Kind: document.KindParagraph, Parent: 2, Span: span(5, 12)},
		{Kind: document.KindParagraph, Parent: 2, Span: span(13, 18)},
		{Kind: document.KindImage, Parent: 2, Span: span(18, 18), Image: &document.Image{Type: "LOGO"},
			Boxes: []document.PageBox{{Page: 2, Box: document.Rect{X: 100, Y: 200, Width: 30, Height: 40}}}},
		{Kind: document.KindFooter, Span: span(23, 26)},
	}
	for i, l := range []document.Span{span(0, 4), span(5, 8), span(9, 12), span(13, 18), span(19, 22), span(23, 26)} {
		line := document.Line{Span: l, Page: 1, Box: document.Rect{X: 50, Y: 700 - 20*float64(i), Width: 10 * float64(l.Len()), Height: 10}}
		if i == 3 || i == 5 {
			line.Page = 2
		}
		for e := range l.Len() + 1 {
			line.Edges = append(line.Edges, 50+10*float32(e))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// memory writes down what is inserted and touched.
type memory struct{ inserted, touched []string }

func (m *memory) Insert(object any, _ bool) { m.inserted = append(m.inserted, name(object)) }
func (m *memory) TouchEntities(object any)  { m.touched = append(m.touched, name(object)) }

// name is the class of an object with what tells it from others.
func name(object any) string {
	switch o := object.(type) {
	case *Node:
		return fmt.Sprint(o.class, " ", o.Index)
	case *Page:
		return fmt.Sprint("Page ", o.page.Number)
	case *TextEntity:
		return fmt.Sprintf("%s %q", o.Type, o.Original())
	case nil:
		return "null"
	}
	return host.ToString(object)
}

func names[T any](list []T) string {
	var out []string
	for _, v := range list {
		out = append(out, name(v))
	}
	return strings.Join(out, ", ")
}

func contextOf(t *document.Tree) (*Context, *memory) {
	c, m := NewContext(t), &memory{}
	c.Memory = m
	return c, m
}

// call runs a method, static method or constructor of a class as rules do.
func call(c *Context, class, method string, this any, args ...any) any {
	for _, k := range Classes() {
		for _, m := range slices.Concat(k.Methods, k.Statics, k.Makers) {
			if k.Name == class && m.Name == method && len(m.Params) == len(args) {
				return m.Body(&host.Call{Session: c}, this, args)
			}
		}
	}
	panic("no method " + class + "." + method)
}

// items are those of a list, set, stream or optional, as names.
func items(v any) string {
	switch v := v.(type) {
	case *host.Stream:
		return names(v.ToSlice())
	case *host.Set:
		return names(v.Keys())
	case *host.Optional:
		return name(v.Value)
	}
	list, _ := host.ItemsOf(v)
	return names(list)
}

// thrown is the class of the exception that something ends with, "" when none.
func thrown(do func()) (class string) {
	defer func() {
		if x, ok := recover().(*host.Throwable); ok {
			class = x.Class
		}
	}()
	do()
	return ""
}

func want(t *testing.T, what string, got, expected any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(expected); g != w {
		t.Errorf("%s: got %s, want %s", what, g, w)
	}
}
