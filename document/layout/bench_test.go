package layout

import (
	"fmt"
	"testing"
)

// BenchmarkBuild builds the tree of a document of 20 pages of text with a table on each.
func BenchmarkBuild(b *testing.B) {
	c := newCanvas()
	for p := range 20 {
		if p > 0 {
			c.page()
		}
		c.drawStyled(bold, 50, 800, 0, fmt.Sprintf("%d. What this part of the agreement is about", p+1))
		for i := range 40 {
			c.text(50, 780-12*float32(i),
				"The parties agree that whatever one of them tells the other one stays between both of them, and no")
		}
		c.text(50, 260, "Country").text(250, 260, "Share").text(350, 260, "Cases")
		c.figures(246).figures(204).figures(162)
		for i := range 10 {
			c.rule(45, 300-14*float32(i), 450, 300-14*float32(i))
		}
		c.text(280, 30, fmt.Sprint(p+1))
	}
	b.ReportAllocs()
	for b.Loop() {
		BuildTree(&c.doc)
	}
	b.ReportMetric(float64(b.N*len(c.doc.Pages))/b.Elapsed().Seconds(), "pages/s")
}
