package model

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// pagesOfLabels returns a document of pages, each with labels beside and above their values and with lines of
// goods; the first and last page are their numbers.
func pagesOfLabels(first, last int) *Node {
	var lines []placed
	var page []int
	for p := first; p <= last; p++ {
		own := []placed{{"Order", 50, 780}, {fmt.Sprintf("A-%d", p), 150, 781}, {"Date", 300, 780}, {"3 May 2024", 300, 766},
			{"Carried over", 300, 740}, {fmt.Sprintf("%d.50", 100+p), 420, 741}}
		for i := range 40 {
			own = append(own, placed{"Cordless drill", 50, float64(700 - 15*i)},
				placed{fmt.Sprintf("%d.20", i+p), 450, float64(700 - 15*i)})
		}
		for range own {
			page = append(page, p-first+1)
		}
		lines = append(lines, own...)
	}
	n := pageOf(lines...)
	t := n.ctx.Tree
	t.Pages = nil
	for p := first; p <= last; p++ {
		t.Pages = append(t.Pages, document.Page{Number: p - first + 1, Width: 600, Height: 800})
	}
	for i := range t.Lines {
		t.Lines[i].Page = page[i]
	}
	return NewContext(t).Nodes[0]
}

var labelsOfPages = []string{"order", "date", "carried\\s+over", "drill", "an", "to", "(?:grand\\s+)?total", "rechnungs?datum"}

// labelledValues returns the values of all forms beside the labels.
func labelledValues(n *Node) map[string][]string {
	out := map[string][]string{}
	for _, form := range []string{"number", "date", "money", "text"} {
		for _, v := range valuesBeside(n, labelsOfPages, form) {
			out[form] = append(out[form], n.ctx.Tree.TextOf(v))
		}
	}
	return out
}

func TestValuesOfADocumentAreThoseOfItsPages(t *testing.T) {
	one := map[string]int{}
	for p := 1; p <= 5; p++ {
		for form, values := range labelledValues(pagesOfLabels(p, p)) {
			for _, v := range values {
				one[form+" "+v]++
			}
		}
	}
	all := map[string]int{}
	for form, values := range labelledValues(pagesOfLabels(1, 5)) {
		for _, v := range values {
			all[form+" "+v]++
		}
	}
	if !reflect.DeepEqual(all, one) || all["number A-4"] != 1 || all["money 104.50"] != 1 {
		t.Errorf("values of five pages: got %v, want those of each page %v", all, one)
	}
}

// Four times the pages are four times the work: no label looks at the lines of other pages, and none that the
// text does not have reads it.
func TestWorkForLabelsGrowsWithPages(t *testing.T) {
	work := func(pages int) int64 {
		n := pagesOfLabels(1, pages)
		labelledValues(n)
		return n.ctx.searched.Work() + n.ctx.linesLooked
	}
	small, large := work(5), work(20)
	if large > 5*small {
		t.Errorf("the work for labels on 20 pages is %d, on 5 pages %d: got %.1f times, want 5 at most", large, small,
			float64(large)/float64(small))
	}
}

// What was searched for once is known: the same labels and expressions again take no work.
func TestSearchesAreMadeOnce(t *testing.T) {
	n := pagesOfLabels(1, 5)
	first := labelledValues(n)
	names := namesOfAddresses(n, labelsOfPages, false)
	work := n.ctx.searched.Work()
	if again := labelledValues(n); !reflect.DeepEqual(again, first) {
		t.Errorf("values beside labels the second time: got %v, want %v", again, first)
	}
	if again := namesOfAddresses(n, labelsOfPages, false); !reflect.DeepEqual(again, names) {
		t.Errorf("names of addresses the second time: got %v, want %v", again, names)
	}
	if got := n.ctx.searched.Work(); got != work {
		t.Errorf("work for the text after the same labels twice: got %d, want %d as after the first time", got, work)
	}
}
