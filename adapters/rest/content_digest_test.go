package rest

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"io"
	"net/http"
	"testing"
)

// contentDigest is the value of Content-Digest of a body.
func contentDigest(body []byte) string {
	sum := sha256.Sum256(body)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// TestBodiesHaveTheDigestThatIsTold: forms, JSON and text alike. Another one is refused.
func TestBodiesHaveTheDigestThatIsTold(t *testing.T) {
	for name, build := range map[string]func() *http.Request{
		"form": func() *http.Request { return upload("", "file", "a.pdf", "%PDF-1.7 content") },
		"JSON": func() *http.Request { return request("POST", tPath+"/dossiers", `{"name":"May"}`) },
		"text": func() *http.Request {
			return request("PUT", "/api/dossier-templates/"+templateID+"/entity-definitions/"+defID+"/dictionaries/entries", "a term\n",
				"Content-Type", "text/plain")
		},
	} {
		t.Run(name, func(t *testing.T) {
			sent := build()
			body, err := io.ReadAll(sent.Body)
			if err != nil {
				t.Fatal(err)
			}
			long := sha512.Sum512(body)
			both := contentDigest(body) + ", sha-512=:" + base64.StdEncoding.EncodeToString(long[:]) + ":, md5=:x:"
			for _, row := range []struct {
				digest, code string
			}{
				{contentDigest(body), ""},
				{both, ""},
				{contentDigest([]byte("other")), "digest_mismatch"},
				{contentDigest(body) + ", sha-512=:" + base64.StdEncoding.EncodeToString(noDigest()) + ":", "digest_mismatch"},
				{"sha-256=:x:", "invalid_value"},
				{"sha-256=" + contentDigest(body)[9:], "invalid_value"},
				{"md5=:x:", "invalid_value"},
			} {
				s := newSite(t)
				r := sent.Clone(t.Context())
				r.Header.Set("Content-Digest", row.digest)
				r.Body = io.NopCloser(bytes.NewReader(body))
				a := s.do(r)
				if row.code == "" {
					if a.StatusCode >= 300 {
						t.Errorf("%s: got %d %s, want it taken", row.digest, a.StatusCode, a.body)
					}
					continue
				}
				leading, _ := a.mistakes(t)
				if a.StatusCode != 400 || leading.Code != row.code || leading.Field != "Content-Digest" {
					t.Errorf("%s: got %d %s, want 400 %s", row.digest, a.StatusCode, a.body, row.code)
				}
			}
		})
	}
}

// noDigest returns the digest of nothing that was sent.
func noDigest() []byte { return make([]byte, 64) }
