package history

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

// EvidenceReader reads the tree over the log, which all workspaces of an installation share.
type EvidenceReader interface {
	// LastCheckpoint returns the newest signed checkpoint, nil for none.
	LastCheckpoint(ctx context.Context) ([]byte, error)
	// ReadTile returns the hashes of a tile; evidence.ErrNoTile.
	ReadTile(ctx context.Context, p evidence.TilePath) ([]byte, error)
	// ReadEntries returns the entries of a tile of which all are of one workspace;
	// evidence.ErrNoTile, evidence.ErrForeignEntries.
	ReadEntries(ctx context.Context, workspace string, p evidence.TilePath) ([]byte, error)
	// ProveEvent proves an event of a workspace; es.ErrNoEvent, evidence.ErrNotCovered.
	ProveEvent(ctx context.Context, workspace string, at es.Position) (evidence.Proof, error)
	// DescribeProofs tells how some events are proven, in their order.
	DescribeProofs(ctx context.Context, at []es.Position) ([]evidence.Standing, error)
}

// EvidenceBundler makes evidence bundles.
type EvidenceBundler interface {
	// BundleEvidence returns a bundle, a zip, of all events of a dossier with its files, or of a file of the caller's workspace,
	// if wanted with the sealed values that the caller may read, which the log tells; es.ErrNoEvent, evidence.ErrNotCovered,
	// evidence.ErrCheckpoint when witnesses have not signed, domain.ErrAccessDenied.
	BundleEvidence(ctx context.Context, caller user.Principal, id string, openValues bool) (EvidenceBundle, error)
}

// evidenceHandlers answer with proofs of events.
type evidenceHandlers struct {
	reader  EvidenceReader
	bundler EvidenceBundler
	views   *exchange.Views
}

// An EvidenceBundle is a bundle, and the position of the event that tells that values were opened; 0 where none were.
type EvidenceBundle struct {
	Zip    []byte
	Opened uint64
}

// evidenceFaults are what callers are told of failures of evidence.
var evidenceFaults = []struct {
	err   error
	fault error
}{
	{evidence.ErrNoTile, domain.Refuse(domain.NoEvidence, "Tile not found")},
	{evidence.ErrForeignEntries, domain.Refuse(domain.AccessDenied, "The tile has entries of another workspace")},
	{es.ErrNoEvent, domain.Refuse(domain.NoEvidence, "Event not found")},
	{evidence.ErrNotCovered, domain.Refuse(domain.NotProven, "No checkpoint covers the event yet")},
}

var errNoCheckpoint = domain.Refuse(domain.NoEvidence, "No checkpoint is signed yet")

var (
	errNoEvidence = domain.Refuse(domain.NoEvidence, "Neither a dossier nor a file has this identifier")
	errNotSigned  = domain.Refuse(domain.NotProven, "The witnesses have not signed the checkpoint")
)

// explainEvidence returns the fault that a failure of evidence is told as.
func explainEvidence(err error) error {
	for _, f := range evidenceFaults {
		if errors.Is(err, f.err) {
			return f.fault
		}
	}
	return err
}

// GetEvidenceCheckpoint sends the newest signed checkpoint.
func (h *evidenceHandlers) GetEvidenceCheckpoint(
	ctx context.Context, _ api.GetEvidenceCheckpointRequestObject,
) (api.GetEvidenceCheckpointResponseObject, error) {
	signed, err := h.reader.LastCheckpoint(ctx)
	if err == nil && signed == nil {
		err = errNoCheckpoint
	}
	if err != nil {
		return nil, err
	}
	return api.GetEvidenceCheckpoint200TextResponse(signed), nil
}

// GetEvidenceTile sends the hashes of a tile, or its entries.
func (h *evidenceHandlers) GetEvidenceTile(
	ctx context.Context, q api.GetEvidenceTileRequestObject,
) (api.GetEvidenceTileResponseObject, error) {
	path, err := evidence.ParseTilePath(q.Level, q.Tile)
	var content []byte
	switch {
	case err != nil:
	case path.Entries:
		content, err = h.reader.ReadEntries(ctx, exchange.Caller(ctx).Workspace, path)
	default:
		content, err = h.reader.ReadTile(ctx, path)
	}
	if err != nil {
		return nil, explainEvidence(err)
	}
	return api.GetEvidenceTile200ApplicationoctetStreamResponse{Body: io.NopCloser(bytes.NewReader(content)),
		ContentLength: int64(len(content))}, nil
}

// GetEvidenceProof sends the proof of an event.
func (h *evidenceHandlers) GetEvidenceProof(
	ctx context.Context, q api.GetEvidenceProofRequestObject,
) (api.GetEvidenceProofResponseObject, error) {
	proof, err := h.reader.ProveEvent(ctx, exchange.Caller(ctx).Workspace, es.Position(q.Position))
	if err != nil {
		return nil, explainEvidence(err)
	}
	return api.GetEvidenceProof200TextResponse(proof.String()), nil
}

// CreateEvidenceBundle sends all events of a dossier or a file, with proofs.
func (h *evidenceHandlers) CreateEvidenceBundle(
	ctx context.Context, q api.CreateEvidenceBundleRequestObject,
) (api.CreateEvidenceBundleResponseObject, error) {
	caller, name := exchange.Caller(ctx), exchange.AttachmentHeader("evidence-"+q.Id+".zip")
	bundle, err := h.bundler.BundleEvidence(ctx, caller, q.Id, convert.ValueOr(q.Params.OpenValues, false))
	switch {
	case errors.Is(err, es.ErrNoEvent):
		return nil, errNoEvidence
	case errors.Is(err, evidence.ErrCheckpoint):
		return nil, errNotSigned
	case err != nil:
		return nil, explainEvidence(err)
	}
	return api.CreateEvidenceBundle200ApplicationzipResponse{Body: io.NopCloser(bytes.NewReader(bundle.Zip)),
		ContentLength: int64(len(bundle.Zip)), Headers: api.CreateEvidenceBundle200ResponseHeaders{ContentDisposition: &name,
			DocketPosition: h.views.AwaitWrite(ctx, bundle.Opened)}}, nil
}
