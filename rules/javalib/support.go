// Package javalib implements the part of the Java library that rules can use: one class
// table, with the signatures of the methods and the Go functions that implement them.
package javalib

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

type call = host.Call

func newMethod(signature string, body host.Body) *host.Method {
	return host.M(host.Java, signature, body)
}

// pureMethod returns a method that depends on its receiver and arguments only.
func pureMethod(signature string, body func(this any, a []any) any) *host.Method {
	return newMethod(signature, func(_ *call, this any, a []any) any { return body(this, a) })
}

// stringMethod returns a method of String.
func stringMethod(signature string, body func(this string, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(toText(this), a) })
}

// toText returns a String or another CharSequence as a Go string.
func toText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		host.Throw("NullPointerException", "the string is null")
	}
	return host.ToString(v)
}

func toFunction(v any) func(args ...any) any {
	if v == nil {
		host.Throw("NullPointerException", "the function is null")
	}
	return v.(*host.Func).Call
}

func toPredicate(v any) func(args ...any) bool {
	call := toFunction(v)
	return func(args ...any) bool { return call(args...).(bool) }
}

func itemsOf(v any) []any {
	out, ok := host.ItemsOf(v)
	if !ok {
		host.Throw("NullPointerException", "the collection is null")
	}
	return out
}

func compilePattern(pattern string, flags int) *regex.Pattern {
	p, err := regex.CompileCached(pattern, flags)
	if err != nil {
		host.Throw("PatternSyntaxException", "%v", err)
	}
	return p
}

// lessFunction returns the comparison function of a comparator, or that of the natural order
// when it is nil.
func lessFunction(comparator any) func(a, b any) int {
	if comparator == nil {
		return func(a, b any) int { return int(host.Compare(a, b)) }
	}
	call := toFunction(comparator)
	return func(a, b any) int { return int(call(a, b).(int32)) }
}

// Classes returns the whole class table.
func Classes() []*host.Class {
	var out []*host.Class
	for _, table := range [][]*host.Class{
		stringClasses, collectionClasses, mapClasses, streamClasses, optionalClasses, numberClasses, characterClasses, functionClasses,
		regexClasses, exceptionClasses(), decimalClasses, dateClasses, momentClasses, utilDateClasses, instantClasses,
		calendarClasses, dateFormatClasses,
	} {
		out = append(out, table...)
	}
	return out
}
