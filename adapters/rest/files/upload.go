package files

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// UploadCommands takes in files.
type UploadCommands interface {
	UploadFile(ctx context.Context, c commands.UploadFile) (commands.UploadOutcome, error)
}

// uploadHandlers answer uploads.
type uploadHandlers struct {
	commands UploadCommands
	queries  Queries
	views    *exchange.Views
}

// UploadFile passes the file to the command as a stream.
func (h *uploadHandlers) UploadFile(
	ctx context.Context, q api.UploadFileRequestObject,
) (api.UploadFileResponseObject, error) {
	form := exchange.NewForm(ctx, q.Body)
	out, err := h.commands.UploadFile(ctx, commands.UploadFile{Request: exchange.Request(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
		KeepManualChanges:        convert.ValueOr(q.Params.KeepManualChanges, false),
		DisableAutomaticAnalysis: convert.ValueOr(q.Params.DisableAutomaticAnalysis, false),
		Open:                     form.OpenFile,
		Complete: func(c *commands.UploadFile) {
			c.KeepManualChanges = form.Flag("keepManualChanges", c.KeepManualChanges)
			c.DisableAutomaticAnalysis = form.Flag("disableAutomaticAnalysis", c.DisableAutomaticAnalysis)
		}})
	if err != nil {
		return nil, err
	}
	if len(out.FileIDs) == 1 {
		exchange.SetSubject(ctx, file.SubjectOf(exchange.Caller(ctx).Workspace, q.DossierId, out.FileIDs[0]))
	}
	at, body := h.views.AwaitWrite(ctx, out.Position), uploadResultOf(out)
	body.Duplicates = h.duplicatesOf(ctx, out.FileIDs)
	return api.UploadFile201JSONResponse{Body: body, Headers: api.UploadFile201ResponseHeaders{DocketPosition: at}}, nil
}

// duplicatesOf tells which of the stored files are duplicates. What is stored is answered in any case: when reads fail,
// the records of the files tell it later.
func (h *uploadHandlers) duplicatesOf(ctx context.Context, ids []string) *[]api.DuplicateFile {
	found, err := h.queries.DuplicatesOf(ctx, exchange.Caller(ctx), ids...)
	if err != nil || len(found) == 0 {
		return nil
	}
	out := []api.DuplicateFile{}
	for _, id := range ids {
		if d, ok := found[id]; ok {
			out = append(out, api.DuplicateFile{FileId: id, DuplicateOf: *duplicateOf(&d)})
		}
	}
	return &out
}

// MaxLeftOut is the largest number of entries of a zip that an answer names as left out.
const MaxLeftOut = 1000

// skippedCells returns the cells of a csv that set no value; nil for none.
func skippedCells(cells []template.MisfitCell) *[]api.SkippedCell {
	if len(cells) == 0 {
		return nil
	}
	out := convert.MapList(cells, func(c template.MisfitCell) api.SkippedCell {
		return api.SkippedCell{Row: c.Row, Column: c.Column, Reason: string(c.Reason), Message: c.Sentence()}
	})
	return &out
}

// uploadResultOf returns the answer to an upload: what was made of it, and, where there is
// something to tell, what was replaced and what was left out.
func uploadResultOf(out commands.UploadOutcome) api.UploadResult {
	body := api.UploadResult{
		FileIds:             convert.NonNilList(out.FileIDs),
		ProcessedFileIds:    convert.NonNilList(out.ProcessedFileIDs),
		ProcessedAttributes: convert.NonNilList(out.ProcessedAttributes),
	}
	if len(out.Replaced) > 0 {
		replaced := convert.MapList(out.Replaced, func(r commands.Replacement) api.ReplacedFile {
			return api.ReplacedFile{FileId: r.FileID, Filename: r.Filename, Version: r.Version,
				KeptOverrides: convert.NonNilList(r.Kept), RemovedOverrides: convert.NonNilList(r.Removed)}
		})
		body.ReplacedFiles = &replaced
	}
	if number := len(out.LeftOut); number > 0 {
		left := convert.MapList(out.LeftOut[:min(number, MaxLeftOut)], func(l bulk.Skipped) api.LeftOut {
			return api.LeftOut{Name: l.Name, Folder: l.Folder, Reason: string(l.Reason), Message: l.Sentence()}
		})
		body.LeftOut, body.NumberLeftOut = &left, &number
	}
	if len(out.Tables) > 0 {
		tables := convert.MapList(out.Tables, func(t commands.AppliedTable) api.AppliedCsv {
			return api.AppliedCsv{Name: t.Name, Folder: t.Folder, Encoding: t.Encoding, Delimiter: t.Delimiter,
				NumberOfRows: t.Rows, NumberOfUnmatchedRows: t.Unmatched, NumberOfSkippedCells: t.Misfits,
				SkippedCells: skippedCells(t.MisfitCells)}
		})
		body.Csvs = &tables
	}
	if out.NamesReadAs != "" {
		body.NamesReadAs = &out.NamesReadAs
	}
	return body
}
