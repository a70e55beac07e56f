package rest

import (
	"context"
	"math"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

// GetFileEntities returns the entities that were found in a file, with their places.
func (s *server) GetFileEntities(ctx context.Context, q api.GetFileEntitiesRequestObject) (api.GetFileEntitiesResponseObject, error) {
	found, err := s.FileEntities.FileEntities(ctx, queries.AskEntities{Page: valueOr(q.Params.Page, 0),
		AskFile: queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId}})
	if err != nil {
		return nil, err
	}
	return api.GetFileEntities200JSONResponse{
		DossierTemplateId: found.TemplateID,
		DossierId:         found.DossierID,
		FileId:            found.FileID,
		Filename:          found.Filename,
		Entities:          mapList(found.Entities, fileEntityOf),
		Pages: mapList(found.Pages, func(p document.Page) api.PageSize {
			return api.PageSize{Page: int32(p.Number), Width: roundPoints(p.Width), Height: roundPoints(p.Height),
				Rotation: int32(p.Rotation)}
		}),
	}, nil
}

func fileEntityOf(e queries.Entity) api.FileEntity {
	return api.FileEntity{Id: e.ID, Type: e.Type, DisplayName: e.DisplayName, Kind: api.EntityKind(e.Kind), State: api.EntityState(e.State),
		Value: e.Value, EntityRuleId: e.RuleID, Reason: e.Reason, Color: e.Color, Rank: int32(e.Rank),
		TextBefore: e.TextBefore, TextAfter: e.TextAfter, Section: e.Section, ComponentNames: nonNilList(e.Components),
		Positions: mapList(e.Positions, func(p queries.EntityPosition) api.EntityPosition {
			return api.EntityPosition{Page: int32(p.Page), Boxes: mapList(p.Boxes, func(b document.Rect) api.EntityBox {
				return api.EntityBox{X: roundPoints(b.X), Y: roundPoints(b.Y), Width: roundPoints(b.Width), Height: roundPoints(b.Height)}
			})}
		})}
}

// roundPoints rounds a length in PDF points to the hundredth, which is finer than a printer:
// the lengths come from 32-bit numbers.
func roundPoints(v float64) float64 { return math.Round(v*100) / 100 }
