package remote

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// maxSuggestions is how many names a refusal suggests.
const maxSuggestions = 3

// knownComponents returns the names of the components that a file has, and those that its
// template defines, each once.
func (c Service) knownComponents(ctx context.Context, f api.FileStatus) ([]string, error) {
	r, err := c.API.GetFileComponentsWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, nil)
	if err != nil {
		return nil, err
	}
	found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	if err != nil {
		return nil, err
	}
	d, err := c.API.ListComponentDefinitionsWithResponse(ctx, f.DossierTemplateId, nil)
	if err != nil {
		return nil, err
	}
	defined, err := client.RecordOf(d.JSON200, d.HTTPResponse, d.Body)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, n := range found.Components {
		names = append(names, n.Name)
	}
	for _, n := range defined {
		if !slices.ContainsFunc(names, func(have string) bool { return sameComponent(have, n.TechnicalName) }) {
			names = append(names, n.TechnicalName)
		}
	}
	return names, nil
}

// sameComponent reports whether two names mean one component to the service.
func sameComponent(a, b string) bool { return snakecase.Same(a, b) }

// checkKnown refuses a name that means no component of a list, with names that are like it.
func checkKnown(streams terminal.Streams, name, filename string, known []string) error {
	if slices.ContainsFunc(known, func(have string) bool { return sameComponent(have, name) }) {
		return nil
	}
	message := fmt.Sprintf("docket: %s has no component %q, and its template defines none", filename, name)
	switch near := suggestNames(name, known); {
	case len(near) > 0:
		message += "; did you mean " + strings.Join(near, ", ") + "?"
	case len(known) > 0:
		message += "; there are " + strings.Join(known, ", ")
	}
	fmt.Fprintln(streams.Err, message+"\nWith --new it is added.")
	return terminal.ErrReported
}

// suggestNames returns the known names that differ little from a name, the nearest first.
func suggestNames(name string, known []string) []string {
	wanted := snakecase.FromName(name)
	far := map[string]int{}
	var near []string
	for _, n := range known {
		other := snakecase.FromName(n)
		far[n] = editDistance([]rune(wanted), []rune(other))
		if far[n] <= max(2, len(wanted)/3) || wanted != "" && strings.Contains(other, wanted) {
			near = append(near, n)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	return near[:min(len(near), maxSuggestions)]
}

// editDistance returns how many letters have to be put in, taken out or replaced to make one
// name of another.
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
