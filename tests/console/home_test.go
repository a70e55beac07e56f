package console

import (
	"testing"
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
