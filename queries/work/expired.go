package work

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries/views"
)

// ExpiredStreams lists the streams of the dossiers, and behind them those of the files, of all
// workspaces whose time in the trash was over by a moment: of each at most limit, what
// has waited longest first.
func (q *Work) ExpiredStreams(ctx context.Context, by time.Time, limit int) (out []es.StreamID, err error) {
	for _, table := range []struct {
		name   string
		stream func(ws, id string) es.StreamID
	}{{"dossiers", dossier.StreamOf}, {"files", file.StreamOf}} {
		err := q.views.EachRow(ctx, func(rows views.Rows) error {
			var id, ws string
			if err := rows.Scan(&id, &ws); err != nil {
				return err
			}
			out = append(out, table.stream(ws, id))
			return nil
		}, "SELECT key, workspace FROM "+table.name+" WHERE purge > $1 AND purge <= $2 ORDER BY purge, key LIMIT $3",
			int64(0), by.UnixMicro(), int64(limit))
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
