package downloads

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers for packages, each caller's own.
type Queries interface {
	ListDownloads(ctx context.Context, caller user.Principal, a queries.AskPart) (queries.ListPage[queries.DownloadStatus], error)
	GetDownload(ctx context.Context, q queries.AskDownload) (queries.DownloadStatus, error)
	// DownloadContent opens a READY package; another is domain.Conflict
	// "Download not ready".
	DownloadContent(ctx context.Context, q queries.AskDownload) (queries.DownloadContent, error)
}

// Commands changes packages.
type Commands interface {
	RequestDownload(ctx context.Context, c commands.RequestDownload) (commands.Outcome, error)
	RecordFetch(ctx context.Context, c commands.RecordFetch) (commands.Outcome, error)
	DeleteDownload(ctx context.Context, c commands.DeleteDownload) (commands.Outcome, error)
}

// Ports are what the operations on packages call.
type Ports struct {
	Queries  Queries
	Commands Commands
}

// Handlers answer the operations on packages.
type Handlers struct {
	queries  Queries
	commands Commands
	views    *exchange.Views
	failures *exchange.Failures
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views, f *exchange.Failures) *Handlers {
	return &Handlers{queries: p.Queries, commands: p.Commands, views: v, failures: f}
}

// ListDownloads lists the caller's own packages.
func (h *Handlers) ListDownloads(
	ctx context.Context, q api.ListDownloadsRequestObject,
) (api.ListDownloadsResponseObject, error) {
	asked := exchange.PartParameters{Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort,
		Query: q.Params.Q, Counts: q.Params.Counts}
	found, err := h.queries.ListDownloads(ctx, exchange.Caller(ctx), asked.Ask())
	if err != nil {
		return nil, err
	}
	part := exchange.ToPart(found, asked)
	return api.ListDownloads200JSONResponse{Body: api.DownloadStatusList{
		DownloadStatus: convert.MapList(part.Entries, downloadOf),
		NextCursor:     part.NextCursor,
		Total:          part.Total,
	}}, nil
}

// GetDownloadStatus returns the progress of a package.
func (h *Handlers) GetDownloadStatus(
	ctx context.Context, q api.GetDownloadStatusRequestObject,
) (api.GetDownloadStatusResponseObject, error) {
	found, err := h.queries.GetDownload(ctx, queries.AskDownload{Caller: exchange.Caller(ctx), DownloadID: q.DownloadId})
	if err != nil {
		return nil, err
	}
	body := downloadOf(found)
	tag, err := exchange.EntityTag(body)
	return api.GetDownloadStatus200JSONResponse{Body: body, Headers: api.GetDownloadStatus200ResponseHeaders{ETag: &tag}}, err
}

// CreateDossierDownload asks for a package of all files of a dossier.
func (h *Handlers) CreateDossierDownload(
	ctx context.Context, q api.CreateDossierDownloadRequestObject,
) (api.CreateDossierDownloadResponseObject, error) {
	if err := refuseFileIDs(*q.Body); err != nil {
		return nil, err
	}
	c := requestDownload(exchange.Request(ctx), *q.Body)
	c.TemplateID, c.DossierID = q.DossierTemplateId, q.DossierId
	found, position, err := h.createDownload(ctx, c)
	return api.CreateDossierDownload200JSONResponse{Body: found,
		Headers: api.CreateDossierDownload200ResponseHeaders{DocketPosition: position}}, err
}

// CreateFileDownload asks for a package of one file.
func (h *Handlers) CreateFileDownload(
	ctx context.Context, q api.CreateFileDownloadRequestObject,
) (api.CreateFileDownloadResponseObject, error) {
	if err := refuseFileIDs(*q.Body); err != nil {
		return nil, err
	}
	c := requestDownload(exchange.Request(ctx), *q.Body)
	c.TemplateID, c.DossierID, c.FileIDs = q.DossierTemplateId, q.DossierId, []string{q.FileId}
	found, position, err := h.createDownload(ctx, c)
	return api.CreateFileDownload200JSONResponse{Body: found,
		Headers: api.CreateFileDownload200ResponseHeaders{DocketPosition: position}}, err
}

// CreateFilesDownload asks for a package of chosen files.
func (h *Handlers) CreateFilesDownload(
	ctx context.Context, q api.CreateFilesDownloadRequestObject,
) (api.CreateFilesDownloadResponseObject, error) {
	b := q.Body
	c := requestDownload(exchange.Request(ctx), api.DownloadRequest{DownloadFileTypes: b.DownloadFileTypes,
		RedactionPreviewColor: b.RedactionPreviewColor, ReportTemplateIds: b.ReportTemplateIds})
	c.TemplateID, c.DossierID, c.FileIDs = q.DossierTemplateId, q.DossierId, convert.MapList(b.FileIds, strings.ToLower)
	found, position, err := h.createDownload(ctx, c)
	return api.CreateFilesDownload200JSONResponse{Body: found,
		Headers: api.CreateFilesDownload200ResponseHeaders{DocketPosition: position}}, err
}

// createDownload requests a package and returns its status.
func (h *Handlers) createDownload(
	ctx context.Context, c commands.RequestDownload,
) (api.DownloadStatus, *string, error) {
	out, err := h.commands.RequestDownload(ctx, c)
	if err != nil {
		return api.DownloadStatus{}, nil, err
	}
	exchange.SetSubject(ctx, download.SubjectOf(c.Caller.Workspace, out.ID))
	position := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.GetDownload(ctx, queries.AskDownload{Caller: c.Caller, DownloadID: out.ID})
	return downloadOf(found), position, exchange.NotYetReadable(err)
}

// DeleteDownload removes a package of the caller.
func (h *Handlers) DeleteDownload(
	ctx context.Context, q api.DeleteDownloadRequestObject,
) (api.DeleteDownloadResponseObject, error) {
	out, err := h.commands.DeleteDownload(ctx, commands.DeleteDownload{
		Request:    exchange.Request(ctx),
		DownloadID: q.DownloadId,
	})
	if err != nil {
		return nil, err
	}
	return api.DeleteDownload204Response{
		Headers: api.DeleteDownload204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// refuseFileIDs refuses chosen files where they would be ignored.
func refuseFileIDs(b api.DownloadRequest) error {
	if ids := convert.PresentValue(b.FileIds); ids != nil && len(*ids) > 0 {
		return domain.Refuse(domain.ReadOnly, "fileIds is not taken here: a package of chosen files is asked for "+
			"at files/bulk-download").At("fileIds")
	}
	return nil
}

func requestDownload(r commands.Request, b api.DownloadRequest) commands.RequestDownload {
	c := commands.RequestDownload{
		Request:           r,
		ReportTemplateIDs: convert.LowerCaseIDs(convert.PresentValue(b.ReportTemplateIds)),
	}
	if types := convert.PresentValue(b.DownloadFileTypes); types != nil {
		list := convert.MapList(*types, func(t api.DownloadFileType) string { return string(t) })
		c.FileTypes = &list
	}
	if color := convert.PresentValue(b.RedactionPreviewColor); color != nil {
		c.PreviewColor = "#" + strings.ToUpper(strings.TrimPrefix(*color, "#"))
	}
	return c
}

func downloadOf(d queries.DownloadStatus) api.DownloadStatus {
	return api.DownloadStatus{
		Id:                d.ID,
		UserId:            d.UserID,
		Filename:          d.Filename,
		MimeType:          d.MimeType,
		ErrorCause:        d.ErrorCause,
		Status:            api.DownloadState(d.Status),
		CreationDate:      api.Time{Time: d.CreationDate},
		LastDownload:      convert.NullableTime(d.LastDownload),
		FileSize:          d.Size,
		DossierId:         d.DossierID,
		FileIds:           convert.NonNilList(d.FileIDs),
		DownloadFileTypes: convert.CastTexts[api.DownloadFileType](d.FileTypes),
		ReportTemplateIds: convert.NonNilList(d.ReportTemplateIDs),
		Omitted:           omissionsOf(d.Omitted),
		Expires:           convert.NullableTime(d.Expires),
	}
}

func omissionsOf(list []download.Omission) *[]api.Omission {
	out := convert.MapList(list, func(o download.Omission) api.Omission {
		return api.Omission{FileId: o.File, Part: o.Part, Reason: string(o.Reason)}
	})
	return &out
}
