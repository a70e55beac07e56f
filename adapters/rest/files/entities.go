package files

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

// GetFileEntities returns the entities that were found in a file, with their places.
func (h *contentHandlers) GetFileEntities(
	ctx context.Context, q api.GetFileEntitiesRequestObject,
) (api.GetFileEntitiesResponseObject, error) {
	found, err := h.queries.FileEntities(ctx, queries.AskEntities{
		Page: convert.ValueOr(q.Params.Page, 0),
		AskFile: queries.AskFile{
			Caller:     exchange.Caller(ctx),
			TemplateID: q.DossierTemplateId,
			DossierID:  q.DossierId,
			FileID:     q.FileId,
		},
	})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.FileEntityOrder(found.FileID), found.Entities, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.GetFileEntities200JSONResponse{
		NextCursor:        part.NextCursor,
		Total:             part.Total,
		DossierTemplateId: found.TemplateID,
		DossierId:         found.DossierID,
		FileId:            found.FileID,
		Filename:          found.Filename,
		Entities:          convert.MapList(part.Entries, fileEntityOf),
		Pages: convert.MapList(found.Pages, func(p document.Page) api.PageSize {
			return api.PageSize{
				Page:     int32(p.Number),
				Width:    convert.RoundPoints(p.Width),
				Height:   convert.RoundPoints(p.Height),
				Rotation: int32(p.Rotation),
			}
		}),
	}, nil
}

func fileEntityOf(e queries.Entity) api.FileEntity {
	return api.FileEntity{
		Id:             e.ID,
		Type:           e.Type,
		DisplayName:    e.DisplayName,
		Kind:           api.EntityKind(e.Kind),
		State:          api.EntityState(e.State),
		Value:          e.Value,
		EntityRuleId:   e.RuleID,
		Reason:         e.Reason,
		Color:          e.Color,
		Rank:           int32(e.Rank),
		TextBefore:     e.TextBefore,
		TextAfter:      e.TextAfter,
		Section:        e.Section,
		ComponentNames: convert.NonNilList(e.Components),
		Positions: convert.MapList(e.Positions, func(p queries.EntityPosition) api.EntityPosition {
			return api.EntityPosition{
				Page: int32(p.Page),
				Boxes: convert.MapList(p.Boxes, func(b document.Rect) api.EntityBox {
					return api.EntityBox{
						X:      convert.RoundPoints(b.X),
						Y:      convert.RoundPoints(b.Y),
						Width:  convert.RoundPoints(b.Width),
						Height: convert.RoundPoints(b.Height),
					}
				}),
			}
		}),
	}
}
