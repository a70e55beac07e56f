package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/internal/procs"
)

// The account that all requests come from.
const account, password = "mira", "Str0ng-enough"

// A service is one process of a build on SQLite, with a folder of its own.
type service struct {
	build    *build
	folder   string
	settings []string // of serve
	cmd      *exec.Cmd
	log      string // file of what it writes
	base     string // address
	http     *http.Client

	mu     sync.Mutex
	token  string
	signed time.Time // when the token was given
}

// startService starts a service with the invoice template and an account, and waits until it is
// ready. The caller closes it.
func (c *comparison) startService(ctx context.Context, b *build) (s *service, err error) {
	template, err := c.templateOf(b)
	if err != nil {
		return nil, err
	}
	s = &service{build: b, http: &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 300}}}
	if s.folder, err = os.MkdirTemp(b.work, "service-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	key := filepath.Join(s.folder, "master.key")
	if _, _, err := runProgram(ctx, s.folder, "", b.docket, "master-key", "create", key); err != nil {
		return s, err
	}
	s.settings = []string{"--data", filepath.Join(s.folder, "data"), "--master-key-file", key, "--import", template,
		"--pdf-cache", filepath.Join(b.work, "pdf-cache"), "--public-url", "http://docket.test",
		"--request-rate", "0", "--sign-in-rate", "0", "--log-level", "warn"}
	grant, err := b.hasFlag(ctx, "serve", "--password-grant")
	if err != nil {
		return s, err
	}
	if grant { // builds without the flag let everybody use it
		s.settings = append(s.settings, "--password-grant")
	}
	if err := s.start(ctx); err != nil {
		return s, err
	}
	_, _, err = runProgram(ctx, s.folder, password+"\n", b.docket, "user", "add", "--data", filepath.Join(s.folder, "data"),
		"--master-key-file", key, "--roles", "MANAGER,ADMIN", account)
	return s, err
}

// start starts the process and waits until it is ready.
func (s *service) start(ctx context.Context) error {
	api, err1 := freeport.Address()
	admin, err2 := freeport.Address()
	log, err3 := os.CreateTemp(s.folder, "log-")
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	defer log.Close()
	s.base, s.log, s.token = "http://"+api, log.Name(), ""
	s.cmd = exec.CommandContext(ctx, s.build.docket, append([]string{"serve", "--listen", api, "--admin-listen", admin}, s.settings...)...)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = s.folder, log, log
	if err := launchProcess(s.cmd); err != nil {
		return err
	}
	return waitUntil(ctx, "the service does not become ready", 2*time.Minute, 5*time.Millisecond, func() (bool, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/health/ready", nil)
		if err != nil {
			return false, err
		}
		resp, err := s.http.Do(req)
		if err != nil {
			return false, s.findEnd()
		}
		return resp.StatusCode == http.StatusOK, resp.Body.Close()
	})
}

// findEnd returns an error with the last log lines when the process has ended.
func (s *service) findEnd() error {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil || !strings.Contains(string(stat), ") Z ") {
		return err
	}
	log, _ := os.ReadFile(s.log) // without it the error says less
	return fmt.Errorf("the service has ended: %s", lastLines(string(log)))
}

// stop ends the process as an operator would; its data stay.
func (s *service) stop() error {
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	s.http.CloseIdleConnections()
	err := s.cmd.Wait()
	s.cmd = nil
	return err
}

// close ends the process and removes its data.
func (s *service) close() {
	endProcess(s.cmd)
	_ = os.RemoveAll(s.folder) // the folder around it is removed at the end
}

// cpu returns the processor time of the service and of all that it has started.
func (s *service) cpu() (time.Duration, error) { return procs.CPU(s.cmd.Process.Pid) }

// resetPeak lets the kernel forget the most memory that the process of the service had so far.
func (s *service) resetPeak() error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.cmd.Process.Pid), []byte("5"), 0)
}

// readPeak returns the most resident memory that the process of the service had, in MiB.
func (s *service) readPeak() (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kib); n == 1 {
			return kib / 1024, nil
		}
	}
	return 0, errors.New("the kernel does not tell the most memory that a process had")
}

// watchMemory reads the resident memory of the service and its children ten times a second. The
// function that it returns ends that and returns the most that it saw, in MiB.
func (s *service) watchMemory() (stop func() float64) {
	end, most := make(chan struct{}), make(chan float64)
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		peak := int64(0)
		for {
			if now, err := procs.ResidentOf(s.cmd.Process.Pid); err == nil {
				peak = max(peak, now)
			}
			select {
			case <-end:
				most <- float64(peak) / (1 << 20)
				return
			case <-tick.C:
			}
		}
	}()
	return func() float64 {
		close(end)
		return <-most
	}
}

// authorise returns an access token; tokens live for a minute at least.
func (s *service) authorise(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token != "" && time.Since(s.signed) < 30*time.Second {
		return s.token, nil
	}
	form := url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "scope": {"openid"},
		"username": {account}, "password": {password}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/auth/realms/demo/protocol/openid-connect/token",
		strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || answer.Token == "" {
		return "", fmt.Errorf("sign in: %s, %w", resp.Status, err)
	}
	s.token, s.signed = answer.Token, time.Now()
	return s.token, nil
}

// A request is one to the API.
type request struct {
	method, path, contentType string
	body                      []byte
	position                  string // of the log, behind which it is answered
}

// send sends a request, reads the answer into a value unless it is nil, and returns the position of
// the log that the answer tells. A status from 300 on is an error.
func (s *service) send(ctx context.Context, r request, into any) (position string, err error) {
	token, err := s.authorise(ctx)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, r.method, s.base+r.path, bytes.NewReader(r.body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	if r.position != "" {
		req.Header.Set("Docket-Position", r.position)
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return "", err
	case resp.StatusCode >= 300:
		return "", fmt.Errorf("%s %s: %s %.300s", r.method, r.path, resp.Status, content)
	case into != nil:
		err = json.Unmarshal(content, into)
	}
	return resp.Header.Get("Docket-Position"), err
}

// sendForm sends a file in a form.
func (s *service) sendForm(ctx context.Context, path, name string, content []byte, into any) error {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	w, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = w.Write(content)
	}
	if err := errors.Join(err, form.Close()); err != nil {
		return err
	}
	_, err = s.send(ctx, request{method: http.MethodPost, path: path, contentType: form.FormDataContentType(), body: b.Bytes()}, into)
	return err
}

// findTemplate returns the path of the template that the service has imported.
func (s *service) findTemplate(ctx context.Context) (string, error) {
	var list struct{ DossierTemplates []struct{ ID string } }
	if _, err := s.send(ctx, request{method: http.MethodGet, path: "/api/dossier-templates"}, &list); err != nil {
		return "", err
	}
	if len(list.DossierTemplates) != 1 {
		return "", fmt.Errorf("the service has %d templates, want 1", len(list.DossierTemplates))
	}
	return "/api/dossier-templates/" + list.DossierTemplates[0].ID, nil
}

// makeDossier makes a dossier and returns its path.
func (s *service) makeDossier(ctx context.Context, template, name string) (string, error) {
	var d struct{ ID string }
	_, err := s.send(ctx, request{method: http.MethodPost, path: template + "/dossiers", contentType: "application/json",
		body: fmt.Appendf(nil, `{"name":%q}`, name)}, &d)
	return template + "/dossiers/" + d.ID, err
}
