package javalib

import (
	"unicode/utf16"

	"github.com/seed-62a36931/docket/rules/host"
)

type builder struct{ text string }

// ClassName returns the Java class of the value.
func (*builder) ClassName() string { return "StringBuilder" }

// String returns the result of toString.
func (b *builder) String() string { return b.text }

func builderMethod(signature string, body func(b *builder, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*builder), a) })
}

// withText replaces the text of the builder and returns the builder. It throws when the text
// is too long.
func (b *builder) withText(text string) *builder {
	if len(text) > maxString {
		host.Throw("IllegalArgumentException", "the string is longer than %d bytes", maxString)
	}
	b.text = text
	return b
}

// reverseText returns a text with its characters in reverse order; a pair of surrogates
// counts as one.
func reverseText(text string) string {
	units := host.ToUnits(text)
	out := make([]uint16, 0, len(units))
	for i := len(units) - 1; i >= 0; i-- {
		if i > 0 && utf16.IsSurrogate(rune(units[i])) && utf16.IsSurrogate(rune(units[i-1])) {
			out = append(out, units[i-1])
			out = append(out, units[i])
			i--
			continue
		}
		out = append(out, units[i])
	}
	return host.FromUnits(out)
}

// replaceRange replaces the UTF-16 units [from, to) by a text.
func (b *builder) replaceRange(from, to int32, by string) *builder {
	n := lengthOf(b.text)
	if to = min(to, n); from < 0 || from > to {
		host.Throw("StringIndexOutOfBoundsException", "start %d, end %d, length %d", from, to, n)
	}
	return b.withText(substring(b.text, 0, from) + by + substring(b.text, to, n))
}

// setLength cuts the text, or fills it up with NUL characters.
func (b *builder) setLength(n int32) {
	if n < 0 {
		host.Throw("StringIndexOutOfBoundsException", "String index out of range: %d", n)
	}
	if missing := n - lengthOf(b.text); missing > 0 {
		b.withText(b.text + repeatString("\x00", missing).(string))
		return
	}
	b.text = substring(b.text, 0, n)
}

func (b *builder) checkIndex(i int32) {
	if i < 0 || i >= lengthOf(b.text) {
		host.Throw("StringIndexOutOfBoundsException", "index %d, length %d", i, lengthOf(b.text))
	}
}

var builderMethods = []*host.Method{
	builderMethod("append(char[]) StringBuilder", func(b *builder, a []any) any { return b.withText(b.text + charsToString(a[0])) }),
	builderMethod("append(Object) StringBuilder", func(b *builder, a []any) any { return b.withText(b.text + host.ToString(a[0])) }),
	builderMethod("append(CharSequence, int, int) StringBuilder", func(b *builder, a []any) any {
		return b.withText(b.text + substring(host.ToString(a[0]), a[1].(int32), a[2].(int32)))
	}),
	builderMethod("insert(int, Object) StringBuilder", func(b *builder, a []any) any {
		at, n := a[0].(int32), lengthOf(b.text)
		if at < 0 || at > n {
			host.Throw("StringIndexOutOfBoundsException", "offset %d, length %d", at, n)
		}
		return b.replaceRange(at, at, host.ToString(a[1]))
	}),
	builderMethod("length() int", func(b *builder, _ []any) any { return lengthOf(b.text) }),
	builderMethod("isEmpty() boolean", func(b *builder, _ []any) any { return b.text == "" }),
	builderMethod("charAt(int) char", func(b *builder, a []any) any { b.checkIndex(a[0].(int32)); return charAt(b.text, a[0].(int32)) }),
	builderMethod("setCharAt(int, char) void", func(b *builder, a []any) any {
		b.checkIndex(a[0].(int32))
		b.replaceRange(a[0].(int32), a[0].(int32)+1, host.ToString(a[1]))
		return nil
	}),
	builderMethod("deleteCharAt(int) StringBuilder", func(b *builder, a []any) any {
		b.checkIndex(a[0].(int32))
		return b.replaceRange(a[0].(int32), a[0].(int32)+1, "")
	}),
	builderMethod("delete(int, int) StringBuilder", func(b *builder, a []any) any {
		return b.replaceRange(a[0].(int32), a[1].(int32), "")
	}),
	builderMethod("replace(int, int, String) StringBuilder", func(b *builder, a []any) any {
		return b.replaceRange(a[0].(int32), a[1].(int32), toText(a[2]))
	}),
	builderMethod("substring(int) String", func(b *builder, a []any) any { return substring(b.text, a[0].(int32), lengthOf(b.text)) }),
	builderMethod("substring(int, int) String", func(b *builder, a []any) any { return substring(b.text, a[0].(int32), a[1].(int32)) }),
	builderMethod("indexOf(String) int", func(b *builder, a []any) any { return indexOf(b.text, a[0], 0) }),
	builderMethod("lastIndexOf(String) int", func(b *builder, a []any) any { return lastIndexOf(b.text, a[0], lengthOf(b.text)) }),
	builderMethod("reverse() StringBuilder", func(b *builder, _ []any) any { b.text = reverseText(b.text); return b }),
	builderMethod("setLength(int) void", func(b *builder, a []any) any { b.setLength(a[0].(int32)); return nil }),
	builderMethod("toString() String", func(b *builder, _ []any) any { return b.text }),
}
