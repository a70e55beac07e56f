package service_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// createdClient is what the registration of a client is answered.
type createdClient struct {
	Secret string
	Client struct {
		Secrets          []struct{ ID string }
		ServiceAccountID string
	}
}

func createClient(c *servicetest.Caller, body map[string]any) (made createdClient) {
	c.T.Helper()
	c.Want(201, "POST", "/api/clients", body).Decode(c.T, &made)
	return made
}

// credentials is the form of the grant of a program.
func credentials(more ...string) url.Values {
	out := url.Values{"grant_type": {"client_credentials"}}
	for i := 0; i < len(more); i += 2 {
		out.Set(more[i], more[i+1])
	}
	return out
}

// TestSecretsRollWithoutAGap gives a client ten other secrets, one after the other, while many sign in with
// whichever they were told of last: none is refused.
func TestSecretsRollWithoutAGap(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		r := servicetest.ServeInside(t, args...)
		admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
		made := createClient(admin, map[string]any{"id": "importer", "serviceAccountRoles": []string{"USER"}})
		type proof struct{ id, secret string }
		var current atomic.Pointer[proof]
		current.Store(&proof{made.Client.Secrets[0].ID, made.Secret})
		var using sync.RWMutex // held by who has read a secret and not sent it yet
		var refused, taken atomic.Int64
		stop := make(chan struct{})
		var load sync.WaitGroup
		for range 4 {
			load.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					using.RLock()
					status, body := r.FetchToken("demo", credentials("client_id", "importer", "client_secret", current.Load().secret))
					using.RUnlock()
					if taken.Add(1); status != 200 {
						refused.Add(1)
						t.Errorf("got %d %v, want 200", status, body)
					}
				}
			})
		}
		for range 10 {
			var next struct{ ID, Secret string }
			admin.Want(201, "POST", "/api/clients/importer/secrets", nil).Decode(t, &next)
			admin.ExpectRefusal(409, "The client has two secrets: remove the one that is not used any more first",
				"POST", "/api/clients/importer/secrets", "")
			before := current.Swap(&proof{next.ID, next.Secret})
			using.Lock()
			using.Unlock() //nolint:staticcheck // those who still send the former one have been answered
			admin.Want(204, "DELETE", "/api/clients/importer/secrets/"+before.id, nil)
			if status, _ := r.FetchToken("demo", credentials("client_id", "importer", "client_secret", before.secret)); status != 401 {
				t.Errorf("a removed secret: got %d, want 401", status)
			}
			if status, _ := r.FetchToken("demo", credentials("client_id", "importer", "client_secret", next.Secret)); status != 200 {
				t.Errorf("after a wrong secret: got %d, want 200", status)
			}
		}
		close(stop)
		load.Wait()
		if refused.Load() != 0 || taken.Load() < 20 {
			t.Errorf("%d of %d requests were refused, want none of 20 or more", refused.Load(), taken.Load())
		}
		t.Logf("%d requests while ten secrets were replaced, %d refused", taken.Load(), refused.Load())
		admin.ExpectRefusal(409, "The client would have nothing to prove itself by: add another secret or keys first", "DELETE",
			"/api/clients/importer/secrets/"+current.Load().id, "")
	})
}

// TestClientsChangeByTheAPI registers, changes and removes a client, and reads who did it.
func TestClientsChangeByTheAPI(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		r := servicetest.ServeInside(t, args...)
		admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
		made := createClient(admin, map[string]any{"id": "importer", "serviceAccountRoles": []string{"USER"}})
		admin.ExpectRefusal(409, "A client of this id is registered, or its making was interrupted: delete it first", "POST", "/api/clients",
			`{"id":"importer"}`)
		status, body := r.FetchToken("demo", credentials("client_id", "importer", "client_secret", made.Secret))
		token, _ := body["access_token"].(string)
		program := &servicetest.Caller{T: t, Service: r.Instance, Token: token}
		if status != 200 {
			t.Fatalf("got %d %v, want a token", status, body)
		}
		expectCode(program, "GET", "/api/me", 200, "")
		expectCode(program, "GET", "/api/clients", 403, "access_denied")
		for body, message := range map[string]string{
			`{"redirectUris":["javascript:alert(1)"]}`:                   "redirectUris must have absolute addresses without fragment, to which a browser can be sent",
			`{"jwks":{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0"}]}}`: "jwks has a private or symmetric key: keep that, and send the public one",
		} {
			admin.ExpectRefusal(400, message, "PUT", "/api/clients/importer", body)
		}
		admin.Want(200, "PUT", "/api/clients/importer", map[string]any{"title": "Importer", "serviceAccountRoles": []string{"MANAGER"}})
		expectCode(program, "GET", "/api/dossiers", 200, "")
		admin.Want(200, "PUT", "/api/clients/importer", map[string]any{"serviceAccountRoles": nil})
		expectCode(program, "GET", "/api/me", 401, "account_disabled")
		if status, body := r.FetchToken("demo", credentials("client_id", "importer", "client_secret", made.Secret)); status != 400 {
			t.Errorf("without a service account: got %d %v, want 400", status, body)
		}
		admin.Want(204, "DELETE", "/api/clients/importer", nil)
		expectCode(admin, "GET", "/api/clients/importer", 404, "client_not_found")
		history := admin.Want(200, "GET", "/api/audit/events?limit=500", nil).Body
		for _, said := range []string{"admin registered the OAuth client importer", "admin changed the OAuth client importer",
			"admin removed the OAuth client importer"} {
			if !bytes.Contains(history, []byte(said)) {
				t.Errorf("the history does not say %q, want it", said)
			}
		}
		if bytes.Contains(history, []byte(made.Secret)) || bytes.Contains(r.Log.Bytes(), []byte(made.Secret)) {
			t.Error("the secret stands in history or log, want it nowhere")
		}
	})
}

// TestClientsAreRegisteredOnce lets many register a client of one id: one of them has its secret.
func TestClientsAreRegisteredOnce(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
	var together sync.WaitGroup
	var made atomic.Int64
	for range 8 {
		together.Go(func() {
			a, err := admin.Do("POST", "/api/clients", "application/json", bytes.NewReader([]byte(`{"id":"one"}`)))
			if err == nil && a.Status == 201 {
				made.Add(1)
			} else if a.Status != 409 {
				t.Errorf("got %d %s, want 201 or 409", a.Status, a.Body)
			}
		})
	}
	if together.Wait(); made.Load() != 1 {
		t.Errorf("registered %d times, want once", made.Load())
	}
}

// TestClientsSignAssertions lets a client prove itself by a key of its own (private_key_jwt).
func TestClientsSignAssertions(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: own.Public(), KeyID: "a", Algorithm: "ES256"}}})
	if err != nil {
		t.Fatal(err)
	}
	made := createClient(admin, map[string]any{"id": "signer", "serviceAccountRoles": []string{"USER"}, "jwks": json.RawMessage(public)})
	if made.Secret != "" {
		t.Errorf("got the secret %q, want none beside keys", made.Secret)
	}
	issuer := r.App.Config.PublicURL + "/auth/realms/demo"
	good := func() jwt.Claims {
		return jwt.Claims{Issuer: "signer", Subject: "signer", Audience: jwt.Audience{issuer}, ID: uuid.NewString(),
			Expiry: jwt.NewNumericDate(time.Now().Add(time.Minute))}
	}
	once := good()
	for _, row := range []struct {
		name   string
		key    *ecdsa.PrivateKey
		change func(*jwt.Claims)
		want   int
	}{
		{"its own", own, func(c *jwt.Claims) { *c = once }, 200},
		{"sent again", own, func(c *jwt.Claims) { *c = once }, 401},
		{"for the token endpoint", own, func(c *jwt.Claims) {
			c.Audience = jwt.Audience{issuer + "/protocol/openid-connect/token"}
		}, 200},
		{"of another key", other, func(*jwt.Claims) {}, 401},
		{"for somebody else", own, func(c *jwt.Claims) { c.Audience = jwt.Audience{"https://other.example"} }, 401},
		{"of another client", own, func(c *jwt.Claims) { c.Issuer = "importer" }, 401},
		{"expired", own, func(c *jwt.Claims) { c.Expiry = jwt.NewNumericDate(time.Now().Add(-time.Hour)) }, 401},
		{"for a day", own, func(c *jwt.Claims) { c.Expiry = jwt.NewNumericDate(time.Now().Add(24 * time.Hour)) }, 401},
		{"without an end", own, func(c *jwt.Claims) { c.Expiry = nil }, 401},
		{"without an id", own, func(c *jwt.Claims) { c.ID = "" }, 401},
	} {
		claims := good()
		row.change(&claims)
		if status := sendAssertion(r, row.key, claims); status != row.want {
			t.Errorf("an assertion %s: got %d, want %d", row.name, status, row.want)
		}
		if status := sendAssertion(r, own, good()); status != 200 { // or guesses would be slowed down
			t.Errorf("after an assertion %s: got %d, want 200", row.name, status)
		}
	}
	if status, _ := r.FetchToken("demo", credentials("client_id", "signer")); status == 200 {
		t.Error("without an assertion: got 200, want a refusal")
	}
}

// sendAssertion signs claims and returns what they are answered.
func sendAssertion(r *servicetest.Room, key *ecdsa.PrivateKey, claims jwt.Claims) int {
	r.T.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: "a"}}, nil)
	if err != nil {
		r.T.Fatal(err)
	}
	assertion, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		r.T.Fatal(err)
	}
	status, _ := r.FetchToken("demo", credentials("client_assertion", assertion,
		"client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
	return status
}
