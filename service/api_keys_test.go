package service_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// keyRecord is a key as the API tells of it.
type keyRecord struct {
	ID, Name, Status string
	Scopes           []string
	LastUsedAt       time.Time
}

// createKey makes a key of an account, and returns who uses it.
func createKey(c *servicetest.Caller, body map[string]any) (*servicetest.Caller, keyRecord) {
	c.T.Helper()
	var made struct {
		Key    string
		APIKey keyRecord
	}
	body["name"] = "nightly import"
	c.Want(201, "POST", "/api/api-keys", body).Decode(c.T, &made)
	return &servicetest.Caller{T: c.T, Service: c.Service, Token: made.Key}, made.APIKey
}

// codeOf returns status and code of what a request is answered; no code for a success.
func codeOf(c *servicetest.Caller, method, path string) (int, string) {
	c.T.Helper()
	a, err := c.Do(method, path, "application/json", nil)
	if err != nil {
		c.T.Fatal(err)
	}
	var told struct{ Code string }
	_ = json.Unmarshal(a.Body, &told) // a success may be anything
	return a.Status, told.Code
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

// TestKeysOfOneScopeWalk sends every operation with keys of one scope, of an account that may call all:
// each key is let in to its own, and nowhere else.
func TestKeysOfOneScopeWalk(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--keys-per-account", "0")...)
	all, _ := r.AddAccount("demo", "all", user.Roles...)
	paths := map[string]string{}
	for _, s := range steps() {
		paths[s.op.OperationID] = s.method + " " + pathParameter.ReplaceAllString(s.path, nothingsID)
	}
	walked := 0
	for own := range paths {
		if !user.IsScope(user.Operation(own)) {
			continue
		}
		key, _ := createKey(all, map[string]any{"scopes": []string{own}})
		for op, request := range paths {
			method, path, _ := strings.Cut(request, " ")
			switch isOwn, full := op == own, own == "getMe" || own == "uploadFile" || own == "createUser" || own == "revokeApiKey"; {
			case isOwn && op == "streamEvents": // never ends
			case isOwn:
				if status, code := codeOf(key, method, path); status == 401 || code == "out_of_scope" {
					t.Errorf("%s by a key for it: got %d %s, want to be let in", op, status, code)
				}
			case full:
				walked++
				if status, code := codeOf(key, method, path); status != 403 || code != "out_of_scope" {
					t.Errorf("%s by a key for %s: got %d %s, want 403 out_of_scope", op, own, status, code)
				}
			}
		}
	}
	if walked < 4*(len(paths)-1) {
		t.Errorf("walked %d refusals, want those of four keys and %d operations", walked, len(paths))
	}
}

// TestKeysActAsTheirAccounts takes from keys what gives them their rights, one after the other.
func TestKeysActAsTheirAccounts(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		r := servicetest.ServeInside(t, append(args, "--keys-per-account", "4")...)
		admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
		mira, id := r.AddAccount("demo", "mira", user.RoleUser, user.RoleManager)
		scopes := map[string]any{"scopes": []string{"getMe", "listComponentMappings", "createOrUpdateDossier"}}
		key, made := createKey(mira, scopes)
		expectCode(key, "GET", "/api/me", 200, "")
		expectCode(key, "GET", "/api/users", 403, "out_of_scope")
		mira.ExpectRefusal(400, "scopes has createUser, which no role of the account allows", "POST", "/api/api-keys",
			`{"name":"x","scopes":["createUser"]}`)
		afar, _ := createKey(mira, map[string]any{"scopes": []string{"getMe"}, "addresses": []string{"192.0.2.0/24"}})
		expectCode(afar, "GET", "/api/me", 403, "address_not_allowed")
		expectCode(afar, "GET", "/api/users", 403, "address_not_allowed")
		near, _ := createKey(mira, map[string]any{"scopes": []string{"getMe"}, "addresses": []string{"127.0.0.0/8", "::1"}})
		expectCode(near, "GET", "/api/me", 200, "")
		_, _ = createKey(mira, map[string]any{"scopes": []string{"getMe"}})
		mira.ExpectRefusal(409, "The account has as many API keys as it may have: revoke one first", "POST", "/api/api-keys",
			`{"name":"x","scopes":["getMe"]}`)

		// A stranger sees and ends nothing, an administrator all.
		other, _ := r.AddAccount("demo", "other", user.RoleManager)
		expectCode(other, "DELETE", "/api/api-keys/"+made.ID, 404, "api_key_not_found")
		expectKeys(t, other, "", 0)
		expectKeys(t, other, "?userId="+id, 0)
		expectKeys(t, admin, "?userId="+id, 4)
		expectCode(admin, "DELETE", "/api/api-keys/"+made.ID, 204, "")
		expectCode(key, "GET", "/api/me", 401, "authentication_required")
		expectCode(mira, "DELETE", "/api/api-keys/"+made.ID, 204, "")
		expectKeys(t, mira, "", 3)
		for _, k := range expectKeys(t, mira, "?includeEnded=true", 4) {
			if used := k.ID == made.ID; used && (k.Status != "REVOKED" || time.Since(k.LastUsedAt) > 2*time.Hour) {
				t.Errorf("got %+v, want it revoked, and used within two hours", k)
			}
		}

		// The role, the account, the person.
		admin.Want(200, "PUT", "/api/users/"+id, map[string]any{"roles": []string{"USER"}})
		mapped, _ := createKey(mira, map[string]any{"scopes": []string{"getMe", "listDossierTemplates"}})
		expectCode(mapped, "GET", "/api/dossier-templates", 200, "")
		admin.Want(200, "PUT", "/api/users/"+id, map[string]any{"roles": []string{"AUDITOR"}})
		expectCode(mapped, "GET", "/api/dossier-templates", 403, "access_denied")
		admin.Want(200, "PUT", "/api/users/"+id, map[string]any{"active": false})
		expectCode(mapped, "GET", "/api/me", 401, "account_disabled")
		admin.Want(200, "PUT", "/api/users/"+id, map[string]any{"roles": []string{"USER"}})
		expectCode(mapped, "GET", "/api/me", 200, "")
		admin.Want(204, "POST", "/api/users/"+id+"/erase", map[string]any{"username": "mira"})
		if status, _ := codeOf(mapped, "GET", "/api/me"); status != 401 {
			t.Errorf("of an erased account: got %d, want 401", status)
		}
		expectKeys(t, admin, "?includeEnded=true", 0)
	})
}

func expectCode(c *servicetest.Caller, method, path string, status int, code string) {
	c.T.Helper()
	if gotStatus, gotCode := codeOf(c, method, path); gotStatus != status || gotCode != code {
		c.T.Errorf("%s %s: got %d %q, want %d %q", method, path, gotStatus, gotCode, status, code)
	}
}

func expectKeys(t *testing.T, c *servicetest.Caller, query string, want int) []keyRecord {
	t.Helper()
	var list struct{ APIKeys []keyRecord }
	if c.Want(200, "GET", "/api/api-keys"+query, nil).Decode(t, &list); len(list.APIKeys) != want {
		t.Errorf("keys%s: got %+v, want %d", query, list.APIKeys, want)
	}
	return list.APIKeys
}

// TestKeysAreRevokedOnce lets many revoke a key at once: each is told that it has ended, and one event says so.
func TestKeysAreRevokedOnce(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		r := servicetest.ServeInside(t, args...)
		mira, _ := r.AddAccount("demo", "mira", user.RoleUser)
		key, made := createKey(mira, map[string]any{"scopes": []string{"getMe"}})
		var together sync.WaitGroup
		for range 12 {
			together.Go(func() {
				if a, err := mira.Do("DELETE", "/api/api-keys/"+made.ID, "", nil); err != nil || a.Status != 204 {
					t.Errorf("got %d %v, want 204", a.Status, err)
				}
			})
		}
		together.Wait()
		expectCode(key, "GET", "/api/me", 401, "authentication_required")
		revoked := 0
		for _, err := range r.App.Log.All(t.Context(), 0, es.Filter{Types: []string{"api-key.revoked"}}) {
			if err != nil {
				t.Fatal(err)
			}
			revoked++
		}
		if revoked != 1 {
			t.Errorf("got %d events, want 1", revoked)
		}
	})
}

// TestKeysStandNowhereInTheClear looks for the text of keys in all that a service writes and answers.
func TestKeysStandNowhereInTheClear(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("admin", "Str0ng-enough", user.Roles...)
		admin := s.SignIn("admin", "Str0ng-enough")
		key, made := createKey(admin, map[string]any{"scopes": []string{"getMe", "listApiKeys"}})
		key.Want(200, "GET", "/api/me", nil)
		mistyped := &servicetest.Caller{T: t, Service: s, Token: key.Token[:len(key.Token)-7] + "0" + key.Token[len(key.Token)-6:]}
		if mistyped.Token == key.Token {
			mistyped.Token = key.Token[:len(key.Token)-7] + "1" + key.Token[len(key.Token)-6:]
		}
		expectCode(mistyped, "GET", "/api/me", 401, "authentication_required")
		other := &servicetest.Caller{T: t, Service: s, Token: apikey.FormatText("demo", made.ID, [32]byte{1})}
		expectCode(other, "GET", "/api/me", 401, "authentication_required")
		answers := map[string][]byte{
			"the list":    key.Want(200, "GET", "/api/api-keys", nil).Body,
			"the history": admin.Want(200, "GET", "/api/audit/events?limit=500", nil).Body,
			"the metrics": []byte(s.MetricsText()),
		}
		if !bytes.Contains(answers["the history"], []byte(`created the API key nightly import`)) ||
			bytes.Contains(answers["the history"], []byte(`"hash"`)) {
			t.Errorf("got %s, want the creation of the key without its hash", answers["the history"])
		}
		admin.Want(204, "DELETE", "/api/api-keys/"+made.ID, nil)
		expectCode(key, "GET", "/api/me", 401, "authentication_required")
		path, _ := s.Backup()
		backup, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		answers["the backup"] = backup
		s.Stop()
		answers["the log"] = s.Log.Bytes()
		for _, reason := range []string{"its checksum is wrong", "its secret is not that of the key", "it was revoked"} {
			if !bytes.Contains(answers["the log"], []byte(reason)) {
				t.Errorf("the log does not say %q, want it", reason)
			}
		}
		addFiles(t, answers, s.Data)
		secret := key.Token[len(key.Token)-49 : len(key.Token)-6]
		for name, content := range answers {
			if bytes.Contains(content, []byte(secret)) || bytes.Contains(servicetest.Inflate(content), []byte(secret)) {
				t.Errorf("%s holds the secret of the key, want it nowhere", name)
			}
		}
		if len(answers) < 8 {
			t.Errorf("looked into %v, want the files of the service too", slices.Sorted(maps.Keys(answers)))
		}
	})
}

// addFiles adds the files of a folder.
func addFiles(t *testing.T, to map[string][]byte, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		to[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestKeysExpire waits for a key to end by itself.
func TestKeysExpire(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--key-lifetime", "1h")...)
	mira, _ := r.AddAccount("demo", "mira", user.RoleUser)
	key, _ := createKey(mira, map[string]any{"scopes": []string{"getMe"}, "expiresAt": time.Now().Add(4 * time.Second).UTC().Format(time.RFC3339)})
	key.AwaitStatus(http.StatusUnauthorized, "/api/me")
	expectKeys(t, mira, "", 0)
	if a, _ := mira.Do("POST", "/api/api-keys", "application/json", strings.NewReader(
		`{"name":"x","scopes":["getMe"],"expiresAt":"2999-01-01T00:00:00Z"}`)); a.Status != 400 || !strings.Contains(string(a.Body), "keys live for 1h0m0s") {
		t.Errorf("got %d %s, want 400 with the limit", a.Status, a.Body)
	}
}
