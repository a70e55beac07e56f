package layout

import "slices"

// Limits of tables of words that no rules draw, in font sizes unless told otherwise.
const (
	wordGutter   = 0.5  // white between two columns, at least
	sameBand     = 0.9  // between baselines, up to which texts stand beside each other
	strongGutter = 2    // rows with texts on both sides of a gutter, from which no text stands across it
	proseColumn  = 10   // width from which a column may be one of an article
	proseFlow    = 0.5  // of the lines of such a column, that go on below for want of room
	leastAligned = 0.7  // of the texts in narrow columns, that stand beside the begin of one in the wide column
	denseRows    = 1.6  // distance of rows up to which short blocks of lines may be addresses
	denseLeast   = 6    // rows so close to each other, under a head that is not bold
	signedRows   = 12   // of a block for signatures, at most
	blockRows    = 7    // rows that such blocks have at most
	apartFrom    = 1.5  // times the distance of rows, from which a text by itself stands apart
	looseBands   = 1.06 // times the white between the lines of a cell, from which rows stand apart
	wordShare    = 0.6  // of the rows, that have texts side by side
	figuresMost  = 0.35 // of all texts, that a table of words may have
	valueShare   = 0.4  // of the texts beside labels, from which they are a list of values
)

// wordTables finds tables of words that neither rules nor figures tell: rows whose texts stand side by
// side, with white between the same columns from the first row to the last. Columns of an article and blocks
// of lines, such as addresses, are none. Their lines are taken out of the rows.
func (v *view) wordTables(rows [][]*line, styles []Style) []*grid {
	var out []*grid
	for i := 0; i < len(rows); i++ {
		if len(rows[i]) < 2 {
			continue
		}
		r := v.wordRun(rows, i)
		if r == nil {
			continue
		}
		if g := r.readTable(styles); g != nil {
			out = append(out, g)
			for j := r.first; j <= r.last; j++ {
				rows[j] = nil
			}
			i = r.last
		} else if len(r.rows) > longRun {
			i = r.last
		}
	}
	return out
}

// stripedTables finds tables of words of which filled areas draw some rows only. It comes before the tables that
// rules draw, which would take these rows for tables by themselves.
func (v *view) stripedTables(rows [][]*line, styles []Style) []*grid {
	var out []*grid
	from := 0
	for _, g := range v.grids() {
		i := from
		for i < len(rows) && (len(rows[i]) < 2 || rows[i][0].middle() > g.box.Y1) {
			i++
		}
		if i == len(rows) || rows[i][0].middle() < g.box.Y0 {
			continue
		}
		r := v.wordRun(rows, i)
		if r == nil || r.box.Y0 > g.box.Y0-touch {
			continue
		}
		if strokes, fills := r.rulesAcross(); strokes+fills == 0 || r.hasRuleDown() {
			continue
		}
		if t := r.readTable(styles); t != nil {
			out = append(out, t)
			for j := r.first; j <= r.last; j++ {
				rows[j] = nil
			}
			from = r.last
		}
	}
	return out
}

// A wordRun is rows of text with white between the same columns.
type wordRun struct {
	view    *view
	rows    [][]*word // from top to bottom
	bases   []float32 // their baselines
	gutters []stretch // between columns, from left to right
	first   int       // the row of the page that is the first one
	last    int       // and the last one
	size    float32   // of the type
	box     Box
	cells   [][][]*word // by row and column, once they are cut
	texts   [][]*line   // the same as lines, nil where a column has none
}

// wordRun returns the rows from row i on through which white runs, or nil when they are too few.
func (v *view) wordRun(rows [][]*line, i int) *wordRun {
	r := &wordRun{view: v, last: i, size: rows[i][0].size}
	r.gutters = r.guttersOf(rows[i])
	r.add(rows[i])
	for j := i + 1; j < len(rows) && j-i < maxTableRows; j++ {
		if len(rows[j]) == 0 {
			continue
		}
		left := r.narrowed(rows[j])
		if left == nil || r.box.Y0-rowTop(rows[j], r.box.Y0) > farRow*r.size {
			break
		}
		r.gutters = left
		r.add(rows[j])
		r.last = j
	}
	r.first = i
	r.extend(rows)
	r.trim(rows)
	if len(r.rows) < leastRows {
		return nil
	}
	return r
}

// extend adds the lines above the first row that belong to its cells: they stand as close to it as lines of cells
// do, or beside each other.
func (r *wordRun) extend(rows [][]*line) {
	lead := float32(0)
	for _, d := range r.distances() {
		if d > sameBand*r.size && (lead == 0 || d < lead) {
			lead = d
		}
	}
	for r.first > 0 && len(rows[r.first-1]) == 1 {
		l := rows[r.first-1][0]
		base := l.words[0].estimateBaseline()
		if r.isHead(l) && base-r.bases[0] < headDistance*max(medianOf(r.distances()), lead) {
			r.first--
			r.rows, r.bases = slices.Insert(r.rows, 0, l.placed), slices.Insert(r.bases, 0, base)
			r.box = r.box.Union(l.box)
			return
		}
		if base-r.bases[0] > lead+0.5 || abs(l.size-r.size) > 0.1*r.size || l.bold || captionStart.MatchString(l.text) {
			return
		}
		left := r.narrowed(rows[r.first-1])
		if len(left) != len(r.gutters) {
			return
		}
		r.gutters = left
		r.first--
		r.rows, r.bases = slices.Insert(r.rows, 0, l.placed), slices.Insert(r.bases, 0, base)
		r.box = r.box.Union(l.box)
	}
}

// isHead reports whether a line above the run is its head, in one line because nothing told yet that columns
// stand below: it has wide white at all gutters, and words between them.
func (r *wordRun) isHead(l *line) bool {
	at := 0
	for i := 1; i < len(l.placed) && at < len(r.gutters); i++ {
		a, b, g := l.placed[i-1], l.placed[i], r.gutters[at]
		if b.box.X0 <= g.lo || a.box.X1 > g.hi {
			continue
		}
		if b.box.X0-a.box.X1 < chunkGap*l.size || min(b.box.X0, g.hi)-max(a.box.X1, g.lo) < wordGutter*l.size {
			return false
		}
		at++
	}
	return at > 0 && at == len(r.gutters)
}

// guttersOf returns the wide white between the words of a row.
func (r *wordRun) guttersOf(row []*line) []stretch {
	var words []*word
	for _, l := range row {
		words = append(words, l.placed...)
	}
	var out []stretch
	for k := 1; k < len(words); k++ {
		if a, b := words[k-1], words[k]; b.box.X0-a.box.X1 > cellGap*r.size {
			out = append(out, stretch{a.box.X1, b.box.X0})
		}
	}
	return out
}

func (r *wordRun) add(row []*line) {
	var words []*word
	for _, l := range row {
		words = append(words, l.placed...)
		r.box = r.box.Union(l.box)
	}
	r.rows = append(r.rows, words)
	r.bases = append(r.bases, row[0].words[0].estimateBaseline())
}

// narrowed returns the gutters as far as the words of a row leave them white, nil when none is left, or a word
// stands across one that has parted rows before.
func (r *wordRun) narrowed(row []*line) []stretch {
	var words []*word
	for _, l := range row {
		words = append(words, l.placed...)
	}
	var out []stretch
	for i, g := range r.gutters {
		pieces := g.without(words, wordGutter*r.size)
		if len(pieces) == 0 && r.rowsAround(i) >= strongGutter {
			return nil
		}
		out = append(out, pieces...)
	}
	if len(out) == 0 {
		return nil
	}
	return r.withOuter(out, words)
}

// without returns the parts of a stretch that no word covers, no smaller than least.
func (s stretch) without(words []*word, least float32) []stretch {
	var out []stretch
	from := s.lo
	for _, w := range words {
		if w.box.X1 <= from || w.box.X0 >= s.hi {
			continue
		}
		if w.box.X0-from >= least {
			out = append(out, stretch{from, w.box.X0})
		}
		from = max(from, w.box.X1)
	}
	if s.hi-from >= least {
		out = append(out, stretch{from, s.hi})
	}
	return out
}

// rowsAround counts the rows that have words on both sides of a gutter, up to the next gutters.
func (r *wordRun) rowsAround(i int) int {
	lo, hi := r.box.X0, r.box.X1
	if i > 0 {
		lo = r.gutters[i-1].hi
	}
	if i+1 < len(r.gutters) {
		hi = r.gutters[i+1].lo
	}
	g, n := r.gutters[i], 0
	left, right := false, false
	for k, words := range r.rows {
		if k > 0 && r.bases[k-1]-r.bases[k] > sameBand*r.size {
			left, right = false, false
		}
		had := left && right
		for _, w := range words {
			left = left || w.box.X0 >= lo-1 && w.box.X1 <= g.lo+1
			right = right || w.box.X0 >= g.hi-1 && w.box.X1 <= hi+1
		}
		if left && right && !had {
			n++
		}
	}
	return n
}

// withOuter adds the white before a word that stands beyond all columns, or in front of them.
func (r *wordRun) withOuter(gutters []stretch, words []*word) []stretch {
	const far = 2 // font sizes
	if first := words[0]; first.box.X1+far*r.size < r.box.X0 {
		gutters = slices.Insert(gutters, 0, stretch{first.box.X1, r.box.X0})
	}
	for i, w := range words {
		if w.box.X0-far*r.size > r.box.X1 {
			from := r.box.X1
			if i > 0 {
				from = max(from, words[i-1].box.X1)
			}
			if w.box.X0-from > far*r.size {
				gutters = append(gutters, stretch{from, w.box.X0})
			}
			break
		}
	}
	return gutters
}

// trim takes rows away at the end that are none of the table: a text by itself that stands apart from the
// rows above, or is of other type. It drops gutters that part no rows, and cuts the rows at the others.
func (r *wordRun) trim(rows [][]*line) {
	usual := medianOf(r.distances())
	for n := len(r.rows); n > 1; n-- {
		end := rows[r.last]
		other := len(end) == 1 && (abs(end[0].size-r.size) > 0.1*r.size || end[0].bold || captionStart.MatchString(end[0].text))
		if len(end) > 1 || !other && (usual == 0 || r.bases[n-2]-r.bases[n-1] < apartFrom*usual) {
			break
		}
		r.rows, r.bases = r.rows[:n-1], r.bases[:n-1]
		for r.last--; r.last > r.first && len(rows[r.last]) == 0; r.last-- {
		}
	}
	r.box = Box{}
	for _, words := range r.rows {
		for _, w := range words {
			r.box = r.box.Union(w.box)
		}
	}
	r.dropGutters()
	r.cut()
}

// distances returns those of the baselines of the rows.
func (r *wordRun) distances() []float32 {
	var out []float32
	for i := 1; i < len(r.bases); i++ {
		out = append(out, r.bases[i-1]-r.bases[i])
	}
	return out
}

// medianOf returns the middle one of numbers, 0 of none.
func medianOf(v []float32) float32 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}

// dropGutters drops those that hardly any row has texts on both sides of.
func (r *wordRun) dropGutters() {
	for len(r.gutters) > 0 {
		worst, least := 0, len(r.rows)+1
		for i := range r.gutters {
			if n := r.rowsAround(i); n < least {
				worst, least = i, n
			}
		}
		if least >= strongGutter && least*5 >= len(r.rows) {
			return
		}
		r.gutters = slices.Delete(r.gutters, worst, worst+1)
	}
}

// cut puts the words into columns.
func (r *wordRun) cut() {
	for _, words := range r.rows {
		cells := make([][]*word, len(r.gutters)+1)
		for _, w := range words {
			c := 0
			for c < len(r.gutters) && (w.box.X0+w.box.X1)/2 > (r.gutters[c].lo+r.gutters[c].hi)/2 {
				c++
			}
			cells[c] = append(cells[c], w)
		}
		r.cells = append(r.cells, cells)
	}
}

// readTable reads the run as a table, or returns nil when it is none.
func (r *wordRun) readTable(styles []Style) *grid {
	if len(r.gutters) == 0 {
		return nil
	}
	t := r.tabler(styles)
	if !r.isTable(t) {
		return nil
	}
	return t.buildGrid()
}

// tabler prepares the columns of the run.
func (r *wordRun) tabler(styles []Style) *tabler {
	near := r.view.viewWithin(r.box)
	t := &tabler{styles: styles, h: near.horizontal, v: near.vertical, page: r.view.page, turn: r.view.turn, box: r.box}
	t.cols = make([]stretch, len(r.gutters)+1)
	r.texts = make([][]*line, len(r.cells))
	for i, cells := range r.cells {
		var row []*line
		r.texts[i] = make([]*line, len(cells))
		for c, words := range cells {
			if len(words) == 0 {
				continue
			}
			l := t.makeLine(words, i)
			row, r.texts[i][c] = append(row, l), l
			if s := horizontalStretch(l.box); t.cols[c].hi <= t.cols[c].lo {
				t.cols[c] = s
			} else {
				t.cols[c] = stretch{min(t.cols[c].lo, s.lo), max(t.cols[c].hi, s.hi)}
			}
		}
		t.rows = append(t.rows, row)
	}
	return t
}
