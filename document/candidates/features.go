package candidates

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// positions are where labels are looked for, as features name them.
var positions = []string{"inside", "left", "above", "second", "column", "below", "section", "row", "behind", "party"}

// placeNames are the features of where a candidate and its neighbours stand, see describePlace; textNames those of how it
// is written and what it belongs to, see describeText. Candidates of all kinds have both.
var placeNames = []string{"page", "pages", "lastPage", "x0", "x1", "y0", "sizeOfUsual", "sizeOfLargest", "heading", "width",
	"lineSegments", "lineAt", "gapLeft", "gapAbove", "indentAbove", "indentAboveRight", "gapBelow", "lettersBefore", "lettersBehind",
	"colonInside", "colonLeft", "colonAbove", "sizeAbove", "numericAbove", "numericLeft", "numericRight", "numericBelow"}

var textNames = []string{"times", "order", "orderShare", "ofKind", "length", "digits", "letters", "words", "ownLabel", "ownDescription",
	"partyDown", "partyRight", "partyLines", "inTable", "inTableHead", "inMargin"}

// formSlots is how many features of its form a candidate has at most.
const formSlots = 26

// FeatureNames returns what each number of a feature vector is, in their order: position:concept for the
// share of a text that is a label of the concept; others have one word; form.N depends on the kind.
func FeatureNames() []string {
	var out []string
	for _, p := range positions {
		for _, c := range labels.concepts {
			out = append(out, p+":"+c)
		}
	}
	out = append(append(out, placeNames...), textNames...)
	for i := range formSlots {
		out = append(out, "form."+string(rune('a'+i)))
	}
	return out
}

// FeatureCount is the length of a feature vector.
func FeatureCount() int {
	return len(positions)*len(labels.concepts) + len(placeNames) + len(textNames) + formSlots
}

// A describer makes features of the candidates of a document.
type describer struct {
	*finder
	up      [][]*segment // segments of each page from the lowest to the topmost
	parties [][]*segment
	around  map[place]neighbours
	usual   float64 // size of text
	largest float64
	times   map[string]int // of each value
	order   map[Kind]int   // candidates of each kind so far
	days    []int64        // all that the document has, Unix seconds, sorted
	sums    sums
	columns map[[2]int]float64 // sums of the amounts so far that end at one place
	domains []string           // of mail and web addresses
}

// describe returns the features of all candidates found.
func (f *finder) describe() [][]float32 {
	d := &describer{finder: f, up: fromBelow(f.segments), parties: f.partyHeads(), around: map[place]neighbours{},
		times: map[string]int{}, order: map[Kind]int{}, columns: map[[2]int]float64{}}
	d.usual, d.largest = f.textSizes()
	for i := range f.found {
		c := &f.found[i]
		d.times[timesKey(c)]++
		if c.Kind == Date {
			d.days = append(d.days, c.form.day.Unix())
		}
	}
	slices.Sort(d.days)
	d.days = slices.Compact(d.days)
	d.sums = findSums(f.found)
	d.domains = f.findDomains()
	n := FeatureCount()
	all := make([]float32, n*len(f.found))
	out := make([][]float32, len(f.found))
	for i := range f.found {
		out[i] = all[i*n : (i+1)*n : (i+1)*n]
		d.describeOne(&f.found[i], out[i])
	}
	return out
}

// textSizes returns the median and the largest size of words.
func (f *finder) textSizes() (usual, largest float64) {
	var sizes []float64
	for _, s := range f.all {
		for _, w := range s.words {
			sizes = append(sizes, w.size)
		}
	}
	if len(sizes) == 0 {
		return 1, 1
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2], sizes[len(sizes)-1]
}

func timesKey(c *Candidate) string { return string(c.Kind) + " " + strings.ToLower(compact(c.Value)) }

// describeOne fills in the features of a candidate.
func (d *describer) describeOne(c *Candidate, out []float32) {
	s := c.seg
	p := place{s, s.x0, s.x1}
	if c.from > 0 {
		p.x0, p.x1 = c.box.x0, c.box.x1
	}
	n := d.neighboursOf(p)
	n.inside, n.behind = labelForm(s.text[:c.from]), labelForm(s.text[c.to:])
	concepts := len(labels.concepts)
	c.around = n.texts()
	for i, key := range c.around {
		for _, m := range d.reader.meaningsOf(key) {
			out[i*concepts+m.concept] = m.share
		}
	}
	out = out[len(positions)*concepts:]
	d.describePlace(c, &n, out)
	d.describeText(c, &n, out[len(placeNames):])
	d.describeForm(c, &n, out[len(placeNames)+len(textNames):])
	d.order[c.Kind]++
}

// texts returns what is read as labels, in the order of positions.
func (n *neighbours) texts() []string {
	behind := n.behind
	if behind == "" {
		behind = keyOf(n.right)
	}
	return []string{n.inside, keyOf(n.left), keyOf(n.above), keyOf(n.second), keyOf(n.column), keyOf(n.below), keyOf(n.section),
		keyOf(n.row), behind, keyOf(n.party)}
}

func keyOf(s *segment) string {
	if s == nil {
		return ""
	}
	return s.key
}

// describePlace fills in the features of placeNames.
func (d *describer) describePlace(c *Candidate, n *neighbours, out []float32) {
	s, pg := c.seg, &d.pages[c.seg.page]
	put := filler(out)
	put(float64(s.page), float64(len(d.tree.Pages)), truth(s.page == len(d.pages)-1))
	put(c.box.x0/pg.width, c.box.x1/pg.width, c.box.y0/pg.height, c.box.size/d.usual, c.box.size/d.largest, truth(isHeading(s)))
	put((c.box.x1-c.box.x0)/pg.width, float64(len(s.line)), float64(s.at))
	gapLeft, gapAbove, indent, indentRight, gapBelow, sizeAbove := -1.0, 9.0, 99.0, 99.0, 9.0, 0.0
	if n.left != nil && c.from == 0 {
		gapLeft = (c.box.x0 - n.left.x1) / s.size
	}
	if n.above != nil {
		gapAbove, sizeAbove = (s.y0-n.above.y1)/s.size, n.above.size/s.size
		indent, indentRight = (c.box.x0-n.above.x0)/s.size, (c.box.x1-n.above.x1)/s.size
	}
	if n.below != nil {
		gapBelow = (n.below.y0 - s.y1) / s.size
	}
	put(gapLeft, gapAbove, indent, indentRight, gapBelow, float64(len(s.text[:c.from])), float64(len(s.text[c.to:])))
	put(truth(endsInColon(s.text[:c.from])), truth(n.left != nil && endsInColon(n.left.text)),
		truth(n.above != nil && endsInColon(n.above.text)), sizeAbove)
	for _, q := range []*segment{n.above, n.left, n.right, n.below} {
		put(truth(q != nil && q.numeric))
	}
}

func isHeading(s *segment) bool { return s.kind == document.KindHeadline || s.header }

func endsInColon(text string) bool { return strings.HasSuffix(strings.TrimRight(text, " "), ":") }

// describeText fills in the features of textNames.
func (d *describer) describeText(c *Candidate, n *neighbours, out []float32) {
	put := filler(out)
	put(float64(d.times[timesKey(c)]), float64(d.order[c.Kind]), float64(d.order[c.Kind])/float64(d.left[c.Kind]),
		float64(d.left[c.Kind]))
	runes := []rune(c.Text)
	digits := countDigits(c.Text)
	put(float64(len(runes)), float64(digits), float64(countLetters(c.Text)), float64(strings.Count(c.Text, " ")+1))
	var own, description float32
	for _, m := range d.reader.meaningsOf(labelForm(c.Text)) {
		own = max(own, m.share)
		if labels.concepts[m.concept] == "c_desc" {
			description = m.share
		}
	}
	put(float64(own), float64(description))
	down, right := 99.0, 99.0
	if n.party != nil {
		down, right = (c.seg.y0-n.party.y0)/c.seg.size, (c.box.x0-n.party.x0)/c.seg.size
	}
	put(down, right, float64(n.partyLines))
	put(truth(c.seg.kind == document.KindTableCell), truth(c.seg.header),
		truth(c.seg.kind == document.KindHeader || c.seg.kind == document.KindFooter))
}

// filler returns a function that fills numbers in one after the other.
func filler(out []float32) func(...float64) {
	at := 0
	return func(values ...float64) {
		for _, v := range values {
			out[at] = float32(v)
			at++
		}
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
