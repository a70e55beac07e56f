package workspace

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestSettingsChange(t *testing.T) {
	begun := Created{Settings{RetentionHours: 96}}
	set := func(f func(*Settings)) Settings { s := begun.Settings; f(&s); return s }
	longer := set(func(s *Settings) { s.RetentionHours = 97; s.SignIn.Grace = 30 })
	estest.GivenEvents(t, Decider, begun).When(ChangeSettings(func(s *Settings) { *s = longer })).Then(SettingsChanged{longer})
	estest.GivenEvents(t, Decider, begun, SettingsChanged{longer}).When(ChangeSettings(func(s *Settings) { s.SignIn.Grace = 30 })).Then()
	estest.GivenEvents(t, Decider, begun).When(EnsureExists(longer)).Then()
	estest.GivenEvents(t, Decider).When(Create(longer)).Then(Created{longer})
	if _, err := Create(longer)(State{Exists: true}); domain.KindOf(err) != domain.Conflict {
		t.Errorf("made twice: %v, want Conflict", err)
	}
	if _, err := ChangeSettings(func(*Settings) {})(State{}); domain.KindOf(err) != domain.NotFound {
		t.Errorf("changed before it was made: %v, want NotFound", err)
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for want, s := range map[string]Settings{
		"retentionHours":   {RetentionHours: 87601},
		"access lifetime":  {SignIn: SignIn{Access: 5}},
		"refresh lifetime": {SignIn: SignIn{Refresh: 1 << 30}},
		"session lifetime": {SignIn: SignIn{Session: -1}},
		"code lifetime":    {SignIn: SignIn{Code: 601}},
		"grace time":       {SignIn: SignIn{Grace: 301}},
		"algorithm":        {SignIn: SignIn{Algorithm: "none"}},
		"issuer":           {SignIn: SignIn{Issuer: "keycloak"}},
		"maps no name":     {SignIn: SignIn{Issuer: "https://idp.example", RoleMapping: "boss=ADMIN,chief"}},
		"with a role of":   {SignIn: SignIn{Issuer: "https://idp.example", RoleMapping: "boss=KING"}},
		"claim of":         {SignIn: SignIn{Issuer: "https://idp.example", RolesClaim: "realm_access."}},
		"an http or https": {SignIn: SignIn{Issuer: "https://u:p@idp.example/realms/x"}},
	} {
		if err := s.Check(); domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want domain.KindOf(err) = Invalid and err.Error() with %v", s, err, want)
		}
	}
	good := Settings{RetentionHours: 0, SignIn: SignIn{Access: 300, Refresh: 1800, Session: 36000, Code: 60, Grace: 30, Algorithm: "ES256",
		Issuer: "http://localhost:8180/realms/docket", Audience: "docket"}}
	if err := good.Check(); err != nil || !good.SignIn.IsExternal() {
		t.Error(err)
	}
}
