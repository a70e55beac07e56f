package template

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The visibilities of new dossiers.
const (
	Private = "PRIVATE"
	Public  = "PUBLIC"
)

// MaxRetentionHours is the longest retention that a template may set: ten years.
const MaxRetentionHours = 87_600

// maxLanguages is the largest number of languages in which the text of pictures is
// recognised.
const maxLanguages = 10

// DefaultSettings returns the settings of a template that sets none.
func DefaultSettings() Settings {
	return Settings{OCRByDefault: true, DownloadFileTypes: []string{Original, Preview}, Visibility: Private,
		OCRLanguages: []string{"eng"}, AttributesKeyColumn: "filename", AttributesEncoding: UTF8, AttributesDelimiter: ","}
}

// Check refuses settings that no template may have: the fault is of kind Invalid and
// names the field.
func (s Settings) Check() error {
	if err := s.CheckValidity(); err != nil {
		return err
	}
	switch {
	case !hasOnly(s.DownloadFileTypes, Original, Preview):
		return domain.NoneOf("downloadFileTypes", Original, Preview)
	case hasRepeats(s.DownloadFileTypes):
		return domain.Repeated("downloadFileTypes")
	case s.RetentionHours != nil && *s.RetentionHours < 0:
		return domain.Refuse(domain.OutOfRange, "retentionHours must not be less than 0").At("retentionHours")
	case s.RetentionHours != nil && *s.RetentionHours > MaxRetentionHours:
		return domain.Refuse(domain.OutOfRange, "retentionHours must not be more than %d", MaxRetentionHours).At("retentionHours")
	case !hasOnly([]string{s.Visibility}, Private, Public):
		return domain.NoneOf("defaultDossierVisibility", Private, Public)
	}
	if err := checkLanguages(s.OCRLanguages); err != nil {
		return err
	}
	return s.checkAttributesFile()
}

// CheckValidity refuses a validity that ends before it begins.
func (s Settings) CheckValidity() error {
	if s.ValidFrom != nil && s.ValidTo != nil && s.ValidFrom.After(*s.ValidTo) {
		return domain.Refuse(domain.WrongOrder, "validFrom must not be after validTo").At("validFrom")
	}
	return nil
}

var languageCode = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_/]{1,39}$`)

func checkLanguages(codes []string) error {
	switch {
	case len(codes) == 0:
		return domain.Required("ocrLanguages")
	case len(codes) > maxLanguages:
		return domain.MoreThan(maxLanguages, "ocrLanguages")
	case hasRepeats(codes):
		return domain.Repeated("ocrLanguages")
	case slices.ContainsFunc(codes, func(c string) bool { return !languageCode.MatchString(c) }):
		return domain.Faultf(domain.Invalid, "ocrLanguages must hold language codes").At("ocrLanguages")
	}
	return nil
}

// checkAttributesFile checks how csv files of attributes are written.
func (s Settings) checkAttributesFile() error {
	switch {
	case strings.TrimSpace(s.AttributesKeyColumn) == "":
		return domain.Required("keyColumn")
	case utf8.RuneCountInString(s.AttributesKeyColumn) > 255:
		return domain.LongerThan(255, "keyColumn")
	case !KnownEncoding(s.AttributesEncoding):
		return domain.NoneOf("encoding", encodings...)
	}
	return CheckDelimiter(s.AttributesDelimiter)
}

func hasOnly(list []string, words ...string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(words, s) })
}

// hasRepeats reports whether a list contains an item twice.
func hasRepeats(list []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(list)))) < len(list)
}
