package measure

import "strings"

// A Judgement is the result of comparing a cell that was found with the expected table.
type Judgement int

// The judgements of cells. A cell is Wrong when no expected cell of its table has its text, or
// when most of its relations to cells whose text is right are not expected. Case and white space
// do not count, since people write down what they see. A cell without text is Unjudged, and so are
// those of a table that covers no expected one.
const (
	Unjudged Judgement = iota
	Right
	Wrong
)

// Doubts count the cells of tables that were judged, and those of them that the reader said to be
// uncertain.
type Doubts struct {
	Right     int `json:"right"`
	Wrong     int `json:"wrong"`
	RightTold int `json:"rightUncertain"`
	WrongTold int `json:"wrongUncertain"`
}

// Add returns the sum of two counts.
func (d Doubts) Add(o Doubts) Doubts {
	return Doubts{d.Right + o.Right, d.Wrong + o.Wrong, d.RightTold + o.RightTold, d.WrongTold + o.WrongTold}
}

// ShareOfWrong returns the part of the wrong cells that the reader said to be uncertain, 0..1; 1
// when there are none.
func (d Doubts) ShareOfWrong() float64 { return Counts{d.WrongTold, d.Wrong, d.Wrong}.Precision() }

// ShareOfRight returns the part of the right cells that the reader said to be uncertain, 0..1; 0
// when there are none.
func (d Doubts) ShareOfRight() float64 {
	if d.Right == 0 {
		return 0
	}
	return float64(d.RightTold) / float64(d.Right)
}

// CountDoubts judges the cells of the tables found, and counts them.
func CountDoubts(found, expected []Table) Doubts {
	var out Doubts
	for j, judged := range JudgeCells(found, expected) {
		for k, is := range judged {
			told := 0
			if found[j].Cells[k].Uncertain {
				told = 1
			}
			switch is {
			case Right:
				out.Right, out.RightTold = out.Right+1, out.RightTold+told
			case Wrong:
				out.Wrong, out.WrongTold = out.Wrong+1, out.WrongTold+told
			}
		}
	}
	return out
}

// JudgeCells judges the cells of the tables found, in their order.
func JudgeCells(found, expected []Table) [][]Judgement {
	out := make([][]Judgement, len(found))
	for j, t := range found {
		out[j] = make([]Judgement, len(t.Cells))
	}
	for i, j := range matchTables(found, expected) {
		judgeTexts(out[j], found[j], expected[i])
		judgeRelations(out[j], found[j], expected[i])
	}
	return out
}

// plainText returns a text without case and white space.
func plainText(s string) string { return strings.ToLower(stripSpace(s)) }

// judgeTexts judges the cells of a table by their texts.
func judgeTexts(out []Judgement, found, expected Table) {
	left := map[string]int{}
	for _, c := range expected.Cells {
		left[plainText(c.Text)]++
	}
	for k, c := range found.Cells {
		text := plainText(c.Text)
		switch {
		case text == "":
		case left[text] > 0:
			left[text]--
			out[k] = Right
		default:
			out[k] = Wrong
		}
	}
}

// judgeRelations judges cells with right texts by their relations to others of them.
func judgeRelations(out []Judgement, found, expected Table) {
	left := map[Relation]int{}
	for _, n := range expected.neighbours() {
		left[expected.plainRelation(n)]++
	}
	right, all := make([]int, len(out)), make([]int, len(out))
	for _, n := range found.neighbours() {
		if out[n.from] != Right || out[n.to] != Right {
			continue
		}
		all[n.from], all[n.to] = all[n.from]+1, all[n.to]+1
		if r := found.plainRelation(n); left[r] > 0 {
			left[r]--
			right[n.from], right[n.to] = right[n.from]+1, right[n.to]+1
		}
	}
	for k := range out {
		if out[k] == Right && right[k]*2 < all[k] {
			out[k] = Wrong
		}
	}
}

// plainRelation returns the relation of neighbours with plain texts.
func (t Table) plainRelation(n neighbour) Relation {
	return Relation{plainText(t.Cells[n.from].Text), plainText(t.Cells[n.to].Text), n.down}
}
