package main

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// validated puts a proxy that knows the contract and nothing of Docket between the
// tests and a service: DOCKET_TEST_PRISM names the program. It answers in place of
// the service when that breaks the contract. Requests may break it: tests do.
func (s *instance) validated() {
	s.t.Helper()
	prism := os.Getenv("DOCKET_TEST_PRISM")
	if prism == "" {
		return
	}
	listen := freePort(s.t)
	_, port, _ := strings.Cut(listen, ":")
	cmd := exec.CommandContext(context.Background(), prism, "proxy", "api/openapi.yaml", s.origin,
		"--errors", "--validate-request", "false", "--cors", "false", "--port", port, "--verboseLevel", "warn")
	cmd.Stdout, cmd.Stderr = s.log, s.log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	s.base = "http://" + listen
	await(s.t, 60*time.Second, func() bool {
		r, err := http.Get(s.base + "/health/ready")
		if err == nil {
			_ = r.Body.Close()
		}
		return err == nil && r.StatusCode == http.StatusOK
	})
}

// at is where a request is sent: bytes go to and come from the service itself,
// since the proxy reads everything as text.
func (s *instance) at(path, contentType string) string {
	if strings.HasPrefix(contentType, "multipart/") {
		return s.origin
	}
	path, _, _ = strings.Cut(path, "?")
	for _, end := range []string{"/content", ".png", "/bundle"} {
		if strings.HasSuffix(path, end) {
			return s.origin
		}
	}
	if strings.Contains(path, "/report-templates/") || strings.HasPrefix(path, "/api/events") {
		return s.origin
	}
	return s.base
}

// await waits until something holds.
func await(t testing.TB, most time.Duration, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(most); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to hold")
		}
	}
}
