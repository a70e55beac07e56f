package lists

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// A dossierList puts pages together.
type dossierList struct {
	q         *Lists
	ask       AskDossierPage
	key       sortKey
	templates map[string]template.Record // that were read
}

// readers are those in whose name the caller reads the records of dossiers, and their files when these are asked for.
func (l dossierList) readers() []string {
	if l.ask.asksForFiles() {
		return fileReaders(l.ask.Caller)
	}
	if l.ask.Caller.HasRole(user.RoleManager) || l.ask.Caller.IsSystem() {
		return []string{user.EveryManager}
	}
	return fileReaders(l.ask.Caller)
}

// readMarks reads, in order, where the next n dossiers stand that meet the conditions on columns.
func (l dossierList) readMarks(ctx context.Context, after *dossierMark, n int) ([]dossierMark, error) {
	column, compare, order := "created", ">", "ASC"
	if l.key.name == sortDue {
		column = "due"
	}
	if l.key.descending {
		compare, order = "<", "DESC"
	}
	var parts []string
	var args []any
	for i, reader := range l.readers() {
		where, values := l.conditions(reader)
		if after != nil {
			where += fmt.Sprintf(" AND (%s, dossier) %s (?, ?)", column, compare)
			values = append(values, after.At, after.Key)
		}
		parts = append(parts, fmt.Sprintf("SELECT * FROM (SELECT dossier, %s FROM dossier_readers r WHERE %s "+
			"ORDER BY %s %s, dossier %s LIMIT %d) AS part%d",
			column, where, column, order, order, n, i))
		args = append(args, values...)
	}
	var out []dossierMark
	seen := map[string]bool{}
	err := l.q.views.EachRow(ctx, func(rows views.Rows) error {
		m := dossierMark{List: l.ask.listName(), Order: l.ask.Sort}
		err := rows.Scan(&m.Key, &m.At)
		if !seen[m.Key] { // a member reads a public dossier twice
			seen[m.Key] = true
			out = append(out, m)
		}
		return err
	}, views.NumberParameters(strings.Join(parts, " UNION ALL ")), args...)
	slices.SortFunc(out, func(a, b dossierMark) int {
		by := cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Key, b.Key))
		if l.key.descending {
			return -by
		}
		return by
	})
	return out[:min(n, len(out))], err
}

// conditions are those on columns, for one reader.
func (l dossierList) conditions(reader string) (where string, args []any) {
	where, args = "r.workspace = ? AND r.reader = ?", []any{l.ask.Caller.Workspace, reader}
	for _, c := range []struct{ column, value string }{
		{"template", l.ask.TemplateID}, {"owner", l.ask.OwnerID}, {"status", l.ask.StatusID},
	} {
		if c.value != "" {
			where += " AND r." + c.column + " = ?"
			args = append(args, c.value)
		}
	}
	if l.ask.MemberID != "" {
		where += " AND EXISTS (SELECT 1 FROM dossier_readers m WHERE m.key = r.dossier || ?)"
		args = append(args, "/"+l.ask.MemberID)
	}
	if len(l.ask.IDs) > 0 {
		where += " AND r.dossier IN (" + views.Marks(len(l.ask.IDs)) + ")"
		args = appendTexts(args, l.ask.IDs)
	}
	if l.ask.DueBefore != nil {
		where += " AND r.due < ?"
		args = append(args, l.ask.DueBefore.UnixMicro())
	}
	if n := len(l.ask.ProcessingStatus); n > 0 {
		where += " AND EXISTS (SELECT 1 FROM file_cells c WHERE c.dossier = r.dossier AND c.deleted = ?" +
			" AND c.processing IN (" + views.Marks(n) + "))"
		args = appendTexts(append(args, false), l.ask.ProcessingStatus)
	}
	if l.ask.HasUpdates != nil {
		if !*l.ask.HasUpdates {
			where += " AND NOT"
		} else {
			where += " AND"
		}
		where += " EXISTS (SELECT 1 FROM file_cells c WHERE c.dossier = r.dossier AND c.deleted = ? AND c.updates = ?)"
		args = append(args, false, true)
	}
	return l.addGroups(where, args)
}

// addGroups adds the condition on what is active, archived, and in the trash.
func (l dossierList) addGroups(where string, args []any) (string, []any) {
	groups := []string{}
	for _, g := range []struct{ wanted, archived bool }{
		{l.ask.Groups.Active, false}, {l.ask.Groups.Archived, true},
	} {
		if g.wanted {
			groups = append(groups, "r.deleted = ? AND r.archived = ?")
			args = append(args, false, g.archived)
		}
	}
	if l.ask.Groups.SoftDeleted {
		groups = append(groups, "r.deleted = ?")
		args = append(args, true)
	}
	if len(groups) == 0 {
		return where + " AND r.deleted = ? AND r.deleted = ?", append(args, true, false)
	}
	return where + " AND (" + strings.Join(groups, " OR ") + ")", args
}

// count returns how many dossiers meet the conditions on columns.
func (l dossierList) count(ctx context.Context) (*int64, error) {
	var parts []string
	var args []any
	for _, reader := range l.readers() {
		where, values := l.conditions(reader)
		parts = append(parts, "SELECT r.dossier FROM dossier_readers r WHERE "+where)
		args = append(args, values...)
	}
	var n int64
	sql := "SELECT COUNT(*) FROM (" + strings.Join(parts, " UNION ") + ") AS found" // a member reads a public dossier twice
	err := l.q.views.EachRow(ctx, func(rows views.Rows) error { return rows.Scan(&n) }, views.NumberParameters(sql),
		args...)
	return &n, err
}

// appendTexts appends texts to the arguments of a statement.
func appendTexts(args []any, texts []string) []any {
	for _, t := range texts {
		args = append(args, t)
	}
	return args
}

// open reads the records of some dossiers in their order, of those that have the texts asked for.
func (l dossierList) open(ctx context.Context, marks []dossierMark) ([]dossier.Record, error) {
	keys := make([]string, len(marks))
	for i, m := range marks {
		keys[i] = m.Key
	}
	records, err := views.RecordsByKey[dossier.Record](ctx, l.q.views, "dossiers", keys)
	if err != nil {
		return nil, err
	}
	var out []dossier.Record
	for _, key := range keys {
		r, ok := records[key]
		if ok && l.ask.accepts(r) {
			out = append(out, r)
		}
	}
	return views.OmitUnavailable(ctx, l.q.views, "dossiers", out, dossierMarkOf)
}

// pageByColumn reads a page in an order that an index has.
func (l dossierList) pageByColumn(
	ctx context.Context, after *dossierMark,
) (out []dossier.Record, next string, err error) {
	size := l.ask.Limit + 1
	if l.ask.opensAll() {
		size = namedAtOnce
	}
	for opened := 0; ; {
		marks, err := l.readMarks(ctx, after, size)
		if err != nil {
			return nil, "", err
		}
		opened += len(marks)
		found, err := l.open(ctx, marks)
		if err != nil {
			return nil, "", err
		}
		if !l.ask.opensAll() {
			last := min(len(marks), l.ask.Limit) - 1
			if len(marks) > l.ask.Limit {
				next = pages.EncodeCursor(marks[last])
				found = slices.DeleteFunc(found, func(r dossier.Record) bool { return r.ID == marks[l.ask.Limit].Key })
			}
			return found, next, nil
		}
		for i, r := range found {
			if out = append(out, r); len(out) == l.ask.Limit && (i < len(found)-1 || len(marks) == size) {
				at := slices.IndexFunc(marks, func(m dossierMark) bool { return m.Key == r.ID })
				return out, pages.EncodeCursor(marks[at]), nil
			}
		}
		if len(marks) < size {
			return out, "", nil
		}
		after = &marks[len(marks)-1]
		if opened >= maxOpened {
			return out, pages.EncodeCursor(*after), nil
		}
	}
}

// pageByName reads a page in the order of names.
func (l dossierList) pageByName(
	ctx context.Context, after *dossierMark,
) (out []dossier.Record, next string, err error) {
	l.key = sortKey{name: sortDate}
	marks, err := l.readMarks(ctx, nil, maxSortedByName+1)
	if err != nil {
		return nil, "", err
	}
	if len(marks) > maxSortedByName {
		return nil, "", domain.Faultf(domain.Invalid, "Only up to %d dossiers can be sorted by name", maxSortedByName).At("sort")
	}
	found, err := l.open(ctx, marks)
	if err != nil {
		return nil, "", err
	}
	descending := strings.HasPrefix(l.ask.Sort, "-")
	slices.SortFunc(found, func(a, b dossier.Record) int {
		order := cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
		if descending {
			return -order
		}
		return order
	})
	if after != nil {
		at := slices.IndexFunc(found, func(r dossier.Record) bool { return r.ID == after.Key })
		if at < 0 {
			return nil, "", pages.ErrCursor // it does not belong to the list any more, and nobody knows where it stood
		}
		found = found[at+1:]
	}
	if len(found) > l.ask.Limit {
		found = found[:l.ask.Limit]
		next = pages.EncodeCursor(dossierMark{List: l.ask.listName(), Order: l.ask.Sort, Key: found[len(found)-1].ID})
	}
	return found, next, nil
}

// show adds the templates to what is told of dossiers.
func (l dossierList) show(ctx context.Context, found []dossier.Record) ([]Dossier, error) {
	ids := map[string]bool{}
	for _, r := range found {
		ids[r.Template] = true
	}
	templates, err := views.RecordsByKey[template.Record](ctx, l.q.views, "templates", slices.Sorted(maps.Keys(ids)))
	out := make([]Dossier, len(found))
	for i, r := range found {
		out[i] = DossierOf(r, templates[r.Template])
	}
	return out, err
}
