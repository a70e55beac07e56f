package timestamp_test

import (
	"bytes"
	"crypto/x509"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/evidence/timestamp/timestamptest"
)

const checkpoint = "docket/5d2f3c1b9a7e4410\n1287\n4Qn3Tv78aY1CXO4yxokhv/Bl2F9P/9Mj6LI/UoGjy4s=\n\n— docket/5d2f3c1b9a7e4410 KHbO6p0n\n"

// TestTokensHold asks an authority of openssl for a token, which holds for what it is over and for whoever trusts that
// authority, here and for openssl ts -verify, and for nothing else.
func TestTokensHold(t *testing.T) {
	tsa, other := timestamptest.New(t), timestamptest.New(t)
	before := time.Now().Add(-time.Minute)
	response, err := timestamp.Request(t.Context(), http.DefaultClient, tsa.URL, []byte(checkpoint))
	if err != nil {
		t.Fatal(err)
	}
	stamp, err := timestamp.Verify(response, []byte(checkpoint), rootsOf(t, tsa))
	if err != nil || stamp.Time.Before(before) || time.Until(stamp.Time) > time.Minute ||
		!strings.Contains(stamp.Authority, "CN=stamp.example") {
		t.Errorf("got %+v, %v, want a stamp of now by CN=stamp.example", stamp, err)
	}
	if out, err := openSSLVerify(t, tsa, response, checkpoint); err != nil || !strings.Contains(out, "Verification: OK") {
		t.Errorf("openssl: %v\n%s, want no error and %q in out", err, out, "Verification: OK")
	}
	if out, err := openSSLVerify(t, other, response, checkpoint); err == nil {
		t.Errorf("openssl takes another authority: %s, want an error", out)
	}
	for name, f := range map[string]func() error{
		"another authority": func() error { _, err := timestamp.Verify(response, []byte(checkpoint), rootsOf(t, other)); return err },
		"no authority": func() error {
			_, err := timestamp.Verify(response, []byte(checkpoint), x509.NewCertPool())
			return err
		},
		"another checkpoint": func() error {
			_, err := timestamp.Verify(response, []byte("docket/1\n"+checkpoint), rootsOf(t, tsa))
			return err
		},
	} {
		if err := f(); !errors.Is(err, timestamp.ErrToken) {
			t.Errorf("%s: %v, want %v", name, err, timestamp.ErrToken)
		}
	}
}

// TestNoChangedTokenHolds flips each byte of a token, and cuts it at each. What holds then still says the same.
func TestNoChangedTokenHolds(t *testing.T) {
	tsa := timestamptest.New(t)
	roots := rootsOf(t, tsa)
	response, err := timestamp.Request(t.Context(), http.DefaultClient, tsa.URL, []byte(checkpoint))
	if err != nil {
		t.Fatal(err)
	}
	said, err := timestamp.Verify(response, []byte(checkpoint), roots)
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for at := range response {
		changed := bytes.Clone(response)
		changed[at] ^= 0x41
		stamp, err := timestamp.Verify(changed, []byte(checkpoint), roots)
		if err == nil {
			held++
			if !stamp.Time.Equal(said.Time) || stamp.Serial.Cmp(said.Serial) != 0 || stamp.Authority != said.Authority {
				t.Errorf("byte %d: %+v, want stamp.Time.Equal(said.Time), stamp.Serial.Cmp(said.Serial) = 0 and stamp.Authority "+
					"= %v", at, stamp, said.Authority)
			}
		} else if !errors.Is(err, timestamp.ErrToken) {
			t.Errorf("byte %d: %v, want %v", at, err, timestamp.ErrToken)
		}
		if _, err := timestamp.Verify(response[:at], []byte(checkpoint), roots); !errors.Is(err, timestamp.ErrToken) {
			t.Errorf("cut at %d: %v, want %v", at, err, timestamp.ErrToken)
		}
	}
	t.Logf("%d of %d changes are of bytes that nothing needs, such as the root in the response", held, len(response))
}

// TestRequestRefuses asks authorities that are away, answer nonsense or too much, or repeat an older token.
func TestRequestRefuses(t *testing.T) {
	tsa := timestamptest.New(t)
	old, err := timestamp.Request(t.Context(), http.DefaultClient, tsa.URL, []byte(checkpoint))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		status int
		answer []byte
		want   string
	}{
		"away":            {http.StatusServiceUnavailable, []byte("later"), "answers 503"},
		"nonsense":        {http.StatusOK, []byte("<html>"), timestamp.ErrToken.Error()},
		"nothing":         {http.StatusOK, nil, timestamp.ErrToken.Error()},
		"too much":        {http.StatusOK, make([]byte, timestamp.MaxResponse+1), "more than"},
		"an older answer": {http.StatusOK, old, "answers another request"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			_, _ = w.Write(c.answer)
		}))
		_, err := timestamp.Request(t.Context(), server.Client(), server.URL, []byte(checkpoint))
		server.Close()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want %q, have %v", name, c.want, err)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	if _, err := timestamp.Request(t.Context(), http.DefaultClient, server.URL, []byte(checkpoint)); err == nil {
		t.Error("nobody answers")
	}
}

// FuzzVerify wants a response to be refused, or to say what the authority has said.
func FuzzVerify(f *testing.F) {
	tsa := timestamptest.New(f)
	roots := rootsOf(f, tsa)
	response, err := timestamp.Request(f.Context(), http.DefaultClient, tsa.URL, []byte(checkpoint))
	if err != nil {
		f.Fatal(err)
	}
	said, err := timestamp.Verify(response, []byte(checkpoint), roots)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(response)
	f.Add(response[:len(response)/2])
	f.Add([]byte{0x30, 0x80, 0x30, 0x80, 0x02, 0x01, 0x00, 0, 0})
	f.Add([]byte{0x30, 0x84, 0x7f, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, changed []byte) {
		stamp, err := timestamp.Verify(changed, []byte(checkpoint), roots)
		switch {
		case err != nil && !errors.Is(err, timestamp.ErrToken):
			t.Error(err)
		case err == nil && (!stamp.Time.Equal(said.Time) || stamp.Serial.Cmp(said.Serial) != 0 || stamp.Authority != said.Authority):
			t.Errorf("it says %+v, and the authority has said %+v, want the same", stamp, said)
		}
	})
}

func rootsOf(t testing.TB, tsa *timestamptest.Authority) *x509.CertPool {
	t.Helper()
	pem, err := os.ReadFile(tsa.CAFile)
	roots := x509.NewCertPool()
	if err != nil || !roots.AppendCertsFromPEM(pem) {
		t.Fatalf("%s: %v, want roots.AppendCertsFromPEM(pem) and no error", tsa.CAFile, err)
	}
	return roots
}

func openSSLVerify(t *testing.T, tsa *timestamptest.Authority, response []byte, data string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"token.tsr": string(response), "checkpoint.txt": data} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), "openssl", "ts", "-verify", "-data", "checkpoint.txt", "-in", "token.tsr", "-CAfile", tsa.CAFile)
	c.Dir = dir
	out, err := c.CombinedOutput()
	return string(out), err
}
