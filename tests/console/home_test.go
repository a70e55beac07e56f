package console

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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
		t.Errorf("after the sign-in the page is at %s, want %q", at, "/console/?from=a-link")
	}
	p.awaitText("march.pdf")
	if stored := evaluate[string](p, `document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)`); len(stored) > 200 {
		t.Errorf("the browser holds %q, want at most 200", stored)
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

// TestHomeIsAQueue tells how much is left and what was approved today, leads to the next file by one key, and back to the file that
// was left; the dossier shows the lists that have files, one main action and the rest behind More.
func TestHomeIsAQueue(t *testing.T) {
	s := openSite(t)
	first, second := s.upload(t, "march.pdf"), s.upload(t, "april.pdf")
	s.ada.Want(200, "PUT", second+"/assignee", map[string]any{"assigneeId": s.adaID})
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("ada")
	p.await(`document.querySelector("#queue")?.innerText === "2 files left: 1 yours, 1 nobody’s"`)
	p.checkAccess("queue")
	evaluate[bool](p, `(() => { const a = [...document.querySelectorAll("[data-row]")].find((a) => a.innerText === `+
		`"march.pdf"); a.focus(); a.click(); return true; })()`)
	p.await(`document.querySelector("h1")?.innerText === "march.pdf"`)
	evaluate[bool](p, `(history.back(), true)`)
	p.await(`document.activeElement.innerText === "march.pdf" && document.activeElement.matches("[data-row]") && ` +
		`location.search.includes("at=")`)
	for _, status := range []string{"UNDER_REVIEW", "APPROVED"} {
		s.ada.Want(200, "PUT", first+"/workflow-status", map[string]any{"workflowStatus": status})
	}
	p.await(`document.querySelector("#queue")?.innerText === "1 file left: 1 yours, 0 nobody’s · 1 approved today"`)
	evaluate[bool](p, `(document.activeElement.blur(), true)`)
	p.press("\r")
	p.await(`document.querySelector("h1")?.innerText === "april.pdf" && location.search === "?queue=me"`)
	p.open(s.consolePath())
	p.await(`document.querySelector("tr[data-file]")`)
	if got := p.words(".filters button"); strings.Join(got, ", ") != "All2, To review1, Mine1, Approved1" {
		t.Errorf("the lists are %q, want All2, To review1, Mine1, Approved1", got)
	}
	if got := p.words(".title button.main"); strings.Join(got, ", ") != "Review 1 file" {
		t.Errorf("the main action is %q, want Review 1 file", got)
	}
	p.clickWords(".title", "More")
	p.clickWords(".menu", "History")
	p.await(`document.querySelector("aside dk-history li a")?.innerText.endsWith(".pdf")`)
	p.checkAccess("dossier with its history")
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
				t.Errorf("the page is in %s, want %v", got, language)
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

// TestAccountsWithoutFiles tells each kind of account that sees no dossier what it is for, and nothing that another one is for.
func TestAccountsWithoutFiles(t *testing.T) {
	s := openSite(t)
	s.AddAccount("demo", "olaf", "AUDITOR")
	s.AddAccount("demo", "ida", "USER_ADMIN")
	words := map[string]string{"root": "As an administrator you keep the templates", "olaf": "As an auditor you read who did what",
		"ida": "As an account administrator you create accounts"}
	for name, own := range words {
		p := openPage(t, s, "en")
		p.open("/console/")
		p.signIn(name)
		p.awaitText(own)
		for other, theirs := range words {
			if other != name && strings.Contains(evaluate[string](p, `document.body.innerText`), theirs) {
				t.Errorf("%s is told what %s is for", name, other)
			}
		}
		p.checkAccess("home of " + name)
	}
}

// TestTimesAreTheBrowsersOwn writes times as the browser's full locale does, not as the language alone would.
func TestTimesAreTheBrowsersOwn(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	for locale, form := range map[string]string{"en-GB": `^\d\d:\d\d$`, "en-US": `^\d+:\d\d.[AP]M$`} {
		p := openPage(t, s, locale)
		p.open(s.consolePath())
		p.signIn("mira")
		p.await(`document.querySelector("tr[data-file] time")`)
		if got := evaluate[string](p, `document.querySelector("tr[data-file] time").innerText`); !regexp.MustCompile(form).MatchString(got) {
			t.Errorf("%s: the time is %q, want regexp.MustCompile(form).MatchString(got)", locale, got)
		}
	}
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

// TestHomeTellsWhatEnds shows managers what goes for good within a day, and administrators a licence that is near its end
// and a limit.
func TestHomeTellsWhatEnds(t *testing.T) {
	end, pages := time.Now().Add(72*time.Hour), int64(1)
	s := openSite(t, writeLicense(t, license.License{ID: "L-1", Licensee: "Example Ltd", ValidTo: &end,
		Limits: license.Limits{AnalyzedPages: &pages}})...)
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
		if got := evaluate[string](p, `[...document.querySelectorAll("section[aria-labelledby=list-ending] li a")].map((a) => `+
			`a.innerText).sort().join(" ")`); got != "file-00000.pdf file-00001.pdf" {
			t.Errorf("what goes within a day is %s, want %q", got, "file-00000.pdf file-00001.pdf")
		}
		p.checkAccess("home of a manager")
		p = openPage(t, s, language)
		p.open("/console/")
		p.signIn("root")
		p.await(words("licence") + `?.includes("` + told[0] + `") && ` + words("licence") + `.includes("` + told[1] + `")`)
		p.checkAccess("home of an administrator")
	}
}
