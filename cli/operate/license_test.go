package operate_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/service/settings"
)

// vendor makes keys and signs licenses with the tool that vendors use.
type vendor struct {
	t   *testing.T
	dir string
}

func newVendor(t *testing.T) vendor {
	t.Helper()
	v := vendor{t, t.TempDir()}
	v.run("license", "keygen", v.file("vendor"))
	return v
}

func (v vendor) file(name string) string { return filepath.Join(v.dir, name) }

// run executes a command line that succeeds, and gives what it prints.
func (v vendor) run(args ...string) string {
	v.t.Helper()
	var out, errs bytes.Buffer
	if code := servicetest.RunCommand(context.Background(), args,
		terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code != 0 {
		v.t.Fatalf("%v: exit code %d, %s, want 0", args, code, errs.String())
	}
	return out.String()
}

// sign writes a license and gives the flags of a service that goes by it.
func (v vendor) sign(name string, terms ...string) []string {
	v.t.Helper()
	v.run(append(append([]string{"license", "sign", "--key", v.file("vendor.key"), "--id", "L-1", "--licensee", "Example Ltd"},
		terms...), v.file(name))...)
	return []string{"--license", v.file(name), "--license-key", v.file("vendor.pub")}
}

type licenseRecord struct {
	Licensee, LicenseID, Status string
	ValidFrom, ValidTo          *string
	Features                    struct{ OfficeDocuments, OCR bool }
	Limits                      struct{ AnalyzedPages, UploadedBytes *int64 }
	Usage                       struct{ AnalyzedPages, UploadedBytes int64 }
}

// TestLicense lets one service go by one license after the other.
func TestLicense(t *testing.T) {
	v, data, base := newVendor(t), filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)
	s := servicetest.Serve(t, data, base...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Claims")
	content := servicetest.SamplePDF(t)
	id := c.Upload(dossier, "a.pdf", content)
	f := c.AwaitDone(dossier + "/files/" + id)
	var l licenseRecord
	c.Want(200, "GET", "/api/license", nil).Decode(t, &l)
	if l.Status != "VALID" || l.LicenseID != "" || l.ValidTo != nil || !l.Features.OfficeDocuments || !l.Features.OCR ||
		l.Limits.AnalyzedPages != nil {
		t.Errorf("without a license: %+v, want VALID, with all features and no limits", l)
	}
	s.Stop()

	s.Args = append(base, v.sign("expired", "--valid-from", "2020-01-01T00:00:00Z", "--valid-to", "2020-12-31T23:59:59Z",
		"--analyzed-pages", "7")...)
	s.Start()
	c = s.SignIn("mira", "Str0ng-enough")
	l = licenseRecord{}
	c.Want(200, "GET", "/api/license", nil).Decode(t, &l)
	if l.Status != "EXPIRED" || l.Licensee != "Example Ltd" || *l.ValidTo != "2020-12-31T23:59:59.000+00:00" ||
		*l.Limits.AnalyzedPages != 7 || l.Limits.UploadedBytes != nil ||
		l.Usage.AnalyzedPages != int64(f.NumberOfPages) || l.Usage.UploadedBytes != int64(len(content)) {
		t.Errorf("with a license that has ended: %+v, want EXPIRED, with the licensee, the limits and what was used",
			l)
	}
	c.RefuseUpload(dossier, "b.pdf", content, 403, "The license has expired")
	if a := c.Want(403, "POST", dossier+"/files/"+id+"/reanalyse", nil); !strings.Contains(string(a.Body), "The license has expired") {
		t.Errorf("%s, want %q in it", a.Body, "The license has expired")
	}
	c.Want(200, "GET", dossier+"/files/"+id+"/components", nil)
	c.Want(200, "POST", dossier+"/downloads", map[string]any{})
	s.Stop()

	s.Args = append(base, v.sign("small", "--no-office", "--no-ocr")...)
	s.Start()
	c = s.SignIn("mira", "Str0ng-enough")
	l = licenseRecord{}
	if c.Want(200, "GET", "/api/license", nil).Decode(t, &l); l.Status != "VALID" || l.Features.OfficeDocuments || l.Features.OCR {
		t.Errorf("with a license of little: %+v, want VALID without Office and OCR", l)
	}
	c.RefuseUpload(dossier, "o.docx", servicetest.WordDocument(t), 403, "The license does not include office documents")
	c.RefuseUpload(dossier, "all.zip", servicetest.Zip(t, "c.pdf", string(content), "o.docx",
		string(servicetest.WordDocument(t))), 403, "The license does not include office documents")
	c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "b.pdf", content))
	var files struct{ FileStatus []struct{ Filename string } }
	if c.Want(200, "GET", dossier+"/files", nil).Decode(t, &files); len(files.FileStatus) != 2 {
		t.Errorf("files: %+v, want len(files.FileStatus) = 2", files)
	}
}

// A service with a license that cannot be believed does not start, and says why.
func TestFaultyLicensesStopTheStart(t *testing.T) {
	v, stranger := newVendor(t), newVendor(t)
	good := v.sign("good", "--valid-to", "2099-01-01T00:00:00Z")
	text, err := os.ReadFile(v.file("good"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, content string) string {
		t.Helper()
		if err := os.WriteFile(v.file(name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return v.file(name)
	}
	for want, args := range map[string][]string{
		"no such file":          {"--license", v.file("missing"), good[2], good[3]},
		"it is no license file": {"--license", write("text", "my license"), good[2], good[3]},
		"its signature does not match": {"--license", write("changed", strings.Replace(string(text), "2099", "2999", 1)),
			good[2], good[3]},
		"somebody else signed it":    {good[0], good[1], "--license-key", stranger.file("vendor.pub")},
		"name its file with":         good[:2],
		"holds no PUBLIC KEY in PEM": {good[0], good[1], "--license-key", v.file("vendor.key")},
		"the key: open":              {good[0], good[1], "--license-key", v.file("nothing.pub")},
		"holds no Ed25519 public key": {good[0], good[1], "--license-key",
			write("odd.pub", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n")},
		"no license file":                {"--license", write("empty", ""), good[2], good[3]},
		"it is too large to be a licens": {"--license", write("large", string(text)+strings.Repeat(" ", 100_000)), good[2], good[3]},
	} {
		data := filepath.Join(t.TempDir(), "data")
		var out, errs bytes.Buffer
		code := servicetest.RunCommand(t.Context(),
			append([]string{"serve", "--data", data, "--demo", "--listen", "127.0.0.1:0", "--admin-listen", ""}, args...),
			terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: exit code %d, %s; want %s", args, code, errs.String(), want)
		}
		if _, err := os.Stat(data); err == nil {
			t.Errorf("%v: a data folder was made, want an error", args)
		}
	}
}

func TestLicenseTools(t *testing.T) {
	v := newVendor(t)
	v.sign("a", "--valid-from", "2020-01-01T00:00:00+01:00", "--valid-to", "2020-12-31T23:59:59Z", "--no-ocr", "--uploaded-bytes", "12")
	shown := v.run("license", "show", v.file("a"), "--license-key", v.file("vendor.pub"))
	for _, want := range []string{`"licensee": "Example Ltd"`, `"status": "EXPIRED"`, `"ocr": false`, `"uploadedBytes": 12`,
		`"analyzedPages": null`} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %s in %s", want, shown)
		}
	}
	if info, err := os.Stat(v.file("vendor.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the private key is %v, %v, want info.Mode().Perm() = 0o600 and no error", info.Mode(), err)
	}
	for _, args := range [][]string{
		{"license", "keygen", v.file("vendor")},
		{"license", "sign", "--key", v.file("vendor.key"), "--id", "1", "--licensee", "x", v.file("a")},
		{"license", "sign", "--key", v.file("vendor.pub"), "--id", "1", "--licensee", "x", v.file("b")},
		{"license", "sign", "--key", v.file("vendor.key"), "--id", " ", "--licensee", "x", v.file("b")},
		{"license", "sign", "--key", v.file("vendor.key"), "--id", "1", "--licensee", "x", "--valid-to", "tomorrow", v.file("b")},
		{"license", "show", v.file("a")},
		{"license", "show", v.file("vendor.pub"), "--license-key", v.file("vendor.pub")},
	} {
		var out, errs bytes.Buffer
		if code := servicetest.RunCommand(t.Context(), args,
			terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code == 0 {
			t.Errorf("%v succeeds: %s, want other than 0", args, out.String())
		}
	}
	if _, err := os.Stat(v.file("b")); err == nil {
		t.Error("a license was written that was refused")
	}
}

// A build that knows its vendor believes nobody else.
func TestBuiltInLicenseKey(t *testing.T) {
	v := newVendor(t)
	good := v.sign("good")
	text, err := os.ReadFile(v.file("vendor.pub"))
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	b := block.Bytes
	licenseKey := base64.StdEncoding.EncodeToString(b[len(b)-32:])
	if l, err := service.ReadLicense(settings.LicensePlace{License: good[1]}, licenseKey); err != nil || l.Licensee != "Example Ltd" {
		t.Error(l, err)
	}
	if _, err := service.ReadLicense(settings.LicensePlace{License: good[1], LicenseKey: good[3]}, licenseKey); err == nil {
		t.Error("another key is taken")
	}
	licenseKey = "bm9uZQ=="
	if _, err := service.ReadLicense(settings.LicensePlace{License: good[1]}, licenseKey); err == nil {
		t.Error("a key that is none is taken")
	}
}
