package regex

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// searchedSources are expressions as templates have them: labels with what may not stand around them, with
// optional words before them, with and without what they begin with being known.
var searchedSources = []string{
	`(?iu)(?<![\p{L}\d])(?:an)(?![\p{L}\d])`, `(?iu)(?<![\p{L}\d])(?:to|for|aan|t\.?a\.?v\.?)(?![\p{L}\d])`,
	`(?iu)(?<![\p{L}\d])(?:(?:tax\s+)?inv(?:oice)?\.?\s*(?:no|nr|#)?\.?)(?![\p{L}\d])\s*(\d+)?`,
	`(?iu)\b(?:\p{L}+)?rechnungs?\s*-?\s*(?:nummer?|nr\b\.?)`, `(?iu)(?<![\p{L}\d])(?:^total|kelvin|straße|ſchlo\p{L}+)(?![\p{L}\d])`,
	`(?u)(?<!\p{L})Total(?!\p{L})`, `(?iu)(?<=no\. )\d{4}`, `(?iu)n\s*[°ºo]+\.?\s?(\d+)`, `(?iu)(?:foo|bar)+(?=_|$)`, `(?iu)(a)(?:b|(c))*`,
	`(?iu)(\p{L}\p{L})\1`, `(?iu)(?:de\s+)?(?:la\s+)?facture(?!s)`, `(?iu)(?>total|to)(?! due)`, `(?iu)\Gin`, `(?iu)t?o?`,
	`(?iu)\R?Invoice(?=\s)`,
	`(?iu)(?<![\p{L}\d])(?:label){2,3}`, `(?iu)[€$]\s?(\d)(?!\d)`,
}

// randomText is a text of words that the expressions look for, and of others, in any case.
func randomText(random *rand.Rand) string {
	words := strings.Fields("an AN to for aan t.a.v. tax Tax invoice INVOICE inv. no NO. nr # 4711 12 rechnung " +
		"Rechnungsnummer TOTAL total due " +
		"\u212Aelvin straße STRASSE ſchloß SCHLOSS n°5 nº no o foo Foobar bar_ abc ACB aa ää de la FACTURE factures labellabel " +
		"Label € $5 $55 日本語 😀 e\u0301 \xff - .")
	var b strings.Builder
	for range random.IntN(60) {
		b.WriteString(words[random.IntN(len(words))])
		b.WriteString([]string{" ", " ", " ", "\n", "", ": ", "\r\n", "\u00a0"}[random.IntN(8)])
	}
	return b.String()
}

// searchedPatterns are the expressions on record and searchedSources, compiled.
func searchedPatterns(t *testing.T) (all []*Pattern) {
	t.Helper()
	record, err := os.ReadFile("testdata/translations.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range append(strings.Split(string(record), "\n"), searchedSources...) {
		number, source, cut := strings.Cut(line, "\t")
		flags, err := strconv.Atoi(number)
		if !cut || err != nil {
			flags, source = 0, line
		}
		if p, err := Compile(source, flags); err == nil {
			all = append(all, p)
		}
	}
	return all
}

// Whether a text could begin with a match is told without the match, and never denied of one that does.
func TestATextWithAMatchAtItsBeginningCanBeginWithIt(t *testing.T) {
	all := append(searchedPatterns(t), manyBranches(t)...)
	random := rand.New(rand.NewPCG(4, 15))
	matches, refused := 0, 0
	for range 20 {
		text := strings.TrimSpace(randomText(random))
		for i, p := range all {
			if i < len(all)-len(searchedSources)-5 && random.IntN(60) > 0 {
				continue
			}
			for at := 0; at < min(len(text), 60); at += 3 {
				rest := text[at:]
				m, err := p.singleBackwards(rest, prefix)
				if err != nil {
					t.Fatal(err)
				}
				can := p.CanBegin(rest)
				if m != nil && !can {
					t.Fatalf("%q at the beginning of %q: a match is denied, want it not to be", p.Source, rest)
				}
				if m != nil {
					matches++
				}
				if !can {
					refused++
				}
				is, err := p.IsMatch(rest)
				if whole, err2 := p.singleBackwards(rest, whole); err != nil || err2 != nil || is != (whole != nil) {
					t.Fatalf("%q matches %q: %v, %v, want %v, %v", p.Source, rest, is, err, whole != nil, err2)
				}
			}
		}
	}
	if matches < 1000 || refused < 10_000 {
		t.Errorf("%d matches, and %d texts refused, want 1000 and 10000 at least", matches, refused)
	}
}

// manyBranches are expressions with more branches than a search looks for, and with short ones.
func manyBranches(t *testing.T) (all []*Pattern) {
	t.Helper()
	var words []string
	for i := range 300 {
		words = append(words, string(rune('a'+i%26))+string(rune('ä'+i%31))+strconv.Itoa(i))
	}
	for _, source := range []string{`(?iu)(?:#|€|an|` + strings.Join(words, "|") + `)\s*:?`, `(?iu)\s*(?:no|\d{1,2}|straße)`, `(?i)k?elvin`,
		`[^\p{L}]?`, `(?iu)(?:` + strings.Join(words, "|") + `)?`} {
		p, err := Compile(source, 0)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// A search that tries only where matches can begin finds what the search of the whole text finds.
func TestASearchInATextFindsWhatASearchOfAllFinds(t *testing.T) {
	all := searchedPatterns(t)
	random := rand.New(rand.NewPCG(41, 5))
	texts := longTexts()[:1]
	for range 25 {
		texts = append(texts, randomText(random))
	}
	begun, found := 0, 0
	for _, text := range texts {
		from, to := pieceOf(random, text)
		read := NewText(text)
		for _, p := range all {
			for _, piece := range [][2]int{{0, len(text)}, {from, to}} {
				want, err := p.findLimited(text[piece[0]:piece[1]], 0, -1)
				var got []Match
				err2 := p.FindIn(read, piece[0], piece[1], func(m Match) bool { got = append(got, m); return true })
				if (err == nil) != (err2 == nil) || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
					t.Fatalf("%q in %q: %v, %v, want %v, %v", p.Source, text[piece[0]:piece[1]], got, err2, want, err)
				}
				if found += len(got); p.starts() != nil {
					begun += len(got)
				}
			}
		}
	}
	if begun < 300 || found < 600 {
		t.Errorf("%d matches were found, %d of them by what they begin with, want 600 and 300 at least", found, begun)
	}
}

// pieceOf returns the ends of a piece of a text, between its characters.
func pieceOf(random *rand.Rand, text string) (from, to int) {
	from, to = random.IntN(len(text)+1), random.IntN(len(text)+1)
	from, to = min(from, to), max(from, to)
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return from, to
}

// What matches begin with is known of labels, and of nothing that may begin with anything.
func TestStartsOfExpressions(t *testing.T) {
	for source, want := range map[string]string{
		`(?iu)(?<![\p{L}\d])(?:an|aan|and)(?![\p{L}\d])`: "AAN AN", `(?iu)(?:tax\s+)?invoice`: "INVOIC TAX\t TAX\n TAX\v TAX\f TAX\r TAX ",
		`(?i)[ab]c{2,}`: "AC BC", `\p{L}+rest`: "", `(?:ab)?`: "", `x*ab`: "", `a`: "", `a|bc`: "", `(?:ab)?cd`: "ABCD CD",
		`\Gab`: "", `(ab)\1`: "AB",
		`(?=ab)cd`: "CD",
	} {
		p, err := Compile(source, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if known := p.starts(); known != nil {
			for _, word := range known.words {
				got = append(got, string(word))
			}
		}
		wanted := strings.FieldsFunc(want, func(r rune) bool { return r == ' ' })
		if source == `(?iu)(?:tax\s+)?invoice` {
			wanted = []string{"INVOIC", "TAX\t", "TAX\n", "TAX\v", "TAX\f", "TAX\r", "TAX "}
		}
		if len(got)+len(wanted) > 0 && !reflect.DeepEqual(got, wanted) {
			t.Errorf("matches of %s begin with %q, want %q", source, got, wanted)
		}
	}
}

// The work for labels that a text does not have is that of reading the text once, however many there are.
func TestManyLabelsAreOnePassOverAText(t *testing.T) {
	text := strings.Repeat("Cordless drill, 18 V  7  104.20  729.40\n", 2000)
	read := NewText(text)
	once := read.Work()
	for i := range 500 {
		p, err := Compile(`(?iu)(?<![\p{L}\d])(?:zz`+strconv.Itoa(i)+`(?:\s+x)?|qq\s+label)(?![\p{L}\d])`, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.FindIn(read, 0, len(text), func(Match) bool { t.Error("found what is not there"); return true }); err != nil {
			t.Fatal(err)
		}
	}
	if got := read.Work() - once; got > once/10 {
		t.Errorf("500 labels that are not there took the work of %d characters, want a tenth of the text's %d at most", got, once)
	}
}
