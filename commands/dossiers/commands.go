// Package dossiers holds the use cases that change one dossier.
package dossiers

import (
	"github.com/seed-62a36931/docket/commands/core"
)

// Commands runs the use cases on a dossier.
type Commands struct{ *core.Core }
