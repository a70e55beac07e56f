package dossier

import (
	"reflect"
	"testing"
)

// TestEveryFieldIsInTheTable compares Fields with the fields of Text and Details. What is missing there would not
// show in history.
func TestEveryFieldIsInTheTable(t *testing.T) {
	listed, names := map[string]int{}, map[string]int{}
	for _, f := range Fields {
		listed[f.of]++
		names[f.Name]++
		if f.Name == "" || f.Word == "" || names[f.Name] > 1 {
			t.Errorf("%+v: want a name and a word, and the name once", f)
		}
	}
	for _, of := range []any{Text{}, Details{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(of)) {
			if listed[field.Name] != 1 {
				t.Errorf("Fields has %T.%s %d times, want it once", of, field.Name, listed[field.Name])
			}
			delete(listed, field.Name)
		}
	}
	if len(listed) > 0 {
		t.Errorf("Fields lists %v, want only fields of Text and Details", listed)
	}
}
