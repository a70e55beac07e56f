package model

import (
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// A labelList holds the expressions of a list of labels: as parts of a line, and as lines of their own.
type labelList struct{ parts, lines func() []*regex.Pattern }

// newLabelList returns the expressions of labels, which are compiled when they are needed. Their case does not
// matter.
func newLabelList(labels []string) *labelList {
	compile := func(before, behind string) func() []*regex.Pattern {
		return sync.OnceValue(func() []*regex.Pattern {
			out := make([]*regex.Pattern, len(labels))
			for i, label := range labels {
				p, err := regex.CompileCached(before+label+behind, regex.CaseInsensitive|regex.UnicodeCase)
				if err != nil {
					host.Throw("PatternSyntaxException", "%v", err)
				}
				out[i] = p
			}
			return out
		})
	}
	return &labelList{parts: compile(`(?<![\p{L}\d])(?:`, `)(?![\p{L}\d])`),
		lines: compile(`^(?:`, `)(?:\s*/\s*[\p{L} .]{2,30})?\s*[:,]?$`)}
}

// labelGeneration is the number of lists in a generation of those that are kept.
const labelGeneration = 500

// labelLists keeps the lists that rules name, document after document: those that are not used while the younger
// generation fills up are dropped.
var labelLists struct {
	lock       sync.Mutex
	young, old map[string]*labelList
}

// listOfLabels returns the expressions of labels.
func listOfLabels(labels []string) *labelList {
	key := strings.Join(labels, "\x00")
	kept := &labelLists
	kept.lock.Lock()
	defer kept.lock.Unlock()
	list := kept.young[key]
	if list != nil {
		return list
	}
	if list = kept.old[key]; list == nil {
		list = newLabelList(labels)
	}
	if len(kept.young) >= labelGeneration || kept.young == nil {
		kept.young, kept.old = map[string]*labelList{}, kept.young
	}
	kept.young[key] = list
	return list
}

// lineLabels tells which of a list of labels a line is. Each text is looked at once.
type lineLabels struct {
	patterns []*regex.Pattern
	known    map[string]int
}

// labelsOfLines returns a lineLabels for a list of labels.
func (c *Context) labelsOfLines(labels []string) *lineLabels {
	list := listOfLabels(labels)
	if c.lineLabels == nil {
		c.lineLabels = map[*labelList]*lineLabels{}
	}
	if c.lineLabels[list] == nil {
		c.lineLabels[list] = &lineLabels{list.lines(), map[string]int{}}
	}
	return c.lineLabels[list]
}

// count returns how many labels there are.
func (l *lineLabels) count() int { return len(l.patterns) }

// labelOf returns the number of the label that matches a text; the number of labels when none does.
func (l *lineLabels) labelOf(text string) int {
	at, ok := l.known[text]
	if !ok {
		for at < len(l.patterns) && (!l.patterns[at].CanBegin(text) || len(findMatches(l.patterns[at], text)) == 0) {
			at++
		}
		l.known[text] = at
	}
	return at
}
