// Package javalib implements the part of the Java library that rules can use: one class
// table, with the signatures of the methods and the Go functions that implement them.
package javalib

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

type call = host.Call

func m(signature string, body host.Body) *host.Method { return host.M(host.Java, signature, body) }

// f returns a method that depends on its receiver and arguments only.
func f(signature string, body func(this any, a []any) any) *host.Method {
	return m(signature, func(_ *call, this any, a []any) any { return body(this, a) })
}

// s returns a method of String.
func s(signature string, body func(this string, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(str(this), a) })
}

// str returns a String or another CharSequence as a Go string.
func str(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		host.Throw("NullPointerException", "the string is null")
	}
	return host.ToString(v)
}

func fn(v any) func(args ...any) any {
	if v == nil {
		host.Throw("NullPointerException", "the function is null")
	}
	return v.(*host.Func).Call
}

func test(v any) func(args ...any) bool {
	call := fn(v)
	return func(args ...any) bool { return call(args...).(bool) }
}

func items(v any) []any {
	out, ok := host.Items(v)
	if !ok {
		host.Throw("NullPointerException", "the collection is null")
	}
	return out
}

func compile(pattern string, flags int) *regex.Pattern {
	p, err := regex.Cached(pattern, flags)
	if err != nil {
		host.Throw("PatternSyntaxException", "%v", err)
	}
	return p
}

// lesser returns the comparison function of a comparator, or that of the natural order
// when it is nil.
func lesser(comparator any) func(a, b any) int {
	if comparator == nil {
		return func(a, b any) int { return int(host.Compare(a, b)) }
	}
	call := fn(comparator)
	return func(a, b any) int { return int(call(a, b).(int32)) }
}

// Classes returns the whole class table.
func Classes() []*host.Class {
	var out []*host.Class
	for _, table := range [][]*host.Class{
		stringClasses, collectionClasses, mapClasses, streamClasses, optionalClasses, numberClasses, characterClasses, functionClasses,
		regexClasses, exceptionClasses(), decimalClasses, dateClasses, momentClasses,
	} {
		out = append(out, table...)
	}
	return out
}
