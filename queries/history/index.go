package history

import (
	"context"
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/queries/views"
)

// An indexEntry says where in the log an event of an object stands.
type indexEntry struct {
	position, version       int64
	template, dossier, file string
	stream, workspace       string
}

// A stretch is a part of the index of history: the entries that have one of some
// values in a column, and meet the further conditions, behind a position in one
// direction.
//
// Column and values choose the index that is read. The further conditions are
// written so that no engine takes them for a better choice: each of them may hold
// for a large part of the whole history.
type stretch struct {
	column    string
	values    []string
	workspace string   // "": that of the object, whose identifier is unique over all
	also      []equals // further conditions
	kinds     []string // wire names, "": all
	without   string   // a LIKE pattern of wire names
	from, to  uint64   // positions, both included; 0: open
	before    uint64   // position that is not included any more; 0: open
	ascending bool
	after     uint64 // position behind which to go on, in the order asked for
	limit     int
}

// equals is a condition on one column.
type equals struct{ column, value string }

// readIndex reads a stretch of the index, in order.
func (q *History) readIndex(ctx context.Context, s stretch) ([]indexEntry, error) {
	sql, args := s.buildStatement()
	return q.queryEntries(ctx, sql, args...)
}

// entriesBetween reads the entries of all workspaces behind one position up to another, oldest
// first.
func (q *History) entriesBetween(ctx context.Context, after, to uint64, limit int) ([]indexEntry, error) {
	return q.queryEntries(ctx, selectEntries+"key > $1 AND key <= $2 ORDER BY key LIMIT $3",
		fmt.Sprintf("%020d", after), fmt.Sprintf("%020d", to), int64(limit))
}

const selectEntries = "SELECT position, version, template, dossier, file, stream, workspace FROM history WHERE "

func (q *History) queryEntries(ctx context.Context, sql string, args ...any) ([]indexEntry, error) {
	var out []indexEntry
	err := q.views.EachRow(ctx, func(rows views.Rows) error {
		var e indexEntry
		if err := rows.Scan(&e.position, &e.version, &e.template, &e.dossier, &e.file, &e.stream, &e.workspace); err != nil {
			return err
		}
		out = append(out, e)
		return nil
	}, sql, args...)
	return out, err
}

// buildStatement reads each value's entries in the order of the index, and merges them
// when there are several.
func (s stretch) buildStatement() (sql string, args []any) {
	with := func(value any) string {
		args = append(args, value)
		return fmt.Sprintf("$%d", len(args))
	}
	order := " ORDER BY position DESC LIMIT "
	if s.ascending {
		order = " ORDER BY position ASC LIMIT "
	}
	parts := make([]string, len(s.values))
	for i, value := range s.values {
		parts[i] = selectEntries + s.buildConditions(value, with) + order + with(int64(s.limit))
	}
	if len(parts) == 1 {
		return parts[0], args
	}
	for i, part := range parts {
		parts[i] = fmt.Sprintf("SELECT * FROM (%s) AS p%d", part, i)
	}
	return strings.Join(parts, " UNION ALL ") + order + with(int64(s.limit)), args
}

func (s stretch) buildConditions(value string, with func(any) string) string {
	var all []string
	switch {
	case s.workspace == "":
	case s.column == "type" || s.column == "actor": // their indexes begin with it
		all = append(all, "workspace = "+with(s.workspace))
	default:
		all = append(all, views.WithoutIndex("workspace")+" = "+with(s.workspace))
	}
	all = append(all, s.column+" = "+with(value))
	for _, c := range s.also {
		all = append(all, views.WithoutIndex(c.column)+" = "+with(c.value))
	}
	if len(s.kinds) > 0 {
		marks := make([]string, len(s.kinds))
		for i, k := range s.kinds {
			marks[i] = with(k)
		}
		all = append(all, views.WithoutIndex("type")+" IN ("+strings.Join(marks, ", ")+")")
	}
	if s.without != "" {
		all = append(all, "type NOT LIKE '"+s.without+"'")
	}
	if s.from > 0 && !(s.ascending && s.after >= s.from) {
		all = append(all, "position >= "+with(int64(s.from)))
	} else if s.ascending && s.after > 0 {
		all = append(all, "position > "+with(int64(s.after)))
	}
	before := s.before
	if !s.ascending && s.after > 0 && (before == 0 || s.after < before) {
		before = s.after
	}
	if before > 0 && (s.to == 0 || before <= s.to) {
		all = append(all, "position < "+with(int64(before)))
	} else if s.to > 0 {
		all = append(all, "position <= "+with(int64(s.to)))
	}
	return strings.Join(all, " AND ")
}

// firstAt finds the first entry of a workspace that happened at a moment or after it;
// ok is false when there is none. Times never run backwards along positions, so a
// handful of looks into the index by position find it. The numbers between positions
// at which it looks are for the index alone: no store is asked for them.
func (q *History) firstAt(ctx context.Context, workspace string, at time.Time) (position uint64, ok bool, err error) {
	last, _, err := q.entryFrom(ctx, workspace, "position <= $2 ORDER BY position DESC", math.MaxInt64)
	if err != nil || last == 0 {
		return 0, false, err
	}
	sort.Search(int(last), func(i int) bool {
		found, micros, failed := q.entryFrom(ctx, workspace, "position > $2 ORDER BY position ASC", uint64(i))
		if failed != nil {
			err = failed
		}
		late := micros >= at.UnixMicro()
		if late && found > 0 && (position == 0 || uint64(found) < position) {
			position = uint64(found)
		}
		return found == 0 || late
	})
	return position, err == nil && position > 0, err
}

// entryFrom reads position and time of the entry that is found first; 0 when there
// is none.
func (q *History) entryFrom(
	ctx context.Context, workspace, where string, bound uint64,
) (position, micros int64, err error) {
	err = q.views.EachRow(ctx, func(rows views.Rows) error { return rows.Scan(&position, &micros) },
		"SELECT position, at FROM history WHERE workspace = $1 AND "+where+" LIMIT 1", workspace, int64(bound))
	return position, micros, err
}
