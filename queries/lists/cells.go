package lists

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// A cell holds the files of a dossier that are alike in everything by which lists are filtered:
// a list is put together from the cells that fit, each of which is read in order from an index.
type cell struct {
	key, dossier         string
	workflow, processing string
	assignee             string
	deleted, updates     bool
	attention, findings  bool
	files, pages         int64
	due                  int64 // of the dossier
}

// FileFilter chooses files. What is empty or nil chooses all.
type FileFilter struct {
	WorkflowStatus   []string
	ProcessingStatus []string
	Assignee         string // AssigneeMe, AssigneeNone, or a user's identifier
	HasUpdates       *bool
	Attention        *bool
	HasFindings      *bool  // see file.Review.Reading
	Duplicates       *bool  // see Lists.DuplicatesOf
	SHA256           string // of the bytes, in hex
	Query            string // part of the file name, whatever the case
	// In are places where Query is looked for, InName and others; nil: in names alone.
	In []string
}

// Assignees of filters that are no accounts.
const (
	AssigneeMe   = "me"
	AssigneeNone = "none"
)

// dimensions are what the counts of a list are told by.
type dimensions struct{ workflow, processing, assignee, updates, attention bool }

// accepts reports whether a cell fits; what is set in without counts as fitting.
func (f FileFilter) accepts(c cell, caller user.Principal, without dimensions) bool {
	return (without.workflow || len(f.WorkflowStatus) == 0 || slices.Contains(f.WorkflowStatus, c.workflow)) &&
		(without.processing || len(f.ProcessingStatus) == 0 || slices.Contains(f.ProcessingStatus, c.processing)) &&
		(without.updates || f.HasUpdates == nil || *f.HasUpdates == c.updates) &&
		(without.attention || f.Attention == nil || *f.Attention == c.attention) &&
		(f.HasFindings == nil || *f.HasFindings == c.findings) &&
		(without.assignee || f.Assignee == "" || f.assigneeID(caller) == c.assignee)
}

func (f FileFilter) assigneeID(caller user.Principal) string {
	switch f.Assignee {
	case AssigneeMe:
		return caller.ID
	case AssigneeNone:
		return ""
	}
	return f.Assignee
}

const cellColumns = "c.key, c.dossier, c.deleted, c.workflow, c.processing, c.assignee, " +
	"c.updates, c.attention, c.findings, c.files, c.pages"

func (q *Lists) queryCells(ctx context.Context, see func(cell), sql string, args ...any) error {
	return q.views.EachRow(ctx, func(rows views.Rows) error {
		var c cell
		err := rows.Scan(&c.key, &c.dossier, &c.deleted, &c.workflow, &c.processing, &c.assignee, &c.updates, &c.attention,
			&c.findings, &c.files, &c.pages, &c.due)
		if err == nil {
			see(c)
		}
		return err
	}, views.NumberParameters(sql), args...)
}

// cellsOfDossiers reads the cells of some dossiers.
func (q *Lists) cellsOfDossiers(ctx context.Context, ids ...string) (out []cell, err error) {
	for some := range slices.Chunk(ids, views.MaxParts) {
		args := make([]any, len(some))
		for i, id := range some {
			args[i] = id
		}
		err := q.queryCells(ctx, func(c cell) { out = append(out, c) },
			"SELECT "+cellColumns+", 0 FROM file_cells c WHERE c.dossier IN ("+views.Marks(len(some))+")", args...)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readableCells reads the cells of all active dossiers whose files the caller may read, of one
// template or, with "", of all.
func (q *Lists) readableCells(ctx context.Context, caller user.Principal, templateID string) ([]cell, error) {
	return q.cellsOfReader(ctx, caller, templateID, "r.archived = ? AND r.deleted = ? AND c.deleted = ?", false, false,
		false)
}

// trashedCells reads the cells of files in the trash, of all dossiers that are not there themselves
// and whose files the caller may read.
func (q *Lists) trashedCells(ctx context.Context, caller user.Principal, templateID string) ([]cell, error) {
	return q.cellsOfReader(ctx, caller, templateID, "r.deleted = ? AND c.deleted = ?", false, true)
}

// cellsOfReader reads the cells that meet a condition, of dossiers whose files the caller may read.
func (q *Lists) cellsOfReader(
	ctx context.Context, caller user.Principal, templateID, where string, values ...any,
) ([]cell, error) {
	var out []cell
	seen := map[string]bool{}
	for _, reader := range fileReaders(caller) {
		sql := "SELECT " + cellColumns + ", r.due FROM dossier_readers r JOIN file_cells c ON c.dossier = r.dossier" +
			" WHERE r.workspace = ? AND r.reader = ? AND " + where
		args := append([]any{caller.Workspace, reader}, values...)
		if templateID != "" {
			sql, args = sql+" AND r.template = ?", append(args, templateID)
		}
		err := q.queryCells(ctx, func(c cell) {
			if !seen[c.key] {
				seen[c.key] = true
				out = append(out, c)
			}
		}, sql, args...)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// FileCounts count files by what lists are filtered by.
type FileCounts struct {
	WorkflowStatus   map[string]int64
	ProcessingStatus map[string]int64
	AssignedToMe     int64
	Unassigned       int64
	HasUpdates       int64
	Attention        int64
}

// countCells counts the files of each value of a dimension, among those that fit in all other dimensions.
func countCells(cells []cell, f FileFilter, caller user.Principal) *FileCounts {
	out := &FileCounts{WorkflowStatus: map[string]int64{}, ProcessingStatus: map[string]int64{}}
	for _, c := range cells {
		if f.accepts(c, caller, dimensions{workflow: true}) {
			out.WorkflowStatus[c.workflow] += c.files
		}
		if f.accepts(c, caller, dimensions{processing: true}) {
			out.ProcessingStatus[c.processing] += c.files
		}
		if f.accepts(c, caller, dimensions{assignee: true}) {
			switch c.assignee {
			case caller.ID:
				out.AssignedToMe += c.files
			case "":
				out.Unassigned += c.files
			}
		}
		if c.updates && f.accepts(c, caller, dimensions{updates: true}) {
			out.HasUpdates += c.files
		}
		if c.attention && f.accepts(c, caller, dimensions{attention: true}) {
			out.Attention += c.files
		}
	}
	return out
}

// A sortKey is one of the keys of an order.
type sortKey struct {
	name       string
	descending bool
}

// parseSort reads a list of names, each with a minus in front for the descending order.
func parseSort(text string, known ...string) ([]sortKey, error) {
	var out []sortKey
	for _, name := range strings.Split(text, ",") {
		k := sortKey{}
		k.name, k.descending = strings.CutPrefix(strings.TrimSpace(name), "-")
		twice := slices.ContainsFunc(out, func(o sortKey) bool { return o.name == k.name })
		if !slices.Contains(known, k.name) || twice {
			return nil, domain.Faultf(domain.Invalid, "sort is not valid").At("sort")
		}
		out = append(out, k)
	}
	return out, nil
}

// The order of workflow statuses is that of the work.
var workflowOrder = []string{"NEW", "UNDER_REVIEW", "UNDER_APPROVAL", "APPROVED"}

// compareCells compares by what the files of a cell have in common.
func compareCells(a, b cell, keys []sortKey) int {
	for _, k := range keys {
		order := 0
		switch k.name {
		case sortDue:
			order = cmp.Compare(a.due, b.due)
		case sortWorkflow:
			order = cmp.Compare(slices.Index(workflowOrder, a.workflow), slices.Index(workflowOrder, b.workflow))
		case sortProcessing:
			order = cmp.Compare(a.processing, b.processing)
		case sortAssignee:
			order = cmp.Compare(a.assignee, b.assignee)
		}
		if k.descending {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

// An indexed file is where a file stands in the order of a list.
type indexedFile struct {
	key  string
	at   int64 // of the sorted column
	cell cell
}

// mergeCells reads, in order, the first n files of some cells that stand behind one; nil is the beginning.
func (q *Lists) mergeCells(
	ctx context.Context, cells []cell, column string, descending bool, after *indexedFile, n int,
) ([]indexedFile, error) {
	compare, order := ">", "ASC"
	if descending {
		compare, order = "<", "DESC"
	}
	var out []indexedFile
	for some := range slices.Chunk(cells, views.MaxParts) {
		var parts []string
		var args []any
		for i, c := range some {
			part := fmt.Sprintf("SELECT * FROM (SELECT key, %s, cell FROM files WHERE cell = ?", column)
			args = append(args, c.key)
			if after != nil {
				part += fmt.Sprintf(" AND (%s, key) %s (?, ?)", column, compare)
				args = append(args, after.at, after.key)
			}
			parts = append(parts, fmt.Sprintf("%s ORDER BY %s %s, key %s LIMIT %d) AS part%d", part, column, order, order, n, i))
		}
		byKey := map[string]cell{}
		for _, c := range some {
			byKey[c.key] = c
		}
		err := q.views.EachRow(ctx, func(rows views.Rows) error {
			var f indexedFile
			var in string
			err := rows.Scan(&f.key, &f.at, &in)
			f.cell = byKey[in]
			out = append(out, f)
			return err
		}, views.NumberParameters(strings.Join(parts, " UNION ALL ")), args...)
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b indexedFile) int {
		order := cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.key, b.key))
		if descending {
			return -order
		}
		return order
	})
	return out[:min(n, len(out))], nil
}
