package literal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestASetFindsWhatPlainSearchesFind compares the automaton, with and without its
// table, with one search for each word.
func TestASetFindsWhatPlainSearchesFind(t *testing.T) {
	alphabet := []string{"a", "A", "b", "ß", "É", "é", "K", "k", "\u212a", " "}
	random := rand.New(rand.NewPCG(3, 4))
	word := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		return b.String()
	}
	for range 300 {
		var words []string
		for range 1 + random.IntN(8) {
			words = append(words, word(1+random.IntN(4)))
		}
		text := word(60) + "\xff" + word(10)
		want := map[string][]string{}
		for _, w := range words {
			key := string(FoldString(w))
			want[key] = nil
			for at := 0; ; {
				h := IndexFold(text, FoldString(w), at)
				if h[0] < 0 {
					break
				}
				want[key] = append(want[key], fmt.Sprint(h))
				at = h[0] + 1
				for at < len(text) && text[at]&0xc0 == 0x80 {
					at++
				}
			}
		}
		for _, bound := range []bool{true, false} {
			set := newSet(words, bound)
			got := map[string][]string{}
			set.Scan(text, func(n, start, end int) {
				key := string(FoldString(text[start:end]))
				if own, ok := set.Number(key); !ok || own != n {
					t.Fatalf("%q is reported as number %d", text[start:end], n)
				}
				got[key] = append(got[key], fmt.Sprint([2]int{start, end}))
			})
			for key, hits := range want {
				if !slices.Equal(got[key], hits) {
					t.Fatalf("%q in %q: got %v, want %v", key, text, got[key], hits)
				}
			}
		}
	}
}

// FuzzSet looks for a word in arbitrary text in two ways.
func FuzzSet(f *testing.F) {
	f.Add("abcABC\xff", "bC")
	f.Add("Größe GRÖSSE", "größe")
	f.Fuzz(func(t *testing.T, text, word string) {
		first := [2]int{-1, -1}
		NewSet([]string{word, "zz"}).Scan(text, func(n, start, end int) {
			if first[0] < 0 && n == 0 && word != "" {
				first = [2]int{start, end}
			}
		})
		if want := IndexFold(text, FoldString(word), 0); want != first {
			t.Errorf("%q in %q: got %v, want %v", word, text, first, want)
		}
	})
}
