package commands

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestEveryFieldOfADossierIsSomebodys changes each field of a dossier alone, as a manager who is not
// its owner. A field that was added and that neither managerFields nor ownerFields names is told of here.
func TestEveryFieldOfADossierIsSomebodys(t *testing.T) {
	s, manager := ownedDossier()
	free := []string{"Owner", "Members", "Approvers"}
	for _, of := range []any{dossier.Details{}, dossier.Text{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(of)) {
			if !slices.Contains(managerFields, field.Name) && !isOwnerField(field.Name) {
				t.Errorf("%T.%s: say in managerFields or ownerFields whose it is to change", of, field.Name)
			}
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
	all := ownerFields
	t.Cleanup(func() { ownerFields = all })
	ownerFields = nil
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

// TestEveryRoleIsGrantedBySomebody wants a role that was added to be for administrators to give, until
// grantedByUserAdmins names it, and accounts that hold it to be out of reach of user administrators.
func TestEveryRoleIsGrantedBySomebody(t *testing.T) {
	by := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUserAdmin}}
	admin := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleAdmin}}
	for role, want := range map[string]bool{user.RoleUser: true, user.RoleManager: true, user.RoleUserAdmin: true, user.RoleAuditor: true,
		user.RoleAdmin: false, "A_ROLE_THAT_WAS_ADDED": false} {
		roles := []string{user.RoleUser, role}
		if got := mayGrant(by, roles) == nil; got != want {
			t.Errorf("%s given by a user administrator: got %t, want %t", role, got, want)
		}
		if got := mayChange(by, uuid.NewString(), user.State{Exists: true, Roles: roles}) == nil; got != want {
			t.Errorf("an account with %s changed by a user administrator: got %t, want %t", role, got, want)
		}
		if err := mayGrant(admin, roles); err != nil {
			t.Errorf("%s given by an administrator: got %v, want no refusal", role, err)
		}
	}
}

// ownedDossier returns a dossier in which every field is set, and a member of it who is a manager.
func ownedDossier() (dossier.State, user.Principal) {
	owner, other := uuid.NewString(), uuid.NewString()
	due := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	return dossier.State{Phase: dossier.Active, Text: dossier.Text{Name: "D", Description: "d"}, Details: dossier.Details{Owner: owner,
		Members: []string{owner, other}, Approvers: []string{owner}, ReportTemplates: []string{uuid.NewString()}, Status: uuid.NewString(),
		DueDate: &due}}, user.Principal{Workspace: "demo", ID: other, Roles: []string{user.RoleManager}}
}

func isOwnerField(name string) bool {
	for _, of := range ownerFields {
		if of.field == name {
			return true
		}
	}
	return false
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
