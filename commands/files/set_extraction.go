package files

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetFileExtraction leaves a file out of automatic analysis, or takes it in again.
type SetFileExtraction struct {
	core.Request
	TemplateID, DossierID, FileID string
	Automatic                     bool
}

// SetFileExtraction leaves a file out of automatic analysis, or takes it in again; one that was not
// analysed yet is analysed then.
func (c *Commands) SetFileExtraction(ctx context.Context, r SetFileExtraction) (core.Outcome, error) {
	return c.handOver(ctx, r.Request, user.SetFileExtraction, filePath{r.TemplateID, r.DossierID, r.FileID}, handover{
		fits:   func(file.State, file.Circle) error { return nil },
		decide: func(file.Circle) es.Decision[file.State] { return file.SetExtraction(r.Automatic) },
	})
}
