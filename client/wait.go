package client

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/client/api"
)

// A ProcessingError reports that a file could not be processed.
type ProcessingError struct{ Service, Cause string }

// Error returns the cause and the step that failed.
func (e *ProcessingError) Error() string { return e.Cause + " (" + e.Service + ")" }

// A PackageError reports that a package could not be made.
type PackageError struct{ Cause string }

// Error returns the cause.
func (e *PackageError) Error() string { return e.Cause }

// AwaitProcessed waits until a file is PROCESSED and returns its status. Values are missing when
// its FailedRules is not nil. seen, unless nil, is called with every status that was read. Errors: *ProcessingError when the file is in
// ERROR, *Error, and ctx's.
func (c *Client) AwaitProcessed(ctx context.Context, templateID, dossierID, fileID string,
	seen func(api.FileStatus)) (api.FileStatus, error) {
	return pollUntilDone(ctx, c.pause, func() (api.FileStatus, bool, error) {
		r, err := c.API.GetFileStatusWithResponse(ctx, templateID, dossierID, fileID, nil)
		if err != nil {
			return api.FileStatus{}, false, err
		}
		f, err := RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return f, false, err
		}
		if seen != nil {
			seen(f)
		}
		switch f.ProcessingStatus {
		case api.PROCESSED:
			return f, true, nil
		case api.ERROR:
			e := &ProcessingError{Service: "unknown", Cause: "The file cannot be processed"}
			if info, err := f.FileErrorInfo.Get(); err == nil {
				e.Service, e.Cause = string(info.Service), info.Cause
			}
			return f, false, e
		}
		return f, false, nil
	})
}

// AwaitReady waits until a package is READY and returns its status. seen, unless nil, is called
// with every status that was read. Errors: *PackageError when it is FAILED, *Error, and
// ctx's.
func (c *Client) AwaitReady(ctx context.Context, downloadID string, seen func(api.DownloadStatus)) (api.DownloadStatus, error) {
	return pollUntilDone(ctx, c.pause, func() (api.DownloadStatus, bool, error) {
		r, err := c.API.GetDownloadStatusWithResponse(ctx, downloadID, nil)
		if err != nil {
			return api.DownloadStatus{}, false, err
		}
		d, err := RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return d, false, err
		}
		if seen != nil {
			seen(d)
		}
		if d.Status == api.FAILED {
			return d, false, &PackageError{fmt.Sprint(d.ErrorCause)}
		}
		return d, d.Status == api.READY, nil
	})
}

// AwaitOperation waits until an operation is over, and so are the analyses that it has asked for. seen, unless nil, is called
// with every state that was read. Errors: *Error, and ctx's; one that FAILED or was CANCELLED is none.
func (c *Client) AwaitOperation(ctx context.Context, operationID string, seen func(api.Operation)) (api.Operation, error) {
	return pollUntilDone(ctx, c.pause, func() (api.Operation, bool, error) {
		r, err := c.API.GetOperationWithResponse(ctx, operationID, nil)
		if err != nil {
			return api.Operation{}, false, err
		}
		o, err := RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return o, false, err
		}
		if seen != nil {
			seen(o)
		}
		return o, !o.Ended.IsNull() && (o.Analysis == nil || o.Analysis.Waiting == 0), nil
	})
}

// pollUntilDone calls ask again and again, at longer and longer intervals, until it is done.
func pollUntilDone[T any](ctx context.Context, pause time.Duration, ask func() (T, bool, error)) (T, error) {
	for wait := pause; ; wait = min(2*wait, 10*pause) {
		v, done, err := ask()
		if done || err != nil {
			return v, err
		}
		if err := sleepFor(ctx, wait); err != nil {
			return v, err
		}
	}
}
