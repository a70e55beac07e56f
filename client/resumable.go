package client

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/seed-62a36931/docket/client/api"
)

const (
	partType       = "application/offset+octet-stream"
	partSize       = 16 << 20
	resumeAttempts = 10
	longestPause   = 30 * time.Second
)

// UploadResumable stores a file by parts: when the connection breaks, or the service is away for a while, it goes on
// where it was. The content is an io.ReadSeeker of a known size. What is not finished is removed by the service after a
// time. Errors: *Error.
func (c *Client) UploadResumable(ctx context.Context, u Upload) (api.UploadResult, error) {
	content, ok := u.Content.(io.ReadSeeker)
	if !ok || u.Size < 0 {
		return api.UploadResult{}, errors.New("a resumable upload needs a content that can be sought, and its size")
	}
	begin, err := content.Seek(0, io.SeekCurrent)
	if err != nil {
		return api.UploadResult{}, fmt.Errorf("upload %s: %w", u.Name, err)
	}
	r := &resumable{client: c, upload: u, content: content, begin: begin}
	if err := r.start(ctx); err != nil {
		return api.UploadResult{}, err
	}
	failed := 0
	for r.offset < u.Size {
		before := r.offset
		err := r.sendPart(ctx)
		if r.offset > before {
			failed = 0
		}
		if err == nil {
			continue
		}
		if failed++; failed == resumeAttempts || !r.mayGoOn(ctx, err) {
			return api.UploadResult{}, err
		}
		if err := sleepFor(ctx, min(c.pause<<(failed-1), longestPause)); err != nil {
			return api.UploadResult{}, err
		}
		if _, err := r.read(ctx); err != nil && !r.mayGoOn(ctx, err) {
			return api.UploadResult{}, err
		}
	}
	got, err := r.read(ctx)
	if err == nil && got.Result == nil {
		err = errors.New("the service does not tell what became of it")
	}
	if err != nil {
		return api.UploadResult{}, fmt.Errorf("upload %s: %w", u.Name, err)
	}
	return *got.Result, nil
}

// A resumable is an upload that the service knows.
type resumable struct {
	client        *Client
	upload        Upload
	content       io.ReadSeeker
	begin, offset int64 // of the content, and in it
	id            string
}

// start begins the upload.
func (r *resumable) start(ctx context.Context) error {
	key, metadata := newSecret(), "filename "+base64.StdEncoding.EncodeToString([]byte(r.upload.Name))
	for name, is := range map[string]bool{"keepManualChanges": r.upload.KeepManualChanges,
		"disableAutomaticAnalysis": r.upload.DisableAutomaticAnalysis} {
		if is {
			metadata += "," + name + " " + base64.StdEncoding.EncodeToString([]byte("true"))
		}
	}
	params := &api.CreateUploadParams{UploadLength: r.upload.Size, UploadMetadata: metadata, IdempotencyKey: &key}
	answer, err := r.client.API.CreateUploadWithBodyWithResponse(ctx, r.upload.TemplateID, r.upload.DossierID, params, partType, http.NoBody)
	if err == nil {
		err = CheckSuccess(answer.HTTPResponse, answer.Body)
	}
	if err != nil {
		return fmt.Errorf("upload %s: %w", r.upload.Name, err)
	}
	r.id = path.Base(answer.HTTPResponse.Header.Get("Location"))
	return nil
}

// sendPart sends the next bytes.
func (r *resumable) sendPart(ctx context.Context) error {
	size := min(partSize, r.upload.Size-r.offset)
	answer, err := r.client.API.AppendToUploadWithBodyWithResponse(ctx, r.upload.TemplateID, r.upload.DossierID, r.id,
		&api.AppendToUploadParams{UploadOffset: r.offset}, partType, nil, func(_ context.Context, req *http.Request) (err error) {
			req.ContentLength = size
			req.GetBody = func() (io.ReadCloser, error) {
				if _, err := r.content.Seek(r.begin+r.offset, io.SeekStart); err != nil {
					return nil, fmt.Errorf("read the file: %w", err)
				}
				in := io.LimitReader(r.content, size)
				if r.upload.Progress != nil {
					in = &countingReader{Reader: in, sum: r.offset, tell: r.upload.Progress}
				}
				return io.NopCloser(in), nil
			}
			req.Body, err = req.GetBody()
			return err
		})
	if err == nil {
		err = CheckSuccess(answer.HTTPResponse, answer.Body)
	}
	if err != nil {
		return fmt.Errorf("upload %s: %w", r.upload.Name, err)
	}
	at, err := strconv.ParseInt(answer.HTTPResponse.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || at <= r.offset || at > r.upload.Size {
		return fmt.Errorf("upload %s: the service does not tell how much it has", r.upload.Name)
	}
	r.offset = at
	return nil
}

// read asks how far the upload is.
func (r *resumable) read(ctx context.Context) (api.ResumableUpload, error) {
	answer, err := r.client.API.GetUploadWithResponse(ctx, r.upload.TemplateID, r.upload.DossierID, r.id, nil)
	if err != nil {
		return api.ResumableUpload{}, err
	}
	out, err := RecordOf(answer.JSON200, answer.HTTPResponse, answer.Body)
	if err == nil {
		r.offset = out.Offset
	}
	return out, err
}

// mayGoOn reports whether an upload that failed can go on later.
func (r *resumable) mayGoOn(ctx context.Context, err error) bool {
	if ctx.Err() != nil || errors.Is(err, ErrSignedOut) {
		return false
	}
	switch CodeOf(err) {
	case "wrong_offset", "request_running", "contended", "incomplete_upload":
		return true
	}
	status := StatusOf(err)
	return status == 0 || status >= http.StatusInternalServerError || status == http.StatusTooManyRequests
}
