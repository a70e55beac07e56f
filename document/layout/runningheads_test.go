package layout

import (
	"fmt"
	"strings"
	"testing"
)

// TestRunningHeads draws documents of some pages: what repeats at their margins is header or footer
// when it does so as it stands, or but for the number of the page.
func TestRunningHeads(t *testing.T) {
	const pages = 5
	names := []string{"Alder", "Birch", "Cedar", "Douglas", "Elm"}
	frame := func(c *canvas, page string) {
		c.rule(50, 830, 500, 830).rule(50, 810, 500, 810).rule(50, 790, 500, 790).rule(50, 830, 50, 790).rule(300, 830, 300,
			790).rule(500, 830, 500, 790)
		c.text(55, 816, "Procedure").text(305, 816, "Muster Works").text(55, 796, "Version 7").text(305, 796, page)
	}
	for name, tt := range map[string]struct {
		draw func(c *canvas, i int)
		want string // headers and footers of the second page, "" for none on any
	}{
		"a number":                  {func(c *canvas, i int) { c.text(280, 20, fmt.Sprint(i)) }, "2"},
		"from another number":       {func(c *canvas, i int) { c.text(280, 20, fmt.Sprint("Seite ", i+311)) }, "Seite 313"},
		"of how many":               {func(c *canvas, i int) { c.text(280, 20, fmt.Sprintf("Page %d of %d", i, pages)) }, "Page 2 of 5"},
		"digits of another script":  {func(c *canvas, i int) { c.text(280, 20, "№ "+string(rune('०'+i))) }, "№ २"},
		"a number that starts anew": {func(c *canvas, i int) { c.text(280, 20, fmt.Sprint("Page ", 1+(i-1)%4)) }, "Page 2"},
		"beside a title that differs": {func(c *canvas, i int) {
			c.text(50, 810, names[i-1]+" and other trees").text(500, 810, fmt.Sprint(i))
		}, "2"},
		"beside a title that repeats": {func(c *canvas, i int) {
			c.text(50, 810, "Muster Works").text(500, 810, fmt.Sprint(i))
		}, "Muster Works 2"},
		"in a frame":         {func(c *canvas, i int) { frame(c, fmt.Sprint("Page ", i)) }, "Procedure Muster Works Version 7 Page 2"},
		"numbers of clauses": {func(c *canvas, i int) { c.text(50, 780, fmt.Sprint(i*i+1, ".")) }, ""},
		"a frame with data":  {func(c *canvas, i int) { frame(c, fmt.Sprint("No. ", i*317)) }, ""},
		"a sum": {func(c *canvas, i int) {
			c.text(50, 60, "Carried forward").text(500, 60, fmt.Sprint(i*317, ".50"))
		}, ""},
		"close rows of words": {func(c *canvas, i int) {
			for k := range 5 {
				c.text(50, 790-13*float32(k), "Approved").text(200, 790-13*float32(k), names[(i+k)%5])
			}
		}, ""},
		"second lines of rows at the foot": {func(c *canvas, i int) {
			for k := range 5 {
				c.text(50, 150-26*float32(k), names[(i+k)%5]).text(200, 150-26*float32(k), fmt.Sprint(31*i+k)).text(50,
					138-26*float32(k), "by card")
			}
		}, ""},
	} {
		c := newCanvas()
		for i := range pages {
			if i > 0 {
				c.page()
			}
			tt.draw(c, i+1)
			for k := range 4 {
				c.text(50, 500-12*float32(k), fmt.Sprintf("%s is a tree, and here are some words about %s in line %d.",
					names[i], names[(i+k)%5], k+7*i))
			}
		}
		tree := c.tree(t)
		var got []string
		for _, n := range tree.Nodes {
			if n.Start >= tree.Body && n.Len() > 0 && len(n.Boxes) > 0 && n.Boxes[0].Page == 2 {
				got = append(got, strings.ReplaceAll(tree.TextOf(n.Span), "\n", " "))
			}
		}
		if rest := tree.Text[tree.Body:]; strings.Join(got, " ") != tt.want || tt.want == "" && rest != "" {
			t.Errorf("%s: headers and footers of page 2 are %q, want %q; all: %q", name, got, tt.want, rest)
		}
	}
}
