package bulks

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A Replacement tells of a file whose content an upload replaced, and what became of the
// corrections that people had made to its components.
type Replacement struct {
	FileID, Filename string
	Version          int      // that the upload made
	Kept, Removed    []string // components whose overrides still hold, or are gone
}

// describeReplacement tells what an upload did to the file that it found; nil for a new one.
func describeReplacement(fileID string, before file.State, keep bool) *Replacement {
	if before.Phase != file.Active {
		return nil
	}
	var names []string
	for _, o := range before.Overrides {
		names = append(names, o.Name)
	}
	out := &Replacement{FileID: fileID, Filename: before.Filename, Version: before.Version + 1}
	if keep {
		out.Kept = names
	} else {
		out.Removed = names
	}
	return out
}

// findReplacement tells what an upload did that the stream of its file has seen; nil when it
// began the file.
func (d documentStore) findReplacement(ctx context.Context, stream es.StreamID,
	command uuid.UUID) (*Replacement, error) {
	var before file.State
	for e, err := range d.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		if r, ok := e.Event.(file.Replaced); ok && e.Command == command {
			return describeReplacement(stream.Key(), before, r.KeepManual), nil
		}
		if before, err = file.Decider.Fold(before, e.Event); err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
	}
	return nil, nil //nolint:nilnil // a new file replaces nothing
}
