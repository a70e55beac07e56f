// Package keycloak starts Keycloak for tests, as Maven delivers it, with the realm of our compose file, and asks it for
// tokens that are limited by client scopes.
package keycloak

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// version of Keycloak, which runs on Java 17 and later.
const version = "26.7.0"

// patience is how long it may take to start on a busy machine: it builds itself first.
const patience = 20 * time.Minute

// password of everybody who is made here.
const password = "Str0ng-enough"

// A Server is a running Keycloak.
type Server struct {
	Issuer string // of the realm

	t     *testing.T
	admin string // address of the realm's administration
	base  string
	token string // of its administrator
	ends  time.Time
}

// Start starts Keycloak on the realm in a file, until the test ends. Tests are skipped where neither Java nor Maven is, or
// where Maven cannot have it.
func Start(t *testing.T, realm string) *Server {
	t.Helper()
	home := fetch(t)
	address, err1 := freeport.Address()
	management, err2 := freeport.Address()
	text, err3 := os.ReadFile(realm) //nolint:gosec // a file of the repository
	folder := filepath.Join(home, "data", "import")
	err := errors.Join(err1, err2, err3, os.MkdirAll(folder, 0o700))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "realm.json"), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(address, ":")
	_, second, _ := strings.Cut(management, ":")
	cmd := exec.Command(filepath.Join(home, "bin", "kc.sh"), "start-dev", "--import-realm", "--cache", "local", //nolint:noctx // until the end
		"--http-host", "127.0.0.1", "--http-port", port, "--http-management-port", second)
	cmd.Env = append(os.Environ(), "KC_BOOTSTRAP_ADMIN_USERNAME=admin", "KC_BOOTSTRAP_ADMIN_PASSWORD="+password)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the script has Java as its child
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	gone := make(chan struct{})
	go func() { ended <- cmd.Wait(); close(gone) }()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-gone
	})
	base := "http://" + address
	s := &Server{t: t, base: base, Issuer: base + "/realms/docket", admin: base + "/admin/realms/docket"}
	s.await(ended)
	return s
}

// await waits until the realm answers.
func (s *Server) await(ended chan error) {
	s.t.Helper()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for begun := time.Now(); ; {
		r, err := s.send(http.MethodGet, s.Issuer+"/.well-known/openid-configuration", nil)
		if err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case err := <-ended:
			s.t.Fatalf("Keycloak has ended: %v, want it to answer", err)
		case <-tick.C:
		}
		if time.Since(begun) > patience {
			s.t.Fatalf("Keycloak does not answer after %s", patience)
		}
	}
}

// send sends a request, with a form unless that is nil.
func (s *Server) send(method, address string, form url.Values) (*http.Response, error) {
	r, err := http.NewRequestWithContext(s.t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return http.DefaultClient.Do(r)
}

// fetch returns a folder with Keycloak that no other test uses.
func fetch(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool, "is not installed")
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(cache, "docket", "keycloak")
	name := filepath.Join(folder, "keycloak-quarkus-dist-"+version+".zip")
	if _, err := os.Stat(name); err != nil {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		get := exec.CommandContext(ctx, "mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
			"-Dartifact=org.keycloak:keycloak-quarkus-dist:"+version+":zip", "-DoutputDirectory="+folder)
		if out, err := get.CombinedOutput(); err != nil {
			t.Skipf("Maven cannot have Keycloak: %v %.400s", err, out)
		}
	}
	home := t.TempDir()
	if err := unpack(name, home); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(home, "keycloak-"+version)
}

// unpack unpacks a zip into a folder.
func unpack(name, into string) error {
	z, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		to := filepath.Join(into, filepath.FromSlash(f.Name)) //nolint:gosec // IsLocal is asked for
		if !filepath.IsLocal(f.Name) {
			return fmt.Errorf("%s has an entry outside of it: %s", name, f.Name)
		}
		if f.FileInfo().IsDir() {
			err = os.MkdirAll(to, 0o700)
		} else {
			err = unpackFile(f, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unpackFile writes one file of a zip.
func unpackFile(f *zip.File, to string) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, f.Mode().Perm()|0o600) //nolint:gosec // in a folder of the test
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from) //nolint:gosec // a release of Keycloak
	return errors.Join(err, file.Close())
}

// LimitTokens makes a client scope for each role of the realm, and lets a client have only those that a request names.
// Tokens live for hours, as tests are slower than people.
func (s *Server) LimitTokens(client string, roles ...string) {
	s.t.Helper()
	s.ask("PUT", "", map[string]any{"realm": "docket", "accessTokenLifespan": 4 * 3600, "ssoSessionIdleTimeout": 4 * 3600}, nil)
	var clients []map[string]any
	s.ask("GET", "/clients?clientId="+client, nil, &clients)
	if len(clients) != 1 {
		s.t.Fatalf("got %d clients called %s, want 1", len(clients), client)
	}
	id, _ := clients[0]["id"].(string)
	clients[0]["fullScopeAllowed"] = false
	s.ask("PUT", "/clients/"+id, clients[0], nil)
	for _, name := range roles {
		s.ask("POST", "/client-scopes", map[string]any{"name": "docket-" + name, "protocol": "openid-connect",
			"attributes": map[string]string{"include.in.token.scope": "true"}}, nil)
	}
	var scopes []struct{ ID, Name string }
	s.ask("GET", "/client-scopes", nil, &scopes)
	for _, scope := range scopes {
		if name, ours := strings.CutPrefix(scope.Name, "docket-"); ours {
			s.ask("POST", "/client-scopes/"+scope.ID+"/scope-mappings/realm", []any{s.role(name)}, nil)
			s.ask("PUT", "/clients/"+id+"/optional-client-scopes/"+scope.ID, nil, nil)
		}
	}
}

// role returns a role of the realm as requests name it.
func (s *Server) role(name string) (role struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}) {
	s.t.Helper()
	s.ask("GET", "/roles/"+name, nil, &role)
	return role
}

// AddAccount makes an account with roles, and returns its identifier.
func (s *Server) AddAccount(name string, roles ...string) string {
	s.t.Helper()
	s.ask("POST", "/users", map[string]any{"username": name, "enabled": true, "emailVerified": true, "email": name + "@example.org",
		"firstName": "A", "lastName": name, "credentials": []map[string]any{{"type": "password", "value": password, "temporary": false}}}, nil)
	var found []struct{ ID string }
	s.ask("GET", "/users?exact=true&username="+url.QueryEscape(name), nil, &found)
	if len(found) != 1 {
		s.t.Fatalf("got %d accounts called %s, want 1", len(found), name)
	}
	var grants []any
	for _, role := range roles {
		grants = append(grants, s.role(role))
	}
	s.ask("POST", "/users/"+found[0].ID+"/role-mappings/realm", grants, nil)
	return found[0].ID
}

// SignIn returns an access token of an account that is limited to roles.
func (s *Server) SignIn(client, name string, roles ...string) string {
	s.t.Helper()
	scope := "openid profile email"
	for _, role := range roles {
		scope += " docket-" + role
	}
	return s.grant(s.Issuer, url.Values{"client_id": {client}, "username": {name}, "scope": {scope}})
}

// grant returns an access token by the password grant.
func (s *Server) grant(realm string, form url.Values) string {
	s.t.Helper()
	form.Set("grant_type", "password")
	form.Set("password", password)
	r, err := s.send(http.MethodPost, realm+"/protocol/openid-connect/token", form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	var given struct {
		AccessToken string `json:"access_token"`
	}
	if err = errors.Join(err, json.Unmarshal(body, &given)); err != nil || given.AccessToken == "" {
		s.t.Fatalf("sign in as %s: got %d %s, %v, want a token", form.Get("username"), r.StatusCode, body, err)
	}
	return given.AccessToken
}

// ask sends a request of administration, and reads the answer into what.
func (s *Server) ask(method, path string, body, what any) {
	s.t.Helper()
	if time.Now().After(s.ends) { // its tokens live for a minute
		s.ends = time.Now().Add(30 * time.Second)
		s.token = s.grant(s.base+"/realms/master", url.Values{"client_id": {"admin-cli"}, "username": {"admin"}})
	}
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.admin+path, bytes.NewReader(text))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	answer, err := io.ReadAll(a.Body)
	if err == nil && what != nil {
		err = json.Unmarshal(answer, what)
	}
	if err != nil || a.StatusCode >= 300 {
		s.t.Fatalf("%s %s of Keycloak: got %d %.300s, %v, want success", method, path, a.StatusCode, answer, err)
	}
}
