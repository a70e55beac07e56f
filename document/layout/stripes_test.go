package layout

import "testing"

// fill draws the edges of a filled area.
func (c *canvas) fill(x0, y0, x1, y1 float32) *canvas {
	at := len(c.doc.Pages[len(c.doc.Pages)-1].Rules)
	c.rule(x0, y0, x1, y0).rule(x0, y1, x1, y1).rule(x0, y0, x0, y1).rule(x1, y0, x1, y1)
	rules := c.doc.Pages[len(c.doc.Pages)-1].Rules
	for i := at; i < len(rules); i++ {
		rules[i].Filled = true
	}
	return c
}

// stripe fills the cells of a row, whose text stands at a height.
func (c *canvas) stripe(y float32) *canvas {
	return c.fill(45, y-5, 240, y+15).fill(240, y-5, 340, y+15).fill(340, y-5, 450, y+15)
}

func (c *canvas) cells(y float32, texts ...string) *canvas {
	for i, x := range []float32{50, 250, 350} {
		if texts[i] != "" {
			c.text(x, y, texts[i])
		}
	}
	return c
}

func TestStripedTablesGoOn(t *testing.T) {
	const whole = "|0,0 Country|0,1 Share|0,2 Cases|1,0 Austria|1,1 10 %|1,2 12|2,0 France|2,1 20 %|2,2 13|3,0 Italy|3,1 30 %|3,2 14"
	head := func(c *canvas) *canvas {
		return c.stripe(600).cells(600, "Country", "Share", "Cases").stripe(580).cells(580, "Austria", "10 %", "12").cells(560,
			"France", "20 %", "13")
	}
	for name, tt := range map[string]struct {
		draw func(c *canvas)
		want string
	}{
		"the last row is filled": {func(c *canvas) { head(c).stripe(540).cells(540, "Italy", "30 %", "14") }, whole},
		"the last row is not": {func(c *canvas) {
			head(c).stripe(540).cells(540, "Italy", "30 %", "14").cells(520, "Spain",
				"", "15")
		}, whole + "|4,0 Spain|4,2 15"},
		"a note ends it": {func(c *canvas) {
			head(c).stripe(540).cells(540, "Italy", "30 %", "14").text(50, 520,
				"All figures of this table are rounded to a whole number, and so")
		}, whole},
		"sums without a label in the first column end it": {func(c *canvas) {
			head(c).stripe(540).cells(540, "Italy", "30 %", "14").cells(520, "", "Total", "39")
		}, whole},
		"a text beside it ends it": {func(c *canvas) {
			head(c).stripe(540).cells(540, "Italy", "30 %", "14").cells(520, "Spain", "40 %", "15").text(500, 520, "beside")
		}, whole},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCanvas()
			c.text(50, 650, "Some words in front of the table, which are no part of it, as one sees.")
			tt.draw(c)
			if got := layoutOf(c.tree(t)); len(got) != 1 || got[0] != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
