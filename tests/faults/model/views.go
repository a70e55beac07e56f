package model

import (
	"fmt"
	"maps"
	"slices"
)

// shown is how many differing rows of a table are reported.
const shown = 5

// checkViews checks that the tables that queries read equal those built from the log.
func checkViews(f Facts) (out []Violation) {
	for _, table := range slices.Sorted(maps.Keys(f.Rebuilt)) {
		served, rebuilt := f.Served[table], f.Rebuilt[table]
		for _, row := range firstOf(missingRows(rebuilt, served)) {
			out = append(out, Violation{Rule: RuleViews, What: fmt.Sprintf("%s lacks the row %s", table, row)})
		}
		for _, row := range firstOf(missingRows(served, rebuilt)) {
			out = append(out, Violation{Rule: RuleViews, What: fmt.Sprintf("%s has a row that the log does not give: %s", table, row)})
		}
	}
	return out
}

// missingRows returns the rows of one list that another does not have, or not as often.
func missingRows(rows, in []string) (out []string) {
	there := map[string]int{}
	for _, row := range in {
		there[row]++
	}
	for _, row := range rows {
		if there[row]--; there[row] < 0 {
			out = append(out, row)
		}
	}
	return out
}

func firstOf(rows []string) []string { return rows[:min(len(rows), shown)] }
