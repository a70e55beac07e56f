package brief

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/templates"
)

// TestMain lets the test binary be the service as well.
func TestMain(m *testing.M) { os.Exit(servicetest.RunTests(m, servicetest.RunCommand)) }

// Where the service has its token endpoint and sign-in page; the description leaves both open.
const (
	workspaceID = "demo"
	realmPath   = "/auth/realms/" + workspaceID + "/protocol/openid-connect"
)

// workspaceDefinitions are appended to the manifest of the ready-made template: attributes, of
// which one is filled from a column of a csv file.
const workspaceDefinitions = `
dossierAttributes:
  - {name: Cost centre, type: TEXT, editable: true}
fileAttributes:
  - {name: Supplier number, csvColumnHeader: supplier_no, type: TEXT, editable: true}
`

// TestBrief does every operation of the interface as a client that knows nothing but its description.
func TestBrief(t *testing.T) {
	const password = "Str0ng-enough"
	flags := append(servicetest.NewMasterKey(t), "--import", writeTemplate(t))
	service := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), flags...)
	service.AddUser("brief", password, "MANAGER", "ADMIN")
	service.AddUser("other", password, "MANAGER")
	redirect := "https://app.example/callback"
	secret := service.Operate(false, "", "client", "add", "--redirect-uri", redirect, "--password-grant", "integration")

	base := service.PublicURL()
	mine := account{
		authURL: base + realmPath + "/auth", tokenURL: base + realmPath + "/token", clientID: "integration", clientSecret: secret,
		redirectURI: redirect, username: "brief", password: password,
	}
	theirs := mine
	theirs.username = "other"
	c := &client{baseURL: base, workspace: workspaceID, token: mine.keepSignedIn(mine.signInByCode(t)), called: map[int]bool{}}
	other := &client{baseURL: base, workspace: workspaceID, token: theirs.keepSignedIn(theirs.signInByPassword(t)), called: map[int]bool{}}
	templateID := findTemplate(t, c)

	t.Run("authentication", func(t *testing.T) { testAuthentication(t, mine, c) })
	t.Run("templates", func(t *testing.T) { testTemplates(t, c, templateID) })
	t.Run("component mappings", func(t *testing.T) { testMappings(t, c, templateID) })
	t.Run("component definitions", func(t *testing.T) { testDefinitions(t, c, templateID) })
	t.Run("dossiers", func(t *testing.T) { testDossiers(t, c, templateID) })
	t.Run("files", func(t *testing.T) { testFiles(t, c, templateID) })
	t.Run("components", func(t *testing.T) { testComponents(t, c, templateID, "invoice.pdf", servicetest.SamplePDF(t)) })
	t.Run("downloads", func(t *testing.T) { testDownloads(t, c, other, templateID) })
	t.Run("users", func(t *testing.T) { testUsers(t, c, "brief") })
	t.Run("usage report", func(t *testing.T) { testUsageReport(t, c) })
	t.Run("every operation was called", func(t *testing.T) {
		for _, row := range slices.Sorted(maps.Keys(operations)) {
			if !c.called[row] {
				t.Errorf("%d %s was never answered with success", row, operations[row].name)
			}
		}
		if len(operations) != 50 {
			t.Errorf("got %d operations, want the 50 of the interface", len(operations))
		}
	})
}

// writeTemplate writes the ready-made template with attributes to a folder, under another name.
func writeTemplate(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "template")
	if err := os.CopyFS(folder, templates.Invoice()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "template.yaml")
	manifest, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	manifest = bytes.Replace(manifest, []byte("name: Invoices"), []byte("name: "+templateName), 1)
	if err := os.WriteFile(name, append(manifest, workspaceDefinitions...), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

const templateName = "Invoices with attributes"

// findTemplate returns the identifier of the template that writeTemplate wrote.
func findTemplate(t *testing.T, c *client) string {
	t.Helper()
	for _, listed := range read[templateList](t, c, call(1)).DossierTemplates {
		if listed.Name == templateName {
			return string(listed.ID)
		}
	}
	t.Fatalf("no template %q", templateName)
	return ""
}
