package commands_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// A scene is a drawer with accounts, a package and definitions: whatever use cases work
// on.
type scene struct {
	*drawer
	downloads *commands.Downloads
	pack      string // the id of a package of mira's that is ready
	admin     user.Principal
	account   string   // of somebody else
	status    string   // the id of a status
	entity    string   // the id of an entity definition
	report    string   // the id of a report template
	centre    string   // the id of an attribute of dossiers
	defined   []string // the ids of components
	mapping   string   // the id of a component mapping
}

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{drawer: newDrawer(t), pack: uuid.NewString(), report: uuid.NewString(),
		admin: user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleAdmin}}}
	s.Commands.Reports, s.Commands.Passwords = onlySheets{}, &wallet{kept: map[string][]string{}}
	s.downloads, s.Commands.Contents = s.Commands.Downloads, contents{s}
	for _, p := range []user.Principal{s.olga, s.mira, s.admin} {
		person := user.Person{Username: "u" + p.ID[:8], Email: p.ID[:8] + "@example.org"}
		s.append(t, user.StreamOf("demo", p.ID), user.Created{Roles: p.Roles,
			Person: es.Seal(user.SubjectOf("demo", p.ID), person)})
	}
	made, err := s.CreateUser(t.Context(), commands.CreateUser{Request: request(s.admin),
		Roles:  []string{user.RoleUser},
		Person: user.Person{Username: "nora", Email: "nora@example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	s.account = made.ID
	s.append(t, download.StreamOf("demo", s.pack),
		download.Requested{User: s.mira.ID, Dossier: s.dossierID, Template: s.templateID},
		download.Began{Run: 1}, download.Made{Run: 1})
	tpl := s.house.load(t, s.templateID)
	centre := tpl.DossierAttrs[0]
	centre.Editable = true
	sheet, _, err := s.blobs.Put(t.Context(), "demo", bytes.NewReader([]byte("sheet")))
	if err != nil {
		t.Fatal(err)
	}
	s.append(t, template.StreamOf("demo", s.templateID), template.DefinitionUpdated{Of: template.KindDossierAttribute,
		Definition: es.Seal("demo", centre)},
		template.ReportTemplateStored{ID: s.report, Blob: sheet,
			Report: es.Seal("demo", template.ReportTemplate{Name: "Sheet",
				FileName: "sheet.xlsx"})})
	s.status, s.entity, s.centre, s.mapping = tpl.Statuses[0].ID, tpl.Entities[0].ID, centre.ID, tpl.Mappings[0].ID
	for _, c := range tpl.Components {
		s.defined = append(s.defined, c.ID)
	}
	return s
}

// contents finds the active files of a dossier in the log.
type contents struct{ s *scene }

func (c contents) ActiveFiles(ctx context.Context, ws, dossierID string) (out []string, err error) {
	found, err := c.s.DossierFiles.FilesIn(ctx, ws, dossierID)
	for _, f := range found {
		out = append(out, f.ID)
	}
	return out, err
}

// fail lets the commands of the scene meet faults.
func (s *scene) fail(f *estest.Faults) (heal func()) {
	log, vault := s.Log, s.Vault
	s.Commands.Log = &es.Log{Store: f.Store(log.Store), Codec: log.Codec}
	s.Commands.Blobs, s.Commands.Vault = f.Blobs(s.blobs), f.Vault(vault)
	return func() { s.Commands.Log, s.Commands.Blobs, s.Commands.Vault = log, s.blobs, vault }
}

// A useCase is a command that changes something, with whatever it needs.
type useCase struct {
	name    string
	prepare func(s *scene) // may be nil
	by      func(s *scene) user.Principal
	ask     func(s *scene, r commands.Request) (commands.Outcome, error)
	// stream is what an expected version is held against; nil: none is.
	stream func(s *scene) es.StreamID
	// later says that the outcome of a repetition may differ: what it did is done.
	later bool
}

func byMira(s *scene) user.Principal  { return s.mira }
func byOlga(s *scene) user.Principal  { return s.olga }
func byAdmin(s *scene) user.Principal { return s.admin }
func bySystem(*scene) user.Principal  { return user.SystemPrincipal("demo") }

func firstFile(s *scene) es.StreamID   { return file.StreamOf("demo", s.ids[0]) }
func theDossier(s *scene) es.StreamID  { return dossier.StreamOf("demo", s.dossierID) }
func theTemplate(s *scene) es.StreamID { return template.StreamOf("demo", s.templateID) }
func theAccount(s *scene) es.StreamID  { return user.StreamOf("demo", s.account) }
func thePackage(s *scene) es.StreamID  { return download.StreamOf("demo", s.pack) }

func trashFirst(s *scene) { s.trashFiles(s.ids[0]) }

// onFile are the use cases on a file of a dossier.
var onFile = []useCase{
	{"delete a file", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteFile(s.t.Context(), commands.DeleteFile{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID, FileID: s.ids[0]})
	}, firstFile, true},
	{"delete a file for good", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteFile(s.t.Context(), commands.DeleteFile{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileID:    s.ids[0], Permanently: true})
	}, firstFile, true},
	{"restore a file", trashFirst, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.RestoreFile(s.t.Context(), commands.RestoreFile{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID, FileID: s.ids[0]})
	}, firstFile, true},
	{"override a component", func(s *scene) { s.analyseFile(s.ids[0]) }, byMira,
		func(s *scene, r commands.Request) (commands.Outcome, error) {
			return s.OverrideComponent(s.t.Context(), commands.OverrideComponent{Request: r, TemplateID: s.templateID,
				DossierID: s.dossierID,
				FileID:    s.ids[0],
				Name:      "total", Values: []commands.OverrideValue{{Value: "1"}}})
		}, firstFile, false},
	{"revert overrides", func(s *scene) {
		s.analyseFile(s.ids[0])
		o := file.Override{Name: "total", Values: []file.Value{{Value: "1"}}}
		s.happens(s.ids[0], file.ComponentOverridden{Override: es.Seal(file.SubjectOf("demo", s.dossierID, s.ids[0]),
			o)})
	}, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.RevertOverrides(s.t.Context(), commands.RevertOverrides{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileID:    s.ids[0], Names: []string{"total"}})
	}, firstFile, false},
	{"check a component", func(s *scene) {
		o := file.Override{Name: "total", Values: []file.Value{{Value: "1"}}}
		s.happens(s.ids[0], file.ComponentOverridden{Override: es.Seal(file.SubjectOf("demo", s.dossierID, s.ids[0]),
			o)})
	}, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetComponentChecks(s.t.Context(),
			commands.SetComponentChecks{Request: r, TemplateID: s.templateID, DossierID: s.dossierID,
				FileID: s.ids[0], Checked: []string{"total"}})
	}, firstFile, false},
	{"analyse a file again", func(s *scene) { s.analyseFile(s.ids[0]) }, byMira,
		func(s *scene, r commands.Request) (commands.Outcome, error) {
			return s.ReanalyseFile(s.t.Context(), commands.ReanalyseFile{Request: r, TemplateID: s.templateID,
				DossierID: s.dossierID,
				FileID:    s.ids[0]})
		}, firstFile, false},
	{"set attributes of a file", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetFileAttributes(s.t.Context(), commands.SetFileAttributes{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileID:    s.ids[0],
			Values:    map[string]string{s.attributes["Note"]: "n"}})
	}, firstFile, true},
	{"assign a file", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetFileAssignee(s.t.Context(), commands.SetFileAssignee{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileID:    s.ids[0], Assignee: s.mira.ID})
	}, firstFile, true},
	{"move a file on", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetFileWorkflowStatus(s.t.Context(),
			commands.SetFileWorkflowStatus{Request: r, TemplateID: s.templateID,
				DossierID: s.dossierID, FileID: s.ids[0], To: file.UnderReview})
	}, firstFile, true},
	{"leave a file out of automatic analysis", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetFileExtraction(s.t.Context(), commands.SetFileExtraction{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileID:    s.ids[0]})
	}, firstFile, true},
}

// onDossier are the use cases on a dossier and on many of its files.
var onDossier = []useCase{
	{"delete a dossier", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteDossier(s.t.Context(), commands.DeleteDossier{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID})
	}, theDossier, true},
	{"delete a dossier for good", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteDossier(s.t.Context(), commands.DeleteDossier{Request: r, TemplateID: s.templateID,
			DossierID:   s.dossierID,
			Permanently: true})
	}, theDossier, true},
	{"archive a dossier", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.ArchiveDossier(s.t.Context(), commands.ArchiveDossier{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID})
	}, theDossier, true},
	{"restore a dossier", func(s *scene) { s.dossierTrashed() }, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.RestoreDossier(s.t.Context(), commands.RestoreDossier{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID})
	}, theDossier, true},
	{"change a dossier", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SaveDossier(s.t.Context(), commands.SaveDossier{Request: r, TemplateID: s.templateID, ID: s.dossierID,
			Name:      "D",
			MemberIDs: &[]string{s.olga.ID, s.mira.ID, s.account},
			StatusID:  commands.Change[string]{Given: true, Value: &s.status}, ReportTemplateIDs: &[]string{s.report}})
	}, theDossier, false},
	{"rename a dossier", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SaveDossier(s.t.Context(), commands.SaveDossier{Request: r, TemplateID: s.templateID, ID: s.dossierID,
			Name: "Renamed"})
	}, theDossier, true},
	{"set attributes of a dossier", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetDossierAttributes(s.t.Context(), commands.SetDossierAttributes{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID, Values: map[string]string{s.centre: "4"}})
	}, theDossier, true},
	{"delete files", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteFiles(s.t.Context(), commands.DeleteFiles{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileIDs:   s.ids[:1]})
	}, nil, true},
	{"delete files for good", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteFiles(s.t.Context(), commands.DeleteFiles{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileIDs:   s.ids[:1], Permanently: true})
	}, nil, true},
	{"restore files", trashFirst, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.RestoreFiles(s.t.Context(), commands.RestoreFiles{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID,
			FileIDs:   s.ids[:1]})
	}, nil, true},
	{"analyse a dossier again", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.ReanalyseDossier(s.t.Context(), commands.ReanalyseDossier{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID})
	}, nil, true},
	{"ask for a package", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.downloads.RequestDownload(s.t.Context(), commands.RequestDownload{Request: r, TemplateID: s.templateID,
			DossierID: s.dossierID, FileIDs: s.ids[:1],
			FileTypes: &[]string{template.Original}})
	}, nil, false},
}

// onTemplate are the use cases on a template.
var onTemplate = []useCase{
	{"change a template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		visibility := "PRIVATE"
		return s.UpdateTemplate(s.t.Context(), commands.UpdateTemplate{Request: r, TemplateID: s.templateID,
			TemplateFields: commands.TemplateFields{Visibility: &visibility}})
	}, theTemplate, true},
	{"clone a template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.CloneTemplate(s.t.Context(), commands.CloneTemplate{Request: r, TemplateID: s.templateID,
			Name: "Copy"})
	}, nil, false},
	{"define components", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.CreateDefinitions(s.t.Context(), commands.CreateDefinitions{Request: r, TemplateID: s.templateID,
			Definitions: []commands.NewDefinition{{TechnicalName: "new", DisplayName: "New"}}})
	}, theTemplate, false},
	{"rank components", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.ReorderDefinitions(s.t.Context(),
			commands.ChangeDefinitions{Request: r, TemplateID: s.templateID, IDs: []string{s.defined[1]}})
	}, theTemplate, false},
	{"hide components", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteDefinitions(s.t.Context(), commands.ChangeDefinitions{Request: r, TemplateID: s.templateID,
			IDs: []string{s.defined[0]}})
	}, theTemplate, false},
	{"describe components otherwise", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.UpdateDefinitions(s.t.Context(), commands.UpdateDefinitions{Request: r, TemplateID: s.templateID,
			Changes: []template.ComponentChange{{ID: s.defined[0], DisplayName: "Otherwise"}}})
	}, theTemplate, false},
	{"bring components back", func(s *scene) {
		hide := commands.ChangeDefinitions{Request: request(s.admin), TemplateID: s.templateID,
			IDs: []string{s.defined[0]}}
		if _, err := s.DeleteDefinitions(s.t.Context(), hide); err != nil {
			s.t.Fatal(err)
		}
	}, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.RestoreDefinitions(s.t.Context(),
			commands.ChangeDefinitions{Request: r, TemplateID: s.templateID, IDs: []string{s.defined[0]}})
	}, theTemplate, false},
	{"save a definition", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SaveDefinition(s.t.Context(), commands.SaveDefinition{Request: r, TemplateID: s.templateID,
			Of:         template.KindDossierStatus,
			Definition: template.Definition{Name: "New"}})
	}, theTemplate, false},
	{"delete a definition", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteDefinition(s.t.Context(), commands.DeleteDefinition{Request: r, TemplateID: s.templateID,
			Of: template.KindDossierStatus, ID: s.status})
	}, theTemplate, true},
	{"store a dictionary", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SetDictionary(s.t.Context(), commands.SetDictionary{Request: r, TemplateID: s.templateID,
			EntityID: s.entity,
			List:     template.ListEntries, Content: []byte("new")})
	}, theTemplate, true},
	{"store a report template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.StoreReportTemplate(s.t.Context(), commands.StoreReportTemplate{Request: r, TemplateID: s.templateID,
			Open: func() (commands.Upload, error) {
				return commands.Upload{Name: "new.xlsx", Content: bytes.NewReader([]byte("sheet"))}, nil
			}})
	}, theTemplate, true},
	{"delete a report template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteReportTemplate(s.t.Context(),
			commands.DeleteReportTemplate{Request: r, TemplateID: s.templateID, ID: s.report})
	}, theTemplate, true},
	{"store a mapping", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.StoreMapping(s.t.Context(), commands.StoreMapping{Request: r, TemplateID: s.templateID,
			Encoding:  template.UTF8,
			Delimiter: ";", Open: func() (commands.Upload, error) {
				return commands.Upload{Name: "new.csv",
					Content: bytes.NewReader([]byte("search_value;mapped_value\na;1\n"))}, nil
			}})
	}, nil, true},
}

// onOthers are the use cases on packages, accounts and workspaces.
var onOthers = []useCase{
	{"fetch a package", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.downloads.RecordFetch(s.t.Context(), commands.RecordFetch{Request: r, DownloadID: s.pack})
	}, thePackage, false},
	{"delete a package", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.downloads.DeleteDownload(s.t.Context(), commands.DeleteDownload{Request: r, DownloadID: s.pack})
	}, thePackage, false},
	{"make an account", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.CreateUser(s.t.Context(), commands.CreateUser{Request: r,
			Person: user.Person{Username: "neil", Email: "neil@example.org"},
			Roles:  []string{user.RoleUser}})
	}, nil, false},
	{"change an account", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		name := "Neil"
		return s.UpdateUser(s.t.Context(), commands.UpdateUser{Request: r, UserID: s.account, FirstName: &name})
	}, nil, true},
	{"give an account another address", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		address := "new@example.org"
		return s.UpdateUser(s.t.Context(), commands.UpdateUser{Request: r, UserID: s.account, Email: &address})
	}, nil, true},
	{"disable an account", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		active := false
		return s.UpdateUser(s.t.Context(), commands.UpdateUser{Request: r, UserID: s.account, Active: &active})
	}, nil, true},
	{"refresh an account of another issuer", nil, bySystem, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.ProvisionAccount(s.t.Context(), commands.ProvisionAccount{Request: r, UserID: s.account,
			Person: user.Person{Username: "neil"},
			Roles:  []string{user.RoleManager}, IssuedAt: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)})
	}, theAccount, true},
	{"make an account for a program", nil, bySystem, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.EnsureServiceAccount(s.t.Context(),
			commands.EnsureServiceAccount{Request: r, Username: "robot", Roles: []string{user.RoleUser}})
	}, nil, true},
	{"erase an account", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.EraseUser(s.t.Context(), commands.EraseUser{Request: r, UserID: s.account, Username: "nora"})
	}, nil, true},
	{"make a workspace", nil, bySystem, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.CreateWorkspace(s.t.Context(), r, workspace.Settings{RetentionHours: 5})
	}, nil, false},
}

// uploads are the use cases that take files in, and those that begin something.
var uploads = []useCase{
	{"upload a file", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.upload(r, "new.pdf", "%PDF-1.7 new")
	}, nil, true},
	{"upload a new version", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.upload(r, "a.pdf", "%PDF-1.7 newer")
	}, nil, true},
	{"upload under a name from the trash", trashFirst, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.upload(r, "a.pdf", "%PDF-1.7 newer")
	}, nil, true},
	{"upload a zip", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.upload(r, "all.zip", zipOf(s.t, "a.pdf", "%PDF-a", "values.csv", "filename,Note\na.pdf,x\n"))
	}, nil, true},
	{"upload values", nil, byMira, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.upload(r, "values.csv", "filename,supplier_no\na.pdf,4711\n")
	}, nil, true},
	{"begin a dossier", nil, byOlga, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.SaveDossier(s.t.Context(), commands.SaveDossier{Request: r, TemplateID: s.templateID, Name: "New"})
	}, nil, false},
	{"begin a template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		name := "New"
		return s.CreateTemplate(s.t.Context(), commands.CreateTemplate{Request: r,
			TemplateFields: commands.TemplateFields{Name: &name}})
	}, nil, false},
	{"import a template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		b := invoices()
		b.Name = "Imported"
		b.Reports = []template.BundleReport{{ReportTemplate: template.ReportTemplate{Name: "Sheet",
			FileName: "sheet.xlsx"}, Content: []byte("sheet")}}
		return s.ImportTemplate(s.t.Context(), commands.ImportTemplate{Request: r, Bundle: b})
	}, nil, true},
	{"rename a template", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		name := "Renamed"
		return s.UpdateTemplate(s.t.Context(), commands.UpdateTemplate{Request: r, TemplateID: s.templateID,
			TemplateFields: commands.TemplateFields{Name: &name}})
	}, theTemplate, true},
	{"store rules", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		out, err := s.StoreRuleFile(s.t.Context(),
			commands.StoreRuleFile{Request: r, TemplateID: s.templateID, File: template.EntityRules,
				Open: uploadOf(string(invoices().EntityRules) + "\n")})
		return commands.Outcome{ID: s.templateID, Position: out.Position}, err
	}, nil, true},
	{"replace a mapping", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.StoreMapping(s.t.Context(), commands.StoreMapping{Request: r, TemplateID: s.templateID,
			MappingID: s.mapping,
			Encoding:  template.UTF8, Delimiter: ";",
			Open: csvOf("m.csv", "search_value;mapped_value\nb;2\n")})
	}, nil, true},
	{"delete a mapping", nil, byAdmin, func(s *scene, r commands.Request) (commands.Outcome, error) {
		return s.DeleteMapping(s.t.Context(), commands.DeleteMapping{Request: r, TemplateID: s.templateID,
			MappingID: s.mapping})
	}, theTemplate, true},
}

// upload stores a file, and says which one it became or changed.
func (s *scene) upload(r commands.Request, name, content string) (commands.Outcome, error) {
	u := s.sends(s.mira, name, content)
	u.Request = r
	out, err := s.UploadFile(s.t.Context(), u)
	ids := append(out.FileIDs, out.ProcessedFileIDs...)
	if len(ids) == 0 {
		return commands.Outcome{Position: out.Position}, err
	}
	return commands.Outcome{ID: ids[0], Position: out.Position}, err
}

func allUseCases() (out []useCase) {
	for _, list := range [][]useCase{onFile, onDossier, onTemplate, onOthers, uploads} {
		out = append(out, list...)
	}
	return out
}

func (u useCase) start(t *testing.T) (*scene, commands.Request) {
	t.Helper()
	s := newScene(t)
	if u.prepare != nil {
		u.prepare(s)
	}
	return s, request(u.by(s))
}

// TestAFailureOfAUseCaseIsReported wherever store, blobs or vault fail; and the same
// request, sent again, is carried out as if nothing had been.
func TestAFailureOfAUseCaseIsReported(t *testing.T) {
	t.Parallel()
	for _, u := range allUseCases() {
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			estest.EachFault(t, func(f *estest.Faults) error {
				s, r := u.start(t)
				heal := s.fail(f)
				_, err := u.ask(s, r)
				heal()
				if err == nil && strings.HasPrefix(u.name, "upload") && mayFailQuietly(f.Failed()) {
					err = estest.ErrFault
				}
				if _, again := u.ask(s, r); again != nil && domain.KindOf(again) == domain.Unexpected {
					t.Errorf("after %s: %v, want nil or a refusal", f.Failed(), again)
				}
				return err
			})
		})
	}
}

// mayFailQuietly reports whether a call only removes the bytes that an upload has
// replaced, which happens after it is done.
func mayFailQuietly(call string) bool {
	return strings.HasPrefix(call, "read file-") || strings.HasPrefix(call, "remove a blob of demo/dossier.")
}

// TestARequestIsCarriedOutOnce however often it is sent, and says where reads find it.
func TestARequestIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	for _, u := range allUseCases() {
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			s, r := u.start(t)
			before := s.events()
			out, err := u.ask(s, r)
			if err != nil || out.ID == "" || out.Position == 0 {
				t.Fatalf("got %+v, %v; want an id and a position", out, err)
			}
			after := s.events()
			if after == before {
				t.Error("nothing happened")
			}
			again, err := u.ask(s, r)
			if !u.later && (err != nil || fmt.Sprint(again) != fmt.Sprint(out)) {
				t.Errorf("again: got %+v, %v; want %+v", again, err, out)
			}
			if n := s.events(); n != after {
				t.Errorf("again: %d more events, want none", n-after)
			}
		})
	}
}

// TestAStaleRequestIsRefused when its caller has seen another version, and done when he
// has seen the one that is there.
func TestAStaleRequestIsRefused(t *testing.T) {
	t.Parallel()
	for _, u := range allUseCases() {
		if u.stream == nil {
			continue
		}
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			s, r := u.start(t)
			version := uint64(0)
			for e, err := range s.Log.Stream(t.Context(), u.stream(s), 0) {
				if err != nil {
					t.Fatal(err)
				}
				version = e.Version
			}
			before := s.events()
			for _, seen := range []uint64{version + 1, version - 1} {
				if seen == 0 {
					continue // which means any
				}
				r.ExpectVersion = seen
				if _, err := u.ask(s, r); !errors.Is(err, domain.ErrChanged) {
					t.Errorf("of version %d at %d: got %v, want %v", seen, version, err, domain.ErrChanged)
				}
			}
			if n := s.events(); n != before {
				t.Errorf("%d events are left, want none", n-before)
			}
			r.ExpectVersion = version
			if _, err := u.ask(s, r); err != nil {
				t.Errorf("of the version that is there: got %v, want no failure", err)
			}
		})
	}
}

// TestStrangersChangeNothing: who belongs to no dossier does not find it, and who lacks
// a role is refused.
func TestStrangersChangeNothing(t *testing.T) {
	t.Parallel()
	for _, u := range allUseCases() {
		if u.name == "begin a dossier" {
			continue // whom it belongs to is looked up first
		}
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			s, r := u.start(t)
			before := s.events()
			r.Caller = user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}}
			if _, err := u.ask(s, r); domain.KindOf(err) != domain.NotFound && domain.KindOf(err) != domain.Forbidden {
				t.Errorf("a stranger: got %v, want NotFound or Forbidden", err)
			}
			r.Caller.Roles = nil
			if _, err := u.ask(s, r); domain.KindOf(err) != domain.NotFound && domain.KindOf(err) != domain.Forbidden {
				t.Errorf("somebody without a role: got %v, want NotFound or Forbidden", err)
			}
			if n := s.events(); n != before {
				t.Errorf("%d events, want none", n-before)
			}
		})
	}
}

// TestAnArchivedDossierStaysAsItIs and so do its files.
func TestAnArchivedDossierStaysAsItIs(t *testing.T) {
	t.Parallel()
	may := map[string]bool{"ask for a package": true, "delete a dossier": true, "delete a dossier for good": true,
		"restore a dossier": true, "archive a dossier": true}
	for _, u := range append(append([]useCase{}, onFile...), onDossier...) {
		if may[u.name] {
			continue
		}
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			s, r := u.start(t)
			s.archiveDossier()
			before := s.events()
			if _, err := u.ask(s, r); !errors.Is(err, domain.ErrArchived) {
				t.Errorf("got %v, want %v", err, domain.ErrArchived)
			}
			if n := s.events(); n != before {
				t.Errorf("%d events, want none", n-before)
			}
		})
	}
}

// TestWhatIsNotThereCannotBeChanged: neither what never was, nor what is in the trash,
// but by those who take it out.
func TestWhatIsNotThereCannotBeChanged(t *testing.T) {
	t.Parallel()
	for _, u := range append(append([]useCase{}, onFile...), onDossier...) {
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			for _, row := range []struct {
				name   string
				change func(s *scene)
				want   error
			}{
				{"another template", func(s *scene) { s.templateID = uuid.NewString() }, domain.ErrTemplateNotFound},
				{"another dossier", func(s *scene) { s.dossierID = uuid.NewString() }, domain.ErrDossierNotFound},
				{"another file", func(s *scene) { s.ids[0] = uuid.NewString() }, domain.ErrFileNotFound},
				{"a file that is gone", func(s *scene) { s.happens(s.ids[0], file.PermanentlyDeleted{}) }, domain.ErrFileNotFound},
				{"a dossier that is gone", func(s *scene) { s.append(s.t, theDossier(s), dossier.PermanentlyDeleted{}) },
					domain.ErrDossierNotFound},
			} {
				s, r := u.start(t)
				row.change(s)
				onOne := u.stream == nil || u.stream(s) == firstFile(s)
				if row.want == domain.ErrFileNotFound && !onOne || u.name == "analyse a dossier again" &&
					row.want == domain.ErrFileNotFound {
					continue
				}
				if _, err := u.ask(s, r); !errors.Is(err, row.want) && (err == nil || domain.KindOf(err) != domain.NotFound) {
					t.Errorf("%s: got %v, want %v", row.name, err, row.want)
				}
			}
		})
	}
}
