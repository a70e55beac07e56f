package template

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestMappingsHaveNamesOfTheirOwn(t *testing.T) {
	first, second := es.BlobRef{ID: uuid.New(), Size: 1}, es.BlobRef{ID: uuid.New(), Size: 2}
	m := Mapping{Name: "Currencies", FileName: "c.csv", Columns: []string{ColumnSearch, ColumnMapped}, Lines: 3, Encoding: UTF8, Delim: ","}
	other, renamed := m, m
	other.Name, renamed.Name = "currencies", "Units"
	stored := func(id string, m Mapping, b es.BlobRef, counter int) MappingStored {
		return MappingStored{Body: Body{b, counter}, ID: id, Mapping: es.Seal(key, m)}
	}
	past := []es.Event{created, EntityRulesStored{Body{first, 1}}, stored("1", m, first, 2)}
	taken := domain.Faultf(domain.Conflict, "Component mapping name already exists")

	estest.GivenEvents(t, Decider).When(AddMapping(key, "1", m, first)).ThenErr(domain.ErrTemplateNotFound)
	estest.GivenEvents(t, Decider, created).When(AddMapping(key, "1", m, first)).Then(stored("1", m, first, 1))
	estest.GivenEvents(t, Decider, past...).When(AddMapping(key, "2", m, second)).ThenErr(taken)
	estest.GivenEvents(t, Decider, past...).When(AddMapping(key, "2", other, second)).Then(stored("2", other, second, 3))

	estest.GivenEvents(t, Decider).When(ReplaceMapping(key, first, "1", m, second)).ThenErr(domain.ErrTemplateNotFound)
	estest.GivenEvents(t, Decider, past...).When(ReplaceMapping(key, first, "2", m, second)).ThenErr(ErrMappingNotFound)
	estest.GivenEvents(t, Decider, past...).When(ReplaceMapping(key, second, "1", m, second)).ThenErr(domain.ErrContended)
	estest.GivenEvents(t, Decider, past...).When(ReplaceMapping(key, first, "1", m, second)).Then(stored("1", m, second, 3))
	estest.GivenEvents(t, Decider, past...).When(ReplaceMapping(key, first, "1", renamed, second)).Then(stored("1", renamed, second, 3))
	two := append(past, stored("2", other, second, 3))
	estest.GivenEvents(t, Decider, two...).When(ReplaceMapping(key, second, "2", m, second)).ThenErr(taken)

	estest.GivenEvents(t, Decider).When(DeleteMapping("1")).ThenErr(domain.ErrTemplateNotFound)
	estest.GivenEvents(t, Decider, past...).When(DeleteMapping("2")).ThenErr(ErrMappingNotFound)
	estest.GivenEvents(t, Decider, two...).When(DeleteMapping("1")).Then(MappingDeleted{"1", 4})
	gone := append(two, MappingDeleted{"1", 4})
	estest.GivenEvents(t, Decider, gone...).When(DeleteMapping("1")).ThenErr(ErrMappingNotFound)
	estest.GivenEvents(t, Decider, gone...).When(AddMapping(key, "3", m, first)).Then(stored("3", m, first, 5))
}

func TestNamesOfMappings(t *testing.T) {
	for name, want := range map[string]string{
		"": "name is required", " \t ": "name is required",
		strings.Repeat("ä", 256):             "name must not be longer than 255",
		" " + strings.Repeat("ä", 255) + " ": "",
		"a\nb":                               "name must not contain control characters",
		" Currencies ":                       "",
	} {
		got, err := MappingName(name)
		if want == "" && (err != nil || got != strings.TrimSpace(name)) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%.20q: got %.20q, %v, want %q", name, got, err, want)
		}
	}
}

func TestAMeasuredMappingIsTheParsedOne(t *testing.T) {
	for _, content := range []string{"search_value,mapped_value\na,b\n\nc,\"d\ne\"\n", "mapped_value,x,search_value",
		"search_value,mapped_value\na\n", "x"} {
		table, err := ParseMapping([]byte(content), UTF8, ",", DefaultMappingLimits())
		columns, rows, measured := MeasureMapping([]byte(content), UTF8, ",", DefaultMappingLimits())
		if (err == nil) != (measured == nil) || err != nil && err.Error() != measured.Error() ||
			err == nil && (strings.Join(columns, "|") != strings.Join(table.Columns, "|") || rows != len(table.Rows)) {
			t.Errorf("%q: %v %d, %v; parsed %v %d, %v, want the same",
				content, columns, rows, measured, table.Columns, len(table.Rows), err)
		}
	}
}
