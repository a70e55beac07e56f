package rest

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
)

// maxOverhead is how many bytes a multipart body may hold in addition to the file.
const maxOverhead = 1 << 20

// maxName is the longest file name, in characters.
const maxName = 255

// Failures of an upload.
var (
	errNoFile     = domain.Faultf(domain.Invalid, "file is required")
	errFiles      = domain.Faultf(domain.Invalid, "Exactly one file is expected")
	errNameless   = domain.Faultf(domain.Invalid, "The file has no name")
	errName       = domain.Faultf(domain.Invalid, "The file name is not allowed")
	errFileSize   = domain.Faultf(domain.TooLarge, "The file is too large")
	errIncomplete = domain.Faultf(domain.Invalid, "The upload is incomplete")
)

// UploadFile passes the file to the command as a stream.
func (s *server) UploadFile(ctx context.Context, q api.UploadFileRequestObject) (api.UploadFileResponseObject, error) {
	form := s.newUploadForm(ctx, q.Body)
	out, err := s.ChangeFiles.UploadFile(ctx, commands.UploadFile{Request: requestOf(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
		KeepManualChanges:        valueOr(q.Params.KeepManualChanges, false),
		DisableAutomaticAnalysis: valueOr(q.Params.DisableAutomaticAnalysis, false),
		Open:                     func() (commands.Upload, error) { return openUpload(form, s.MaxUpload) },
		Complete: func(c *commands.UploadFile) {
			c.KeepManualChanges = form.flag("keepManualChanges", c.KeepManualChanges)
			c.DisableAutomaticAnalysis = form.flag("disableAutomaticAnalysis", c.DisableAutomaticAnalysis)
		}})
	if err != nil {
		return nil, err
	}
	if len(out.FileIDs) == 1 {
		setAnswerSubject(ctx, file.SubjectOf(callerOf(ctx).Workspace, q.DossierId, out.FileIDs[0]))
	}
	return api.UploadFile201JSONResponse{Body: uploadResultOf(out),
		Headers: api.UploadFile201ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// openUpload finds the part named file. Nothing of it is kept in memory: its content is
// read by the receiver of the upload.
func openUpload(form *uploadForm, limit int64) (commands.Upload, error) {
	part, err := filePart(form)
	if err != nil {
		return commands.Upload{}, err
	}
	name, err := fileName(part.Header.Get("Content-Disposition"))
	if err != nil {
		return commands.Upload{}, err
	}
	return commands.Upload{Name: name, Content: &uploadedFile{part: part, form: form, left: limit}}, nil
}

// filePart returns the first part named file.
func filePart(form *uploadForm) (*multipart.Part, error) {
	part, err := form.nextFile()
	if errors.Is(err, io.EOF) {
		return nil, errNoFile
	}
	return part, err
}

// uploadedFile is the content of the one file. It ends with io.EOF only when the whole body
// was read and held no other file.
type uploadedFile struct {
	part *multipart.Part
	form *uploadForm
	left int64
	done error
}

// Read returns the next bytes; a file over its limit is cut off at once.
func (u *uploadedFile) Read(p []byte) (int, error) {
	if u.done != nil {
		return 0, u.done
	}
	if int64(len(p)) > u.left+1 {
		p = p[:u.left+1]
	}
	n, err := u.part.Read(p)
	if u.left -= int64(n); u.left < 0 {
		u.done = errFileSize
		return 0, u.done
	}
	switch {
	case errors.Is(err, io.EOF):
		u.done = u.finishForm()
		err = u.done
	case err != nil:
		u.done = uploadError(err)
		err = u.done
	}
	return n, err
}

// uploadError returns the failure for a body that could not be read to its end.
func uploadError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return errFileSize
	}
	return errIncomplete
}

// finishForm reads the rest of the form behind the file: nothing, or parameters.
func (u *uploadedFile) finishForm() error {
	_, err := u.form.nextFile()
	if err == nil {
		return errFiles
	}
	return err
}

// hasExtendedName reports whether a Content-Disposition names the file by filename*.
func hasExtendedName(disposition string) bool {
	return strings.Contains(strings.ToLower(disposition), "filename*")
}

// fileName reads the name of an upload: filename* (RFC 5987) before filename, the
// part after the last slash or backslash, NFC, trimmed. In filename, browsers and others
// write a quote as %22 (WHATWG HTML, multipart/form-data) and leave percent signs as they are.
func fileName(disposition string) (string, error) {
	// mime decodes filename* under the name filename, and prefers it.
	_, params, err := mime.ParseMediaType(disposition)
	if err != nil {
		return "", errNameless
	}
	name := params["filename"]
	if !hasExtendedName(disposition) {
		name = strings.ReplaceAll(name, "%22", `"`)
	}
	if !utf8.ValidString(name) {
		return "", errName
	}
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = norm.NFC.String(strings.TrimSpace(name))
	switch {
	case name == "":
		return "", errNameless
	case name == ".", name == "..", strings.ContainsFunc(name, unicode.IsControl), utf8.RuneCountInString(name) > maxName:
		return "", errName
	}
	return name, nil
}

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
