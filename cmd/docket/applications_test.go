package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestApplicationsAndSettingsAreManagedOverTheAPI goes through the life of an application as an administrator of the
// workspace: its secret is replaced by another one while both work, and ends, and so does the application.
func TestApplicationsAndSettingsAreManagedOverTheAPI(t *testing.T) {
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "ADMIN")
	s.AddUser("ben", "Str0ng-enough", "MANAGER")
	at := func(user string) desk {
		return desk{t: t, config: t.TempDir(), env: []string{"DOCKET_SERVER=" + s.Base, "DOCKET_TOKEN=" + s.SignIn(user, "Str0ng-enough").Token}}
	}
	d := at("mira")
	signsIn := func(secret string) int {
		t.Helper()
		r, err := http.PostForm(s.Base+"/auth/realms/demo/protocol/openid-connect/token", url.Values{
			"grant_type": {"client_credentials"}, "client_id": {"importer"}, "client_secret": {secret}})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		return r.StatusCode
	}

	first := strings.TrimSpace(d.wants("", "application", "add", "--roles", "MANAGER", "importer"))
	second := strings.TrimSpace(d.wants("", "application", "secret", "importer"))
	if got := []int{signsIn(first), signsIn(second), signsIn("wrong")}; got[0] != 200 || got[1] != 200 || got[2] != 401 {
		t.Errorf("the first secret, the second and another one: got %v, want 200, 200 and 401", got)
	}
	var listed []struct {
		ID      string
		Secrets []struct{ ID string }
	}
	if err := json.Unmarshal([]byte(d.wants("importer", "application", "list", "--json")), &listed); err != nil {
		t.Fatal(err)
	}
	for _, app := range listed {
		if app.ID == "importer" && len(app.Secrets) == 2 {
			d.run(0, "", "application", "secret", "importer", "--end", app.Secrets[0].ID)
		}
	}
	if got := []int{signsIn(first), signsIn(second)}; got[0] != 401 || got[1] != 200 {
		t.Errorf("the ended secret and the other one: got %v, want 401 and 200", got)
	}
	d.run(0, "", "application", "set", "--no-service-account", "importer")
	if got := signsIn(second); got == 200 {
		t.Errorf("without an account of its own: got %d, want a refusal", got)
	}
	d.fails(2, "leave out --no-service-account", "application", "set", "--no-service-account", "--roles", "USER", "importer")
	d.wants("removed importer", "application", "remove", "importer")
	d.fails(1, "not found", "application", "remove", "importer")

	d.wants(`"retentionHours": 720`, "settings", "retentionHours=720", "refuseDuplicates=true")
	d.wants(`"refuseDuplicates": true`, "settings")
	d.fails(2, "no NAME=VALUE", "settings", "retentionHours")
	d.fails(1, "retentionHour", "settings", "retentionHour=720")
	at("ben").fails(1, "Access denied", "settings")
	at("ben").fails(1, "Access denied", "application", "list")
}
