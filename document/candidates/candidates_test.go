package candidates

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// pageOf returns a document of one page. A row is a line of the page; its segments are parted by |, and each
// begins at a column of 150 points. Letters are 5 points wide and lines 12 apart.
func pageOf(rows ...string) *document.Tree {
	t := &document.Tree{Pages: []document.Page{{Number: 1, Width: 600, Height: 800}},
		Nodes: []document.Node{{Kind: document.KindDocument, Parent: -1}}}
	for i, row := range rows {
		for k, text := range strings.Split(row, "|") {
			if text == "" {
				continue
			}
			addLine(t, 1, text, 20+150*float64(k), 780-12*float64(i))
		}
	}
	t.Body = len(t.Text)
	return t
}

// addLine adds a paragraph of one line to a document.
func addLine(t *document.Tree, page int, text string, x, y float64) {
	span := document.Span{Start: len(t.Text), End: len(t.Text) + len(text)}
	t.Text += text + "\n"
	line := document.Line{Span: span, Page: page, Box: document.Rect{X: x, Y: y, Width: 5 * float64(len([]rune(text))), Height: 10}}
	for n := range len([]rune(text)) + 1 {
		line.Edges = append(line.Edges, float32(x+5*float64(n)))
	}
	t.Lines = append(t.Lines, line)
	t.Nodes = append(t.Nodes, document.Node{Kind: document.KindParagraph, Span: span})
}

// valuesOf returns the values of a kind, each once, in their order.
func valuesOf(set Set, kind Kind) (out []string) {
	for _, c := range set.Candidates {
		if c.Kind == kind && !slices.Contains(out, c.Value) {
			out = append(out, c.Value)
		}
	}
	return out
}

func TestFindTellsKindsApart(t *testing.T) {
	tree := pageOf("Rechnung Nr. RE-2024/117 vom 3. März 2024", "Fällig:|02.04.2024", "Summe netto|1.234,50 €",
		"IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF",
		"USt-IdNr. DE123456789", "Muster & Söhne GmbH · Am Ring 5 · 12345 Berlin", "Ladies Ltd, 12 High Street", "19 % MwSt.|234,56")
	set := Find(tree, Options{})
	for _, c := range []struct {
		kind Kind
		want []string
	}{
		{Date, []string{"2024-03-03", "2024-04-02"}},
		{Amount, []string{"1234.50", "234.56"}},
		{IBAN, []string{"DE89370400440532013000"}},
		{VATID, []string{"DE123456789"}},
		{Currency, []string{"EUR"}},
	} {
		if got := valuesOf(set, c.kind); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.kind, got, c.want)
		}
	}
	for kind, want := range map[Kind]string{Number: "RE-2024/117", Name: "Muster & Söhne GmbH"} {
		if got := valuesOf(set, kind); !slices.Contains(got, want) {
			t.Errorf("%s: got %q, want %q among them", kind, got, want)
		}
	}
}

func TestFormsOfDates(t *testing.T) {
	for text, want := range map[string]string{
		"2024-05-06": "2024-05-06", "06/05/24": "2024-05-06", "6. Mai 2024": "2024-05-06", "6 de mayo de 2024": "2024-05-06",
		"May 6, 2024": "2024-05-06", "28/Mar/2025": "2025-03-28", "31.04.2024": "", "12.05.20241": "", "1.2.3.2024": "",
		"06-05/2024": "", "6 Mayonnaise 2024": "", "01.02.1890": "",
	} {
		got := strings.Join(valuesOf(Find(pageOf("x "+text+" x"), Options{}), Date), " ")
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestTheMonthStandsFirstIfADateProvesIt(t *testing.T) {
	got := valuesOf(Find(pageOf("02/03/2024|12/31/2024"), Options{}), Date)
	if want := []string{"2024-02-03", "2024-12-31"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = valuesOf(Find(pageOf("02/03/2024|31/12/2024|12/31/2024"), Options{}), Date)
	if want := []string{"2024-03-02", "2024-12-31"}; !slices.Equal(got, want) {
		t.Errorf("with a day first: got %q, want %q", got, want)
	}
}

func TestFormsOfAmounts(t *testing.T) {
	for text, want := range map[string]string{
		"1,234.50": "1234.50", "1.234,50": "1234.50", "1 234,50": "1234.50", "1'234.50": "1234.50", "-12,00": "-12.00",
		"16,60,659.50": "1660659.50",
		"EUR12.50":     "12.50", "12.50EUR": "12.50", "12,-": "12.00", "1.234": "1234.00", "0.205": "205.00", "19.00 %": "",
		"A12.50": "", "12.50/3": "",
		"127.0.0.1": "", "12345": "",
	} {
		got := strings.Join(valuesOf(Find(pageOf("sum "+text), Options{}), Amount), " ")
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// featureOf returns a feature of the first candidate with a value.
func featureOf(t *testing.T, set Set, kind Kind, value, name string) float32 {
	t.Helper()
	at := slices.Index(FeatureNames(), name)
	for i, c := range set.Candidates {
		if c.Kind == kind && c.Value == value && at >= 0 {
			return set.Features[i][at]
		}
	}
	t.Fatalf("no feature %s of %s %s", name, kind, value)
	return 0
}

func TestLabelsAroundACandidate(t *testing.T) {
	set := Find(pageOf("Seller|Buyer", "Rossi S.r.l.|Moreau SARL", "", "Invoice no.|Due date|", "F-77|02.04.2024",
		"Kundennummer: K100|Invoice date:|03.03.2024",
		"Gesamtrechnungsbetrag|99,00"), Options{})
	for _, c := range []struct {
		kind        Kind
		value, name string
		least       float32
	}{
		{Number, "F-77", "above:no", 0.9}, {Date, "2024-04-02", "above:due", 0.9}, {Number, "K100", "inside:cust", 0.9},
		{Date, "2024-03-03", "left:date", 0.9}, {Name, "Moreau SARL", "above:buyer", 0.9}, {Name, "Moreau SARL", "party:buyer", 0.9},
		{Name, "Rossi S.r.l.", "party:seller", 0.9}, {Amount, "99.00", "left:total", 0.2},
	} {
		if got := featureOf(t, set, c.kind, c.value, c.name); got < c.least {
			t.Errorf("%s of %s: got %v, want at least %v", c.name, c.value, got, c.least)
		}
	}
	if got := featureOf(t, set, Name, "Rossi S.r.l.", "party:buyer"); got != 0 {
		t.Errorf("the buyer's heading counts for the seller: got %v, want 0", got)
	}
}

func TestHiddenLabelsAreUnknown(t *testing.T) {
	tree := pageOf("Invoice no.|F-77")
	hidden := Find(tree, Options{Hides: func(label string) bool { return strings.HasPrefix(label, "invoice") || label == "no" }})
	if got := featureOf(t, hidden, Number, "F-77", "left:no"); got != 0 {
		t.Errorf("got %v, want 0", got)
	}
}

func TestFeaturesHoldNoWordsOfValues(t *testing.T) {
	rows := func(name, number string) *document.Tree {
		return pageOf("Seller", name, "Am Ring 5", "12345 Berlin", "Invoice no.|"+number)
	}
	a, b := Find(rows("Rossi GmbH", "A-71"), Options{}), Find(rows("Conti GmbH", "B-38"), Options{})
	if len(a.Features) != len(b.Features) {
		t.Fatalf("got %d and %d candidates, want the same", len(a.Features), len(b.Features))
	}
	for i := range a.Features {
		if !slices.Equal(a.Features[i], b.Features[i]) {
			t.Errorf("%q and %q, of the same form, have other features, want %v", a.Candidates[i].Text, b.Candidates[i].Text, b.Features[i])
		}
	}
}

func TestSumsAddUp(t *testing.T) {
	set := Find(pageOf("Net|100,00", "VAT 19|19,00", "Total|119,00", "Other|57,00"), Options{})
	for _, c := range []struct {
		value, name string
		want        float32
	}{{"119.00", "form.d", 2}, {"100.00", "form.e", 2}, {"19.00", "form.f", 2}, {"57.00", "form.d", 0}} {
		if got := featureOf(t, set, Amount, c.value, c.name); got != c.want {
			t.Errorf("%s of %s: got %v, want %v", c.name, c.value, got, c.want)
		}
	}
}

func TestSpansAreTheTextOfCandidates(t *testing.T) {
	tree := pageOf("Rechnung Nr. RE 2024 117|Müller & Söhne", "|Handels GmbH")
	for _, c := range Find(tree, Options{}).Candidates {
		var texts []string
		for _, s := range c.Spans {
			texts = append(texts, tree.TextOf(s))
		}
		if got := strings.Join(texts, " "); got != c.Text {
			t.Errorf("%s %q: got the text %q, want %v", c.Kind, c.Text, got, c.Text)
		}
	}
}

// TestPagesTurnedAreReadUpright reads a page that was written from below to above.
func TestPagesTurnedAreReadUpright(t *testing.T) {
	tree := pageOf("Invoice no.|F-77", "Due date|02.04.2024")
	for i := range tree.Lines { // a quarter turn counter-clockwise: x becomes y
		l := &tree.Lines[i]
		b := l.Box
		l.Angle = 90
		l.Box = document.Rect{X: 800 - b.Y - b.Height, Y: b.X, Width: b.Height, Height: b.Width}
	}
	tree.Pages[0].Width, tree.Pages[0].Height = 800, 600
	if got := featureOf(t, Find(tree, Options{}), Number, "F-77", "left:no"); got < 0.9 {
		t.Errorf("left:no of F-77: got %v, want at least 0.9", got)
	}
}

func TestWorkIsBounded(t *testing.T) {
	tree := pageOf()
	for p := 2; p <= 300; p++ {
		tree.Pages = append(tree.Pages, document.Page{Number: p, Width: 600, Height: 800})
	}
	for p := 1; p <= 300; p++ {
		for i := range 40 {
			addLine(tree, p, "Pos 12.05.2024 K100 1.234,50 Muster GmbH", 20, 780-12*float64(i))
		}
	}
	count := map[Kind]int{}
	for _, c := range Find(tree, Options{}).Candidates {
		count[c.Kind]++
		if c.Page > firstPages && c.Page <= 300-lastPages {
			t.Fatalf("page %d is read, want the first %d and the last %d", c.Page, firstPages, lastPages)
		}
	}
	for kind, n := range count {
		if n > maxOfKind {
			t.Errorf("%s: got %d, want at most %d", kind, n, maxOfKind)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	rows := []string{"Muster & Söhne GmbH · Am Ring 5 · 12345 Berlin|||Tel. 030 1234567",
		"Rechnung Nr. RE-2024/117 vom 3. März 2024", "Rossi S.r.l.", "Via Roma 7", "20121 Milano"}
	for range 25 {
		rows = append(rows, "1|Handelsware A4|12,00|1.234,50")
	}
	rows = append(rows, "||Summe netto|1.234,50", "||MwSt. 19 %|234,56", "||Gesamtbetrag|1.469,06",
		"IBAN DE89 3704 0044 0532 0130 00|USt-IdNr. DE123456789")
	tree := pageOf(rows...)
	for b.Loop() {
		Find(tree, Options{})
	}
}

// TestTextsWithoutThePartsOfAnExpressionDoNotMatch puts the parts together by chance.
func TestTextsWithoutThePartsOfAnExpressionDoNotMatch(t *testing.T) {
	parts := append(slices.Concat(streetParts, bankParts, taxParts), " 12", " 7 b", "Straße", "STRASSE", "ſtreet", "weg", " ",
		"é", "x", "9", ".")
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		text := ""
		for range 1 + r.IntN(4) {
			text += parts[r.IntN(len(parts))]
		}
		lower := strings.ToLower(text)
		got := []bool{hasStreet(text), containsAny(lower, bankParts) && bankWord.MatchString(lower),
			containsAny(lower, taxParts) && taxWord.MatchString(lower+" ")}
		if want := []bool{street.MatchString(text), bankWord.MatchString(lower), taxWord.MatchString(lower + " ")}; !slices.Equal(got, want) {
			t.Fatalf("%q: got %v, want %v", text, got, want)
		}
	}
}

// TestWhatIsToldFasterIsWhatTheExpressionsTell holds the short ways of telling a street and a postcode against the
// expressions, over texts of the pieces that these look for.
func TestWhatIsToldFasterIsWhatTheExpressionsTell(t *testing.T) {
	pieces := []string{" ", "  ", "1", "12", "1234", "12345", "a", "Z", "AB", "é", "-", "/", ",", ": ", " • ", "·", "Road", "straße", "via", "\u212a"}
	random := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		text := ""
		for range random.IntN(6) {
			text += pieces[random.IntN(len(pieces))]
		}
		if got, want := hasStreet(text), text != "" && street.MatchString(text); got != want {
			t.Fatalf("%q has a street: got %v, want %v", text, got, want)
		}
		if got, want := hasPostcode(text), postcode.MatchString(text); got != want {
			t.Fatalf("%q has a postcode: got %v, want %v", text, got, want)
		}
		if got, want := len(cutPieces(text)), min(len(nameBreaks.FindAllString(text, -1)), maxNamePieces)+1; got != want {
			t.Fatalf("%q: got %d pieces, want %d", text, got, want)
		}
	}
}
