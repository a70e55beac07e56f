package client

import (
	"context"
	"net/http"

	"github.com/seed-62a36931/docket/client/api"
)

// EvidenceCheckpoint returns the newest signed checkpoint of the log (c2sp.org/tlog-checkpoint). Errors: *Error.
func (c *Client) EvidenceCheckpoint(ctx context.Context) ([]byte, error) {
	r, err := c.API.GetEvidenceCheckpointWithResponse(ctx, nil)
	if err != nil {
		return nil, err
	}
	return successfulBody(r.HTTPResponse, r.Body)
}

// EvidenceTile returns a tile of the tree over the log by its level, or "entries", and its path, such as
// "x001/234.p/17" (c2sp.org/tlog-tiles). Errors: *Error.
func (c *Client) EvidenceTile(ctx context.Context, level, path string) ([]byte, error) {
	r, err := c.API.GetEvidenceTileWithResponse(ctx, level, path, nil)
	if err != nil {
		return nil, err
	}
	return successfulBody(r.HTTPResponse, r.Body)
}

// EvidenceProof returns the proof that the event at a position is in the log of the newest checkpoint
// (c2sp.org/tlog-proof). Errors: *Error.
func (c *Client) EvidenceProof(ctx context.Context, position int64) ([]byte, error) {
	r, err := c.API.GetEvidenceProofWithResponse(ctx, position, nil)
	if err != nil {
		return nil, err
	}
	return successfulBody(r.HTTPResponse, r.Body)
}

// EvidenceBundle returns all events of a dossier with its files, or of a file, with proofs: a zip, which docket audit
// verify-bundle verifies. The service reads its log whole for it. Errors: *Error.
func (c *Client) EvidenceBundle(ctx context.Context, id string) ([]byte, error) {
	return c.fetchBundle(ctx, id, nil)
}

// OpenedEvidenceBundle is EvidenceBundle with the sealed values that the caller may read as a member of the dossier, and what
// proves them. The log tells who opened which values (evidence.opened). Errors: *Error.
func (c *Client) OpenedEvidenceBundle(ctx context.Context, id string) ([]byte, error) {
	open := true
	return c.fetchBundle(ctx, id, &api.CreateEvidenceBundleParams{OpenValues: &open})
}

func (c *Client) fetchBundle(ctx context.Context, id string, params *api.CreateEvidenceBundleParams) ([]byte, error) {
	r, err := c.API.CreateEvidenceBundleWithResponse(ctx, id, params)
	if err != nil {
		return nil, err
	}
	return successfulBody(r.HTTPResponse, r.Body)
}

// successfulBody returns the body of an answer that is no failure.
func successfulBody(r *http.Response, body []byte) ([]byte, error) {
	if err := CheckSuccess(r, body); err != nil {
		return nil, err
	}
	return body, nil
}
