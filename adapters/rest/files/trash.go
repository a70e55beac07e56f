package files

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListTrash lists a page of what is in the trash.
func (h *fileHandlers) ListTrash(
	ctx context.Context, q api.ListTrashRequestObject,
) (api.ListTrashResponseObject, error) {
	p := q.Params
	ask := queries.AskTrash{
		Caller:     exchange.Caller(ctx),
		TemplateID: convert.ValueOr(p.DossierTemplateId, ""),
		DossierID:  convert.ValueOr(p.DossierId, ""),
		Kind:       string(convert.ValueOr(p.Kind, "")),
		Limit:      convert.ValueOr(p.Limit, exchange.UsualLimit),
		Cursor:     convert.ValueOr(p.Cursor, ""),
	}
	if p.PurgeBefore != nil {
		ask.Before = &p.PurgeBefore.Time
	}
	found, err := h.queries.Trash(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.ListTrash200JSONResponse{Body: api.TrashPage{
		Entries:    convert.MapList(found.Entries, trashEntryOf),
		NextCursor: convert.NullableID(found.Next),
		Total:      found.Total,
	}}, nil
}

func trashEntryOf(e queries.TrashEntry) api.TrashEntry {
	return api.TrashEntry{
		Kind:                 api.TrashKind(e.Kind),
		Id:                   e.ID,
		Name:                 e.Name,
		DossierId:            e.DossierID,
		DossierName:          e.DossierName,
		DossierTemplateId:    e.TemplateID,
		OwnerId:              e.OwnerID,
		Size:                 convert.NullableNumber(e.Size),
		Files:                convert.NullableNumber(e.Files),
		DeletedBy:            convert.NullableID(e.DeletedBy),
		SoftDeletedTime:      api.Time{Time: e.SoftDeletedTime},
		PurgeTime:            api.Time{Time: e.PurgeTime},
		MayRestore:           e.MayRestore,
		MayDeletePermanently: e.MayPurge,
	}
}

// DeleteFiles moves files to the trash or deletes them for good, all or none.
func (h *fileHandlers) DeleteFiles(
	ctx context.Context, q api.DeleteFilesRequestObject,
) (api.DeleteFilesResponseObject, error) {
	r := exchange.Request(ctx)
	out, err := h.commands.DeleteFiles(ctx, commands.DeleteFiles{
		Request:     r,
		TemplateID:  q.DossierTemplateId,
		DossierID:   q.DossierId,
		FileIDs:     convert.MapList(q.Body.FileIds, strings.ToLower),
		Permanently: convert.ValueOr(q.Params.DeletePermanently, false),
	})
	if err != nil {
		return nil, err
	}
	if out.Later {
		accepted, err := h.views.AcceptLater(ctx, r, out.Position, h.queries)
		return api.DeleteFiles202JSONResponse{AcceptedJSONResponse: accepted}, err
	}
	return api.DeleteFiles204Response{
		Headers: api.DeleteFiles204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// RestoreFiles takes files out of the trash, all or none.
func (h *fileHandlers) RestoreFiles(
	ctx context.Context, q api.RestoreFilesRequestObject,
) (api.RestoreFilesResponseObject, error) {
	r := exchange.Request(ctx)
	out, err := h.commands.RestoreFiles(ctx, commands.RestoreFiles{
		Request:    r,
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileIDs:    convert.MapList(q.Body.FileIds, strings.ToLower),
	})
	if err != nil {
		return nil, err
	}
	if out.Later {
		accepted, err := h.views.AcceptLater(ctx, r, out.Position, h.queries)
		return api.RestoreFiles202JSONResponse{AcceptedJSONResponse: accepted}, err
	}
	return api.RestoreFiles204Response{
		Headers: api.RestoreFiles204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// RestoreFile takes a file out of the trash.
func (h *fileHandlers) RestoreFile(
	ctx context.Context, q api.RestoreFileRequestObject,
) (api.RestoreFileResponseObject, error) {
	f := h.fileOn(ctx, user.RestoreFile, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.RestoreFile(ctx, commands.RestoreFile{Request: h.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, Filename: convert.ValueOr(q.Params.Filename, "")})
	if err != nil {
		return nil, err
	}
	at, body, err := h.fileAfter(ctx, out, f)
	return api.RestoreFile200JSONResponse{Body: body, Headers: api.RestoreFile200ResponseHeaders{DocketPosition: at}}, err
}
