package rest

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/traffic"
)

// TestASilentClientIsLetGo sends a part of a body and then nothing more.
func TestASilentClientIsLetGo(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(traffic.Pace{Wait: 50 * time.Millisecond}.Enforce(s.handler))
	defer server.Close()
	for path, part := range map[string]string{
		tPath + "/dossiers": "application/json\r\nContent-Length: 100\r\n\r\n{",
		"/api/downloads":    "text/plain\r\nContent-Length: 100\r\n\r\n", // nobody reads it
		sPath + "/files": "multipart/form-data; boundary=B\r\nContent-Length: 1000\r\n\r\n" +
			"--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-",
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: %s", path, part)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%s: %v, want no error", path, err)
		}
		if answer.StatusCode < 400 {
			t.Errorf("%s: %s, want answer.StatusCode at least 400", path, answer.Status)
		}
		if err := errors.Join(answer.Body.Close(), c.Close()); err != nil {
			t.Log(err) // the server has hung up first
		}
	}
}
