package history

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/user"
)

// TestAuditorsAreToldNamedFieldsOnly sets every field of an entry: an auditor gets those that are named
// here, whatever fields are added, and an administrator gets all.
func TestAuditorsAreToldNamedFieldsOnly(t *testing.T) {
	told := []string{"Position", "Time", "ActorID", "ActorUsername", "Type", "TemplateID", "DossierID", "FileID",
		"CausedBy"}
	var full Entry
	v := reflect.ValueOf(&full).Elem()
	for _, field := range reflect.VisibleFields(v.Type()) {
		if !field.IsExported() {
			continue
		}
		switch set := v.FieldByIndex(field.Index); set.Interface().(type) {
		case string:
			set.SetString("secret " + field.Name)
		case uint64:
			set.SetUint(7)
		case time.Time:
			set.Set(reflect.ValueOf(time.Unix(7, 0)))
		case json.RawMessage:
			set.SetBytes([]byte(`{"a":1}`))
		default:
			t.Fatalf("no value of the type of %s is known: add one, and say in withholdContent whether auditors read it",
				field.Name)
		}
	}
	entries := []Entry{full, full}
	withholdContent(user.Principal{Roles: []string{user.RoleAuditor}}, entries[:1])
	withholdContent(user.Principal{Roles: []string{user.RoleAdmin, user.RoleAuditor}}, entries[1:])
	if !reflect.DeepEqual(entries[1], full) {
		t.Errorf("an administrator got %+v, want %+v", entries[1], full)
	}
	is := reflect.ValueOf(entries[0])
	for _, field := range reflect.VisibleFields(v.Type()) {
		if !field.IsExported() {
			continue
		}
		same := reflect.DeepEqual(is.FieldByIndex(field.Index).Interface(), v.FieldByIndex(field.Index).Interface())
		if want := slices.Contains(told, field.Name); same != want {
			t.Errorf("%s: an auditor is told of it: got %t, want %t", field.Name, same, want)
		}
	}
}
