package commands_test

import (
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestANameInTheTrash is told of, with how to free it, to those who can see who has it.
func TestANameInTheTrash(t *testing.T) {
	t.Parallel()
	f := newScene(t)
	save := func(p user.Principal, id, name string) (commands.Outcome, error) {
		return f.SaveDossier(t.Context(), commands.SaveDossier{Request: request(p), TemplateID: f.templateID, ID: id,
			Name: name})
	}
	made, err := save(f.olga, "", "Claims")
	if err != nil {
		t.Fatal(err)
	}
	_, err = save(f.olga, "", "Claims")
	wantFault(t, "an active one", err, "Dossier name already exists")
	f.append(t, dossier.StreamOf("demo", made.ID),
		dossier.SoftDeleted{PurgeAt: time.Date(2024, 6, 4, 8, 15, 30, 0, time.UTC)})
	detailed := "Dossier name already exists: the soft-deleted dossier " + made.ID +
		" holds it until 2024-06-04T08:15:30Z. Restore that one, delete it permanently, or choose another name"
	_, err = save(f.olga, "", "Claims")
	wantFault(t, "create", err, detailed)
	if domain.KindOf(err) != domain.Conflict {
		t.Errorf("got %v, want a conflict", err)
	}
	_, err = save(f.olga, f.dossierID, "Claims")
	wantFault(t, "rename", err, detailed)
}
