package dossier

import (
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

// TestLifeOfADossier takes every decision in every state.
func TestLifeOfADossier(t *testing.T) {
	trashed := []es.Event{created, SoftDeleted{purge}}
	histories := map[string][]es.Event{
		"unknown":            nil,
		"active":             {created},
		"archived":           {created, Archived{}},
		"trashed":            trashed,
		"archived, trashed":  {created, Archived{}, SoftDeleted{purge}},
		"restored":           {created, SoftDeleted{purge}, Restored{}},
		"restored, archived": {created, Archived{}, SoftDeleted{purge}, Restored{}},
		"gone":               {created, SoftDeleted{purge}, PermanentlyDeleted{}},
	}
	missing, archived, present := domain.ErrDossierNotFound, domain.ErrArchived, ErrNotDeleted
	for name, want := range map[string]struct{ archive, restore, trash, end, expire, update any }{
		"unknown":            {missing, missing, missing, missing, nil, missing},
		"active":             {Archived{}, present, SoftDeleted{purge}, PermanentlyDeleted{}, nil, Updated{}},
		"archived":           {archived, present, SoftDeleted{purge}, PermanentlyDeleted{}, nil, archived},
		"trashed":            {missing, Restored{}, missing, PermanentlyDeleted{}, PermanentlyDeleted{}, missing},
		"archived, trashed":  {missing, Restored{}, missing, PermanentlyDeleted{}, PermanentlyDeleted{}, missing},
		"restored":           {Archived{}, present, SoftDeleted{purge}, PermanentlyDeleted{}, nil, Updated{}},
		"restored, archived": {archived, present, SoftDeleted{purge}, PermanentlyDeleted{}, nil, archived},
		"gone":               {missing, missing, missing, missing, nil, missing},
	} {
		changed := details
		changed.Status = "s"
		t.Run(name, func(t *testing.T) {
			for _, row := range []struct {
				decide es.Decision[State]
				want   any
			}{
				{Archive(), want.archive}, {Restore(), want.restore}, {SoftDelete(purge), want.trash},
				{DeletePermanently(), want.end}, {Expire(purge), want.expire}, {Expire(purge.Add(-time.Millisecond)), nil},
				{Update(changed, text, naming.Hold{}), want.update},
			} {
				got := estest.GivenEvents(t, Decider, histories[name]...).When(row.decide)
				switch w := row.want.(type) {
				case nil:
					got.Then()
				case error:
					got.ThenErr(w)
				case Updated:
					got.Then(Updated{Details: changed, Text: text})
				default:
					got.Then(w)
				}
			}
		})
	}
}

func TestTheRecordOfAnArchivedDossierComesBackArchived(t *testing.T) {
	var r Record
	for i, e := range []es.Event{created, Archived{}, SoftDeleted{purge}, Restored{}} {
		r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Version: uint64(i + 1), Time: purge.Add(time.Duration(i) * time.Hour)}})
		if deleted := i == 2; (r.SoftDeleted != nil) != deleted || (r.PurgeAt != nil) != deleted {
			t.Errorf("after %T: %+v, want it in the trash: %v", e, r, deleted)
		}
	}
	if r.Archived == nil || !r.Archived.Equal(purge.Add(time.Hour)) || r.Version != 4 {
		t.Errorf("got %+v, want r.Archived != nil, r.Archived.Equal(purge.Add(time.Hour)) and r.Version = 4", r)
	}
}
