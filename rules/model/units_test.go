package model

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// What a Matcher of Java says of a text, and a TextRange made of it, mean the same place: on
// 10,000 random texts with umlauts, ligatures, emoji and Arabic.
func TestTextRangesCountAsJavaDoes(t *testing.T) {
	pieces := []string{"a", "b ", "ö", "ß", "ﬁ", "😀", "👩‍🚀", "مرحبا", " ", "Ä", "€", "x1", "\n"}
	const wanted = "KEY-42"
	pattern, err := regex.Compile(wanted, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 5))
	for range 10_000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		before := b.String()
		text := before + wanted + pieces[r.IntN(len(pieces))] + "tail"
		c := NewContext(&document.Tree{Text: text, Body: len(text)})
		found, err := pattern.FindAll(text)
		if err != nil || len(found) != 1 {
			t.Fatal(err, text)
		}
		start := int32(len(host.ToUnits(before))) // what Matcher.start() gives
		made := newRange(&host.Call{Session: c}, nil, []any{start, start + int32(len(wanted))}).(*TextRange)
		if got := c.Tree.TextOf(made.Span); got != wanted {
			t.Fatalf("%q: the range of the match marks %q, want %q", text, got, wanted)
		}
		if got := c.unitsAt(len(before)); got != start {
			t.Fatalf("%q: starts at %d, want %d", text, got, start)
		}
		if got := c.unitsAt(len(text)); int(got) != len(host.ToUnits(text)) || c.bytesAt(int(got)) != len(text) {
			t.Fatalf("%q: ends at %d, want %d", text, got, len(host.ToUnits(text)))
		}
	}
}
