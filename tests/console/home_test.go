package console

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
)

// TestSignInByKeys signs in and out by keys alone, and finds the way back to the address that was
// asked for.
func TestSignInByKeys(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open("/console/?from=a-link")
	p.signIn("ada")
	p.awaitText("Hello, ada")
	if at := evaluate[string](p, `location.pathname + location.search`); at != "/console/?from=a-link" {
		t.Errorf("after the sign-in the page is at %s", at)
	}
	p.awaitText("march.pdf")
	if stored := evaluate[string](p, `document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)`); len(stored) > 200 {
		t.Errorf("the browser holds %q", stored)
	}
	p.press("?")
	p.await(`document.querySelector("dialog[open] .keys")`)
	p.press("\x1b")
	p.await(`!document.querySelector("dialog")`)
	p.expectFault(`401`) // the page behind the sign-out
	evaluate[bool](p, `(document.querySelector(".account").click(), true)`)
	p.await(`document.querySelector("#account:popover-open")`)
	evaluate[bool](p, `([...document.querySelectorAll("#account button")].at(-1).click(), true)`)
	p.await(`document.querySelector("#password")`)
	p.open("/console/")
	p.await(`document.querySelector("#password")`)
}

// TestHomeIsLive shows on one page what happens elsewhere, without asking.
func TestHomeIsLive(t *testing.T) {
	s := openSite(t)
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("ada")
	p.awaitText("Every file has somebody.")
	file := s.upload(t, "april.pdf")
	p.awaitText("april.pdf")
	s.ada.Want(200, "PUT", file+"/assignee", map[string]any{"assigneeId": s.adaID})
	p.await(`document.querySelector("section[aria-labelledby=list-mine]").innerText.includes("april.pdf")`)
}

// TestHomeIsAccessible holds home in every state against axe, in both languages.
func TestHomeIsAccessible(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.open("/console/")
			p.await(`document.querySelector("#password")`)
			p.checkAccess("sign-in")
			p.signIn("ada")
			p.awaitText("march.pdf")
			if got := evaluate[string](p, `document.documentElement.lang`); got != language {
				t.Errorf("the page is in %s", got)
			}
			p.checkAccess("home")
			evaluate[bool](p, `(document.querySelector(".account").click(), true)`)
			p.await(`document.querySelector("#account:popover-open")`)
			p.checkAccess("account")
			p.press("\x1b", "?")
			p.await(`document.querySelector("dialog[open]")`)
			p.checkAccess("keys")
		})
	}
}

// TestAdministratorsHaveNoFiles shows accounts that see no dossier what they are for.
func TestAdministratorsHaveNoFiles(t *testing.T) {
	s := openSite(t)
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("root")
	p.awaitText("Your roles administer this workspace.")
	p.checkAccess("home-admin")
}

// writeLicense signs a license, and returns the arguments with which a service uses it.
func writeLicense(t *testing.T, l license.License) []string {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := license.Sign(l, private)
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	args := []string{"--license", filepath.Join(folder, "license"), "--license-key", filepath.Join(folder, "key.pem")}
	for name, content := range map[string][]byte{args[1]: signed, args[3]: pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: key})} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return args
}

// TestHomeTellsWhatEnds shows managers what goes for good within a day, and administrators the templates that were changed last
// and a licence that is near its end and a limit.
func TestHomeTellsWhatEnds(t *testing.T) {
	end, pages := time.Now().Add(72*time.Hour), int64(1)
	s := openSite(t, writeLicense(t, license.License{ID: "L-1", Licensee: "Example Ltd", ValidTo: &end, Limits: license.Limits{AnalyzedPages: &pages}})...)
	s.upload(t, "march.pdf")
	s.fillDossier(t, 2, file.SoftDeleted{PurgeAt: time.Now().Add(time.Hour)})
	s.mira.Want(204, "DELETE", s.upload(t, "kept.pdf"), nil)
	var l struct{ Usage struct{ AnalyzedPages int64 } }
	s.root.Want(200, "GET", "/api/license", nil).Decode(t, &l)
	words := func(list string) string {
		return `document.querySelector("section[aria-labelledby=list-` + list + `]")?.innerText`
	}
	for language, told := range map[string][2]string{
		"en": {"Valid until", fmt.Sprintf("Pages: %d of 1", l.Usage.AnalyzedPages)},
		"de": {"Gültig bis", fmt.Sprintf("Seiten: %d von 1", l.Usage.AnalyzedPages)},
	} {
		p := openPage(t, s, language)
		p.open("/console/")
		p.signIn("mira")
		p.await(words("ending") + `?.includes("file-00001.pdf")`)
		if got := evaluate[string](p, `[...document.querySelectorAll("section[aria-labelledby=list-ending] li a")].map((a) => a.innerText).sort().join(" ")`); got != "file-00000.pdf file-00001.pdf" {
			t.Errorf("what goes within a day is %s", got)
		}
		p.checkAccess("home of a manager")
		p = openPage(t, s, language)
		p.open("/console/")
		p.signIn("root")
		p.await(words("templates") + `?.includes("Invoices") && ` + words("licence") + `?.includes("` + told[0] + `") && ` + words("licence") + `.includes("` + told[1] + `")`)
		p.checkAccess("home of an administrator")
	}
}
