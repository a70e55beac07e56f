package javalib

import (
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/domain/rules/host"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

func upper(v string) string { return cases.Upper(language.Und).String(v) }
func lower(v string) string { return cases.Lower(language.Und).String(v) }

// ascii says whether UTF-16 indexes and byte indexes agree.
func ascii(v string) bool {
	for i := 0; i < len(v); i++ {
		if v[i] >= 0x80 {
			return false
		}
	}
	return true
}

func length(v string) int32 {
	if ascii(v) {
		return int32(len(v))
	}
	return int32(len(host.Units(v)))
}

func substring(v string, from, to int32) string {
	n := length(v)
	if from < 0 || to > n || from > to {
		host.Throw("StringIndexOutOfBoundsException", "begin %d, end %d, length %d", from, to, n)
	}
	if ascii(v) {
		return v[from:to]
	}
	return host.FromUnits(host.Units(v)[from:to])
}

func charAt(v string, i int32) host.Char {
	if i < 0 || i >= length(v) {
		host.Throw("StringIndexOutOfBoundsException", "index %d, length %d", i, length(v))
	}
	if ascii(v) {
		return host.Char(v[i])
	}
	return host.Char(host.Units(v)[i])
}

// text is a String, a char, or the code point of an int, for indexOf.
func text(v any) string {
	if c, ok := v.(int32); ok {
		return string(c)
	}
	return str(v)
}

func indexOf(v string, what any, from int32) int32 {
	from = min(max(from, 0), length(v))
	at := strings.Index(substring(v, from, length(v)), text(what))
	if at < 0 {
		return -1
	}
	return from + length(substring(v, from, length(v))[:at])
}

func lastIndexOf(v string, what any) int32 {
	at := strings.LastIndex(v, text(what))
	if at < 0 {
		return -1
	}
	return length(v[:at])
}

func isBlank(v string) bool { return strings.TrimSpace(v) == "" }

func trim(v string) string {
	return strings.TrimFunc(v, func(r rune) bool { return r <= ' ' })
}

// split is String.split: trailing empty pieces are dropped when the limit is 0.
func split(v, pattern string, limit int32) any {
	all, err := compile(pattern, 0).FindAll(v)
	if err != nil {
		host.Throw("PatternSyntaxException", "%v", err)
	}
	out, last := []any{}, 0
	for _, hit := range all {
		from, to := hit.Groups[0][0], hit.Groups[0][1]
		if limit > 0 && len(out) == int(limit)-1 {
			break
		}
		if to == 0 || from == to && from == len(v) {
			continue
		}
		out, last = append(out, v[last:from]), to
	}
	out = append(out, v[last:])
	for limit == 0 && len(out) > 1 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func joinItems(delimiter string, values []any) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = host.ToString(v)
	}
	return strings.Join(parts, delimiter)
}

func join(_ any, a []any) any {
	rest := a[1].([]any)
	if len(rest) == 1 {
		if list, ok := host.Items(rest[0]); ok {
			rest = list
		}
	}
	return joinItems(str(a[0]), rest)
}

func chars(v string) any {
	var out []any
	for _, u := range host.Units(v) {
		out = append(out, int32(u))
	}
	return host.StreamOf(out).As("IntStream")
}

func lines(v string) any {
	return host.StreamOf(host.ListOf(strings.Split(strings.TrimSuffix(strings.ReplaceAll(v, "\r\n", "\n"), "\n"), "\n")).Items)
}

var stringClasses = []*host.Class{
	{Name: "Object", Methods: []*host.Method{
		f("equals(Object) boolean", func(this any, a []any) any { return host.Equal(this, a[0]) }),
		f("hashCode() int", func(this any, _ []any) any { return host.HashCode(this) }),
		f("toString() String", func(this any, _ []any) any { return host.ToString(this) }),
	}},
	{Name: "CharSequence"}, {Name: "Locale", Constants: host.Enumeration("Locale", "ROOT", "ENGLISH", "US", "UK", "GERMAN", "GERMANY", "FRENCH", "FRANCE")},
	{Name: "String", Supers: []string{"CharSequence", "Comparable"}, Methods: stringMethods,
		Makers: []*host.Method{f("String() String", func(any, []any) any { return "" }), f("String(String) String", func(_ any, a []any) any { return str(a[0]) })},
		Statics: []*host.Method{
			f("valueOf(Object) String", func(_ any, a []any) any { return host.ToString(a[0]) }),
			f("join(CharSequence, Object...) String", join),
			f("format(String, Object...) String", func(_ any, a []any) any { return format(str(a[0]), a[1].([]any)) }),
			f("format(Locale, String, Object...) String", func(_ any, a []any) any { return format(str(a[1]), a[2].([]any)) }),
		}},
	{Name: "StringBuilder", Supers: []string{"CharSequence"}, Methods: builderMethods, Makers: []*host.Method{
		f("StringBuilder() StringBuilder", func(any, []any) any { return &builder{} }),
		f("StringBuilder(CharSequence) StringBuilder", func(_ any, a []any) any { return &builder{str(a[0])} }),
	}},
}

var stringMethods = []*host.Method{
	s("length() int", func(v string, _ []any) any { return length(v) }),
	s("charAt(int) char", func(v string, a []any) any { return charAt(v, a[0].(int32)) }),
	s("substring(int) String", func(v string, a []any) any { return substring(v, a[0].(int32), length(v)) }),
	s("substring(int, int) String", func(v string, a []any) any { return substring(v, a[0].(int32), a[1].(int32)) }),
	s("subSequence(int, int) String", func(v string, a []any) any { return substring(v, a[0].(int32), a[1].(int32)) }),
	s("indexOf(Object) int", func(v string, a []any) any { return indexOf(v, a[0], 0) }),
	s("indexOf(Object, int) int", func(v string, a []any) any { return indexOf(v, a[0], a[1].(int32)) }),
	s("lastIndexOf(Object) int", func(v string, a []any) any { return lastIndexOf(v, a[0]) }),
	s("contains(CharSequence) boolean", func(v string, a []any) any { return strings.Contains(v, str(a[0])) }),
	s("startsWith(String) boolean", func(v string, a []any) any { return strings.HasPrefix(v, str(a[0])) }),
	s("endsWith(String) boolean", func(v string, a []any) any { return strings.HasSuffix(v, str(a[0])) }),
	s("equalsIgnoreCase(String) boolean", func(v string, a []any) any { o, ok := a[0].(string); return ok && strings.EqualFold(v, o) }),
	s("compareTo(String) int", func(v string, a []any) any { return host.Compare(v, a[0]) }),
	s("compareToIgnoreCase(String) int", func(v string, a []any) any { return host.Compare(lower(v), lower(str(a[0]))) }),
	s("isEmpty() boolean", func(v string, _ []any) any { return v == "" }),
	s("isBlank() boolean", func(v string, _ []any) any { return isBlank(v) }),
	s("trim() String", func(v string, _ []any) any { return trim(v) }),
	s("strip() String", func(v string, _ []any) any { return strings.TrimFunc(v, unicode.IsSpace) }),
	s("stripLeading() String", func(v string, _ []any) any { return strings.TrimLeftFunc(v, unicode.IsSpace) }),
	s("stripTrailing() String", func(v string, _ []any) any { return strings.TrimRightFunc(v, unicode.IsSpace) }),
	s("toLowerCase() String", func(v string, _ []any) any { return lower(v) }),
	s("toLowerCase(Locale) String", func(v string, _ []any) any { return lower(v) }),
	s("toUpperCase() String", func(v string, _ []any) any { return upper(v) }),
	s("toUpperCase(Locale) String", func(v string, _ []any) any { return upper(v) }),
	s("replace(Object, Object) String", func(v string, a []any) any { return strings.ReplaceAll(v, str(a[0]), str(a[1])) }),
	s("replaceAll(String, String) String", func(v string, a []any) any { return replace(v, str(a[0]), str(a[1]), -1) }),
	s("replaceFirst(String, String) String", func(v string, a []any) any { return replace(v, str(a[0]), str(a[1]), 1) }),
	s("split(String) String[]", func(v string, a []any) any { return split(v, str(a[0]), 0) }),
	s("split(String, int) String[]", func(v string, a []any) any { return split(v, str(a[0]), a[1].(int32)) }),
	s("matches(String) boolean", func(v string, a []any) any { return Matches(v, str(a[0])) }),
	s("concat(String) String", func(v string, a []any) any { return v + str(a[0]) }),
	s("repeat(int) String", func(v string, a []any) any { return repeat(v, a[0].(int32)) }),
	s("lines() Stream<String>", func(v string, _ []any) any { return lines(v) }),
	s("chars() IntStream<Integer>", func(v string, _ []any) any { return chars(v) }),
	s("formatted(Object...) String", func(v string, a []any) any { return format(v, a[0].([]any)) }),
}

// maxString bounds what repeat may build.
const maxString = 16 << 20

func repeat(v string, n int32) any {
	if n < 0 || int64(n)*int64(len(v)) > maxString {
		host.Throw("IllegalArgumentException", "count is negative or too large: %d", n)
	}
	return strings.Repeat(v, int(n))
}

type builder struct{ text string }

// ClassName is the Java class of the value.
func (*builder) ClassName() string { return "StringBuilder" }

// String is what toString gives.
func (b *builder) String() string { return b.text }

func b(signature string, body func(b *builder, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*builder), a) })
}

var builderMethods = []*host.Method{
	b("append(Object) StringBuilder", func(b *builder, a []any) any { b.text += host.ToString(a[0]); return b }),
	b("insert(int, Object) StringBuilder", func(b *builder, a []any) any {
		b.text = substring(b.text, 0, a[0].(int32)) + host.ToString(a[1]) + substring(b.text, a[0].(int32), length(b.text))
		return b
	}),
	b("length() int", func(b *builder, _ []any) any { return length(b.text) }),
	b("isEmpty() boolean", func(b *builder, _ []any) any { return b.text == "" }),
	b("charAt(int) char", func(b *builder, a []any) any { return charAt(b.text, a[0].(int32)) }),
	b("reverse() StringBuilder", func(b *builder, _ []any) any {
		r := []rune(b.text)
		for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
			r[i], r[j] = r[j], r[i]
		}
		b.text = string(r)
		return b
	}),
	b("setLength(int) void", func(b *builder, a []any) any { b.text = substring(b.text, 0, a[0].(int32)); return nil }),
}
