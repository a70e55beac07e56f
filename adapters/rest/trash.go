package rest

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/queries"
)

// ListTrash lists a page of what is in the trash.
func (s *server) ListTrash(ctx context.Context, q api.ListTrashRequestObject) (api.ListTrashResponseObject, error) {
	p := q.Params
	ask := queries.AskTrash{Caller: callerOf(ctx), TemplateID: valueOr(p.DossierTemplateId, ""),
		DossierID: valueOr(p.DossierId, ""), Kind: string(valueOr(p.Kind, "")), Limit: valueOr(p.Limit, usualLimit),
		Cursor: valueOr(p.Cursor, "")}
	if p.PurgeBefore != nil {
		ask.Before = &p.PurgeBefore.Time
	}
	found, err := s.Files.Trash(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.ListTrash200JSONResponse{Body: api.TrashPage{Entries: mapList(found.Entries, trashEntryOf), NextCursor: nullableID(found.Next),
		Total: found.Total}}, nil
}

func trashEntryOf(e queries.TrashEntry) api.TrashEntry {
	return api.TrashEntry{Kind: api.TrashKind(e.Kind), Id: e.ID, Name: e.Name, DossierId: e.DossierID, DossierName: e.DossierName,
		DossierTemplateId: e.TemplateID, OwnerId: e.OwnerID, Size: nullableNumber(e.Size), Files: nullableNumber(e.Files),
		DeletedBy: nullableID(e.DeletedBy), SoftDeletedTime: api.Time{Time: e.SoftDeletedTime}, PurgeTime: api.Time{Time: e.PurgeTime},
		MayRestore: e.MayRestore, MayDeletePermanently: e.MayPurge}
}
