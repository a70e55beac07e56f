package service_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestClient lets the Go client do a whole piece of work with a service: sign in, make
// a dossier, upload with progress, wait, read components and history, correct, and
// fetch a package.
func TestClient(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		realm := client.Realm{Issuer: s.PublicURL() + "/auth/realms/demo", ClientID: "docket-cli"}
		var refused *client.OAuthError
		if _, err := realm.Password(t.Context(), "mira", "wrong"); !errors.As(err, &refused) || refused.Code != "invalid_grant" {
			t.Errorf("a wrong password: %v, want errors.As(err, &refused) and refused.Code = invalid_grant", err)
		}
		tokens, err := realm.Password(t.Context(), "mira", "Str0ng-enough")
		if err != nil {
			t.Fatal(err)
		}
		session := realm.Session(tokens)
		c, err := client.New(s.Base, session)
		if err != nil {
			t.Fatal(err)
		}
		template, dossier := newDossierOf(t, c)
		file := uploadedBy(t, c, template, dossier)
		correctedBy(t, c, template, dossier, file)
		fetchedBy(t, c, template, dossier)
		if err := session.Logout(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := session.Renew(t.Context(), tokens.Access); !errors.Is(err, client.ErrSignedOut) {
			t.Errorf("after the logout: %v, want %v", err, client.ErrSignedOut)
		}
		r, err := c.API.ListDownloadsWithResponse(t.Context(), nil)
		if err != nil || r.StatusCode() != http.StatusUnauthorized {
			t.Errorf("after the logout: %v %v, want r.StatusCode() = StatusUnauthorized and no error", r, err)
		}
	})
}

func newDossierOf(t *testing.T, c *client.Client) (template, dossier string) {
	t.Helper()
	list, err := c.API.ListDossierTemplatesWithResponse(t.Context(), nil)
	if err != nil || list.JSON200 == nil {
		t.Fatalf("%v %v, want list.JSON200 != nil and no error", list, err)
	}
	template = list.JSON200.DossierTemplates[0].Id
	made, err := c.API.CreateOrUpdateDossierWithResponse(t.Context(), template, nil,
		api.CreateOrUpdateDossierJSONRequestBody{Name: "By the client"})
	if err != nil {
		t.Fatal(err)
	}
	d, err := client.RecordOf(made.JSON201, made.HTTPResponse, made.Body)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.API.CreateOrUpdateDossierWithResponse(t.Context(), template, nil,
		api.CreateOrUpdateDossierJSONRequestBody{Name: d.Name}); err != nil ||
		client.StatusOf(client.CheckSuccess(again.HTTPResponse, again.Body)) != 409 {
		t.Errorf("the same name again: %v, want no error and it = 409", err)
	}
	return template, d.Id
}

func uploadedBy(t *testing.T, c *client.Client, template, dossier string) string {
	t.Helper()
	content := servicetest.SamplePDF(t)
	var sent int64
	out, err := c.Upload(t.Context(), client.Upload{TemplateID: template, DossierID: dossier, Name: "Größe.pdf",
		Content: bytes.NewReader(content), Size: int64(len(content)), Progress: func(n int64) { sent = n }})
	if err != nil || len(out.FileIds) != 1 || sent != int64(len(content)) {
		t.Fatalf("%+v %v, %d of %d bytes, want one file and all its bytes", out, err, sent, len(content))
	}
	var seen []string
	f, err := c.AwaitProcessed(t.Context(), template, dossier, out.FileIds[0],
		func(f api.FileStatus) { seen = append(seen, string(f.ProcessingStatus)) })
	if err != nil || f.Filename != "Größe.pdf" || f.NumberOfPages == 0 || seen[len(seen)-1] != "PROCESSED" {
		t.Fatalf("got %+v %v, want Größe.pdf, PROCESSED", f, err)
	}
	broken, err := c.Upload(t.Context(), client.Upload{TemplateID: template, DossierID: dossier, Name: "broken.pdf",
		Content: strings.NewReader("%PDF-1.7 broken"), Size: -1})
	if err != nil {
		t.Fatal(err)
	}
	var failed *client.ProcessingError
	if _, err := c.AwaitProcessed(t.Context(), template, dossier, broken.FileIds[0], nil); !errors.As(err, &failed) ||
		failed.Cause != "The PDF cannot be read" {
		t.Errorf("a broken file: %v, want errors.As(err, &failed) and failed.Cause = The PDF cannot be read", err)
	}
	return f.Id
}

func correctedBy(t *testing.T, c *client.Client, template, dossier, file string) {
	t.Helper()
	o, err := c.API.AddComponentOverridesWithResponse(t.Context(), template, dossier, file, nil,
		api.AddComponentOverridesJSONRequestBody{Name: "Invoice_Number", ComponentValues: []api.OverrideValue{{Value: "X-1"}}})
	if err != nil || client.CheckSuccess(o.HTTPResponse, o.Body) != nil {
		t.Fatalf("got %s %v, want success", o.Body, err)
	}
	found, err := c.API.GetFileComponentsWithResponse(t.Context(), template, dossier, file, nil)
	if err != nil || found.JSON200 == nil || !strings.Contains(fmt.Sprint(found.JSON200.Components), "{Invoice_Number [X-1]}") {
		t.Errorf("%s %v, want found.JSON200 != nil, fmt.Sprint(found.JSON200.Components) with {Invoice_Number [X-1]} and no "+
			"error", found.Body, err)
	}
	var types []string
	for e, err := range c.FileHistory(t.Context(), template, dossier, file) {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, e.Type)
	}
	if types[0] != "file.uploaded" || types[len(types)-1] != "component.overridden" {
		t.Errorf("history: %v, want types[0] = %q and types[len(types)-1] = %q", types, "file.uploaded", "component.overridden")
	}
}

func fetchedBy(t *testing.T, c *client.Client, template, dossier string) {
	t.Helper()
	asked, err := c.API.CreateDossierDownloadWithResponse(t.Context(), template, dossier, nil, api.CreateDossierDownloadJSONRequestBody{})
	if err != nil || asked.JSON200 == nil {
		t.Fatalf("%v %v, want asked.JSON200 != nil and no error", asked, err)
	}
	ready, err := c.AwaitReady(t.Context(), asked.JSON200.Id, nil)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), ready.Filename)
	if err := c.Download(t.Context(), ready.Id, to, nil); err != nil {
		t.Fatal(err)
	}
	pack, err := zip.OpenReader(to)
	if err != nil {
		t.Fatal(err)
	}
	defer pack.Close()
	if _, err := pack.Open("Original/Größe.pdf"); err != nil {
		t.Error(err)
	}
}

// TestClientSignsInThroughABrowser: the sign-in page is filled in as a browser would.
func TestClientSignsInThroughABrowser(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	realm := client.Realm{Issuer: s.PublicURL() + "/auth/realms/demo", ClientID: "docket-cli"}
	tokens, err := realm.Browser(t.Context(), func(address string) error { return servicetest.SignInAt(address, "mira", "Str0ng-enough") })
	if err != nil {
		t.Fatal(err)
	}
	if who, err := realm.PersonOf(t.Context(), tokens.Access); err != nil || who.Username != "mira" {
		t.Errorf("%+v %v, want no error and who.Username = %q", who, err, "mira")
	}
}
