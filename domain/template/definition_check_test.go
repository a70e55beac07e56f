package template

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

func TestDefinitionsAreCompleted(t *testing.T) {
	for _, c := range []struct {
		of          string
		given, want Definition
	}{
		{KindDossierStatus, Definition{Name: "  Open\t"}, Definition{Name: "Open", Color: StockColor}},
		{KindDossierStatus, Definition{Name: "e\u0301", Description: " a\r\nb ", Rank: 3, Color: "#3c8DBC", Type: "x", Editable: true},
			Definition{Name: "\u00e9", Description: "a\nb", Rank: 3, Color: "#3c8DBC"}},
		{KindDossierAttribute, Definition{Name: "Logo", Type: TypeImage, Editable: true, Displayed: true, Filterable: true, Primary: true,
			CSVColumn: "c", Rank: 1},
			Definition{Name: "Logo", Type: TypeImage, Editable: true, Displayed: true, Filterable: true}},
		{KindDossierAttribute, Definition{ID: "a", Name: "Logo"}, Definition{ID: "a", Name: "Logo"}},
		{KindFileAttribute, Definition{Name: "No", Type: TypeNumber, CSVColumn: " no ", Primary: true},
			Definition{Name: "No", Type: TypeNumber, CSVColumn: "no", Primary: true}},
		{KindEntity, Definition{Name: "Größe (mm)", Color: "#112233"},
			Definition{Name: "Größe (mm)", TechnicalName: "grosse_mm", Kind: EntityKind, Color: "#112233", Recommended: "#112233"}},
		{KindEntity, Definition{ID: "a", Name: "Hint", TechnicalName: "mine", Kind: HintKind, Recommended: "#445566", HasDictionary: true,
			CaseSensitive: true, Rank: maxRank},
			Definition{ID: "a", Name: "Hint", Kind: HintKind, Color: StockColor, Recommended: "#445566", HasDictionary: true,
				CaseSensitive: true, Rank: maxRank}},
	} {
		if got, err := c.given.CheckFields(c.of); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.of, got, err, c.want)
		}
	}
}

func TestDefinitionsThatBreakARule(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	ok := Definition{Name: "A", Type: TypeText}
	with := func(change func(*Definition)) Definition {
		d := ok
		change(&d)
		return d
	}
	for _, c := range []struct {
		of, message string
		d           Definition
	}{
		{KindDossierStatus, "name is required", Definition{Name: " "}},
		{KindEntity, "displayName is required", Definition{}},
		{KindDossierStatus, "name must not be longer than 100", Definition{Name: long(101)}},
		{KindEntity, "displayName must not be longer than 100", Definition{Name: long(101)}},
		{KindEntity, "displayName must contain a letter or a digit", Definition{Name: "--"}},
		{KindEntity, "technicalName must not be longer than 100", Definition{Name: strings.Repeat("aB", 50)}},
		{KindFileAttribute, "name must not contain control characters", with(func(d *Definition) { d.Name = "a\x00b" })},
		{KindFileAttribute, "name must not contain braces", with(func(d *Definition) { d.Name = "a}b" })},
		{KindDossierAttribute, "name must not contain braces", with(func(d *Definition) { d.Name = "{a" })},
		{KindDossierStatus, "description must not be longer than 4000", with(func(d *Definition) { d.Description = long(4001) })},
		{KindDossierStatus, "description must not contain control characters", with(func(d *Definition) { d.Description = "a\x07" })},
		{KindDossierStatus, "color is not a color", with(func(d *Definition) { d.Color = "red" })},
		{KindDossierStatus, "color is not a color", with(func(d *Definition) { d.Color = "#12345G" })},
		{KindEntity, "recommendationColor is not a color", with(func(d *Definition) { d.Recommended = "#1234567" })},
		{KindEntity, "kind must be one of ENTITY, HINT", with(func(d *Definition) { d.Kind = "entity" })},
		{KindEntity, "rank must not be less than 1", with(func(d *Definition) { d.Rank = -1 })},
		{KindDossierStatus, "rank must not be more than 1000000000", with(func(d *Definition) { d.Rank = maxRank + 1 })},
		{KindDossierAttribute, "type is required", Definition{Name: "A"}},
		{KindDossierAttribute, "type must be one of DATE, IMAGE, NUMBER, TEXT", with(func(d *Definition) { d.Type = "text" })},
		{KindFileAttribute, "type must be one of DATE, NUMBER, TEXT", with(func(d *Definition) { d.Type = TypeImage })},
		{KindFileAttribute, "csvColumnHeader must not be longer than 255", with(func(d *Definition) { d.CSVColumn = long(256) })},
	} {
		_, err := c.d.CheckFields(c.of)
		if f, ok := err.(*domain.Fault); !ok || f.Kind != domain.Invalid || f.Message != c.message {
			t.Errorf("%s %+v: %v, want %s", c.of, c.d, err, c.message)
		}
	}
	for _, of := range []string{KindDossierStatus, KindDossierAttribute, KindFileAttribute, KindEntity} {
		if _, err := with(func(d *Definition) { d.Name = "A" + long(99) }).CheckFields(of); err != nil {
			t.Errorf("%s with a name of 100 characters: %v, want no error", of, err)
		}
	}
}
