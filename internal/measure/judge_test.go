package measure

import (
	"reflect"
	"testing"
)

// row returns the cells of a row with the texts given, the first of which is uncertain when it
// ends in a question mark.
func row(n int, texts ...string) (out []Cell) {
	for c, text := range texts {
		uncertain := len(text) > 0 && text[len(text)-1] == '?'
		if uncertain {
			text = text[:len(text)-1]
		}
		out = append(out, Cell{Row: n, EndRow: n, Col: c, EndCol: c, Text: text, Uncertain: uncertain})
	}
	return out
}

func tableOf(rows ...[]Cell) Table {
	t := Table{Places: []Place{{1, 0, 0, 100, 100}}}
	for _, r := range rows {
		t.Cells = append(t.Cells, r...)
	}
	return t
}

func TestJudgeCells(t *testing.T) {
	want := tableOf(row(0, "Country", "1995", "1996"), row(1, "Malta", "1", "2"), row(2, "Spain", "3", "4"))
	for name, c := range map[string]struct {
		found Table
		want  []Judgement
	}{
		"all right, but for case and blanks": {tableOf(row(0, "COUNTRY", "1995", "1996"), row(1, "Malta", "1", "2"),
			row(2, "Sp ain", "3", "4")),
			[]Judgement{Right, Right, Right, Right, Right, Right, Right, Right, Right}},
		"two cells in one": {tableOf(row(0, "Country", "1995", "1996"), row(1, "Malta", "1 2"), row(2, "Spain", "3", "4")),
			[]Judgement{Right, Right, Right, Right, Wrong, Right, Right, Right}},
		"a blank is not judged": {tableOf(row(0, "Country", "1995", "1996"), row(1, "Malta", "", "2"), row(2, "Spain", "3", "4")),
			[]Judgement{Right, Right, Right, Right, Unjudged, Right, Right, Right, Right}},
		"right texts at wrong places": {tableOf(row(0, "1996", "4", "Spain"), row(1, "1", "1995", "2"), row(2, "Country", "3", "Malta")),
			[]Judgement{Wrong, Wrong, Wrong, Wrong, Wrong, Wrong, Wrong, Wrong, Wrong}},
	} {
		if got := JudgeCells([]Table{c.found}, []Table{want}); !reflect.DeepEqual(got, [][]Judgement{c.want}) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	elsewhere := tableOf(row(0, "x"))
	elsewhere.Places[0].Page = 2
	if got := JudgeCells([]Table{elsewhere}, []Table{want}); got[0][0] != Unjudged {
		t.Errorf("a table elsewhere is judged %v, want got[0][0] = %v", got, Unjudged)
	}
}

func TestCountDoubts(t *testing.T) {
	want := tableOf(row(0, "a", "b", "c"), row(1, "d", "e", "f"))
	found := tableOf(row(0, "a", "b c?"), row(1, "d?", "x", "f"))
	got := CountDoubts([]Table{found}, []Table{want})
	if (got != Doubts{Right: 3, Wrong: 2, RightTold: 1, WrongTold: 1}) || got.ShareOfWrong() != 0.5 {
		t.Errorf("got %+v, want {Right: 3, Wrong: 2, RightTold: 1, WrongTold: 1} and got.ShareOfWrong() = 0.5", got)
	}
	if none := (Doubts{}); none.ShareOfWrong() != 1 || none.ShareOfRight() != 0 {
		t.Error("shares of nothing")
	}
}
