package dossier

import (
	"reflect"
	"slices"
	"time"
)

// A Field is a part of a dossier that requests set. What it is called, who may change it and how history
// tells of it are said here once.
type Field struct {
	Name       string // in the contract
	Word       string // in a sentence
	Managers   bool   // every manager who sees the dossier may change it; otherwise its owner alone
	Identifier bool   // it holds an identifier, "" for none
	of         string // the field of Text or Details
}

// Fields are all fields of Text and Details, in the order in which history tells of them.
var Fields = []Field{
	{Name: "name", Word: "name", of: "Name"},
	{Name: "description", Word: "description", of: "Description"},
	{Name: "ownerId", Word: "owner", of: "Owner", Managers: true, Identifier: true},
	{Name: "memberIds", Word: "members", of: "Members", Managers: true},
	{Name: "approverIds", Word: "approvers", of: "Approvers", Managers: true},
	{Name: "reportTemplateIds", Word: "report templates", of: "ReportTemplates"},
	{Name: "dossierStatusId", Word: "status", of: "Status", Identifier: true},
	{Name: "dueDate", Word: "due date", of: "DueDate"},
}

// ValueIn returns the value of the field in a dossier: a string, a list of strings, or a moment that may be nil.
func (f Field) ValueIn(t Text, d Details) any {
	if v := reflect.ValueOf(d).FieldByName(f.of); v.IsValid() {
		return v.Interface()
	}
	return reflect.ValueOf(t).FieldByName(f.of).Interface()
}

// ChangedFields returns the fields that a change of a dossier changes, in the order of Fields. An absent list is
// an empty one, and moments are compared regardless of their time zone. A field of the structs that Fields
// lacks is the owner's, and is called as in Go.
func ChangedFields(wasText, isText Text, was, is Details) []Field {
	changed := append(changedIn(wasText, isText), changedIn(was, is)...)
	var out []Field
	for _, f := range Fields {
		if i := slices.Index(changed, f.of); i >= 0 {
			changed, out = slices.Delete(changed, i, i+1), append(out, f)
		}
	}
	for _, name := range changed {
		out = append(out, Field{Name: name, Word: name, of: name})
	}
	return out
}

// changedIn returns the names of the fields in which two structs differ, in their order.
func changedIn[T any](was, is T) (names []string) {
	a, b := reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range a.NumField() {
		if !isSameValue(a.Field(i), b.Field(i)) {
			names = append(names, a.Type().Field(i).Name)
		}
	}
	return names
}

func isSameValue(a, b reflect.Value) bool {
	if a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0 {
		return true
	}
	if was, ok := a.Interface().(*time.Time); ok {
		is, _ := b.Interface().(*time.Time)
		return was == nil && is == nil || was != nil && is != nil && was.Equal(*is)
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}
