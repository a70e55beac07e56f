package commands_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// entity is a definition of entities of a template, by its technical name.
func entity(t *testing.T, s template.State, technical string) template.Definition {
	t.Helper()
	for _, d := range s.Entities {
		if d.TechnicalName == technical {
			return d
		}
	}
	t.Fatalf("there is no entity %s in %+v", technical, s.Entities)
	return template.Definition{}
}

// TestDefinitionsAreSavedAndDeleted takes one of each kind through its life.
func TestDefinitionsAreSavedAndDeleted(t *testing.T) {
	h, id := importInvoices(t)
	list := map[string]func(template.State) []template.Definition{
		template.KindDossierStatus:    func(s template.State) []template.Definition { return s.Statuses },
		template.KindDossierAttribute: func(s template.State) []template.Definition { return s.DossierAttrs },
		template.KindFileAttribute:    func(s template.State) []template.Definition { return s.FileAttrs },
		template.KindEntity:           func(s template.State) []template.Definition { return s.Entities },
	}
	for of, definitions := range list {
		save := func(d template.Definition) commands.Outcome {
			t.Helper()
			out, err := h.SaveDefinition(t.Context(),
				commands.SaveDefinition{Request: admin(), TemplateID: id, Of: of, Definition: d})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		made := save(template.Definition{Name: " New one ", Type: template.TypeText})
		if !made.Created || made.Position == 0 || uuid.Validate(made.ID) != nil {
			t.Errorf("%s: %+v, want made.Created, made.Position other than 0 and uuid.Validate(made.ID) = nil", of, made)
		}
		if out := save(template.Definition{ID: made.ID, Name: "New one"}); out.Position != 0 || out.Created || out.ID != made.ID {
			t.Errorf("%s that does not change: %+v, want no change", of, out)
		}
		save(template.Definition{ID: made.ID, Name: "Newer"})
		if all := definitions(h.load(t, id)); len(all) != 2 || all[1].ID != made.ID || all[1].Name != "Newer" {
			t.Errorf("%s: %+v, want len(all) = 2, all[1].ID = %v and all[1].Name = Newer", of, all, made.ID)
		}
		out, err := h.DeleteDefinition(t.Context(),
			commands.DeleteDefinition{Request: admin(), TemplateID: id, Of: of, ID: made.ID})
		if all := definitions(h.load(t, id)); err != nil || len(all) != 1 || out.ID != made.ID || out.Position == 0 {
			t.Errorf("%s: %+v, %v, %+v, want len(all) = 1, out.ID = %v, out.Position other than 0 and no error", of, out, err, all, made.ID)
		}
	}
	if s := h.load(t, id); s.DictionaryRuns != 5 {
		t.Errorf("the counter of dictionaries is %d after three changes of an entity, want 5", s.DictionaryRuns)
	}
}

func TestWhatKeepsADefinitionOut(t *testing.T) {
	h, id := importInvoices(t)
	before := h.load(t, id)
	manager := admin()
	manager.Caller.Roles = []string{"MANAGER", "USER_ADMIN"}
	for of := range map[string]bool{template.KindDossierStatus: true, template.KindDossierAttribute: true,
		template.KindFileAttribute: true, template.KindEntity: true} {
		good := template.Definition{Name: "A", Type: template.TypeText}
		for want, c := range map[error]commands.SaveDefinition{
			domain.ErrAccessDenied:     {Request: manager, TemplateID: id, Definition: template.Definition{}},
			domain.ErrTemplateNotFound: {Request: admin(), TemplateID: uuid.NewString(), Definition: good},
		} {
			c.Of = of
			if _, err := h.SaveDefinition(t.Context(), c); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", of, err, want)
			}
			c.Definition.ID = uuid.NewString()
			if _, err := h.SaveDefinition(t.Context(), c); !errors.Is(err, want) {
				t.Errorf("an update of %s: %v, want %v", of, err, want)
			}
			if _, err := h.DeleteDefinition(t.Context(),
				commands.DeleteDefinition{Request: c.Request, TemplateID: c.TemplateID, Of: of, ID: c.Definition.ID}); !errors.Is(err, want) {
				t.Errorf("a deletion of %s: %v, want %v", of, err, want)
			}
		}
		// Fields are looked at before anything is looked for.
		if _, err := h.SaveDefinition(t.Context(),
			commands.SaveDefinition{Request: admin(), TemplateID: uuid.NewString(), Of: of}); domain.KindOf(err) != domain.Invalid {
			t.Errorf("%s without a name: got %v, want a failure of kind %v", of, err, domain.Invalid)
		}
	}
	if now := h.load(t, id); len(now.Statuses) != len(before.Statuses) || now.DictionaryRuns != before.DictionaryRuns {
		t.Errorf("the template has changed: %+v, want len(now.Statuses) = %d and now.DictionaryRuns = %v", now,
			len(before.Statuses), before.DictionaryRuns)
	}
}

// TestADictionaryIsStoredOnceForTheSameTerms wants nothing stored, and no file
// analysed again, when the terms are those that are there.
func TestADictionaryIsStoredOnceForTheSameTerms(t *testing.T) {
	h, id := importInvoices(t)
	d := entity(t, h.load(t, id), "supplier")
	set := func(list, text string) commands.Outcome {
		t.Helper()
		out, err := h.SetDictionary(t.Context(), commands.SetDictionary{Request: admin(), TemplateID: id,
			EntityID: d.ID, List: list, Content: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	blobs := len(h.blobs.blobs)
	if out := set(template.ListEntries, "Zeta\n\n Acme\t\r\nAcme"); out.Position != 0 {
		t.Errorf("the terms that are there: %+v, want out.Position = 0", out)
	}
	if out := set(template.ListFalsePositives, " \n"); out.Position != 0 {
		t.Errorf("nothing in place of nothing: %+v, want out.Position = 0", out)
	}
	if out := set(template.ListEntries, "Zeta\nBeta\nAcme"); out.Position == 0 || len(h.blobs.blobs) != blobs+1 {
		t.Errorf("%+v, %d blobs, want out.Position other than 0 and len(h.blobs.blobs) = %v", out, len(h.blobs.blobs), blobs+1)
	}
	s := h.load(t, id)
	stored, _ := s.FindDictionary(d, template.ListEntries)
	if got := h.text(t, stored.Blob); got != "Acme\nBeta\nZeta\n" || *stored.Terms != 3 || s.DictionaryRuns != 3 {
		t.Errorf("%q, %d terms, counter %d, want three terms in order", got, *stored.Terms, s.DictionaryRuns)
	}
	set(template.ListEntries, "")
	if stored, _ = h.load(t, id).FindDictionary(d, template.ListEntries); h.text(t, stored.Blob) != "" || *stored.Terms != 0 {
		t.Errorf("an emptied list: %+v, want no terms", stored)
	}
}

func TestWhatKeepsADictionaryOut(t *testing.T) {
	h, id := importInvoices(t)
	d := entity(t, h.load(t, id), "supplier")
	plain, err := h.SaveDefinition(t.Context(), commands.SaveDefinition{Request: admin(), TemplateID: id,
		Of: template.KindEntity, Definition: template.Definition{Name: "City"}})
	if err != nil {
		t.Fatal(err)
	}
	user := admin()
	user.Caller.Roles = []string{"USER", "MANAGER"}
	ask := commands.SetDictionary{Request: admin(), TemplateID: id, EntityID: d.ID, List: template.ListEntries,
		Content: []byte("Acme")}
	blobs := len(h.blobs.blobs)
	for message, change := range map[string]func(*commands.SetDictionary){
		"Access denied":                func(c *commands.SetDictionary) { c.Request = user },
		"Dossier template not found":   func(c *commands.SetDictionary) { c.TemplateID = uuid.NewString() },
		"Entity definition not found":  func(c *commands.SetDictionary) { c.EntityID = uuid.NewString() },
		"Entity definition not found ": func(c *commands.SetDictionary) { c.List = "terms" },
		"The entity has no dictionary": func(c *commands.SetDictionary) { c.EntityID = plain.ID },
		"Line 2 is not valid UTF-8":    func(c *commands.SetDictionary) { c.Content = []byte("a\n\xff") },
		"A term must not be longer than 255": func(c *commands.SetDictionary) {
			c.Content = make([]byte, 256)
			for i := range c.Content {
				c.Content[i] = 'x'
			}
		},
	} {
		c := ask
		change(&c)
		_, err := h.SetDictionary(t.Context(), c)
		if f := (*domain.Fault)(nil); !errors.As(err, &f) || f.Message != trimText(message) {
			t.Errorf("%v, want %s", err, message)
		}
	}
	h.blobs.failAt = h.blobs.puts + 1
	if _, err := h.SetDictionary(t.Context(), ask); !errors.Is(err, errFull) || len(h.blobs.blobs) != blobs {
		t.Errorf("%v, %d blobs after %d, want the error errFull and len(h.blobs.blobs) = %v", err, len(h.blobs.blobs), blobs, blobs)
	}
}
