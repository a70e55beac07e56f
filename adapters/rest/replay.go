package rest

import (
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/queries"
)

// A ReplayedDossier is a dossier at an earlier moment, in the format of answers: each part is
// what a read at that moment answered.
type ReplayedDossier struct {
	Until   api.Time       `json:"until"`
	Erased  bool           `json:"erased"` // its text is gone for good since
	Dossier api.Dossier    `json:"dossier"`
	Files   []ReplayedFile `json:"files"`
}

// A ReplayedFile is a file of a Replayed.
type ReplayedFile struct {
	Erased     bool                    `json:"erased"` // content is gone for good since
	Status     api.FileStatus          `json:"status"`
	Components api.FileComponents      `json:"components"`
	Overrides  []api.ComponentOverride `json:"componentOverrideModels"`
}

// ShowReplay converts a replay to the format of answers.
func ShowReplay(r queries.Replay) ReplayedDossier {
	return ReplayedDossier{
		Until:   api.Time{Time: r.Until.Truncate(time.Millisecond)},
		Erased:  r.Erased,
		Dossier: dossiers.ToAPI(r.Dossier),
		Files: convert.MapList(r.Files, func(f queries.ReplayedFile) ReplayedFile {
			found := queries.FileComponents{
				TemplateID: f.TemplateID,
				DossierID:  f.DossierID,
				FileID:     f.ID,
				Filename:   f.Filename,
				Components: f.Components,
				Version:    f.Analysis,
			}
			return ReplayedFile{
				Erased:     f.Erased,
				Status:     files.ToAPI(f.FileStatus),
				Components: components.ToAPI(found, true),
				Overrides:  components.OverridesOf(f.Components),
			}
		}),
	}
}
