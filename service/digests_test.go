package service_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// digestOf is the digest of bytes as headers have it.
func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// fetchDigested sends a request with some headers, and returns the answer.
func fetchDigested(c *servicetest.Caller, method, path string, headers ...string) servicetest.Answer {
	c.T.Helper()
	h := http.Header{"Authorization": {"Bearer " + c.Token}}
	for i := 0; i < len(headers); i += 2 {
		h.Add(headers[i], headers[i+1])
	}
	a, err := c.AskUnchecked(method, path, nil, h)
	if err != nil {
		c.T.Fatal(err)
	}
	return a
}

// wantDigests compares the digests of an answer; "" is none.
func wantDigests(t *testing.T, what string, a servicetest.Answer, content, whole string) {
	t.Helper()
	if c, r := a.Header.Get("Content-Digest"), a.Header.Get("Repr-Digest"); c != content || r != whole {
		t.Errorf("%s (%d): got Content-Digest %q and Repr-Digest %q, want %q and %q", what, a.Status, c, r, content, whole)
	}
}

// TestAnswersTellTheirDigests: of files at once, of packages and parts when they are wanted, of compressed bytes never.
func TestAnswersTellTheirDigests(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	c, _ := r.AddAccount("demo", "digester", servicetest.AllRoles...)
	dossier := c.NewDossier("Digests")
	pdf := servicetest.SamplePDF(t)
	file := dossier + "/files/" + c.Upload(dossier, "a.pdf", pdf)
	whole := digestOf(pdf)
	for _, method := range []string{"GET", "HEAD"} {
		wantDigests(t, method, fetchDigested(c, method, file+"/content"), whole, whole)
	}
	const part = "bytes=10-99"
	wantDigests(t, "a range", fetchDigested(c, "GET", file+"/content", "Range", part), "", whole)
	a := fetchDigested(c, "GET", file+"/content", "Range", part, "Want-Content-Digest", "md5=9, sha-256=3")
	wantDigests(t, "a range that is wanted", a, digestOf(pdf[10:100]), whole)
	if a.Status != 206 || !bytes.Equal(a.Body, pdf[10:100]) {
		t.Errorf("after its digest the range is %d with %d bytes, want 206 with 90", a.Status, len(a.Body))
	}
	wantDigests(t, "no range", fetchDigested(c, "GET", file+"/content", "Range", "bytes=99999999-", "Want-Repr-Digest", "sha-256=1"), "", "")
	tag := fetchDigested(c, "GET", file+"/content").Header.Get("ETag")
	wantDigests(t, "nothing new", fetchDigested(c, "GET", file+"/content", "If-None-Match", tag), "", "")

	c.AwaitDone(file)
	shown := fetchDigested(c, "GET", file+"/content?type=PREVIEW")
	wantDigests(t, "a preview", shown, "", "")
	a = fetchDigested(c, "GET", file+"/content?type=PREVIEW", "Want-Content-Digest", "sha-256=10")
	wantDigests(t, "a preview that is wanted", a, digestOf(shown.Body), digestOf(shown.Body))
	checkRuleDigests(t, c, dossier)
	checkPackageDigests(t, c, dossier)
}

// checkRuleDigests: what is compressed has no digest, and what is wanted is not compressed.
func checkRuleDigests(t *testing.T, c *servicetest.Caller, dossier string) {
	t.Helper()
	rules := filepath.Dir(filepath.Dir(dossier)) + "/entity-rules"
	plain := fetchDigested(c, "GET", rules, "Accept-Encoding", "identity")
	wantDigests(t, "rules", plain, digestOf(plain.Body), digestOf(plain.Body))
	packed := fetchDigested(c, "GET", rules, "Accept-Encoding", "gzip")
	if wantDigests(t, "compressed rules", packed, "", ""); packed.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("rules of %d bytes come as %q, want gzip", len(plain.Body), packed.Header.Get("Content-Encoding"))
	}
	wanted := fetchDigested(c, "GET", rules, "Accept-Encoding", "gzip", "Want-Content-Digest", "sha-256=1")
	wantDigests(t, "rules that are wanted", wanted, digestOf(plain.Body), digestOf(plain.Body))
	if !bytes.Equal(wanted.Body, plain.Body) {
		t.Errorf("wanted rules have %d bytes, want %d as they are", len(wanted.Body), len(plain.Body))
	}
}

// checkPackageDigests also lets the client fetch a package.
func checkPackageDigests(t *testing.T, c *servicetest.Caller, dossier string) {
	t.Helper()
	c.FetchPackage(dossier, map[string]any{"downloadFileTypes": []string{"ORIGINAL"}})
	var list struct{ DownloadStatus []struct{ ID string } }
	c.Want(200, "GET", "/api/downloads", nil).Decode(t, &list)
	id := list.DownloadStatus[0].ID
	content := "/api/downloads/" + id + "/content"
	plain := fetchDigested(c, "GET", content)
	wantDigests(t, "a package", plain, "", "")
	for _, ill := range []string{"sha-256=0", "sha-256=11", "sha-512=1", "sha-256", "((", "sha-256=x"} {
		wantDigests(t, "a package, "+ill, fetchDigested(c, "GET", content, "Want-Repr-Digest", ill), "", "")
	}
	digest := digestOf(plain.Body)
	wantDigests(t, "a package that is wanted", fetchDigested(c, "HEAD", content, "Want-Repr-Digest", "sha-256=1"), digest, digest)
	wantDigests(t, "a part of it", fetchDigested(c, "GET", content, "Range", "bytes=5-", "Want-Repr-Digest", "sha-256=1"), "", digest)
	fetching, err := client.New(strings.TrimSuffix(c.Service.Base, "/"), client.Fixed(c.Token))
	if err == nil {
		err = fetching.Download(t.Context(), id, filepath.Join(t.TempDir(), "package.zip"), nil)
	}
	if err != nil {
		t.Errorf("the client: %v, want the package", err)
	}
}
