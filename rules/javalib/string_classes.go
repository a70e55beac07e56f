package javalib

import (
	"math"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

var stringClasses = []*host.Class{
	{Name: "Object", Methods: []*host.Method{
		f("equals(Object) boolean", func(this any, a []any) any { return host.Equal(this, a[0]) }),
		f("hashCode() int", func(this any, _ []any) any { return host.HashCode(this) }),
		f("toString() String", func(this any, _ []any) any { return host.ToString(this) }),
	}},
	{Name: "CharSequence"},
	{
		Name: "Locale",
		Constants: host.Enumeration("Locale", "ROOT", "ENGLISH", "US", "UK", "GERMAN", "GERMANY", "FRENCH", "FRANCE", "ITALIAN",
			"ITALY", "CANADA", "JAPAN"),
	},
	{Name: "String", Supers: []string{"CharSequence", "Comparable"}, Methods: stringMethods, Statics: stringStatics,
		Constants: map[string]any{"CASE_INSENSITIVE_ORDER": comparator(func(a, b any) int32 {
			return compareFold(str(a), str(b))
		})},
		Makers: []*host.Method{
			f("String() String", func(any, []any) any { return "" }),
			f("String(String) String", func(_ any, a []any) any { return str(a[0]) }),
			f("String(char[]) String", func(_ any, a []any) any { return ofChars(a[0]) }),
		}},
	{Name: "StringBuilder", Supers: []string{"CharSequence"}, Methods: builderMethods, Makers: []*host.Method{
		f("StringBuilder() StringBuilder", func(any, []any) any { return &builder{} }),
		f("StringBuilder(int) StringBuilder", func(any, []any) any { return &builder{} }),
		f("StringBuilder(CharSequence) StringBuilder", func(_ any, a []any) any { return &builder{str(a[0])} }),
	}},
}

var stringStatics = []*host.Method{
	f("valueOf(char[]) String", func(_ any, a []any) any { return ofChars(a[0]) }),
	f("valueOf(Object) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
	f("join(CharSequence, Object...) String", join),
	f("format(String, Object...) String", func(_ any, a []any) any { return format(nil, str(a[0]), a[1].([]any)) }),
	f("format(Locale, String, Object...) String", func(_ any, a []any) any {
		return format(a[0], str(a[1]), a[2].([]any))
	}),
}

var stringMethods = []*host.Method{
	s("length() int", func(v string, _ []any) any { return length(v) }),
	s("charAt(int) char", func(v string, a []any) any { return charAt(v, a[0].(int32)) }),
	s("codePointAt(int) int", func(v string, a []any) any { return codePointAt(v, a[0].(int32)) }),
	s("substring(int) String", func(v string, a []any) any { return substring(v, a[0].(int32), length(v)) }),
	s("substring(int, int) String", func(v string, a []any) any { return substring(v, a[0].(int32), a[1].(int32)) }),
	s("subSequence(int, int) String", func(v string, a []any) any { return substring(v, a[0].(int32), a[1].(int32)) }),
	s("indexOf(Object) int", func(v string, a []any) any { return indexOf(v, a[0], 0) }),
	s("indexOf(Object, int) int", func(v string, a []any) any { return indexOf(v, a[0], a[1].(int32)) }),
	s("lastIndexOf(Object) int", func(v string, a []any) any { return lastIndexOf(v, a[0], math.MaxInt32) }),
	s("lastIndexOf(Object, int) int", func(v string, a []any) any { return lastIndexOf(v, a[0], a[1].(int32)) }),
	s("contains(CharSequence) boolean", func(v string, a []any) any { return strings.Contains(v, str(a[0])) }),
	s("startsWith(String) boolean", func(v string, a []any) any { return strings.HasPrefix(v, str(a[0])) }),
	s("startsWith(String, int) boolean", func(v string, a []any) any {
		return regionMatches(v, a[1].(int32), str(a[0]), 0, length(str(a[0])), false)
	}),
	s("endsWith(String) boolean", func(v string, a []any) any { return strings.HasSuffix(v, str(a[0])) }),
	s("regionMatches(int, String, int, int) boolean", func(v string, a []any) any {
		return regionMatches(v, a[0].(int32), str(a[1]), a[2].(int32), a[3].(int32), false)
	}),
	s("regionMatches(boolean, int, String, int, int) boolean", func(v string, a []any) any {
		return regionMatches(v, a[1].(int32), str(a[2]), a[3].(int32), a[4].(int32), a[0].(bool))
	}),
	s("equalsIgnoreCase(String) boolean", func(v string, a []any) any { return equalFold(v, a[0]) }),
	s("contentEquals(CharSequence) boolean", func(v string, a []any) any { return v == str(a[0]) }),
	s("compareTo(String) int", func(v string, a []any) any { return host.Compare(v, str(a[0])) }),
	s("compareToIgnoreCase(String) int", func(v string, a []any) any { return compareFold(v, str(a[0])) }),
	s("isEmpty() boolean", func(v string, _ []any) any { return v == "" }),
	s("isBlank() boolean", func(v string, _ []any) any { return isBlank(v) }),
	s("trim() String", func(v string, _ []any) any { return trim(v) }),
	s("strip() String", func(v string, _ []any) any { return strings.TrimFunc(v, whitespace) }),
	s("stripLeading() String", func(v string, _ []any) any { return strings.TrimLeftFunc(v, whitespace) }),
	s("stripTrailing() String", func(v string, _ []any) any { return strings.TrimRightFunc(v, whitespace) }),
	s("toLowerCase() String", func(v string, _ []any) any { return lower(v) }),
	s("toLowerCase(Locale) String", func(v string, _ []any) any { return lower(v) }),
	s("toUpperCase() String", func(v string, _ []any) any { return upper(v) }),
	s("toUpperCase(Locale) String", func(v string, _ []any) any { return upper(v) }),
	s("replace(char, char) String", func(v string, a []any) any { return strings.ReplaceAll(v, str(a[0]), str(a[1])) }),
	s("replace(CharSequence, CharSequence) String", func(v string, a []any) any {
		return strings.ReplaceAll(v, str(a[0]), str(a[1]))
	}),
	s("replaceAll(Regex, String) String", func(v string, a []any) any {
		return replace(v, compile(str(a[0]), 0), byText(a[1]), -1)
	}),
	s("replaceFirst(Regex, String) String", func(v string, a []any) any {
		return replace(v, compile(str(a[0]), 0), byText(a[1]), 1)
	}),
	s("split(Regex) String[]", func(v string, a []any) any { return split(v, compile(str(a[0]), 0), 0) }),
	s("split(Regex, int) String[]", func(v string, a []any) any {
		return split(v, compile(str(a[0]), 0), a[1].(int32))
	}),
	s("matches(Regex) boolean", func(v string, a []any) any { return Matches(v, str(a[0])) }),
	s("concat(String) String", func(v string, a []any) any { return v + str(a[0]) }),
	s("repeat(int) String", func(v string, a []any) any { return repeat(v, a[0].(int32)) }),
	s("lines() Stream<String>", func(v string, _ []any) any { return host.StreamOf(lines(v)) }),
	s("chars() IntStream<Integer>", func(v string, _ []any) any { return chars(v) }),
	s("toCharArray() char[]", func(v string, _ []any) any { return toChars(v) }),
	s("formatted(Object...) String", func(v string, a []any) any { return format(nil, v, a[0].([]any)) }),
	s("equals(Object) boolean", func(v string, a []any) any { return a[0] == any(v) }),
	s("hashCode() int", func(v string, _ []any) any { return host.HashCode(v) }),
	s("toString() String", func(v string, _ []any) any { return v }),
}

// maxString bounds the length of a string that repeat can build.
const maxString = 16 << 20

func repeat(v string, n int32) any {
	if n < 0 || int64(n)*int64(len(v)) > maxString {
		host.Throw("IllegalArgumentException", "count is negative or too large: %d", n)
	}
	return strings.Repeat(v, int(n))
}
