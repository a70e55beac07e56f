package template

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// What entities are for.
const (
	EntityKind = "ENTITY"
	HintKind   = "HINT" // helps rules to find others
)

// StockColor is the color of definitions that name none.
const StockColor = "#808080"

// The bounds of definitions; lengths are in characters.
const (
	maxDefinitionName = 100
	maxDescription    = 4000
	maxCSVColumn      = 255
	maxRank           = 1_000_000_000 // so that others can always stand above
	maxDisplayed      = 3
)

var color = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// CheckFields returns a definition as a request gives it, in the form that is kept: texts
// trimmed, what was left out filled in, fields of other kinds dropped. A rank that
// was left out stays 0, and so does the type of a definition that has an ID. What
// breaks a rule is a fault of kind Invalid that names the field.
func (d Definition) CheckFields(of string) (Definition, error) {
	out := Definition{ID: d.ID}
	field := "name"
	if of == KindEntity {
		field = "displayName"
	}
	var err error
	if out.Name, err = checkedLine(field, d.Name, maxDefinitionName); err != nil {
		return d, err
	}
	if out.Name == "" {
		return d, domain.Required(field)
	}
	switch of {
	case KindEntity:
		return d.checkedEntity(out)
	case KindDossierStatus:
		return d.checkedStatus(out)
	}
	return d.checkedAttribute(of, out)
}

func (d Definition) checkedStatus(out Definition) (Definition, error) {
	var err error
	if out.Description, err = checkedText("description", d.Description); err == nil {
		out.Color, err = checkedColor("color", d.Color, StockColor)
	}
	if out.Rank = d.Rank; err == nil {
		err = checkRank(d.Rank)
	}
	return out, err
}

func (d Definition) checkedEntity(out Definition) (Definition, error) {
	out, err := d.checkedStatus(out)
	if err != nil {
		return d, err
	}
	if out.Recommended, err = checkedColor("recommendationColor", d.Recommended, out.Color); err != nil {
		return d, err
	}
	if out.Kind, err = checkOneOf("kind", valueOr(d.Kind, EntityKind), EntityKind, HintKind); err != nil {
		return d, err
	}
	out.HasDictionary, out.CaseSensitive = d.HasDictionary, d.CaseSensitive
	if out.ID != "" { // its technical name stays
		return out, nil
	}
	switch out.TechnicalName = snakecase.FromName(out.Name); {
	case out.TechnicalName == "":
		return d, domain.Faultf(domain.Invalid, "displayName must contain a letter or a digit").At("displayName")
	case utf8.RuneCountInString(out.TechnicalName) > maxDefinitionName:
		return d, domain.LongerThan(maxDefinitionName, "technicalName")
	}
	return out, nil
}

func (d Definition) checkedAttribute(of string, out Definition) (Definition, error) {
	types := []string{TypeDate, TypeImage, TypeNumber, TypeText}
	if of == KindFileAttribute {
		types = []string{TypeDate, TypeNumber, TypeText}
		out.Primary = d.Primary
		var err error
		if out.CSVColumn, err = checkedLine("csvColumnHeader", d.CSVColumn, maxCSVColumn); err != nil {
			return d, err
		}
	}
	switch {
	case strings.ContainsAny(out.Name, "{}"): // it would break placeholders of reports
		return d, domain.Refuse(domain.BadCharacters, "name must not contain braces").At("name")
	case d.Type == "" && d.ID == "":
		return d, domain.Required("type")
	}
	out.Editable, out.Displayed, out.Filterable = d.Editable, d.Displayed, d.Filterable
	if out.Type = d.Type; d.Type == "" {
		return out, nil
	}
	_, err := checkOneOf("type", d.Type, types...)
	return out, err
}

// checkedLine trims a text of one line and puts it into normal form NFC.
func checkedLine(field, s string, limit int) (string, error) {
	s = norm.NFC.String(strings.TrimSpace(s))
	switch {
	case strings.ContainsFunc(s, unicode.IsControl) || !utf8.ValidString(s):
		return "", domain.ControlCharacters(field)
	case utf8.RuneCountInString(s) > limit:
		return "", domain.LongerThan(limit, field)
	}
	return s, nil
}

// checkedText trims a text that may have several lines.
func checkedText(field, s string) (string, error) {
	s = strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
	odd := func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }
	switch {
	case strings.ContainsFunc(s, odd) || !utf8.ValidString(s):
		return "", domain.ControlCharacters(field)
	case utf8.RuneCountInString(s) > maxDescription:
		return "", domain.LongerThan(maxDescription, field)
	}
	return s, nil
}

func checkedColor(field, s, stock string) (string, error) {
	if s = valueOr(s, stock); !color.MatchString(s) {
		return "", domain.Faultf(domain.Invalid, "%s is not a color", field).At(field)
	}
	return s, nil
}

func checkRank(rank int) error {
	switch {
	case rank < 0:
		return domain.Refuse(domain.OutOfRange, "rank must not be less than 1").At("rank")
	case rank > maxRank:
		return domain.Refuse(domain.OutOfRange, "rank must not be more than %d", maxRank).At("rank")
	}
	return nil
}

func checkOneOf(field, s string, allowed ...string) (string, error) {
	if !slices.Contains(allowed, s) {
		return "", domain.NoneOf(field, allowed...)
	}
	return s, nil
}
