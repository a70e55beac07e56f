package views

import (
	"fmt"
	"strings"
)

// WithoutIndex writes a column of text so that no index suits a condition on it. Where a row is found
// by another column, a database without statistics might take the wrong index, and go through all
// dossiers of a template for one.
func WithoutIndex(column string) string { return column + " || ''" }

// ByKey writes the table and the condition of the row that has a key, if it has certain values in
// some columns of text, too. Its parameters, the key first, are written as ?.
func ByKey(table string, columns ...string) string {
	var b strings.Builder
	b.WriteString(table + " WHERE key = ?")
	for _, c := range columns {
		b.WriteString(" AND " + WithoutIndex(c) + " = ?")
	}
	return b.String()
}

// Marks returns the placeholders of n parameters.
func Marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// MaxParts is the largest number of parts that a statement is put together from; engines refuse more than
// some hundreds.
const MaxParts = 100

// NumberParameters returns a statement with $1, $2 … in place of each ?.
func NumberParameters(text string) string {
	var b strings.Builder
	for n := 1; ; n++ {
		before, behind, found := strings.Cut(text, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		fmt.Fprintf(&b, "$%d", n)
		text = behind
	}
}
