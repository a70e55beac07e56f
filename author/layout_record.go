package author

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// printLayout prints the record as JSON, without escaping < and &.
func printLayout(w io.Writer, l document.Outline) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(l)
}

// A pageList is a set of pages as ranges, each with its first and last page. An empty list
// holds all pages.
type pageList [][2]int

// parsePages parses a list of pages such as 1,4-6,9-. The empty string is all pages.
func parsePages(s string) (pageList, error) {
	var out pageList
	if s == "" {
		return nil, nil
	}
	for _, part := range strings.Split(s, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, err := strconv.Atoi(first)
		to := from
		if isRange && last == "" {
			to = math.MaxInt
		} else if isRange && err == nil {
			to, err = strconv.Atoi(last)
		}
		if err != nil || from < 1 || to < from {
			return nil, fmt.Errorf("%q is not a page or a range of pages like 4-6", part)
		}
		out = append(out, [2]int{from, to})
	}
	return out, nil
}

// outlineOf returns the pages of a tree that are in the list, and the nodes on these pages.
func outlineOf(t *document.Tree, pages pageList) document.Outline {
	if len(pages) == 0 {
		return t.Outline(nil)
	}
	return t.Outline(pages.hasPage)
}

// hasPage reports whether the list holds a page.
func (l pageList) hasPage(page int) bool {
	for _, r := range l {
		if page >= r[0] && page <= r[1] {
			return true
		}
	}
	return len(l) == 0
}
