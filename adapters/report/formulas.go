package report

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// token matches the pieces of a formula: texts, structured references, numbers, cells
// or areas with an optional sheet before them, and names.
var token = regexp.MustCompile(`^(?:` +
	`"(?:[^"]|"")*"` +
	`|\[[^\]]*\]` +
	`|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?` +
	`|(?P<sheet>'(?:[^']|'')+'!|[\p{L}_][\p{L}\p{N}_.]*!)?(?P<from>\$?[A-Za-z]{1,3}\$?[0-9]{1,7})(?P<to>:\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?` +
	`|[\p{L}_\\][\p{L}\p{N}_.]*)`)

// A corner is one end of an area: column, row, and whether a dollar fixes them.
type corner struct {
	column string // with its dollar
	fixed  bool   // of the row
	row    int
}

var cornerParts = regexp.MustCompile(`^(\$?[A-Za-z]{1,3})(\$?)([0-9]{1,7})$`)

func cornerOf(text string) (corner, bool) {
	m := cornerParts.FindStringSubmatch(text)
	if m == nil {
		return corner{}, false
	}
	row, err := strconv.Atoi(m[3])
	return corner{m[1], m[2] != "", row}, err == nil
}

// String returns the corner as a formula writes it.
func (c corner) String() string {
	if c.fixed {
		return c.column + "$" + strconv.Itoa(c.row)
	}
	return c.column + strconv.Itoa(c.row)
}

// An area is a reference of a formula.
type area struct {
	sheet    string // unquoted; empty when the formula names none
	from, to corner // equal for a single cell
	single   bool
}

// eachArea rewrites the references of a formula; change returns their new text, and
// false to leave one alone.
func eachArea(formula string, change func(area) (string, bool)) string {
	var b strings.Builder
	for rest := formula; rest != ""; {
		m := token.FindStringSubmatchIndex(rest)
		if m == nil {
			_, n := utf8.DecodeRuneInString(rest)
			b.WriteString(rest[:n])
			rest = rest[n:]
			continue
		}
		text, after := rest[:m[1]], rest[m[1]:]
		sheetEnd := 0
		if m[2] >= 0 {
			sheetEnd = m[3]
		}
		if a, ok := areaOf(rest, m); ok && !continuesName(after) {
			if now, changed := change(a); changed {
				text = rest[:sheetEnd] + now
			}
		} else if m[4] >= 0 { // the beginning of a name, such as LOG10
			for after != "" && continuesName(after) && after[0] != '(' {
				_, n := utf8.DecodeRuneInString(after)
				text, after = text+after[:n], after[n:]
			}
		}
		b.WriteString(text)
		rest = after
	}
	return b.String()
}

var nameOrCall = regexp.MustCompile(`^[\p{L}\p{N}_.(]`)

// continuesName reports whether a match that looks like a reference is the beginning of a
// name or of a call.
func continuesName(after string) bool { return nameOrCall.MatchString(after) }

func areaOf(s string, m []int) (area, bool) {
	if m[4] < 0 {
		return area{}, false
	}
	var a area
	if m[2] >= 0 {
		a.sheet = strings.TrimSuffix(s[m[2]:m[3]], "!")
		if quoted, ok := strings.CutPrefix(a.sheet, "'"); ok {
			a.sheet = strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), "''", "'")
		}
	}
	var ok bool
	if a.from, ok = cornerOf(s[m[4]:m[5]]); !ok {
		return a, false
	}
	a.to, a.single = a.from, true
	if m[6] >= 0 {
		a.single = false
		a.to, ok = cornerOf(s[m[6]+1 : m[7]])
	}
	return a, ok
}

// moveFormula returns a formula for a cell this many rows below the one that it was
// written for.
func moveFormula(formula string, by int) string {
	return eachArea(formula, func(a area) (string, bool) {
		for _, c := range []*corner{&a.from, &a.to} {
			if !c.fixed {
				c.row += by
			}
		}
		return a.formulaText(), true
	})
}

func (a area) formulaText() string {
	if a.single {
		return a.from.String()
	}
	return a.from.String() + ":" + a.to.String()
}

// repeatFormula returns a formula of another cell after a row was repeated n times,
// of which n-1 are new: references to that row alone, or to rows down to that row, then
// cover all of them. When the row is to be removed, n is 0 and references to it alone
// become 0. here reports whether the formula is on the sheet of the row.
func repeatFormula(formula string, here bool, sheet string, row, n int) string {
	return eachArea(formula, func(a area) (string, bool) {
		if a.sheet == "" && !here || a.sheet != "" && !strings.EqualFold(a.sheet, sheet) {
			return "", false
		}
		switch {
		case n == 0 && a.from.row == row && a.to.row == row:
			return "0", true
		case n > 1 && !a.single && a.to.row == row && a.from.row <= row:
			a.to.row += n - 1
			return a.formulaText(), true
		}
		return "", false
	})
}

// extendRange extends the areas of a list, "A5:C5 E5", that end in a row to its last
// repetition.
func extendRange(where string, row, n int) string {
	fields := strings.Fields(where)
	for i, f := range fields {
		first, last, isArea := strings.Cut(f, ":")
		if !isArea {
			last = first
		}
		column, end, err := excelize.CellNameToCoordinates(last)
		if err != nil || end != row {
			continue
		}
		if last, err = excelize.CoordinatesToCellName(column, row+n-1); err == nil {
			fields[i] = first + ":" + last
		}
	}
	return strings.Join(fields, " ")
}
