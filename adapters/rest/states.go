package rest

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ArchiveDossier closes a dossier for changes.
func (s *server) ArchiveDossier(ctx context.Context, q api.ArchiveDossierRequestObject) (api.ArchiveDossierResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = s.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := s.ChangeStates.ArchiveDossier(ctx, commands.ArchiveDossier{
		Request: r, TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
	})
	if err != nil {
		return nil, err
	}
	at, body, err := s.dossierAfter(ctx, out, q.DossierTemplateId)
	return api.ArchiveDossier200JSONResponse{Body: body, Headers: api.ArchiveDossier200ResponseHeaders{DocketPosition: at}}, err
}

// RestoreDossier takes a dossier out of the trash.
func (s *server) RestoreDossier(ctx context.Context, q api.RestoreDossierRequestObject) (api.RestoreDossierResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = s.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := s.ChangeStates.RestoreDossier(ctx, commands.RestoreDossier{
		Request: r, TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
	})
	if err != nil {
		return nil, err
	}
	at, body, err := s.dossierAfter(ctx, out, q.DossierTemplateId)
	return api.RestoreDossier200JSONResponse{Body: body, Headers: api.RestoreDossier200ResponseHeaders{DocketPosition: at}}, err
}

// dossierAfter returns a dossier once the views hold the change.
func (s *server) dossierAfter(ctx context.Context, out commands.Outcome, templateID string) (*string, api.Dossier, error) {
	at := s.awaitWrite(ctx, out.Position)
	found, err := s.Dossiers.GetDossier(ctx, queries.AskDossier{Caller: callerOf(ctx), TemplateID: templateID, DossierID: out.ID})
	if err != nil {
		return at, api.Dossier{}, notYetReadable(err)
	}
	return at, dossierOf(found), nil
}

// ReanalyseDossier requests one more analysis of the files of a dossier.
func (s *server) ReanalyseDossier(ctx context.Context, q api.ReanalyseDossierRequestObject) (api.ReanalyseDossierResponseObject, error) {
	out, err := s.ChangeStates.ReanalyseDossier(ctx, commands.ReanalyseDossier{Request: requestOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, OCR: valueOr(q.Params.Ocr, false)})
	if err != nil {
		return nil, err
	}
	return api.ReanalyseDossier200JSONResponse{Body: api.ReanalysedFiles{FileIds: nonNilList(out.IDs)},
		Headers: api.ReanalyseDossier200ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// DeleteFiles moves files to the trash or deletes them for good, all or none.
func (s *server) DeleteFiles(ctx context.Context, q api.DeleteFilesRequestObject) (api.DeleteFilesResponseObject, error) {
	out, err := s.ChangeStates.DeleteFiles(ctx, commands.DeleteFiles{Request: requestOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileIDs: mapList(q.Body.FileIds, strings.ToLower), Permanently: valueOr(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteFiles204Response{Headers: api.DeleteFiles204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// RestoreFiles takes files out of the trash, all or none.
func (s *server) RestoreFiles(ctx context.Context, q api.RestoreFilesRequestObject) (api.RestoreFilesResponseObject, error) {
	out, err := s.ChangeStates.RestoreFiles(ctx, commands.RestoreFiles{Request: requestOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileIDs: mapList(q.Body.FileIds, strings.ToLower)})
	if err != nil {
		return nil, err
	}
	return api.RestoreFiles204Response{Headers: api.RestoreFiles204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// RestoreFile takes a file out of the trash.
func (s *server) RestoreFile(ctx context.Context, q api.RestoreFileRequestObject) (api.RestoreFileResponseObject, error) {
	f := s.fileOn(ctx, user.RestoreFile, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := s.ChangeStates.RestoreFile(ctx, commands.RestoreFile{Request: s.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, Filename: valueOr(q.Params.Filename, "")})
	if err != nil {
		return nil, err
	}
	at, body, err := s.fileAfter(ctx, out, f)
	return api.RestoreFile200JSONResponse{Body: body, Headers: api.RestoreFile200ResponseHeaders{DocketPosition: at}}, err
}
