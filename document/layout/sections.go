package layout

import "github.com/seed-62a36931/docket/document"

// A section is a headline and what stands under it, sections of lower rank included.
type section struct {
	level    int // 0 for the document itself
	items    []*item
	sections []*section
}

// sectionsOf nests items under their headlines.
func sectionsOf(items []*item) *section {
	root := &section{}
	open := []*section{root}
	for _, it := range items {
		if it.kind == document.KindHeadline {
			for len(open) > 1 && open[len(open)-1].level >= it.level {
				open = open[:len(open)-1]
			}
			s := &section{level: it.level}
			parent := open[len(open)-1]
			parent.sections = append(parent.sections, s)
			open = append(open, s)
		}
		last := open[len(open)-1]
		last.items = append(last.items, it)
	}
	return root
}
