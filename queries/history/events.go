package history

import (
	"context"
	"slices"
)

// EventsBetween reads some of the events of all workspaces behind one position up to another, in order for
// each workspace, and the position up to which these are all.
func (q *History) EventsBetween(ctx context.Context, after, to uint64) (found []Entry, end uint64, err error) {
	page, err := q.entriesBetween(ctx, after, to, exportPage)
	if err != nil {
		return nil, after, err
	}
	for _, ws := range workspacesOf(page) {
		mine := slices.DeleteFunc(slices.Clone(page), func(e indexEntry) bool { return e.workspace != ws })
		told, err := q.describePage(ctx, usernames{q.accounts, ws, map[string]string{}}, mine)
		if err != nil {
			return nil, after, err
		}
		found = append(found, told...)
	}
	if len(page) == exportPage {
		to = uint64(page[len(page)-1].position)
	}
	return found, to, nil
}

func workspacesOf(page []indexEntry) []string {
	var out []string
	for _, e := range page {
		if !slices.Contains(out, e.workspace) {
			out = append(out, e.workspace)
		}
	}
	return out
}

// EventsOf reads some of the events of a workspace behind one position up to another, in order, and the
// position up to which these are all.
func (q *History) EventsOf(ctx context.Context, workspace string, after, to uint64) ([]Entry, uint64, error) {
	s := stretch{column: "workspace", values: []string{workspace}, ascending: true, after: after, to: to}
	page, err := q.readHistoryPage(ctx, workspace, s, exportPage)
	if err != nil {
		return nil, after, err
	}
	if page.More {
		to = page.Entries[len(page.Entries)-1].Position
	}
	return page.Entries, to, nil
}
