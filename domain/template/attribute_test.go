package template

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

func TestValuesFitTheirType(t *testing.T) {
	for _, c := range []struct {
		of, value string
		fits      bool
	}{
		{TypeText, "", true},
		{TypeText, strings.Repeat("é", 4000), true},
		{TypeText, strings.Repeat("é", 4001), false},
		{TypeNumber, "", true},
		{TypeNumber, "0", true},
		{TypeNumber, "-12.50", true},
		{TypeNumber, strings.Repeat("1", 40), true},
		{TypeNumber, strings.Repeat("1", 41), false},
		{TypeNumber, "+1", false},
		{TypeNumber, "1.", false},
		{TypeNumber, ".5", false},
		{TypeNumber, "1,5", false},
		{TypeNumber, "1e3", false},
		{TypeNumber, " 1", false},
		{TypeNumber, "١", false},
		{TypeNumber, "1\n", false},
		{TypeDate, "", true},
		{TypeDate, "2024-02-29", true},
		{TypeDate, "2023-02-29", false},
		{TypeDate, "2024-2-9", false},
		{TypeDate, "2024-05-31T10:15:30+02:00", true},
		{TypeDate, "2024-05-31T10:15:30.123456789Z", true},
		{TypeDate, "2024-05-31 10:15:30Z", false},
		{TypeDate, "2024-05-31T10:15:30", false},
		{TypeDate, "31.05.2024", false},
		{TypeImage, "", true},
		{TypeImage, "data:image/png;base64,iVBORw0KGgo=", true},
		{TypeImage, "data:image/jpeg;base64,/9j/4A==", true},
		{TypeImage, "data:image/png;base64,/9j/4A==", false},
		{TypeImage, "data:image/png;base64,AA==", false},
		{TypeImage, "data:image/gif;base64,R0lGODlh", false},
		{TypeImage, "data:image/png;base64,?", false},
		{TypeImage, "iVBORw0KGgo=", false},
		{TypeImage, "data:image/jpeg;base64,/9j/" + strings.Repeat("AAAA", (512<<10)/3), false},
		{TypeImage, "data:image/jpeg;base64,/9j/" + strings.Repeat("AAAA", (512<<10)/3-1), true},
	} {
		err := Definition{Name: "A", Type: c.of}.CheckValue(c.value)
		if (err == nil) != c.fits {
			t.Errorf("%s %.50q: %v, want %v", c.of, c.value, err, c.fits)
		}
		if f, ok := err.(*domain.Fault); err != nil && (!ok || f.Kind != domain.Invalid ||
			f.Message != "Value of attribute A is not a "+c.of) {
			t.Errorf("%s %.50q: got %v, want the fault of a value of %s", c.of, c.value, err, c.of)
		}
	}
}

func TestAttributesAreFoundById(t *testing.T) {
	s := State{Content: Content{FileAttrs: []Definition{{ID: "a1", Name: "A"}, {ID: "b2", Name: "B"}}}}
	if d, ok := s.FileAttribute("B2"); !ok || d.Name != "B" {
		t.Errorf("got %v, %v, want B", d, ok)
	}
	if d, ok := s.FileAttribute("c3"); ok {
		t.Errorf("got %v, want not ok", d)
	}
}
