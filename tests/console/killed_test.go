package console

import (
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/service/servicetest"
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
	evaluate[bool](p, `(() => { const bytes = Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(content)+`"), (c) => c.charCodeAt(0));
		const dataTransfer = new DataTransfer();
		for (let i = 0; i < `+strconv.Itoa(files)+`; i++) dataTransfer.items.add(new File([bytes], "drop-" + String(i).padStart(4, "0") + ".pdf", {type: "application/pdf"}));
		return !document.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true})); })()`)
}

// trayIsDone holds when no file of the tray is on its way or read any more.
const trayIsDone = `/^[\d,]+ files? (is|are) here$/.test(document.querySelector(".tray h2")?.innerText ?? "")`

// TestServiceIsKilledAmongUploads kills the service while many files are on their way: all of them are
// stored, each once, and read to the end, without anybody doing anything.
func TestServiceIsKilledAmongUploads(t *testing.T) {
	files, most := 30, 9*time.Minute
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		files, most = 1000, 40*time.Minute
	}
	f := openFront(t)
	origin := "http://" + f.Addr().String()
	service := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--public-url", strings.Replace(origin, "127.0.0.1", "localhost", 1))...)
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
	p.dropFiles(servicetest.CanaryPDF("one"), files)
	p.await(`document.querySelectorAll("tr[data-file]").length >= 5 && document.querySelector(".tray progress")`)
	service.Kill()
	p.await(`document.querySelector(".tray") && !document.querySelector(".tray progress")`) // those on their way are cut off
	service.Start()
	f.leadTo(service.Origin)
	service.Origin = origin
	for from := time.Now(); !evaluate[bool](p, trayIsDone); time.Sleep(100 * time.Millisecond) {
		if time.Since(from) > most/2 {
			p.fail("the files are not read to the end")
		}
	}
	if failed := evaluate[int](p, `document.querySelectorAll(".tray .bad").length`); failed > 0 {
		t.Errorf("%d files failed", failed)
	}
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
			t.Errorf("%s is stored %d times", name, seen[name])
		}
	}
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
