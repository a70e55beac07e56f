package rest

import (
	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
)

// maxLeftOut is the largest number of entries of a zip that an answer names as left out.
const maxLeftOut = 1000

// uploadResultOf returns the answer to an upload: what was made of it, and, where there is
// something to tell, what was replaced and what was left out.
func uploadResultOf(out commands.UploadOutcome) api.UploadResult {
	body := api.UploadResult{
		FileIds:             nonNilList(out.FileIDs),
		ProcessedFileIds:    nonNilList(out.ProcessedFileIDs),
		ProcessedAttributes: nonNilList(out.ProcessedAttributes),
	}
	if len(out.Replaced) > 0 {
		replaced := mapList(out.Replaced, func(r commands.Replacement) api.ReplacedFile {
			return api.ReplacedFile{FileId: r.FileID, Filename: r.Filename, Version: r.Version,
				KeptOverrides: nonNilList(r.Kept), RemovedOverrides: nonNilList(r.Removed)}
		})
		body.ReplacedFiles = &replaced
	}
	if number := len(out.LeftOut); number > 0 {
		left := mapList(out.LeftOut[:min(number, maxLeftOut)], func(l bulk.Skipped) api.LeftOut {
			return api.LeftOut{Name: l.Name, Folder: l.Folder, Reason: string(l.Reason), Message: l.Sentence()}
		})
		body.LeftOut, body.NumberLeftOut = &left, &number
	}
	if len(out.Tables) > 0 {
		tables := mapList(out.Tables, func(t commands.AppliedTable) api.AppliedCsv {
			return api.AppliedCsv{Name: t.Name, Folder: t.Folder, Encoding: t.Encoding, Delimiter: t.Delimiter,
				NumberOfRows: t.Rows, NumberOfUnmatchedRows: t.Unmatched, NumberOfSkippedCells: t.Misfits}
		})
		body.Csvs = &tables
	}
	return body
}
