package console

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A front is an address that leads to a service, which may have another one after it was started again.
type front struct {
	net.Listener
	mu sync.Mutex
	to string
}

// openFront listens on an address of its own until the test ends.
func openFront(t *testing.T) *front {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &front{Listener: l}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go f.pass(c)
		}
	}()
	return f
}

// leadTo sends those who come from now on to a service.
func (f *front) leadTo(origin string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.to = strings.TrimPrefix(origin, "http://")
}

// pass carries bytes both ways until one side ends.
func (f *front) pass(c net.Conn) {
	f.mu.Lock()
	to := f.to
	f.mu.Unlock()
	defer func() { _ = c.Close() }()
	service, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(service, c) // it ends with either side
		_ = service.Close()
	}()
	_, _ = io.Copy(c, service)
}

// dropFiles drops so many files of one content onto the page.
func (p *page) dropFiles(content []byte, files int) {
	p.t.Helper()
	names := make([]string, files)
	for i := range names {
		names[i] = fmt.Sprintf("drop-%04d.pdf", i)
	}
	p.dropNamed(content, names...)
}

// dropNamed drops files of one content and some names onto the page.
func (p *page) dropNamed(content []byte, names ...string) {
	p.t.Helper()
	quoted, err := json.Marshal(names)
	if err != nil {
		p.t.Fatal(err)
	}
	evaluate[bool](p, `(() => { const bytes = Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(content)+
		`"), (c) => c.charCodeAt(0));
		const dataTransfer = new DataTransfer();
		for (const name of `+string(quoted)+`) dataTransfer.items.add(new File([bytes], name, {type: "application/pdf"}));
		return !document.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true})); })()`)
}

// trayIsDone holds when no file of the tray is on its way or read any more.
const trayIsDone = `/^[\d,]+ files? (is|are) here$/.test(document.querySelector(".tray h2")?.innerText ?? "")`

// openFragileSite starts a service that can be killed behind a front, with an empty dossier of mira's, whose page it opens.
func openFragileSite(t *testing.T, most time.Duration, args ...string) (*site, *front, *page) {
	t.Helper()
	f := openFront(t)
	origin := "http://" + f.Addr().String()
	args = append(args, "--public-url", strings.Replace(origin, "127.0.0.1", "localhost", 1))
	service := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), args...)...)
	f.leadTo(service.Origin)
	service.AddUser("mira", password, "MANAGER")
	s := &site{Room: &servicetest.Room{Instance: service}}
	s.mira = service.SignIn("mira", password)
	s.template = s.mira.TemplateNamed("Invoices")
	var d struct{ ID string }
	s.mira.Want(201, "POST", s.template+"/dossiers", map[string]any{"name": "Spring 2026"}).Decode(t, &d)
	s.dossier = s.template + "/dossiers/" + d.ID
	service.Origin = origin
	p := openPageFor(t, s, "en", t.TempDir(), most)
	p.expectFault(`Failed to load|ERR_`)
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(`document.querySelector(".drop")`)
	return s, f, p
}

// killAndStart kills the service of a site, and starts it again when the page has seen that it is gone.
func (s *site) killAndStart(p *page, f *front, origin string) {
	s.Kill()
	p.await(`document.querySelector(".tray") && !document.querySelector(".tray progress")`) // those on their way are cut off
	s.Start()
	f.leadTo(s.Origin)
	s.Origin = origin
}

// TestServiceIsKilledAmongUploads kills the service while many files are on their way: all of them are
// stored, each once, and read to the end, without anybody doing anything.
func TestServiceIsKilledAmongUploads(t *testing.T) {
	files, most := 30, 9*time.Minute
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		files, most = 1000, 100*time.Minute
	}
	s, f, p := openFragileSite(t, most)
	p.dropFiles(servicetest.CanaryPDF("one"), files)
	p.await(`document.querySelectorAll("tr[data-file]").length >= 5 && document.querySelector(".tray progress")`)
	s.killAndStart(p, f, s.Origin)
	for from := time.Now(); !evaluate[bool](p, trayIsDone); time.Sleep(100 * time.Millisecond) {
		if time.Since(from) > most/2 {
			p.fail("the files are not read to the end")
		}
	}
	if failed := evaluate[int](p, `document.querySelectorAll(".tray .bad").length`); failed > 0 {
		t.Errorf("%d files failed, want at most 0", failed)
	}
	s.wantStoredOnce(t, files)
}

// allIsSent holds when no file of the tray waits or is being sent: leaving the page loses nothing then.
const allIsSent = `dispatchEvent(new Event("beforeunload", {cancelable: true}))`

// TestServiceIsKilledTwiceAmongUploads kills a service that stores files and does not read them, twice while hundreds are
// on their way, behind another screen: all are stored, each once.
func TestServiceIsKilledTwiceAmongUploads(t *testing.T) {
	const most = 40 * time.Minute
	files, kills := 500, []int{40, 100} // hundreds are left to be sent, however late the kill comes
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		files, kills = 1000, []int{200, 600}
	}
	s, f, p := openFragileSite(t, most, "--postgres", pgtest.DSN(t), "--roles", "api,projector")
	stored := func() int { // asked by the page, whose session outlives tokens
		return evaluate[int](p, `fetch("/console`+s.dossier+
			`/files?limit=1").then((a) => a.json()).then((list) => list.total ?? 0, () => 0)`)
	}
	p.dropFiles(servicetest.CanaryPDF("one"), files)
	p.await(`document.querySelector(".tray progress")`)
	p.press("g", "l") // a screen that does not read the files again and again
	p.awaitText("No packages.")
	for _, n := range kills {
		servicetest.Await(t, most/4, func() bool { return stored() >= n })
		if evaluate[bool](p, allIsSent) {
			t.Fatalf("all files are sent after %d, so the service is not killed among them", n)
		}
		s.killAndStart(p, f, s.Origin)
	}
	servicetest.Await(t, most/2, func() bool { return evaluate[bool](p, allIsSent) })
	if failed := evaluate[int](p, `document.querySelectorAll(".tray .bad").length`); failed > 0 {
		t.Errorf("%d files failed, want at most 0", failed)
	}
	s.mira = s.SignIn("mira", password)
	s.wantStoredOnce(t, files)
}

// wantStoredOnce holds the files that were dropped against those that are stored: each of them, once.
func (s *site) wantStoredOnce(t *testing.T, files int) {
	t.Helper()
	var list struct {
		FileStatus []struct{ Filename string }
	}
	s.mira.Want(200, "GET", s.dossier+"/files", nil).Decode(t, &list)
	seen := map[string]int{}
	for _, file := range list.FileStatus {
		seen[file.Filename]++
	}
	for i := range files {
		if name := fmt.Sprintf("drop-%04d.pdf", i); seen[name] != 1 {
			t.Errorf("%s is stored %d times, want 1", name, seen[name])
		}
	}
	s.wantNoneReplaced(t)
}

// wantNoneReplaced fails when a file of the dossier was stored again as its new version.
func (s *site) wantNoneReplaced(t *testing.T) {
	t.Helper()
	for cursor := ""; ; {
		var history struct {
			Events     []struct{ Type string }
			NextCursor string
		}
		s.mira.Want(200, "GET", s.dossier+"/history?limit=500"+cursor, nil).Decode(t, &history)
		for _, e := range history.Events {
			if e.Type == "file.replaced" {
				t.Error("a file was stored again as its new version")
			}
		}
		if history.NextCursor == "" {
			return
		}
		cursor = "&cursor=" + history.NextCursor
	}
}
