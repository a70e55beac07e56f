package dossiers

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestEveryFieldOfADossierIsSomebodys changes each field of a dossier alone, as a manager who is not its owner.
func TestEveryFieldOfADossierIsSomebodys(t *testing.T) {
	s, manager := ownedDossier()
	free := []string{"Owner", "Members", "Approvers"}
	for _, of := range []any{dossier.Details{}, dossier.Text{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(of)) {
			d, text := s.Details, s.Text
			changed := reflect.ValueOf(&d).Elem().FieldByName(field.Name)
			if !changed.IsValid() {
				changed = reflect.ValueOf(&text).Elem().FieldByName(field.Name)
			}
			changed.Set(anotherValue(t, changed.Type()))
			err := mayUpdate(manager, s, d, text)
			if want := slices.Contains(free, field.Name); (err == nil) != want {
				t.Errorf("%T.%s, changed by a manager: got %v, want it to be allowed: %t", of, field.Name, err, want)
			}
		}
	}
}

// TestAFieldThatNoListNamesIsTheOwners stands for each field that somebody adds.
func TestAFieldThatNoListNamesIsTheOwners(t *testing.T) {
	s, manager := ownedDossier()
	all := dossier.Fields
	t.Cleanup(func() { dossier.Fields = all })
	dossier.Fields = nil
	d := s.Details
	d.Status = uuid.NewString()
	err := mayUpdate(manager, s, d, s.Text)
	if domain.KindOf(err) != domain.Forbidden || !strings.HasSuffix(err.Error(), "change Status") {
		t.Errorf("got %v, want a refusal that names Status", err)
	}
	if err := mayUpdate(user.Principal{ID: s.Owner}, s, d, s.Text); err != nil {
		t.Errorf("the owner: got %v, want no refusal", err)
	}
}

// TestARequestSetsEveryField gives each field of the contract alone and wants it, and it alone, to change.
func TestARequestSetsEveryField(t *testing.T) {
	s, _ := ownedDossier()
	id, moment := uuid.NewString(), time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	list, text := []string{id}, "other"
	requests := map[string]SaveDossier{
		"name": {Name: "other"}, "description": {Description: &text}, "ownerId": {OwnerID: &id}, "memberIds": {MemberIDs: &list},
		"approverIds": {ApproverIDs: &list}, "reportTemplateIds": {ReportTemplateIDs: &list},
		"dossierStatusId": {StatusID: core.Change[string]{Given: true, Value: &id}},
		"dueDate":         {DueDate: core.Change[time.Time]{Given: true, Value: &moment}},
	}
	for _, f := range dossier.Fields {
		r, known := requests[f.Name]
		if !known {
			t.Errorf("no request gives %s: want one here, and what it sets in SaveDossier", f.Name)
			continue
		}
		if f.Name != "name" {
			r.Name = s.Text.Name
		}
		d, text := r.applyTo(s.Details, s.Text)
		if got := dossier.ChangedFields(s.Text, text, s.Details, d); len(got) != 1 || got[0].Name != f.Name {
			t.Errorf("a request that gives %s: got %v changed, want that field alone", f.Name, got)
		}
	}
}

// TestWhatStaysIsNoChange wants the same moment in another zone, and a list without elements in another
// form, to change nothing.
func TestWhatStaysIsNoChange(t *testing.T) {
	s, manager := ownedDossier()
	due := time.Date(2030, 1, 2, 3, 0, 0, 0, time.UTC)
	elsewhere := due.In(time.FixedZone("", 3600))
	s.DueDate, s.ReportTemplates = &due, nil
	d := s.Details
	d.DueDate, d.ReportTemplates = &elsewhere, []string{}
	if err := mayUpdate(manager, s, d, s.Text); err != nil {
		t.Errorf("got %v, want no refusal", err)
	}
	for _, is := range []*time.Time{nil, new(time.Time)} {
		d.DueDate = is
		if err := mayUpdate(manager, s, d, s.Text); domain.KindOf(err) != domain.Forbidden {
			t.Errorf("the due date %v: got %v, want a refusal", is, err)
		}
	}
}

// ownedDossier returns a dossier in which every field is set, and a member of it who is a manager.
func ownedDossier() (dossier.State, user.Principal) {
	owner, other := uuid.NewString(), uuid.NewString()
	due := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	return dossier.State{Phase: dossier.Active, Text: dossier.Text{Name: "D", Description: "d"},
		Details: dossier.Details{Owner: owner,
			Members: []string{owner, other}, Approvers: []string{owner}, ReportTemplates: []string{uuid.NewString()},
			Status:  uuid.NewString(),
			DueDate: &due}}, user.Principal{Workspace: "demo", ID: other, Roles: []string{user.RoleManager}}
}

// anotherValue returns a value of a type that no field of ownedDossier has.
func anotherValue(t *testing.T, of reflect.Type) reflect.Value {
	t.Helper()
	out := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.String:
		out.SetString(uuid.NewString())
	case reflect.Slice:
		out.Set(reflect.MakeSlice(of, 1, 1))
	case reflect.Bool:
		out.SetBool(true)
	case reflect.Int:
		out.SetInt(7)
	case reflect.Pointer:
		out.Set(reflect.New(of.Elem()))
	default:
		t.Fatalf("no value of %s is known", of)
	}
	return out
}
