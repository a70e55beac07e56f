package javalib

import (
	"math"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

var stringClasses = []*host.Class{
	{Name: "Object", Methods: []*host.Method{
		pureMethod("equals(Object) boolean", func(this any, a []any) any { return host.Equal(this, a[0]) }),
		pureMethod("hashCode() int", func(this any, _ []any) any { return host.HashCode(this) }),
		pureMethod("toString() String", func(this any, _ []any) any { return host.ToString(this) }),
	}},
	{Name: "CharSequence"},
	{
		Name: "Locale",
		Constants: host.NewEnumeration("Locale", "ROOT", "ENGLISH", "US", "UK", "GERMAN", "GERMANY", "FRENCH", "FRANCE", "ITALIAN",
			"ITALY", "CANADA", "JAPAN"),
	},
	{Name: "String", Supers: []string{"CharSequence", "Comparable"}, Methods: stringMethods, Statics: stringStatics,
		Constants: map[string]any{"CASE_INSENSITIVE_ORDER": newComparator(func(a, b any) int32 {
			return compareFold(toText(a), toText(b))
		})},
		Makers: []*host.Method{
			pureMethod("String() String", func(any, []any) any { return "" }),
			pureMethod("String(String) String", func(_ any, a []any) any { return toText(a[0]) }),
			pureMethod("String(char[]) String", func(_ any, a []any) any { return charsToString(a[0]) }),
		}},
	{Name: "StringBuilder", Supers: []string{"CharSequence"}, Methods: builderMethods, Makers: []*host.Method{
		pureMethod("StringBuilder() StringBuilder", func(any, []any) any { return &builder{} }),
		pureMethod("StringBuilder(int) StringBuilder", func(any, []any) any { return &builder{} }),
		pureMethod("StringBuilder(CharSequence) StringBuilder", func(_ any, a []any) any { return &builder{toText(a[0])} }),
	}},
}

var stringStatics = []*host.Method{
	pureMethod("valueOf(char[]) String", func(_ any, a []any) any { return charsToString(a[0]) }),
	pureMethod("valueOf(Object) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
	pureMethod("join(CharSequence, Object...) String", joinStrings),
	pureMethod("format(String, Object...) String", func(_ any, a []any) any { return formatString(nil, toText(a[0]), a[1].([]any)) }),
	pureMethod("format(Locale, String, Object...) String", func(_ any, a []any) any {
		return formatString(a[0], toText(a[1]), a[2].([]any))
	}),
}

var stringMethods = []*host.Method{
	stringMethod("length() int", func(v string, _ []any) any { return lengthOf(v) }),
	stringMethod("charAt(int) char", func(v string, a []any) any { return charAt(v, a[0].(int32)) }),
	stringMethod("codePointAt(int) int", func(v string, a []any) any { return codePointAt(v, a[0].(int32)) }),
	stringMethod("substring(int) String", func(v string, a []any) any { return substring(v, a[0].(int32), lengthOf(v)) }),
	stringMethod("substring(int, int) String", func(v string, a []any) any { return substring(v, a[0].(int32), a[1].(int32)) }),
	stringMethod("subSequence(int, int) String", func(v string, a []any) any { return substring(v, a[0].(int32), a[1].(int32)) }),
	stringMethod("indexOf(Object) int", func(v string, a []any) any { return indexOf(v, a[0], 0) }),
	stringMethod("indexOf(Object, int) int", func(v string, a []any) any { return indexOf(v, a[0], a[1].(int32)) }),
	stringMethod("lastIndexOf(Object) int", func(v string, a []any) any { return lastIndexOf(v, a[0], math.MaxInt32) }),
	stringMethod("lastIndexOf(Object, int) int", func(v string, a []any) any { return lastIndexOf(v, a[0], a[1].(int32)) }),
	stringMethod("contains(CharSequence) boolean", func(v string, a []any) any { return strings.Contains(v, toText(a[0])) }),
	stringMethod("startsWith(String) boolean", func(v string, a []any) any { return strings.HasPrefix(v, toText(a[0])) }),
	stringMethod("startsWith(String, int) boolean", func(v string, a []any) any {
		return regionMatches(v, a[1].(int32), toText(a[0]), 0, lengthOf(toText(a[0])), false)
	}),
	stringMethod("endsWith(String) boolean", func(v string, a []any) any { return strings.HasSuffix(v, toText(a[0])) }),
	stringMethod("regionMatches(int, String, int, int) boolean", func(v string, a []any) any {
		return regionMatches(v, a[0].(int32), toText(a[1]), a[2].(int32), a[3].(int32), false)
	}),
	stringMethod("regionMatches(boolean, int, String, int, int) boolean", func(v string, a []any) any {
		return regionMatches(v, a[1].(int32), toText(a[2]), a[3].(int32), a[4].(int32), a[0].(bool))
	}),
	stringMethod("equalsIgnoreCase(String) boolean", func(v string, a []any) any { return equalFold(v, a[0]) }),
	stringMethod("contentEquals(CharSequence) boolean", func(v string, a []any) any { return v == toText(a[0]) }),
	stringMethod("compareTo(String) int", func(v string, a []any) any { return host.Compare(v, toText(a[0])) }),
	stringMethod("compareToIgnoreCase(String) int", func(v string, a []any) any { return compareFold(v, toText(a[0])) }),
	stringMethod("isEmpty() boolean", func(v string, _ []any) any { return v == "" }),
	stringMethod("isBlank() boolean", func(v string, _ []any) any { return isBlank(v) }),
	stringMethod("trim() String", func(v string, _ []any) any { return trimSpace(v) }),
	stringMethod("strip() String", func(v string, _ []any) any { return strings.TrimFunc(v, isWhitespace) }),
	stringMethod("stripLeading() String", func(v string, _ []any) any { return strings.TrimLeftFunc(v, isWhitespace) }),
	stringMethod("stripTrailing() String", func(v string, _ []any) any { return strings.TrimRightFunc(v, isWhitespace) }),
	stringMethod("toLowerCase() String", func(v string, _ []any) any { return toLower(v) }),
	stringMethod("toLowerCase(Locale) String", func(v string, _ []any) any { return toLower(v) }),
	stringMethod("toUpperCase() String", func(v string, _ []any) any { return toUpper(v) }),
	stringMethod("toUpperCase(Locale) String", func(v string, _ []any) any { return toUpper(v) }),
	stringMethod("replace(char, char) String", func(v string, a []any) any { return strings.ReplaceAll(v, toText(a[0]), toText(a[1])) }),
	stringMethod("replace(CharSequence, CharSequence) String", func(v string, a []any) any {
		return strings.ReplaceAll(v, toText(a[0]), toText(a[1]))
	}),
	stringMethod("replaceAll(Regex, String) String", func(v string, a []any) any {
		return replaceMatches(v, compilePattern(toText(a[0]), 0), byText(a[1]), -1)
	}),
	stringMethod("replaceFirst(Regex, String) String", func(v string, a []any) any {
		return replaceMatches(v, compilePattern(toText(a[0]), 0), byText(a[1]), 1)
	}),
	stringMethod("split(Regex) String[]", func(v string, a []any) any { return splitText(v, compilePattern(toText(a[0]), 0), 0) }),
	stringMethod("split(Regex, int) String[]", func(v string, a []any) any {
		return splitText(v, compilePattern(toText(a[0]), 0), a[1].(int32))
	}),
	stringMethod("matches(Regex) boolean", func(v string, a []any) any { return Matches(v, toText(a[0])) }),
	stringMethod("concat(String) String", func(v string, a []any) any { return v + toText(a[0]) }),
	stringMethod("repeat(int) String", func(v string, a []any) any { return repeatString(v, a[0].(int32)) }),
	stringMethod("lines() Stream<String>", func(v string, _ []any) any { return host.StreamOf(linesOf(v)) }),
	stringMethod("chars() IntStream<Integer>", func(v string, _ []any) any { return charStream(v) }),
	stringMethod("toCharArray() char[]", func(v string, _ []any) any { return toChars(v) }),
	stringMethod("formatted(Object...) String", func(v string, a []any) any { return formatString(nil, v, a[0].([]any)) }),
	stringMethod("equals(Object) boolean", func(v string, a []any) any { return a[0] == any(v) }),
	stringMethod("hashCode() int", func(v string, _ []any) any { return host.HashCode(v) }),
	stringMethod("toString() String", func(v string, _ []any) any { return v }),
}

// maxString bounds the length of a string that repeat can build.
const maxString = 16 << 20

func repeatString(v string, n int32) any {
	if n < 0 || int64(n)*int64(len(v)) > maxString {
		host.Throw("IllegalArgumentException", "count is negative or too large: %d", n)
	}
	return strings.Repeat(v, int(n))
}
