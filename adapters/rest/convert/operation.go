package convert

import (
	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/queries"
)

// ToOperation returns an operation with what it has done so far.
func ToOperation(o queries.Operation) api.Operation {
	out := ToOperationEntry(o.Record)
	out.Result = &api.ChangedFiles{FileIds: NonNilList(o.Files), Skipped: ToSkipped(o.Skipped)}
	return out
}

// ToOperationEntry returns an operation as lists have it.
func ToOperationEntry(r bulk.Record) api.Operation {
	out := api.Operation{Id: r.ID, Kind: r.Operation, State: api.OperationState(r.State()), DossierTemplateId: r.Template,
		DossierId: r.Dossier, Created: api.Time{Time: r.Created}, Ended: NullableTime(r.Ended), CancelRequested: r.Cancel,
		Total: r.Total, Done: r.UpTo}
	if r.End.Failed {
		out.Error = &api.RequestFault{Code: domain.ErrDossierNotFound.Code.Name, Message: domain.ErrDossierNotFound.Error()}
	}
	return out
}

// ToSkipped returns files that were left out, and why.
func ToSkipped(list []bulk.SkippedFile) []api.SkippedFile {
	return MapList(list, func(f bulk.SkippedFile) api.SkippedFile { return api.SkippedFile{FileId: f.ID, Message: f.Reason} })
}
