package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/seed-62a36931/docket/client/api"
)

// An Upload is a file to be stored in a dossier.
type Upload struct {
	TemplateID, DossierID    string
	Name                     string // of the file
	Content                  io.Reader
	Size                     int64 // of the content in bytes; below 0: not known
	KeepManualChanges        bool  // when it replaces a file of its name
	DisableAutomaticAnalysis bool
	// Progress is called with the number of bytes sent so far, from one goroutine at a
	// time; it goes back to 0 when the upload starts again.
	Progress func(sent int64)
}

// Upload stores a file. It streams: nothing is held in memory. A content that is an
// io.Seeker is sent again when the connection breaks, and still stored only once. Errors:
// *Error.
func (c *Client) Upload(ctx context.Context, u Upload) (api.UploadResult, error) {
	key := newSecret()
	params := &api.UploadFileParams{
		IdempotencyKey: &key, KeepManualChanges: &u.KeepManualChanges,
		DisableAutomaticAnalysis: &u.DisableAutomaticAnalysis,
	}
	body, contentType, err := newFormBody(u)
	if err != nil {
		return api.UploadResult{}, err
	}
	r, err := c.API.UploadFileWithBodyWithResponse(ctx, u.TemplateID, u.DossierID, params, contentType, nil, body.setBody)
	if err != nil {
		return api.UploadResult{}, fmt.Errorf("upload %s: %w", u.Name, err)
	}
	return RecordOf(r.JSON201, r.HTTPResponse, r.Body)
}

// A formBody is a form with one file, written while it is sent.
type formBody struct {
	head, tail []byte
	content    io.Reader
	begin      int64 // of the content, where it can be sought
	seeker     io.Seeker
	size       int64
	progress   func(int64)
}

func newFormBody(u Upload) (*formBody, string, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fileDisposition(u.Name))
	h.Set("Content-Type", "application/octet-stream")
	if _, err := form.CreatePart(h); err != nil {
		return nil, "", err
	}
	f := &formBody{head: bytes.Clone(b.Bytes()), content: u.Content, size: u.Size, progress: u.Progress}
	b.Reset()
	if err := form.Close(); err != nil {
		return nil, "", err
	}
	f.tail = b.Bytes()
	if s, ok := u.Content.(io.Seeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil { // a pipe is no seeker
			f.seeker, f.begin = s, at
		}
	}
	return f, form.FormDataContentType(), nil
}

// fileDisposition returns the header that names the file (RFC 7578): in UTF-8 too, where ASCII
// is not enough.
func fileDisposition(name string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "_", "\n", "_").Replace(name)
	out := `form-data; name="file"; filename="` + quoted + `"`
	if strings.ContainsFunc(name, func(r rune) bool { return r > 0x7e }) {
		out += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return out
}

// setBody makes the form the body of a request.
func (f *formBody) setBody(_ context.Context, req *http.Request) error {
	req.Body, req.ContentLength = f.newReader(), -1
	if f.size >= 0 {
		req.ContentLength = int64(len(f.head)+len(f.tail)) + f.size
	}
	if f.seeker != nil {
		req.GetBody = func() (io.ReadCloser, error) {
			if _, err := f.seeker.Seek(f.begin, io.SeekStart); err != nil {
				return nil, fmt.Errorf("send it again: %w", err)
			}
			return f.newReader(), nil
		}
	}
	return nil
}

func (f *formBody) newReader() io.ReadCloser {
	content := f.content
	if f.progress != nil {
		f.progress(0)
		content = &countingReader{Reader: content, tell: f.progress}
	}
	return io.NopCloser(io.MultiReader(bytes.NewReader(f.head), content, bytes.NewReader(f.tail)))
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	sum  int64
	tell func(int64)
}

// Read counts the bytes.
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	if c.sum += int64(n); n > 0 {
		c.tell(c.sum)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("read the file: %w", err)
	}
	return n, err
}
