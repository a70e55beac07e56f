package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
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

// An EvidenceBundle is a bundle, and the position of the event that tells that values were opened; 0 where none were.
type EvidenceBundle struct {
	Zip    []byte
	Opened uint64
}

// bundleRoute is the route of evidence bundles, which GET had until they were told by events.
const bundleRoute = "/api/evidence/bundles/"

// errBundleByGet tells clients of the contract before what to do.
var errBundleByGet = &refusal{http.StatusMethodNotAllowed, "Method not allowed: an evidence bundle is asked for with POST"}

// tileRoute is the route of tiles. The path of a tile has slashes in it (c2sp.org/tlog-tiles), which
// the contract cannot say.
const (
	tileRoute   = "/api/evidence/tile/{level}/{tile}"
	tilePattern = "/api/evidence/tile/{level}/{tile:.+}"
)

// patternOf returns what the router matches for a route of the contract.
func patternOf(route string) string {
	if route == tileRoute {
		return tilePattern
	}
	return route
}

// contractRoute returns the route of the contract for what the router has matched.
func contractRoute(pattern string) string {
	if pattern == tilePattern {
		return tileRoute
	}
	return pattern
}

// evidenceFaults are what callers are told of failures of evidence.
var evidenceFaults = []struct {
	err   error
	fault error
}{
	{evidence.ErrNoTile, domain.Faultf(domain.NotFound, "Tile not found")},
	{evidence.ErrForeignEntries, domain.Faultf(domain.Forbidden, "The tile has entries of another workspace")},
	{es.ErrNoEvent, domain.Faultf(domain.NotFound, "Event not found")},
	{evidence.ErrNotCovered, domain.Faultf(domain.NotReady, "No checkpoint covers the event yet")},
}

var errNoCheckpoint = domain.Faultf(domain.NotFound, "No checkpoint is signed yet")

var (
	errNoEvidence = domain.Faultf(domain.NotFound, "Neither a dossier nor a file has this identifier")
	errNotSigned  = domain.Faultf(domain.NotReady, "The witnesses have not signed the checkpoint")
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
func (s *server) GetEvidenceCheckpoint(
	ctx context.Context, _ api.GetEvidenceCheckpointRequestObject,
) (api.GetEvidenceCheckpointResponseObject, error) {
	signed, err := s.Evidence.LastCheckpoint(ctx)
	if err == nil && signed == nil {
		err = errNoCheckpoint
	}
	if err != nil {
		return nil, err
	}
	return api.GetEvidenceCheckpoint200TextResponse(signed), nil
}

// GetEvidenceTile sends the hashes of a tile, or its entries.
func (s *server) GetEvidenceTile(ctx context.Context, q api.GetEvidenceTileRequestObject) (api.GetEvidenceTileResponseObject, error) {
	path, err := evidence.ParseTilePath(q.Level, q.Tile)
	var content []byte
	switch {
	case err != nil:
	case path.Entries:
		content, err = s.Evidence.ReadEntries(ctx, callerOf(ctx).Workspace, path)
	default:
		content, err = s.Evidence.ReadTile(ctx, path)
	}
	if err != nil {
		return nil, explainEvidence(err)
	}
	return api.GetEvidenceTile200ApplicationoctetStreamResponse{Body: io.NopCloser(bytes.NewReader(content)),
		ContentLength: int64(len(content))}, nil
}

// GetEvidenceProof sends the proof of an event.
func (s *server) GetEvidenceProof(ctx context.Context, q api.GetEvidenceProofRequestObject) (api.GetEvidenceProofResponseObject, error) {
	proof, err := s.Evidence.ProveEvent(ctx, callerOf(ctx).Workspace, es.Position(q.Position))
	if err != nil {
		return nil, explainEvidence(err)
	}
	return api.GetEvidenceProof200TextResponse(proof.String()), nil
}

// CreateEvidenceBundle sends all events of a dossier or a file, with proofs.
func (s *server) CreateEvidenceBundle(
	ctx context.Context, q api.CreateEvidenceBundleRequestObject,
) (api.CreateEvidenceBundleResponseObject, error) {
	caller, name := callerOf(ctx), attachmentHeader("evidence-"+q.Id+".zip")
	bundle, err := s.EvidenceBundles.BundleEvidence(ctx, caller, q.Id, valueOr(q.Params.OpenValues, false))
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
			DocketPosition: s.awaitWrite(ctx, bundle.Opened)}}, nil
}
