package evidence_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/evidence"
)

// A browserPage is the page that verifies bundles, opened in Chromium from a folder.
type browserPage struct {
	t   testing.TB
	tab context.Context

	mu     sync.Mutex
	faults []string
}

// openBundlePage opens the page. It must open no connection and fail nowhere.
func openBundlePage(t testing.TB) *browserPage {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("chromium is not installed")
		}
		t.Skip("chromium is not installed")
	}
	file := filepath.Join(t.TempDir(), "verify.html")
	if err := os.WriteFile(file, []byte(evidence.BundlePage()), 0o600); err != nil {
		t.Fatal(err)
	}
	within, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Duration(mutatedBundles())*10*time.Second)
	allocated, free := chromedp.NewExecAllocator(within, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium),
		chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"))...)
	tab, closeTab := chromedp.NewContext(allocated)
	p := &browserPage{t: t, tab: tab}
	t.Cleanup(func() {
		closeTab()
		free()
		cancel()
		for _, fault := range p.faults {
			t.Error(fault)
		}
	})
	p.do() // starts the browser
	if err := chromedp.Listen(tab, p.watch); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	return p
}

// watch notes what the page must not do.
func (p *browserPage) watch(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, fmt.Sprintf("exception: %+v", e.ExceptionDetails))
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") {
			p.faults = append(p.faults, "request: "+e.Request.URL)
		}
	}
}

func (p *browserPage) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.tab, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// verify has the page judge a bundle, and returns why it does not hold, or nothing.
func (p *browserPage) verify(bundle []byte, policy string) (refusal string) {
	p.t.Helper()
	expression := fmt.Sprintf(`verifyBundle(atob(%q), atob(%q)).then(() => "", (reason) => reason.message || reason.name)`,
		base64.StdEncoding.EncodeToString(bundle), base64.StdEncoding.EncodeToString([]byte(policy)))
	out, err := chromedp.Run(p.tab, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

// await waits until the page shows a text, and returns what it shows.
func (p *browserPage) await(text string) string {
	p.t.Helper()
	quoted, _ := json.Marshal(text)
	shows := fmt.Sprintf("document.body.innerText.includes(%s)", quoted)
	if _, err := chromedp.Run(p.tab, chromedp.Poll[bool](shows, chromedp.WithPollingTimeout(5*time.Minute))); err != nil {
		p.t.Fatalf("the page does not show %s: %v, want no error", quoted, err)
	}
	shown, err := chromedp.Run(p.tab, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		p.t.Fatal(err)
	}
	return shown
}

// TestABundleIsVerifiedInABrowser as a person does it: with a policy and a bundle that are chosen, then with a bundle that
// was changed, a policy that is none, and the policy of somebody else.
func TestABundleIsVerifiedInABrowser(t *testing.T) {
	b := newBundler(t, 300)
	b.open = openValues
	good, err := b.makeBundle(t, "file-demo-7", "file-demo-3").Encode()
	if err != nil {
		t.Fatal(err)
	}
	files := mustFiles(t, good)
	files["events.jsonl"] = leaveFirstLineOut(files["events.jsonl"])
	less, err := evidence.EncodeFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"evidence.zip": string(good), "stamped.zip": string(stampBundle(t, good)),
		"less.zip": string(less),
		"cut.zip":  string(good[:len(good)/2]), "policy.txt": b.policy, "other.txt": newBundler(t, 1).policy,
		"none.txt": "trust everybody\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := openBundlePage(t)
	choose := func(field, file string) {
		p.do(chromedp.SetUploadFiles(chromedp.CSS(field), []string{filepath.Join(folder, file)}))
	}
	choose("#policy-file", "policy.txt")
	choose("#bundle", "evidence.zip")
	shown := p.await("The bundle holds")
	for _, want := range []string{"file-demo-7: all ", "file-demo-3: all ", "log.heads-committed", "Witnesses: witness.example/legal"} {
		if !strings.Contains(shown, want) {
			t.Errorf("want %q in what the page shows: %s", want, shown)
		}
	}
	choose("#bundle", "less.zip")
	p.await("The bundle does not hold")
	choose("#bundle", "cut.zip")
	p.await("the archive is cut off, or has other files")
	choose("#bundle", "evidence.zip")
	choose("#policy-file", "other.txt")
	p.await("the checkpoint is of a log that the policy does not name")
	choose("#policy-file", "none.txt")
	p.await("a line of the policy is not log, witness, group or quorum")
	choose("#bundle", "stamped.zip")
	choose("#policy-file", "policy.txt")
	p.await("The bundle holds")
}

func leaveFirstLineOut(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// TestOldBundlesAreVerifiedInABrowser verifies a bundle of the first form.
func TestOldBundlesAreVerifiedInABrowser(t *testing.T) {
	bundle, policy := readFirstBundle(t)
	p := openBundlePage(t)
	if refusal := p.verify(bundle, policy); refusal != "" {
		t.Error(refusal)
	}
	bundle[len(bundle)/2] ^= 1
	if refusal := p.verify(bundle, policy); refusal == "" {
		t.Error("a changed bundle holds")
	}
}
