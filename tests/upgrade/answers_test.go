package upgrade

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The workspace of the fixtures, its client, and the password of all accounts.
const (
	workspace    = "acme"
	clientID     = "docket-cli"
	clientSecret = "Fixture-secret-1"
	password     = "Str0ng-enough"
)

// A caller sends requests as one account.
type caller struct {
	i        *installation
	username string
	token    string
}

// signIn signs an account in.
func (i *installation) signIn(username string) *caller {
	i.t.Helper()
	token, err := i.requestToken(username, password)
	if err != nil {
		i.t.Fatal(err)
	}
	return &caller{i: i, username: username, token: token}
}

// requestToken asks for an access token with a name and a password.
func (i *installation) requestToken(username, secret string) (string, error) {
	form := url.Values{"grant_type": {"password"}, "client_id": {clientID}, "client_secret": {clientSecret},
		"username": {username}, "password": {secret}, "scope": {"openid"}}
	r, err := http.PostForm(i.base+"/auth/realms/"+workspace+"/protocol/openid-connect/token", form)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return "", err
	}
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Token == "" {
		return "", fmt.Errorf("%s cannot sign in: %s %s", username, r.Status, body)
	}
	return answer.Token, nil
}

// A reply is the answer to a request.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send sends a request and returns the whole answer.
func (c *caller) send(method, path, contentType string, body []byte) reply {
	t := c.i.t
	t.Helper()
	req, err := http.NewRequest(method, c.i.base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatalf("%s %s: %v, want no error", method, path, err)
	}
	return reply{r.StatusCode, r.Header, b}
}

// do sends a request with a JSON body (nil for none) and reads the answer into a
// value (nil for none). A status from 300 on fails the test.
func (c *caller) do(method, path string, body, into any) {
	c.i.t.Helper()
	contentType, b := "", []byte(nil)
	if body != nil {
		var err error
		if b, err = json.Marshal(body); err != nil {
			c.i.t.Fatal(err)
		}
		contentType = "application/json"
	}
	c.decode(method, path, contentType, b, into)
}

// upload sends a file in a form.
func (c *caller) upload(method, path, name string, content []byte, into any) {
	c.i.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	w, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		c.i.t.Fatal(err)
	}
	c.decode(method, path, form.FormDataContentType(), b.Bytes(), into)
}

func (c *caller) decode(method, path, contentType string, body []byte, into any) {
	c.i.t.Helper()
	r := c.send(method, path, contentType, body)
	if r.status >= 300 {
		c.i.t.Fatalf("%s %s as %s: got %d %s, want success", method, path, c.username, r.status, r.body)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(r.body, into); err != nil {
		c.i.t.Fatalf("%s %s: %v in %s, want no error", method, path, err, r.body)
	}
}

// awaitFile waits until a file is processed and returns its processing status.
func (c *caller) awaitFile(path string) string {
	c.i.t.Helper()
	var f struct{ ProcessingStatus string }
	await(c.i.t, path+" to be processed", func() bool {
		c.do("GET", path, nil, &f)
		switch f.ProcessingStatus {
		case "PROCESSED", "ERROR":
			return true
		}
		return false
	})
	return f.ProcessingStatus
}

// An exchange is a request that changes nothing, and its answer.
type exchange struct {
	As, Method, Path string
	Body             string `json:",omitempty"`
	Status           int
	Header           map[string]string
	Answer           string // text, or the SHA-256 of other bytes
}

// comparedHeaders are the headers of answers that have to stay.
var comparedHeaders = []string{"Content-Type", "Content-Disposition", "Etag", "Cache-Control", "Docket-Parked", "Accept-Ranges"}

// perform sends the requests again and returns them with the answers of now.
func (i *installation) perform(requests []exchange) []exchange {
	i.t.Helper()
	callers := map[string]*caller{}
	out := make([]exchange, 0, len(requests))
	for _, e := range requests {
		c := callers[e.As]
		if c == nil {
			c = i.signIn(e.As)
			callers[e.As] = c
		}
		contentType := ""
		if e.Body != "" {
			contentType = "application/json"
		}
		r := c.send(e.Method, e.Path, contentType, []byte(e.Body))
		e.Status, e.Header = r.status, map[string]string{}
		for _, name := range comparedHeaders {
			if v := r.header.Get(name); v != "" {
				e.Header[name] = strings.Replace(v, `-gzip"`, `"`, 1) // of a compressed answer, which it was not before
			}
		}
		e.Answer = describeBody(r.body)
		out = append(out, e)
	}
	return out
}

// describeBody returns text as it is, without what differs from request to
// request, and a hash of anything else.
func describeBody(body []byte) string {
	if !utf8.Valid(body) {
		return fmt.Sprintf("%d bytes, SHA-256 %x", len(body), sha256.Sum256(body))
	}
	text := momentOfAnswer.ReplaceAllString(string(body), `"timestamp":"now","message"`)
	return lastDownload.ReplaceAllString(text, `"lastDownload":"$1"`)
}

// additions are fields that answers have on purpose and the version before did not know. What
// a first group matches stays.
var additions = []struct {
	field  *regexp.Regexp
	reason string
}{
	{regexp.MustCompile(`\s*"(?:attention|components)": ?(?:null|\[\]),`), "what is to be looked at"},
	{regexp.MustCompile(`\s*"sha256": ?"[0-9a-f]{64}",`), "files tell their digest"},
	{regexp.MustCompile(`\s*"duplicateOf": ?\{[^{}]*\},`), "files tell of what they are duplicates"},
	{regexp.MustCompile(`\s*"checked": ?(?:0|null),`), "nobody has checked components of the fixtures"},
	{regexp.MustCompile(`\s*"overridden": ?(?:\d+|null|\{[^{}]*\}),`), "files and details tell of their overrides"},
	{regexp.MustCompile(`\s*"override": ?\{[^{}]*\},`), "overrides tell who made them"},
	{regexp.MustCompile(`\s*"places": ?\[\],`), "overriding values say where people found them; those of the fixtures do not"},
	{regexp.MustCompile(`("name": ?"(?:[^"\\]|\\.)*"|"overridden": ?true),\s*"technicalName": ?"[^"]*"`),
		"components name the definition that they belong to"},
	{regexp.MustCompile(`,\s*"version": ?"[0-9a-f]{32}"`), "components and their overrides have versions"},
	{regexp.MustCompile(`,\s*"omitted": ?\[\]`), "packages name what they leave out; those of the fixtures are complete"},
	{regexp.MustCompile(`(?m)^(?:tree|checkpoints|kept outside): .*\n`), "audit verify tells what the log was compared with"},
	{regexp.MustCompile(`,\s*"missingComponents": ?\[\]`), "no definition of the fixtures requires a value"},
	{regexp.MustCompile(`\s*""?(?:required""?: ?false|multiple""?: ?true|format""?: ?""?TEXT""?),`),
		"definitions say what is expected of values"},
	{regexp.MustCompile(`\s*"basedOn": ?(?:null|"[0-9a-f]{32}"),`), "values say which extracted one they stand for"},
	{regexp.MustCompile(`,\s*"valueId": ?"[0-9a-f]{32}"`), "values have identifiers"},
	{regexp.MustCompile(`,\s*"filename": ?(?:null|"(?:[^"\\]|\\.)*")(,\s*"position")`), "events of histories name their file"},
	{regexp.MustCompile(`,"code":"[a-z_]+"(?:,"field":"[^"]*")?,"requestId":"[0-9a-f-]{36}"(?:,"errors":\[.*\])?`),
		"failures tell programs what is wrong"},
	{regexp.MustCompile(`,\s*"expires": ?null`), "packages end; those of the fixtures do not"},
}

// withoutAdditions returns an answer without the fields that are new on purpose.
func withoutAdditions(answer string) string {
	for _, a := range additions {
		answer = a.field.ReplaceAllString(answer, "$1")
	}
	return answer
}

var (
	// momentOfAnswer is the time in the body of a failure.
	momentOfAnswer = regexp.MustCompile(`"timestamp":"[^"]*","message"`)
	// fileStatus is the path of a file's status, which has counts of components now, and another
	// entity tag with them.
	fileStatus = regexp.MustCompile(`/files/[0-9a-f-]{36}(\?[^/]*)?$`)
	// taggedSince are the paths of records that had no entity tag before.
	taggedSince = regexp.MustCompile(`^/api/(?:(?:users|downloads)/[0-9a-f-]{36}|me)$`)
	// lastDownload is when a package was last fetched, which reading it changes. Its
	// form stays.
	lastDownload = regexp.MustCompile(`"lastDownload":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\+00:00)"`)
)

// compareAnswers wants every answer to be the same as before.
func compareAnswers(t *testing.T, got, want []exchange) {
	t.Helper()
	for n, w := range want {
		g, name := got[n], fmt.Sprintf("%s %s as %s", w.Method, w.Path, w.As)
		if g.Status != w.Status {
			t.Errorf("%s: got status %d %.300s, want %d", name, g.Status, g.Answer, w.Status)
			continue
		}
		if strings.HasSuffix(w.Path, "/content?type=PREVIEW") || strings.Contains(w.Path, ".png") {
			// Without active content, and with fewer greys, they have other bytes.
			if !strings.Contains(g.Answer, " bytes, SHA-256 ") {
				t.Errorf("%s: got %.300s, want a preview", name, g.Answer)
			}
			continue
		}
		for _, h := range comparedHeaders {
			if h == "Etag" && fileStatus.MatchString(w.Path) && (g.Header[h] != "") == (w.Header[h] != "") {
				continue
			}
			if h == "Etag" && w.Header[h] == "" && taggedSince.MatchString(w.Path) {
				continue
			}
			if g.Header[h] != w.Header[h] {
				t.Errorf("%s: got %s %q, want %q", name, h, g.Header[h], w.Header[h])
			}
		}
		if answer := withoutAdditions(g.Answer); answer != w.Answer {
			a, b := firstDifference(answer, w.Answer)
			t.Errorf("%s: got …%s, want …%s", name, a, b)
		}
	}
}

// firstDifference returns the surroundings of the first place where texts differ.
func firstDifference(a, b string) (string, string) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	cut := func(s string) string {
		return strings.ToValidUTF8(s[max(0, min(n-60, len(s))):min(n+120, len(s))], "?")
	}
	return cut(a), cut(b)
}
