package rest

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/queries"
)

// ListDownloads lists the caller's own packages.
func (s *server) ListDownloads(ctx context.Context, _ api.ListDownloadsRequestObject) (api.ListDownloadsResponseObject, error) {
	found, err := s.Downloads.ListDownloads(ctx, callerOf(ctx))
	if err != nil {
		return nil, err
	}
	return api.ListDownloads200JSONResponse{Body: api.DownloadStatusList{DownloadStatus: mapList(found, downloadOf)}}, nil
}

// GetDownloadStatus returns the progress of a package.
func (s *server) GetDownloadStatus(ctx context.Context, q api.GetDownloadStatusRequestObject) (api.GetDownloadStatusResponseObject, error) {
	found, err := s.Downloads.GetDownload(ctx, queries.AskDownload{Caller: callerOf(ctx), DownloadID: q.DownloadId})
	if err != nil {
		return nil, err
	}
	return api.GetDownloadStatus200JSONResponse(downloadOf(found)), nil
}

// CreateDossierDownload asks for a package of all files of a dossier.
func (s *server) CreateDossierDownload(
	ctx context.Context, q api.CreateDossierDownloadRequestObject,
) (api.CreateDossierDownloadResponseObject, error) {
	if err := refuseFileIDs(*q.Body); err != nil {
		return nil, err
	}
	c := requestDownload(requestOf(ctx), *q.Body)
	c.TemplateID, c.DossierID = q.DossierTemplateId, q.DossierId
	found, position, err := s.createDownload(ctx, c)
	return api.CreateDossierDownload200JSONResponse{Body: found,
		Headers: api.CreateDossierDownload200ResponseHeaders{DocketPosition: position}}, err
}

// CreateFileDownload asks for a package of one file.
func (s *server) CreateFileDownload(
	ctx context.Context, q api.CreateFileDownloadRequestObject,
) (api.CreateFileDownloadResponseObject, error) {
	if err := refuseFileIDs(*q.Body); err != nil {
		return nil, err
	}
	c := requestDownload(requestOf(ctx), *q.Body)
	c.TemplateID, c.DossierID, c.FileIDs = q.DossierTemplateId, q.DossierId, []string{q.FileId}
	found, position, err := s.createDownload(ctx, c)
	return api.CreateFileDownload200JSONResponse{Body: found,
		Headers: api.CreateFileDownload200ResponseHeaders{DocketPosition: position}}, err
}

// CreateFilesDownload asks for a package of chosen files.
func (s *server) CreateFilesDownload(
	ctx context.Context, q api.CreateFilesDownloadRequestObject,
) (api.CreateFilesDownloadResponseObject, error) {
	b := q.Body
	c := requestDownload(requestOf(ctx), api.DownloadRequest{DownloadFileTypes: b.DownloadFileTypes,
		RedactionPreviewColor: b.RedactionPreviewColor, ReportTemplateIds: b.ReportTemplateIds})
	c.TemplateID, c.DossierID, c.FileIDs = q.DossierTemplateId, q.DossierId, mapList(b.FileIds, strings.ToLower)
	found, position, err := s.createDownload(ctx, c)
	return api.CreateFilesDownload200JSONResponse{Body: found,
		Headers: api.CreateFilesDownload200ResponseHeaders{DocketPosition: position}}, err
}

// createDownload requests a package and returns its status.
func (s *server) createDownload(ctx context.Context, c commands.RequestDownload) (api.DownloadStatus, *string, error) {
	out, err := s.ChangeDownloads.RequestDownload(ctx, c)
	if err != nil {
		return api.DownloadStatus{}, nil, err
	}
	setAnswerSubject(ctx, download.SubjectOf(c.Caller.Workspace, out.ID))
	position := s.awaitWrite(ctx, out.Position)
	found, err := s.Downloads.GetDownload(ctx, queries.AskDownload{Caller: c.Caller, DownloadID: out.ID})
	return downloadOf(found), position, notYetReadable(err)
}

// DeleteDownload removes a package of the caller.
func (s *server) DeleteDownload(ctx context.Context, q api.DeleteDownloadRequestObject) (api.DeleteDownloadResponseObject, error) {
	out, err := s.ChangeDownloads.DeleteDownload(ctx, commands.DeleteDownload{Request: requestOf(ctx), DownloadID: q.DownloadId})
	if err != nil {
		return nil, err
	}
	return api.DeleteDownload204Response{
		Headers: api.DeleteDownload204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// refuseFileIDs refuses chosen files where they would be ignored.
func refuseFileIDs(b api.DownloadRequest) error {
	if ids := presentValue(b.FileIds); ids != nil && len(*ids) > 0 {
		return domain.Faultf(domain.Invalid, "fileIds is not taken here: a package of chosen files is asked for at files/bulk-download")
	}
	return nil
}

func requestDownload(r commands.Request, b api.DownloadRequest) commands.RequestDownload {
	c := commands.RequestDownload{Request: r, ReportTemplateIDs: lowerCaseIDs(presentValue(b.ReportTemplateIds))}
	if types := presentValue(b.DownloadFileTypes); types != nil {
		list := mapList(*types, func(t api.DownloadFileType) string { return string(t) })
		c.FileTypes = &list
	}
	if color := presentValue(b.RedactionPreviewColor); color != nil {
		c.PreviewColor = "#" + strings.ToUpper(strings.TrimPrefix(*color, "#"))
	}
	return c
}

// FetchDownload is answered by fetching, before the generated binding is reached.
func (s *server) FetchDownload(context.Context, api.FetchDownloadRequestObject) (api.FetchDownloadResponseObject, error) {
	return nil, errNotFound
}

func downloadOf(d queries.DownloadStatus) api.DownloadStatus {
	return api.DownloadStatus{Id: d.ID, UserId: d.UserID, Filename: d.Filename, MimeType: d.MimeType, ErrorCause: d.ErrorCause,
		Status: api.DownloadState(d.Status), CreationDate: api.Time{Time: d.CreationDate}, LastDownload: nullableTime(d.LastDownload),
		FileSize: d.Size, DossierId: d.DossierID, FileIds: nonNilList(d.FileIDs),
		DownloadFileTypes: castTexts[api.DownloadFileType](d.FileTypes), ReportTemplateIds: nonNilList(d.ReportTemplateIDs),
		Omitted: omissionsOf(d.Omitted), Expires: nullableTime(d.Expires)}
}

func omissionsOf(list []download.Omission) *[]api.Omission {
	out := mapList(list, func(o download.Omission) api.Omission {
		return api.Omission{FileId: o.File, Part: o.Part, Reason: string(o.Reason)}
	})
	return &out
}
