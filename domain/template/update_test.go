package template

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

func TestATemplateIsUpdatedUnderAHeldName(t *testing.T) {
	begun := Created{Hold: naming.Hold{Key: "a", Claim: uuid.New()}, Settings: DefaultSettings(),
		Text: es.Seal(key, Text{Name: "Invoices"})}
	hold := naming.Hold{Key: "b", Claim: uuid.New()}
	rename := func(t Text, s Settings) (Text, Settings) { t.Name = "Orders"; return t, s }
	describe := func(t Text, s Settings) (Text, Settings) { t.Description = "d"; return t, s }
	nothing := func(t Text, s Settings) (Text, Settings) { return t, s }
	early, late := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	validTo := func(at time.Time) func(Text, Settings) (Text, Settings) {
		return func(t Text, s Settings) (Text, Settings) { s.ValidTo = &at; return t, s }
	}
	estest.GivenEvents(t, Decider).When(Update(key, naming.Hold{}, describe)).ThenErr(domain.ErrTemplateNotFound)
	estest.GivenEvents(t, Decider, begun).When(Update(key, naming.Hold{}, nothing)).Then()
	estest.GivenEvents(t, Decider, begun).When(Update(key, naming.Hold{}, describe)).Then(
		Updated{Settings: DefaultSettings(), Text: es.Seal(key, Text{Name: "Invoices", Description: "d"})})
	estest.GivenEvents(t, Decider, begun).When(Update(key, hold, rename)).
		Then(Updated{Hold: hold, Settings: DefaultSettings(), Text: es.Seal(key, Text{Name: "Orders"})})
	estest.GivenEvents(t, Decider, begun).When(Update(key, naming.Hold{}, rename)).ThenErr(domain.ErrContended)
	estest.GivenEvents(t, Decider, begun).When(Update(key, hold, describe)).ThenErr(domain.ErrContended)

	limited := DefaultSettings()
	limited.ValidFrom = &late
	past := Updated{Settings: limited, Text: es.Seal(key, Text{Name: "Invoices"})}
	estest.GivenEvents(t, Decider, begun, past).When(Update(key, naming.Hold{}, validTo(early))).
		ThenErr(domain.Faultf(domain.Invalid, "validFrom must not be after validTo"))
	both := limited
	both.ValidTo = &late
	estest.GivenEvents(t, Decider, begun, past).When(Update(key, naming.Hold{}, validTo(late))).
		Then(Updated{Settings: both, Text: es.Seal(key, Text{Name: "Invoices"})})
	elsewhere := late.In(time.FixedZone("", 3600))
	both.ValidTo = &elsewhere
	estest.GivenEvents(t, Decider, begun, Updated{Settings: both, Text: past.Text}).When(Update(key, naming.Hold{}, validTo(late))).Then()

	s := estest.Fold(Decider, begun, Updated{Hold: hold, Settings: limited, Text: es.Seal(key, Text{Name: "Orders"})}, past)
	if s.Hold != hold || s.Settings.ValidFrom == nil || s.Text.Name != "Invoices" {
		t.Errorf("got %+v, want s.Hold = %v, s.Settings.ValidFrom != nil and s.Text.Name = Invoices", s, hold)
	}
}

func TestSettingsThatNoTemplateHas(t *testing.T) {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	before, hours, many := at.Add(-time.Millisecond), 87_601, make([]string, 11)
	for i := range many {
		many[i] = "l" + string(rune('a'+i))
	}
	for want, change := range map[string]func(*Settings){
		"": func(s *Settings) {
			h := 0
			s.RetentionHours, s.ValidFrom, s.ValidTo, s.DownloadFileTypes = &h, &at, &at, nil
		},
		"validFrom must not be after validTo": func(s *Settings) {
			s.ValidFrom, s.ValidTo = &at,
				&before
		},
		"downloadFileTypes must be one of ORIGINAL, PREVIEW": func(s *Settings) {
			s.DownloadFileTypes = []string{"PDF"}
		},
		"downloadFileTypes must not contain duplicates": func(s *Settings) {
			s.DownloadFileTypes = []string{Preview, Preview}
		},
		"retentionHours must not be more than 87600":              func(s *Settings) { s.RetentionHours = &hours },
		"defaultDossierVisibility must be one of PRIVATE, PUBLIC": func(s *Settings) { s.Visibility = "" },
		"ocrLanguages is required":                                func(s *Settings) { s.OCRLanguages = nil },
		"ocrLanguages must not have more than 10 items":           func(s *Settings) { s.OCRLanguages = many },
		"ocrLanguages must not contain duplicates": func(s *Settings) {
			s.OCRLanguages = []string{"eng", "eng"}
		},
		"ocrLanguages must hold language codes": func(s *Settings) {
			s.OCRLanguages = []string{"--psm"}
		},
		"keyColumn is required": func(s *Settings) {
			s.AttributesKeyColumn = " "
		},
		"keyColumn must not be longer than 255": func(s *Settings) {
			s.AttributesKeyColumn = strings.Repeat("ä", 256)
		},
		"delimiter must be exactly 1 character": func(s *Settings) { s.AttributesDelimiter = "" },
		"encoding must be one of UTF-8, UTF-16, UTF_16BE, UTF_16LE, ISO-8859-1, US-ASCII": func(s *Settings) {
			s.AttributesEncoding = "utf8"
		},
	} {
		s := DefaultSettings()
		change(&s)
		if err := s.Check(); want == "" && err != nil || want != "" &&
			(err == nil || err.Error() != want || domain.KindOf(err) != domain.Invalid) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestATemplateIsActiveFromItsFirstToItsLastMoment(t *testing.T) {
	from, to := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]string{
		from.Add(-time.Millisecond): StatusInactive, from: StatusActive, to: StatusActive, to.Add(time.Millisecond): StatusInactive,
	} {
		if got := ComputeStatus(true, &from, &to, at); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
		if got := ComputeStatus(false, &from, &to, at); got != StatusIncomplete {
			t.Errorf("%s without rules: %s, want %v", at, got, StatusIncomplete)
		}
	}
}
