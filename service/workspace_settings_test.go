package service_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAdministratorsChangeTheirWorkspace reads settings, changes some, and finds each change in the audit events.
func TestAdministratorsChangeTheirWorkspace(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
	first := admin.Want(200, "GET", "/api/workspace", nil)
	tag := first.Header.Get("ETag")
	for _, row := range []struct {
		change map[string]any
		field  string
		want   any
	}{
		{map[string]any{"retentionHours": 720}, "retentionHours", 720.0},
		{map[string]any{"retentionHours": nil}, "retentionHours", 96.0},
		{map[string]any{"refreshGrace": 0}, "refreshGrace", 0.0},
		{map[string]any{"refreshGrace": nil}, "refreshGrace", 10.0},
		{map[string]any{"refuseDuplicates": true}, "refuseDuplicates", true},
		{map[string]any{"accessLifetime": 60}, "accessLifetime", 60.0},
		{map[string]any{"algorithm": "ES256"}, "algorithm", "ES256"},
	} {
		var got map[string]any
		admin.Want(200, "PUT", "/api/workspace", row.change).Decode(t, &got)
		if got[row.field] != row.want {
			t.Errorf("%v: got %v, want %v", row.change, got[row.field], row.want)
		}
	}
	admin.Want(200, "GET", "/api/workspace", nil) // a token of the key before is good
	if a := admin.SendMatching(tag, "PUT", "/api/workspace", `{"retentionHours":1}`); a.Status != 412 {
		t.Errorf("with the tag before the changes: got %d %s, want 412", a.Status, a.Body)
	}
	for change, field := range map[string]string{
		`{"retentionHours":87601}`: "/retentionHours", `{"accessLifetime":1}`: "/accessLifetime", `{"algorithm":"none"}`: "/algorithm",
		`{"retention":5}`: "/retention", `{"strictNames":"no"}`: "/strictNames",
	} {
		var told struct{ Field string }
		admin.Want(400, "PUT", "/api/workspace", json.RawMessage(change)).Decode(t, &told)
		if told.Field != field {
			t.Errorf("%s: got a fault of %q, want one of %q", change, told.Field, field)
		}
	}
	audit := string(admin.Want(200, "GET", "/api/audit/events?type=workspace.settings-changed", nil).Body)
	if got := strings.Count(audit, `"workspace.settings-changed"`); got != 7 || !strings.Contains(audit, "admin changed the settings of the workspace demo") {
		t.Errorf("got %d audit events %s, want 7 that say who changed the settings", got, audit)
	}
}

// TestAdministratorsLetAnIssuerSignPeopleIn refuses an issuer under which nobody could administrate the workspace,
// and takes one with a token that can.
func TestAdministratorsLetAnIssuerSignPeopleIn(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--issuer-hosts", "127.0.0.1,*.id.example")...)
	taken := trustKeycloak(r)
	k := identitytest.NewKeycloak(t)
	admin, _ := r.AddAccount("demo", "admin", user.RoleAdmin)
	token := func(of *identitytest.Keycloak, changes ...any) string {
		return of.SignToken(t, of.Claims(uuid.NewString(), "ada", time.Now(), user.RoleAdmin), changes...)
	}
	manager := k.SignToken(t, k.Claims(uuid.NewString(), "max", time.Now(), user.RoleManager))
	for _, row := range []struct{ issuer, token, says string }{
		{"https://id.example/realms/docket", token(k), "--issuer-hosts"}, // below it only
		{"https://intranet.example", token(k), "--issuer-hosts"},
		{"http://169.254.169.254/latest", token(k), "--issuer-hosts"},
		{"http://a.id.example", token(k), "over http"},
		{taken.Issuer, token(taken), "another workspace trusts it"},
		{k.Issuer + "/", token(k), "discovery"},
		{k.Issuer, token(taken), "issuer"},
		{k.Issuer, token(k, "aud", "another"), "audience"},
		{k.Issuer, token(k, "exp", time.Now().Add(-time.Hour).Unix()), "token"},
		{k.Issuer, "no token", "token"},
		{k.Issuer, token(k, "realm_access", nil), "role"},
		{k.Issuer, manager, "has not the role ADMIN"},
	} {
		var told struct{ Code, Message string }
		admin.Want(409, "PUT", "/api/workspace", map[string]any{"issuer": row.issuer, "issuerToken": row.token}).Decode(t, &told)
		if told.Code != "issuer_refused" || !strings.Contains(told.Message, row.says) {
			t.Errorf("%s: got %s %q, want issuer_refused with %q", row.issuer, told.Code, told.Message, row.says)
		}
	}
	admin.ExpectRefusal(400, "issuerToken is required", "PUT", "/api/workspace", `{"issuer":"`+k.Issuer+`"}`)
	admin.Want(200, "PUT", "/api/workspace", map[string]any{"issuer": k.Issuer, "issuerToken": token(k)})
	r.Settle()

	admin.Want(401, "GET", "/api/workspace", nil)
	ada := &servicetest.Caller{T: t, Service: r.Instance, Token: token(k)}
	var got struct{ Issuer string }
	ada.Want(200, "GET", "/api/workspace", nil).Decode(t, &got)
	if got.Issuer != k.Issuer {
		t.Errorf("got the issuer %q, want %q", got.Issuer, k.Issuer)
	}
	ada.Want(409, "PUT", "/api/workspace", map[string]any{"issuer": ""}) // an operator's
	ada.Want(409, "PUT", "/api/workspace", map[string]any{"audience": "another", "issuerToken": ada.Token})
	mapped := map[string]any{"roleMapping": []map[string]any{{"name": "docket-it", "role": "ADMIN"}}}
	mapped["issuerToken"] = token(k, "realm_access", map[string]any{"roles": []string{"docket-it"}})
	ada.Want(200, "PUT", "/api/workspace", mapped)
}
