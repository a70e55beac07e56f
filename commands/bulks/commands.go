// Package bulks takes in uploads, and changes many files of a dossier at a time. A zip, a csv and
// a change of many files are each one bulk: it is validated as a whole, begun by an event, and
// carried through by whoever is there, one idempotent command per file.
//
// Start with [Commands.UploadFile] and, for what goes on after a crash, [Commands.FinishBulk].
package bulks

import (
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// Commands runs uploads, and the use cases on many files.
type Commands struct {
	*core.Core
	// DossierFiles finds files by name; only uploads of csvs and ReanalyseDossier need it.
	DossierFiles DossierFiles
	// Alone keeps workers away from a stream; nil: there are none.
	Alone core.Exclusive
	// Archive limits zips; the zero value is the default.
	Archive unzip.Limits
	// Copies finds duplicates where a workspace refuses them; nil: none is refused.
	Copies Copies

	settings cache.States[workspace.State]
}
