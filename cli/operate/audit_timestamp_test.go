package operate_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/cli/operate"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/evidence/timestamp/timestamptest"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestTimestampOfABundle stamps the checkpoint of a bundle, and a checkpoint alone, and verifies the bundle with both.
func TestTimestampOfABundle(t *testing.T) {
	const bundle, policy = "evidence/testdata/bundle-1.zip", "evidence/testdata/bundle-1.policy.txt"
	tsa, other := timestamptest.New(t), timestamptest.New(t)
	file := func(name string) string { return filepath.Join(tsa.Folder(), name) }
	content, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := evidence.CheckpointOf(content)
	if err != nil {
		t.Fatal(err)
	}
	other41 := strings.Replace(string(signed), "\n42\n", "\n41\n", 1)
	for name, text := range map[string]string{"checkpoint.txt": string(signed), "other.txt": other41} {
		if err := os.WriteFile(file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	io := terminal.Streams{Out: &out, Err: &out}
	for from, to := range map[string]string{bundle: "bundle.tsr", file("checkpoint.txt"): "checkpoint.tsr",
		file("other.txt"): "other.tsr"} {
		stamp := operate.AuditTimestamp{File: from, URL: tsa.URL, Output: file(to), TSACA: tsa.CAFile}
		if err := stamp.Run(t.Context(), io); err != nil {
			t.Fatal(err)
		}
		if err := stamp.Run(t.Context(), io); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("again: %v, want an error and err.Error() with is there already", err)
		}
	}
	distrusted := operate.AuditTimestamp{File: bundle, URL: tsa.URL, Output: file("none.tsr"), TSACA: other.CAFile}
	if err := distrusted.Run(t.Context(), io); !errors.Is(err, timestamp.ErrToken) {
		t.Errorf("an authority that is not trusted: %v, want %v", err, timestamp.ErrToken)
	}
	if _, err := os.Stat(file("none.tsr")); err == nil {
		t.Error("its response is written")
	}
	for _, c := range []struct {
		token, ca string
		holds     bool
	}{
		{"bundle.tsr", tsa.CAFile, true},
		{"checkpoint.tsr", tsa.CAFile, true},
		{"other.tsr", tsa.CAFile, false},
		{"bundle.tsr", other.CAFile, false},
	} {
		for _, json := range []bool{false, true} {
			out.Reset()
			verify := operate.AuditVerifyBundle{File: bundle, Policy: policy, SizeLimit: 1 << 20, JSON: json}
			verify.Timestamp, verify.TSACA = file(c.token), c.ca
			err := verify.Run(io)
			if (err == nil) != c.holds || err != nil && !errors.Is(err, timestamp.ErrToken) {
				t.Errorf("%+v: got %v, want it holds: %v", c, err, c.holds)
			}
			if strings.Contains(out.String(), "stamp.example") != c.holds {
				t.Errorf("%+v: %s, want it = %v", c, &out, c.holds)
			}
		}
	}
	args := []string{"audit", "verify-bundle", bundle, "--policy", policy, "--timestamp", file("bundle.tsr")}
	servicetest.ExpectFailure(t, "--tsa-ca", args...)
	if told := servicetest.RunDocket(t, append(args, "--tsa-ca", tsa.CAFile)...); !strings.Contains(told, "\nstamped: 2") {
		t.Error(told)
	}
}

// TestTimestampsInABundle has two authorities stamp a bundle, one after the other, and verifies it for those who trust one
// of them, or another one; with a time stamp of something else; and without any.
func TestTimestampsInABundle(t *testing.T) {
	const plain, policy = "evidence/testdata/bundle-1.zip", "evidence/testdata/bundle-1.policy.txt"
	tsa, second, stranger := timestamptest.New(t), timestamptest.New(t), timestamptest.New(t)
	var out bytes.Buffer
	io := terminal.Streams{Out: &out, Err: &out}
	stamp := func(bundle string, authority *timestamptest.Authority) string {
		stamped := filepath.Join(t.TempDir(), "stamped.zip")
		c := operate.AuditTimestamp{File: bundle, URL: authority.URL, Output: stamped, TSACA: authority.CAFile, InBundle: true}
		if err := c.Run(t.Context(), io); err != nil {
			t.Fatal(err)
		}
		return stamped
	}
	once := stamp(plain, second)
	twice := stamp(once, tsa)
	response, err := timestamp.Request(t.Context(), http.DefaultClient, tsa.URL, []byte("something else"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(response []byte) string {
		content, err := os.ReadFile(plain)
		if err == nil {
			content, err = evidence.StampBundle(content, response)
		}
		bundle := filepath.Join(t.TempDir(), "wrong.zip")
		if err == nil {
			err = os.WriteFile(bundle, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return bundle
	}
	for name, row := range map[string]struct{ bundle, ca, want string }{
		"the last of two":  {twice, tsa.CAFile, ""},
		"the first of two": {twice, second.CAFile, ""},
		"nobody asks":      {twice, "", ""},
		"a stranger":       {twice, stranger.CAFile, timestamp.ErrToken.Error()},
		"something else":   {wrong(response), tsa.CAFile, "it is over other bytes"},
		"no response":      {wrong([]byte("none")), tsa.CAFile, timestamp.ErrToken.Error()},
		"none":             {plain, tsa.CAFile, "there is none in it"},
	} {
		out.Reset()
		verify := operate.AuditVerifyBundle{File: row.bundle, Policy: policy, SizeLimit: 1 << 20, TSACA: row.ca}
		err := verify.Run(io)
		if (err == nil) != (row.want == "") || err != nil &&
			(!errors.Is(err, timestamp.ErrToken) || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v, want %q", name, err, row.want)
		}
		if told := strings.Contains(out.String(), "\nstamped: 2"); told != (err == nil && row.ca != "") {
			t.Errorf("%s: got %s, want two stamps: %v", name, &out, err == nil && row.ca != "")
		}
	}
	alone := filepath.Join(t.TempDir(), "checkpoint.txt")
	if err := os.WriteFile(alone, []byte("log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n\u2014 log AAAAAAAA\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	c := operate.AuditTimestamp{File: alone, URL: tsa.URL, Output: alone + ".zip", InBundle: true}
	if err := c.Run(t.Context(), io); !errors.Is(err, evidence.ErrBundle) {
		t.Errorf("a checkpoint alone: %v, want %v", err, evidence.ErrBundle)
	}
}
