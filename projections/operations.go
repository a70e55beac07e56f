package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
)

var operations = Records[bulk.Record]{
	Table: Table{Name: "operations", Columns: []Column{{"workspace", Text}, {"owner", Text}, {"created", BigInt}, {"ended", BigInt}},
		Indexes: [][]string{{"workspace", "owner", "created"}, {"ended"}}},
	Index: func(r bulk.Record) []any {
		return []any{r.Workspace, r.Owner, r.Created.UnixMicro(), microsOf(r.Ended)}
	},
}

// Operations shows every bulk whose request was answered before its work was done, until it expires.
func Operations() View {
	p := &es.Projection[Writer]{Name: "operations", Version: 2}
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e bulk.Started) error {
		if e.Operation == "" {
			return nil
		}
		return operations.Save(ctx, w, r.Stream.Key(), bulk.FoldRecord(bulk.Record{}, r))
	})
	es.OnEvent(p, foldsRecord[bulk.EntriesSkipped](operations, bulk.FoldRecord))
	es.OnEvent(p, foldsRecord[bulk.Progressed](operations, bulk.FoldRecord))
	es.OnEvent(p, foldsRecord[bulk.OperationCancelled](operations, bulk.FoldRecord))
	es.OnEvent(p, foldsRecord[bulk.CancelRequested](operations, bulk.FoldRecord))
	es.OnEvent(p, foldsRecord[bulk.Finished](operations, bulk.FoldRecord))
	es.OnEvent(p, foldsRecord[bulk.ClaimFenced](operations, bulk.FoldRecord))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ bulk.OperationExpired) error {
		return operations.Remove(ctx, w, r.Stream.Key())
	})
	return View{p, []Table{operations.Table}}
}
