package service

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/settings"
)

// demoPeople are the accounts of a demo beside its owner.
type demoPeople struct{ reviewer, approver, administrator, auditor user.Principal }

// ids returns the accounts that work on files.
func (p demoPeople) ids() []string { return []string{p.reviewer.ID, p.approver.ID} }

// demoAccounts are the accounts that the sign-in page of a demo shows; none otherwise.
func demoAccounts(c settings.Config) []identity.DemoAccount {
	if !c.Demo {
		return nil
	}
	return []identity.DemoAccount{
		{Username: demoUser, Password: demoPassword,
			RoleEN: "Owner of the dossiers, administrator", RoleDE: "Leitet die Akten, verwaltet Vorlagen"},
		{Username: "reviewer", Password: demoPassword, RoleEN: "Reviewer", RoleDE: "Prüft"},
		{Username: "approver", Password: demoPassword, RoleEN: "Approver", RoleDE: "Gibt frei"},
		{Username: "administrator", Password: demoPassword, RoleEN: "Administrator of accounts", RoleDE: "Verwaltet Konten"},
		{Username: "auditor", Password: demoPassword, RoleEN: "Auditor: reads the audit trail, over the API",
			RoleDE: "Revision: liest das Protokoll, über die API"},
	}
}

// createDemoPeople makes the accounts of a demo that are not there yet.
func (m *Demo) createDemoPeople(ctx context.Context) (p demoPeople, err error) {
	for _, of := range []struct {
		as   *user.Principal
		name user.Person
		role string
	}{
		{&p.reviewer, user.Person{Username: "reviewer", FirstName: "Rosa", LastName: "Reviewer"}, user.RoleUser},
		{&p.approver, user.Person{Username: "approver", FirstName: "Anton", LastName: "Approver"}, user.RoleUser},
		{&p.administrator, user.Person{Username: "administrator", FirstName: "Ida", LastName: "Administrator"}, user.RoleUserAdmin},
		{&p.auditor, user.Person{Username: "auditor", FirstName: "Olaf", LastName: "Auditor"}, user.RoleAuditor},
	} {
		id, err := m.accounts.CreateUser(ctx, m.setup.asSystem("user\n"+of.name.Username), of.name, []string{of.role}, demoPassword)
		if err != nil {
			return p, fmt.Errorf("the account %s of the demo: %w", of.name.Username, err)
		}
		*of.as = user.Principal{Workspace: m.config.Workspace, ID: id, Username: of.name.Username, Roles: []string{of.role}}
	}
	return p, nil
}

// workOnDemo corrects, checks and moves on some of the files of a new demo, as people would: one
// waits for a reviewer, one for approval, one is approved, and the first stays as it was extracted.
func (m *Demo) workOnDemo(ctx context.Context, people demoPeople, files []queries.FileStatus) error {
	if len(files) < 4 {
		return nil
	}
	begun, sent, done := files[1], files[2], files[3]
	note := "as the supplier writes it elsewhere"
	steps := []func() (commands.Outcome, error){
		m.assignFile(ctx, people.reviewer, begun),
		m.correctValue(ctx, people.reviewer, begun, "Supplier_Name", "Northgate Tools", note),
		m.assignFile(ctx, people.reviewer, sent),
		m.correctValue(ctx, people.reviewer, sent, "Currency", "EUR", ""),
		m.moveFile(ctx, people.reviewer, sent, file.UnderApproval, people.approver.ID),
		m.correctValue(ctx, people.approver, sent, "Supplier_Name", "Northgate Tools", note),
		m.assignFile(ctx, people.reviewer, done),
		m.moveFile(ctx, people.reviewer, done, file.UnderApproval, people.approver.ID),
		m.moveFile(ctx, people.approver, done, file.Approved, ""),
	}
	for _, step := range steps {
		out, err := step()
		if err == nil {
			err = m.await(ctx, out.Position)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *Demo) assignFile(ctx context.Context, who user.Principal, f queries.FileStatus) func() (commands.Outcome, error) {
	return func() (commands.Outcome, error) {
		return m.commands.SetFileAssignee(ctx, commands.SetFileAssignee{Request: commands.Request{Caller: who, CommandID: uuid.New()},
			TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.ID, Assignee: who.ID})
	}
}

func (m *Demo) moveFile(
	ctx context.Context, who user.Principal, f queries.FileStatus, to file.Workflow, approver string,
) func() (commands.Outcome, error) {
	return func() (commands.Outcome, error) {
		return m.commands.SetFileWorkflowStatus(ctx, commands.SetFileWorkflowStatus{
			Request: commands.Request{Caller: who, CommandID: uuid.New()}, TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.ID,
			To: to, Approver: approver})
	}
}

func (m *Demo) correctValue(
	ctx context.Context, who user.Principal, f queries.FileStatus, name, value, note string,
) func() (commands.Outcome, error) {
	return func() (commands.Outcome, error) {
		return m.commands.OverrideComponent(ctx, commands.OverrideComponent{Request: commands.Request{Caller: who, CommandID: uuid.New()},
			TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.ID, Name: name,
			Values: []commands.OverrideValue{{Value: value}}, Note: note})
	}
}
