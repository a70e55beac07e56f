package console

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// patience is how long a test waits for what a page must show; nothing depends on how long it takes.
const patience = 2 * time.Minute

// A page is a tab with a profile of its own.
type page struct {
	t      *testing.T
	origin string // of the site
	tab    context.Context
	mu     sync.Mutex
	faults []string
	// expected are faults that the test brings about.
	expected []*regexp.Regexp
}

// browsers are those that tests share, by language; each test has a profile of its own in them.
var browsers struct {
	sync.Mutex
	by map[string]context.Context
	// end ends all of them, and removes their folder.
	end []func()
}

// closeBrowsers ends the browsers that tests shared.
func closeBrowsers() {
	browsers.Lock()
	defer browsers.Unlock()
	for _, end := range slices.Backward(browsers.end) {
		end()
	}
}

// openPage opens a page in a browser that speaks a language.
func openPage(t *testing.T, s *site, language string) *page {
	t.Helper()
	return openPageAt(t, s.Origin, language)
}

// openPageAt opens a page that may reach one origin.
func openPageAt(t *testing.T, origin, language string) *page {
	t.Helper()
	within, cancel := context.WithTimeout(sharedBrowser(t, language), 9*time.Minute)
	tab, closeTab := chromedp.NewContext(within, chromedp.WithNewBrowserContext())
	t.Cleanup(func() {
		closeTab()
		cancel()
	})
	return startPage(t, origin, tab)
}

// sharedBrowser returns the browser of a language, which it starts when there is none.
func sharedBrowser(t *testing.T, language string) context.Context {
	t.Helper()
	browsers.Lock()
	defer browsers.Unlock()
	if b := browsers.by[language]; b != nil && b.Err() == nil {
		return b
	}
	profile, err := os.MkdirTemp("", "docket-console-")
	if err != nil {
		t.Fatal(err)
	}
	b, end := allocateBrowser(context.Background(), t, language, profile)
	browsers.end = append(browsers.end, func() { _ = os.RemoveAll(profile) }, end)
	if err := chromedp.Do(b); err != nil { // starts the browser, which a deadline here would stop
		t.Fatal(err)
	}
	if browsers.by == nil {
		browsers.by = map[string]context.Context{}
	}
	browsers.by[language] = b
	return b
}

// openPageFor opens a page in a browser of its own, on a profile that is kept, for so long at most.
func openPageFor(t *testing.T, s *site, language, profile string, most time.Duration) *page {
	t.Helper()
	within, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), most)
	t.Cleanup(cancel)
	tab, end := allocateBrowser(within, t, language, profile)
	t.Cleanup(end)
	return startPage(t, s.Origin, tab)
}

// allocateBrowser says how a browser is started; end ends it.
func allocateBrowser(within context.Context, t *testing.T, language, profile string) (tab context.Context, end func()) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("chromium is not installed")
		}
		t.Skip("chromium is not installed")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox,
		chromedp.UserDataDir(profile),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"), chromedp.Flag("lang", language),
		chromedp.Flag("accept-lang", language), chromedp.Flag("force-device-scale-factor", "1"))
	allocated, free := chromedp.NewExecAllocator(within, options...)
	tab, closeTab := chromedp.NewContext(allocated)
	return tab, func() {
		closeTab()
		free()
	}
}

// startPage opens the tab, and notes what a page must never have from then on.
func startPage(t *testing.T, origin string, tab context.Context) *page {
	t.Helper()
	p := &page{t: t, origin: origin, tab: tab}
	if err := chromedp.Do(tab); err != nil { // starts its browser or profile, which a deadline here would stop
		t.Fatal(err)
	}
	if err := chromedp.Listen(tab, p.watch); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(1280, 800), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		// as if its window were in front
		_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	}))
	t.Cleanup(p.expectNoFaults)
	return p
}

// watch notes what a page must never have.
func (p *page) watch(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.note("exception: " + exceptionText(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			p.note(consoleText(e))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.note("log: " + e.Entry.Text + " " + e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || u.Scheme != "blob" && u.Scheme != "data" && u.Port() != p.origin[strings.LastIndex(p.origin, ":")+1:] {
			p.note("request to another host: " + e.Request.URL)
		}
	}
}

// exceptionText tells what was thrown, and where.
func exceptionText(e *runtime.ExceptionDetails) string {
	text := fmt.Sprintf("%s at %s:%d:%d", e.Text, e.URL, e.LineNumber, e.ColumnNumber)
	if e.Exception != nil {
		text += ": " + e.Exception.Description + " " + string(e.Exception.Value)
	}
	for s := e.StackTrace; s != nil; s = s.Parent {
		for _, f := range s.CallFrames {
			text += fmt.Sprintf("\n  %s %s:%d:%d", f.FunctionName, f.URL, f.LineNumber, f.ColumnNumber)
		}
	}
	return text
}

func (p *page) note(fault string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fault)
}

// expectFault lets a fault pass that the test brings about.
func (p *page) expectFault(pattern string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, regexp.MustCompile(pattern))
}

func (p *page) expectNoFaults() {
	p.mu.Lock()
	defer p.mu.Unlock()
faults:
	for _, fault := range p.faults {
		for _, pattern := range p.expected {
			if pattern.MatchString(fault) {
				continue faults
			}
		}
		p.t.Error(fault)
	}
}

// do carries out steps one after the other.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	within, cancel := context.WithTimeout(p.tab, patience)
	defer cancel()
	if err := chromedp.Do(within, steps...); err != nil {
		p.fail("%v", err)
	}
}

// fail ends the test and shows what the page shows.
func (p *page) fail(format string, args ...any) {
	p.t.Helper()
	p.shoot("failed")
	p.t.Fatalf(format+"; the page shows:\n%s", append(args, p.text())...)
}

// open goes to an address of the console.
func (p *page) open(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.origin + path))
}

// evaluate returns the value of an expression, which may be a promise.
func evaluate[T any](p *page, expression string) T {
	p.t.Helper()
	within, cancel := context.WithTimeout(p.tab, patience)
	defer cancel()
	out, err := chromedp.Run(within, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.fail("%s: %v", expression, err)
	}
	return out
}

// await waits until an expression is true, also on another page.
func (p *page) await(expression string) {
	p.t.Helper()
	within, cancel := context.WithTimeout(p.tab, patience)
	defer cancel()
	for {
		holds, err := chromedp.Run(within, chromedp.Evaluate[bool]("!!("+expression+")"))
		if err == nil && holds {
			return
		}
		select {
		case <-within.Done():
			p.fail("not true: %s (%v)", expression, err)
		case <-time.After(20 * time.Millisecond): // a page that is on its way cannot be asked
		}
	}
}

// awaitText waits until the page shows a text.
func (p *page) awaitText(text string) {
	p.t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		p.t.Fatal(err)
	}
	p.await(`document.body.innerText.includes(` + string(quoted) + `)`)
}

func (p *page) text() string {
	brief, cancel := context.WithTimeout(p.tab, 10*time.Second)
	defer cancel()
	out, _ := chromedp.Run(brief, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
	return servicetest.LastLines(out, 60)
}

// press presses keys, each as the browser gets it from a keyboard: what a page does with a key
// decides whether it types anything.
func (p *page) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			for _, r := range k {
				for _, event := range keyEvents(r) {
					if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *event); err != nil {
						return err
					}
				}
			}
			return nil
		}))
	}
}

// keyEvents returns the events of a key, its text in the first.
func keyEvents(r rune) (out []*input.DispatchKeyEventParams) {
	text := ""
	for _, event := range kb.Encode(r) {
		if event.Type == kb.KeyChar {
			text = event.Text
			continue
		}
		out = append(out, event)
	}
	if text != "" {
		out[0].Type, out[0].Text = input.DispatchKeyEventTypeKeyDown, text
	}
	return out
}

// signIn signs in on the page of the issuer by keys alone and waits for the console.
func (p *page) signIn(username string) {
	p.t.Helper()
	p.await(`document.activeElement?.id === "username" || document.activeElement?.id === "password"`)
	p.press(username, "\t", password, "\r")
	p.await(`document.querySelector("dk-app main")`)
}

// setLook changes theme and width, as the system and the window would.
func (p *page) setLook(theme string, width int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, 800))
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	}))
}

// shoot writes a picture of what is shown, where pictures are wanted.
func (p *page) shoot(name string) {
	dir := os.Getenv("DOCKET_SCREENSHOTS")
	if dir == "" {
		return
	}
	within, cancel := context.WithTimeout(p.tab, time.Minute)
	defer cancel()
	picture, err := chromedp.Run(within, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+name+".png"), picture, 0o600)
	}
	if err != nil {
		p.t.Logf("no picture %s: %v", name, err)
	}
}

// consoleText returns what a page wrote to its console.
func consoleText(e *runtime.EventConsoleAPICalled) string {
	out := "console:"
	for _, arg := range e.Args {
		out += " " + arg.Description + string(arg.Value)
	}
	return out
}
