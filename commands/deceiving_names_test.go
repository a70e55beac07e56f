package commands_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// reversed is a name that is shown as another one: what follows the override of direction
// stands from right to left.
const reversed = "Inv\u202Efdp"

// TestNamesThatDeceiveCannotBegin tries one in each field that names something.
func TestNamesThatDeceiveCannotBegin(t *testing.T) {
	f := newScene(t)
	ctx, admin := t.Context(), request(f.admin)
	name, open := reversed, func() (commands.Upload, error) {
		return commands.Upload{Name: "plain.csv", Content: strings.NewReader("search_value,mapped_value\n1,2\n")}, nil
	}
	define := func(of string) error {
		_, err := f.SaveDefinition(ctx, commands.SaveDefinition{Request: admin, TemplateID: f.templateID, Of: of,
			Definition: template.Definition{Name: name, Type: template.TypeText}})
		return err
	}
	for what, try := range map[string]func() error{
		"new dossier": func() error {
			_, err := f.SaveDossier(ctx, commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID,
				Name: name})
			return err
		},
		"renamed dossier": func() error {
			_, err := f.SaveDossier(ctx, commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID,
				ID: f.dossierID, Name: name})
			return err
		},
		"new template": func() error {
			_, err := f.CreateTemplate(ctx, commands.CreateTemplate{Request: admin,
				TemplateFields: commands.TemplateFields{Name: &name}})
			return err
		},
		"renamed template": func() error { return f.update(t, f.templateID, commands.TemplateFields{Name: &name}) },
		"clone": func() error {
			_, err := f.CloneTemplate(ctx, commands.CloneTemplate{Request: admin, TemplateID: f.templateID, Name: name})
			return err
		},
		"imported definition": func() error {
			b := invoices()
			b.Name, b.Entities = "Other", []template.Definition{{Name: name, TechnicalName: "e"}}
			_, err := f.ImportTemplate(ctx, commands.ImportTemplate{Request: admin, Bundle: b})
			return err
		},
		"status":            func() error { return define(template.KindDossierStatus) },
		"dossier attribute": func() error { return define(template.KindDossierAttribute) },
		"file attribute":    func() error { return define(template.KindFileAttribute) },
		"entity":            func() error { return define(template.KindEntity) },
		"component": func() error {
			_, err := f.CreateDefinitions(ctx, commands.CreateDefinitions{Request: admin, TemplateID: f.templateID,
				Definitions: []commands.NewDefinition{{TechnicalName: "plain", DisplayName: name}}})
			return err
		},
		"mapping": func() error {
			_, err := f.StoreMapping(ctx, commands.StoreMapping{Request: admin, TemplateID: f.templateID, Name: &name,
				Encoding: template.UTF8, Delimiter: ",", Open: open})
			return err
		},
		"account": func() error {
			_, err := f.CreateUser(ctx, commands.CreateUser{Request: admin, Roles: []string{user.RoleUser},
				Person: user.Person{Username: "plain", LastName: name}})
			return err
		},
		"renamed account": func() error {
			_, err := f.UpdateUser(ctx, commands.UpdateUser{Request: admin, UserID: f.mira.ID, FirstName: &name})
			return err
		},
		"account of another issuer": func() error {
			_, err := f.ProvisionAccount(ctx, commands.ProvisionAccount{
				Request: request(user.Principal{Workspace: "demo", ID: user.SystemID}), UserID: uuid.NewString(),
				Person: user.Person{Username: name}, Roles: []string{user.RoleUser}})
			return err
		},
		"file": func() error {
			_, err := f.UploadFile(ctx, f.sends(f.mira, name+".pdf", "%PDF-"))
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), "must not contain invisible characters") ||
			!strings.Contains(err.Error(), "U+202E") {
			t.Errorf("%s: got %v, want a refusal that names U+202E", what, err)
		}
	}
	out, err := f.zip(zipOf(t, "plain.pdf", "%PDF-", name+".pdf", "%PDF-"))
	if err != nil || len(out.FileIDs) != 1 || len(out.LeftOut) != 1 || !strings.Contains(out.LeftOut[0].Sentence(), "U+202E") {
		t.Errorf("a zip: got %+v, %v; want the other file alone, and U+202E named", out, err)
	}
}

// TestNamesThatDeceiveAndAreStoredStay: what has such a name is changed under it as before.
func TestNamesThatDeceiveAndAreStoredStay(t *testing.T) {
	f := newFiling(t)
	ctx, subject := t.Context(), dossier.SubjectOf("demo", f.dossierID)
	f.append(t, dossier.StreamOf("demo", f.dossierID),
		dossier.Updated{Details: dossier.Details{Owner: f.olga.ID, Members: []string{f.olga.ID, f.mira.ID}},
			Text: es.Seal(subject, dossier.Text{Name: reversed})})
	text := "described"
	if _, err := f.SaveDossier(ctx, commands.SaveDossier{Request: request(f.olga), TemplateID: f.templateID, ID: f.dossierID,
		Name:        reversed,
		Description: &text}); err != nil {
		t.Errorf("a dossier: %v, want no error", err)
	}
	id := f.storeUnderName(reversed + ".pdf")
	out, err := f.UploadFile(ctx, f.sends(f.mira, reversed+".pdf", "%PDF-2"))
	if err != nil || len(out.FileIDs) != 1 || out.FileIDs[0] != id || f.original(id) != "%PDF-2" {
		t.Errorf("a file: got %+v, %v; want another version of %s", out, err, id)
	}
	account := uuid.NewString()
	person := user.Person{Username: "nora", LastName: reversed}
	f.append(t, user.StreamOf("demo", account), user.Created{Roles: []string{user.RoleUser},
		Person: es.Seal(user.SubjectOf("demo", account), person)})
	first := "Nora"
	if _, err := f.UpdateUser(ctx, commands.UpdateUser{Request: admin(), UserID: account, FirstName: &first}); err != nil {
		t.Errorf("an account: got %v, want no failure", err)
	}
}

// storeUnderName stores a file under a name, without asking whether it may have it.
func (f *filing) storeUnderName(name string) string {
	f.t.Helper()
	key, err := f.Keys.DeriveKey(f.t.Context(), "demo", "names")
	if err != nil {
		f.t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key[:])
	fmt.Fprintf(mac, "file\n%s\n%s", f.dossierID, name)
	id, hold := uuid.NewString(), naming.Hold{Key: hex.EncodeToString(mac.Sum(nil)[:16]), Claim: uuid.New()}
	subject := file.SubjectOf("demo", f.dossierID, id)
	ref, _, err := f.blobs.Put(f.t.Context(), subject, strings.NewReader("%PDF-1"))
	if err != nil {
		f.t.Fatal(err)
	}
	f.append(f.t, es.StreamOf("name", "demo", hold.Key),
		naming.Claimed{Claim: hold.Claim, Holder: file.StreamOf("demo", id)},
		naming.Confirmed{Claim: hold.Claim})
	f.append(f.t, file.StreamOf("demo", id), file.Uploaded{Hold: hold, Dossier: f.dossierID, Template: f.templateID,
		Size: ref.Size, Original: ref,
		Name: es.Seal(subject, file.Name{Filename: name})})
	return id
}
