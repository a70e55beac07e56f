package service_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAPIPageSignsIn opens the page of the API in Chromium, signs in to a workspace with its
// button, and sends a request from it.
func TestAPIPageSignsIn(t *testing.T) {
	t.Parallel()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"),
		append(servicetest.NewMasterKey(t), "--client-secret", "not-for-browsers")...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	s.Operate(false, "", "workspace", "add", "acme")
	s.Operate(false, "Str0ng-enough\n", "user", "add", "--workspace", "acme", "--roles", "ADMIN", "mira")
	for _, c := range []struct{ name, page, workspace string }{
		{"workspace of the start", "/api/docs/", "demo"},
		{"another workspace", "/api/docs?workspace=acme", "acme"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := startBrowser(t, chromium)
			b.do(chromedp.Navigate(s.Origin + c.page))
			b.awaitText("/auth/realms/" + c.workspace + "/protocol/openid-connect/token")
			opened := chromedp.WaitNewTarget(b.tab, func(i *target.Info) bool { return i.URL != "" })
			b.do(chromedp.Click(chromedp.Search(`//button[normalize-space()="Authorize"]`)))
			b.signIn(<-opened, "mira", "Str0ng-enough")
			b.awaitText("Access Token")
			b.do(chromedp.Click(chromedp.Search(`//button[contains(.,"Test Request") and contains(.,"(get /api/dossier-templates)")]`)))
			answered := b.watchAnswers(s.Origin + "/api/dossier-templates")
			b.do(chromedp.Click(chromedp.Search(`//button[starts-with(normalize-space(),"Send Request")]`)))
			select {
			case status := <-answered:
				if status != 200 {
					t.Errorf("the request from the page is answered with %d, want 200", status)
				}
			case <-b.tab.Done():
				t.Error("the page sends no request")
			}
		})
	}
}

// A browser is a tab of a Chromium of its own.
type browser struct {
	t   *testing.T
	tab context.Context
}

func startBrowser(t *testing.T, chromium string) browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox,
		chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	within, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 10*time.Minute)
	allocated, free := chromedp.NewExecAllocator(within, options...)
	tab, closeTab := chromedp.NewContext(allocated)
	t.Cleanup(func() {
		closeTab()
		free()
		cancel()
	})
	return browser{t, tab}
}

// do carries out actions one after the other.
func (b browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.tab, actions...); err != nil {
		b.t.Fatalf("%v; the page shows:\n%s, want no error", err, b.text())
	}
}

// signIn fills in the page of a window that was opened.
func (b browser) signIn(window target.ID, username, password string) {
	b.t.Helper()
	page, closePage := chromedp.NewContext(b.tab, chromedp.WithTargetID(window))
	b.t.Cleanup(closePage)
	err := chromedp.Do(page, chromedp.SendKeys(chromedp.CSS("#username"), username), chromedp.SendKeys(chromedp.CSS("#password"), password),
		chromedp.Click(chromedp.CSS("button[type=submit]")))
	if err != nil {
		b.t.Fatal(err)
	}
}

// watchAnswers gives the statuses of answers at an address, with whatever parameters.
func (b browser) watchAnswers(address string) <-chan int64 {
	b.t.Helper()
	statuses := make(chan int64, 100)
	err := chromedp.Listen(b.tab, func(event any) {
		r, ok := event.(*network.EventResponseReceived)
		if !ok || len(statuses) == cap(statuses) {
			return
		}
		if asked, _, _ := strings.Cut(r.Response.URL, "?"); asked == address {
			statuses <- r.Response.Status
		}
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return statuses
}

// text returns what the page shows, as far as it can be told.
func (b browser) text() string {
	brief, cancel := context.WithTimeout(b.tab, 10*time.Second)
	defer cancel()
	out, _ := chromedp.Run(brief, chromedp.Evaluate[string](`document.body.innerText`))
	return servicetest.LastLines(out, 80)
}

// awaitText waits until the page shows a text.
func (b browser) awaitText(text string) {
	b.t.Helper()
	shown := `document.body.innerText.includes("` + text +
		`") || Array.from(document.querySelectorAll("input")).some(i => i.value.includes("` + text + `"))`
	if _, err := chromedp.Run(b.tab, chromedp.Poll[bool](shown, chromedp.WithPollingTimeout(time.Minute))); err != nil {
		b.t.Fatalf("no %q: %v; the page shows:\n%s, want no error", text, err, b.text())
	}
}
