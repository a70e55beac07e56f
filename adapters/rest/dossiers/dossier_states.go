package dossiers

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// ArchiveDossier closes a dossier for changes.
func (h *Handlers) ArchiveDossier(
	ctx context.Context, q api.ArchiveDossierRequestObject,
) (api.ArchiveDossierResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = h.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := h.commands.ArchiveDossier(ctx, commands.ArchiveDossier{
		Request: r, TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
	})
	if err != nil {
		return nil, err
	}
	at, body, err := h.dossierAfter(ctx, out, q.DossierTemplateId)
	return api.ArchiveDossier200JSONResponse{
		Body:    body,
		Headers: api.ArchiveDossier200ResponseHeaders{DocketPosition: at},
	}, err
}

// RestoreDossier takes a dossier out of the trash.
func (h *Handlers) RestoreDossier(
	ctx context.Context, q api.RestoreDossierRequestObject,
) (api.RestoreDossierResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = h.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := h.commands.RestoreDossier(ctx, commands.RestoreDossier{
		Request: r, TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
	})
	if err != nil {
		return nil, err
	}
	at, body, err := h.dossierAfter(ctx, out, q.DossierTemplateId)
	return api.RestoreDossier200JSONResponse{
		Body:    body,
		Headers: api.RestoreDossier200ResponseHeaders{DocketPosition: at},
	}, err
}

// dossierAfter returns a dossier once the views hold the change.
func (h *Handlers) dossierAfter(
	ctx context.Context, out commands.Outcome, templateID string,
) (*string, api.Dossier, error) {
	at := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.GetDossier(ctx, queries.AskDossier{
		Caller:     exchange.Caller(ctx),
		TemplateID: templateID,
		DossierID:  out.ID,
	})
	if err != nil {
		return at, api.Dossier{}, exchange.NotYetReadable(err)
	}
	return at, ToAPI(found), nil
}

// ReanalyseDossier requests one more analysis of the files of a dossier.
func (h *Handlers) ReanalyseDossier(
	ctx context.Context, q api.ReanalyseDossierRequestObject,
) (api.ReanalyseDossierResponseObject, error) {
	r := exchange.Request(ctx)
	out, err := h.commands.ReanalyseDossier(ctx, commands.ReanalyseDossier{
		Request:    r,
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		OCR:        convert.ValueOr(q.Params.Ocr, false),
	})
	if err != nil {
		return nil, err
	}
	if out.Later {
		accepted, err := h.views.AcceptLater(ctx, r, out.Position, h.queries)
		return api.ReanalyseDossier202JSONResponse{AcceptedJSONResponse: accepted}, err
	}
	return api.ReanalyseDossier200JSONResponse{Body: api.ReanalysedFiles{FileIds: convert.NonNilList(out.IDs)},
		Headers: api.ReanalyseDossier200ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}
