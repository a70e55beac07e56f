package exchange

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"golang.org/x/text/unicode/norm"
)

// maxName is the longest file name, in characters.
const maxName = 255

// Failures of an upload.
var (
	errNoFile     = domain.Refuse(domain.FileMissing, "file is required").At("file")
	errFiles      = domain.Refuse(domain.SeveralFiles, "Exactly one file is expected").At("file")
	errNameless   = domain.Refuse(domain.BadFileName, "The file has no name").At("file")
	errName       = domain.Refuse(domain.BadFileName, "The file name is not allowed").At("file")
	ErrFileSize   = domain.Refuse(domain.FileTooLarge, "The file is too large").At("file")
	ErrIncomplete = domain.Refuse(domain.Incomplete, "The upload is incomplete")
)

// OpenFile finds the part named file. Nothing of it is kept in memory: its content is
// read by the receiver of the upload.
func (f *Form) OpenFile() (commands.Upload, error) {
	part, err := f.filePart()
	if err != nil {
		return commands.Upload{}, err
	}
	name, err := fileName(part.Header.Get("Content-Disposition"))
	if err != nil {
		return commands.Upload{}, err
	}
	return commands.Upload{Name: name, Content: &uploadedFile{part: part, form: f, left: f.limit}}, nil
}

// filePart returns the first part named file.
func (f *Form) filePart() (*multipart.Part, error) {
	part, err := f.nextFile()
	if errors.Is(err, io.EOF) {
		return nil, errNoFile
	}
	return part, err
}

// uploadedFile is the content of the one file. It ends with io.EOF only when the whole body
// was read and held no other file.
type uploadedFile struct {
	part *multipart.Part
	form *Form
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
		u.done = ErrFileSize
		return 0, u.done
	}
	switch {
	case errors.Is(err, io.EOF):
		u.done = u.finishForm()
		err = u.done
	case err != nil:
		u.done = UploadError(err)
		err = u.done
	}
	return n, err
}

// UploadError returns the failure for a body that could not be read to its end.
func UploadError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return ErrFileSize
	}
	return ErrIncomplete
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
	return CleanName(name)
}

// CleanName returns the part of a file name after the last slash or backslash, NFC, trimmed.
func CleanName(name string) (string, error) {
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

// OpenUnnamed finds the part named file. It must have a file name, which is not used.
func (f *Form) OpenUnnamed() (commands.Upload, error) {
	part, err := f.filePart()
	if err != nil {
		return commands.Upload{}, err
	}
	name, err := fileName(part.Header.Get("Content-Disposition"))
	if err != nil && !errors.Is(err, errName) {
		return commands.Upload{}, err
	}
	return commands.Upload{Name: name, Content: &uploadedFile{part: part, form: f, left: f.limit}}, nil
}

// OpenOptional is openFile for a form whose file is optional.
func (f *Form) OpenOptional() (commands.Upload, error) {
	up, err := f.OpenFile()
	if errors.Is(err, errNoFile) {
		return commands.Upload{}, nil
	}
	return up, err
}
