// Package layouts finds approved files of a layout.
package layouts

import (
	"context"

	"github.com/seed-62a36931/docket/queries/views"
)

// Layouts finds approved files by marks of their layout.
type Layouts struct {
	views *views.Views
}

// New returns Layouts that reads through the given views.
func New(views *views.Views) *Layouts { return &Layouts{views} }

// ApprovedFiles returns the ids of approved files of a workspace that have one of the marks, those that were approved last
// first, at most so many.
func (q *Layouts) ApprovedFiles(ctx context.Context, workspace string, marks []string, most int) ([]string, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	args := make([]any, 0, len(marks)+1)
	for _, mark := range marks {
		args = append(args, workspace+"/"+mark)
	}
	args = append(args, int64(most))
	var out []string
	err := q.views.EachRow(ctx, func(rows views.Rows) error {
		var id string
		var approved int64
		if err := rows.Scan(&id, &approved); err != nil {
			return err
		}
		out = append(out, id)
		return nil
	}, views.NumberParameters("SELECT file, max(approved) FROM layout_marks WHERE mark IN ("+views.Marks(len(marks))+
		") GROUP BY file ORDER BY 2 DESC, file LIMIT ?"), args...)
	return views.AnswerUnless(err, out)
}
