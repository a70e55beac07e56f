package template

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

func TestMappingsAreRead(t *testing.T) {
	want := MappingTable{[]string{"search_value", "mapped_value", "größe"}, [][]string{{"a", "1", ""}, {" b", "2\n3", `"q"`}}}
	text := "search_value;  mapped_value ;größe\r\n\r\na;1;\n   \n b;\"2\r\n3\";\"\"\"q\"\"\"\r\n"
	units := func(s string, big bool) string {
		var b strings.Builder
		for _, r := range s { // all in the basic plane
			hi, lo := byte(r>>8), byte(r)
			if !big {
				hi, lo = lo, hi
			}
			b.Write([]byte{hi, lo})
		}
		return b.String()
	}
	for _, c := range []struct{ name, encoding, content string }{
		{"UTF-8", UTF8, text},
		{"UTF-8 with mark", UTF8, "\uFEFF" + text},
		{"UTF-16 without mark", UTF16, units(text, true)},
		{"UTF-16 with mark, big", UTF16, units("\uFEFF"+text, true)},
		{"UTF-16 with mark, little", UTF16, units("\uFEFF"+text, false)},
		{"UTF_16BE", UTF16BE, units(text, true)},
		{"UTF_16LE", UTF16LE, units("\uFEFF"+text, false)},
		{"ISO-8859-1", Latin1, strings.NewReplacer("ö", "\xF6", "ß", "\xDF").Replace(text)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseMapping([]byte(c.content), c.encoding, ";", DefaultMappingLimits())
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %q, %v; want %q", got, err, want)
			}
		})
	}
}

func TestSurrogatesBecomeOneCharacter(t *testing.T) {
	got, err := DecodeText([]byte{0xD8, 0x3D, 0xDE, 0x00, 0, 'x'}, UTF16BE)
	if err != nil || string(got) != "😀x" {
		t.Errorf("got %q, %v, want string(got) = 😀x and no error", got, err)
	}
}

func TestWrongMappingsAreRefusedByLine(t *testing.T) {
	const header = "search_value,mapped_value\n"
	for _, c := range []struct {
		content, encoding, delimiter string
		line                         int
		message                      string
	}{
		{header, "utf-8", ",", 0, "Unknown encoding: utf-8"},
		{header, UTF8, "", 0, "delimiter must be exactly 1 character"},
		{header, UTF8, ",,", 0, "delimiter must be exactly 1 character"},
		{header, UTF8, "\xFF", 0, "delimiter must be exactly 1 character"},
		{header, UTF8, `"`, 0, "delimiter must not be a quote or a line break"},
		{header, UTF8, "\n", 0, "delimiter must not be a quote or a line break"},
		{"", UTF8, ",", 1, "The header must contain the columns search_value and mapped_value"},
		{"\n\nsearch_value,x\n", UTF8, ",", 3, "The header must contain the columns search_value and mapped_value"},
		{"Search_value,mapped_value\n", UTF8, ",", 1, "The header must contain the columns search_value and mapped_value"},
		{"search_value,mapped_value, mapped_value\n", UTF8, ",", 1, "The header contains the column mapped_value twice"},
		{header + "a,b\n\na\n", UTF8, ",", 4, "Line 4 has 1 columns, expected 2"},
		{header + "a,b,c\n", UTF8, ",", 2, "Line 2 has 3 columns, expected 2"},
		{header + "a,b\na,\"b\nc\n", UTF8, ",", 4, "Line 4 is not valid csv"},
		{header + "a,b\"c\n", UTF8, ",", 2, "Line 2 is not valid csv"},
		{header + "a,b\nc,\xFF\n", UTF8, ",", 3, "Line 3 is not valid UTF-8"},
		{header + "ä,b\n", ASCII, ",", 2, "Line 2 is not valid US-ASCII"},
		{"\x00a\x00\n\xD8\x00\x00a", UTF16, ",", 2, "Line 2 is not valid UTF-16"},
		{"\x00a\x00\n\xDC\x00\x00a", UTF16BE, ",", 2, "Line 2 is not valid UTF_16BE"},
		{"\x00a\x00", UTF16BE, ",", 1, "Line 1 is not valid UTF_16BE"},
		{"search_value,mapped_value,a,b\n", UTF8, ",", 1, "The mapping has more than 3 columns"},
		{header + "a,1\nb,2\nc,3\n", UTF8, ",", 4, "The mapping has more than 2 rows"},
	} {
		_, err := ParseMapping([]byte(c.content), c.encoding, c.delimiter, MappingLimits{1000, 2, 3})
		if !errors.Is(err, domain.Faultf(domain.Invalid, "%s", c.message)) {
			t.Errorf("%q: got %v; want %s", c.content, err, c.message)
		}
		at := (*TextError)(nil)
		if errors.As(err, &at) != (c.line > 0) || at != nil && at.Line != c.line {
			t.Errorf("%q: got %+v; want line %d", c.content, at, c.line)
		}
	}
	if _, err := ParseMapping([]byte(header), UTF8, ",", MappingLimits{10, 1, 2}); domain.KindOf(err) != domain.TooLarge {
		t.Errorf("a file over the limit: %v, want TooLarge", err)
	}
}

func TestTermsAreTrimmedSortedAndEachOnce(t *testing.T) {
	got, err := ParseTerms([]byte("\uFEFF Zeta \r\n\nAlpha\nZeta\n"), DefaultDictionaryLimits())
	if want := []string{"Alpha", "Zeta"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for content, message := range map[string]string{
		"ab\nabcd\n": "A term must not be longer than 3",
		"a\nb\nc":    "The dictionary has more than 2 terms",
		"a\n\xFF":    "Line 2 is not valid UTF-8",
	} {
		if _, err := ParseTerms([]byte(content), DictionaryLimits{100, 2, 3}); !errors.Is(err,
			domain.Faultf(domain.Invalid, "%s", message)) {
			t.Errorf("%q: got %v; want %s", content, err, message)
		}
	}
	if _, err := ParseTerms([]byte("abc"), DictionaryLimits{2, 2, 3}); domain.KindOf(err) != domain.TooLarge {
		t.Errorf("a list over the limit: %v, want TooLarge", err)
	}
}

func FuzzParseMapping(f *testing.F) {
	encodings := []string{UTF8, UTF16, UTF16BE, UTF16LE, Latin1, ASCII}
	f.Add([]byte("search_value;mapped_value\na;\"b\"\"\"\n"), uint8(0), ";")
	f.Add([]byte("\xFE\xFF\x00a\xD8\x3D\xDE\x00"), uint8(1), "\t")
	f.Fuzz(func(t *testing.T, content []byte, encoding uint8, delimiter string) {
		limits := MappingLimits{1 << 16, 100, 10}
		table, err := ParseMapping(content, encodings[int(encoding)%len(encodings)], delimiter, limits)
		columns, rows, measured := MeasureMapping(content, encodings[int(encoding)%len(encodings)], delimiter, limits)
		if (err == nil) != (measured == nil) || err == nil && (rows != len(table.Rows) || len(columns) != len(table.Columns)) {
			t.Errorf("measured %d rows, %v; parsed %d, %v, want the same", rows, measured, len(table.Rows), err)
		}
		if err != nil {
			if domain.KindOf(err) == domain.Unexpected {
				t.Errorf("a failure without a kind: %v, want other than Unexpected", err)
			}
			return
		}
		if len(table.Rows) > limits.Rows || len(table.Columns) > limits.Columns {
			t.Errorf("%d rows, %d columns, want len(table.Rows) at most %v and len(table.Columns) at most %v",
				len(table.Rows), len(table.Columns), limits.Rows, limits.Columns)
		}
		for i, row := range append(table.Rows, table.Columns) {
			if len(row) != len(table.Columns) || !utf8.ValidString(fmt.Sprint(row)) {
				t.Errorf("row %d: %q, want len(row) = %d and utf8.ValidString(fmt.Sprint(row))", i, row, len(table.Columns))
			}
		}
	})
}
