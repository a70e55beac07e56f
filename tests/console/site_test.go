package console

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// password is that of all accounts of a site.
const password = "Str0ng-enough"

// A site is a service with a dossier of invoices that mira owns and ada is a member of.
type site struct {
	*servicetest.Room
	mira, ada *servicetest.Caller
	root      *servicetest.Caller // an administrator
	adaID     string
	template  string // path
	dossier   string // path
}

// openSite starts a service with a site. The test runs beside another one from then on.
func openSite(t *testing.T, args ...string) *site {
	t.Helper()
	if os.Getenv("DOCKET_GATES") == "" { // figures are measured alone
		t.Parallel()
	}
	s := &site{Room: servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), args...)...)}
	s.mira, _ = s.AddAccount("demo", "mira", "MANAGER")
	s.ada, s.adaID = s.AddAccount("demo", "ada", "USER")
	s.root, _ = s.AddAccount("demo", "root", "ADMIN")
	s.template = s.mira.TemplateNamed("Invoices")
	var d struct{ ID string }
	s.mira.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": "Spring 2026", "memberIds": []string{s.adaID}}).Decode(t, &d)
	s.dossier = s.template + "/dossiers/" + d.ID
	return s
}

// upload stores a sample invoice under a name and waits until it is processed.
func (s *site) upload(t *testing.T, name string) string {
	t.Helper()
	path := s.dossier + "/files/" + s.mira.Upload(s.dossier, name, servicetest.SamplePDF(t))
	s.mira.AwaitDone(path)
	return path
}

// sampleFile returns the path of a sample invoice.
func sampleFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "invoice.pdf")
	if err := os.WriteFile(path, servicetest.SamplePDF(t), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
