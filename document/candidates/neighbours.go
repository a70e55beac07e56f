package candidates

import (
	"cmp"
	"math"
	"slices"
)

// neighbours are the segments around a candidate, nil for none.
type neighbours struct {
	left, right    *segment
	above, second  *segment // right above, and the one above that
	below          *segment
	column         *segment // at the head of the column
	section        *segment // the heading above
	row            *segment // at the beginning of the line
	party          *segment // the heading of a party above
	partyLines     int      // segments between that heading and the candidate
	inside, behind string   // the rest of the candidate's own segment, in the form of labels
}

// partyConcepts are those of headings above a party.
var partyConcepts = []string{"bank", "buyer", "deliv", "holder", "seller"}

// partyHeads returns the segments of each page that head a party.
func (f *finder) partyHeads() [][]*segment {
	var wanted []int
	for _, name := range partyConcepts {
		wanted = append(wanted, labels.conceptOf(name))
	}
	out := make([][]*segment, len(f.segments))
	for i, segments := range f.segments {
		for _, s := range segments {
			if len(s.text) >= 46 || countDigits(s.text) > 0 {
				continue
			}
			if slices.ContainsFunc(f.reader.meaningsOf(s.key), func(m meaning) bool {
				return m.share >= 0.3 && slices.Contains(wanted, m.concept)
			}) {
				out[i] = append(out[i], s)
			}
		}
	}
	return out
}

// A place is where candidates have the same neighbours.
type place struct {
	seg    *segment
	x0, x1 float64
}

// neighboursOf returns the segments around a place: a candidate, or a segment.
func (d *describer) neighboursOf(p place) neighbours {
	if found, known := d.around[p]; known {
		return found
	}
	s := p.seg
	n := neighbours{left: beside(s, -1), right: beside(s, 1)}
	if s.at > 0 {
		n.row = s.line[0]
	}
	for _, q := range d.up[s.page] { // from below to above
		if q.y1 > s.y0+0.4*s.size {
			continue
		}
		if q.x0 < p.x1+2 && q.x1 > p.x0-2 {
			n.lookAbove(q, p)
		}
		if n.section == nil && d.heads(q, p) {
			n.section = q
		}
	}
	for _, q := range d.segments[s.page] { // from above to below
		if q.y0 >= s.y1-0.4*s.size && q.y0-s.y1 < 2.5*s.size && q.x0 < p.x1+2 && q.x1 > p.x0-2 {
			n.below = q
			break
		}
	}
	n.party, n.partyLines = d.partyAbove(p)
	d.around[p] = n
	return n
}

// beside returns the segment some places further on the line.
func beside(s *segment, by int) *segment {
	if i := s.at + by; i >= 0 && i < len(s.line) {
		return s.line[i]
	}
	return nil
}

// lookAbove takes a segment over a place for what it is there. Segments come from below to above.
func (n *neighbours) lookAbove(q *segment, p place) {
	if p.seg.y0-q.y1 < 4.5*p.seg.size {
		if n.above == nil {
			n.above = q
		} else if n.second == nil {
			n.second = q
		}
	}
	if n.column == nil && !q.numeric && (math.Abs(q.x0-p.x0) < 40 || math.Abs(q.x1-p.x1) < 12) {
		n.column = q
	}
}

// heads reports whether a segment above a place is the heading of its part of the page: larger than the
// place and most of the page, or a headline or head of a table.
func (d *describer) heads(q *segment, p place) bool {
	if q.numeric || q.x0 > p.x0+12 || q.x1 <= p.seg.x0-260 {
		return false
	}
	bigger := q.size > 1.08*p.seg.size && q.size > 1.05*d.usual
	return bigger || isHeading(q) && !isHeading(p.seg)
}

// partyAbove returns the nearest heading of a party over a place, and the segments between.
func (d *describer) partyAbove(p place) (best *segment, lines int) {
	var row float64
	for _, q := range d.parties[p.seg.page] {
		if q == p.seg || q.y1 > p.seg.y0+0.5*p.seg.size || q.x0 > p.x0+14 {
			continue
		}
		at := math.Round(q.y0 / 4)
		lower := best != nil && at > row && !(best.x0 > q.x0+60 && p.x0 > best.x0-14)
		closer := best != nil && (at == row && q.x0 > best.x0 || q.x0 > best.x0+60)
		if best == nil || lower || closer {
			best, row = q, at
		}
	}
	if best == nil {
		return nil, 99
	}
	for _, q := range d.segments[p.seg.page] {
		if q.y0 > best.y1-1 && q.y0 < p.seg.y0-0.3*p.seg.size && q.x0 >= best.x0-4 {
			lines++
		}
	}
	return best, lines
}

// fromBelow returns the segments of each page from the lowest to the topmost.
func fromBelow(pages [][]*segment) [][]*segment {
	out := make([][]*segment, len(pages))
	for i, segments := range pages {
		out[i] = slices.Clone(segments)
		slices.SortStableFunc(out[i], func(a, b *segment) int { return cmp.Compare(b.y0, a.y0) })
	}
	return out
}
