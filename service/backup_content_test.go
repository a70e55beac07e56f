package service_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestBackupsSeeWhatTheCodecReads wants of every golden body the same blobs and
// owners, whether it is looked through as JSON or decoded.
func TestBackupsSeeWhatTheCodecReads(t *testing.T) {
	c := es.NewCodec(engines.MarshalBody, engines.UnmarshalBody, estest.Glass{})
	engines.RegisterAll(c)
	servicetest.EachGoldenEvent(t, func(name string, env es.Envelope) { namesBlobs(t, c, name, env) })
}

// namesBlobs compares what a backup finds in a body with what the codec reads.
func namesBlobs(t *testing.T, c *es.Codec, name string, env es.Envelope) {
	t.Helper()
	e, err := c.Decode(t.Context(), env)
	if err != nil {
		t.Fatalf("%s: %v, want no error", name, err)
	}
	var refs []es.BlobRef
	var owners []es.Subject
	walk(reflect.ValueOf(e), &refs, &owners)
	got := stored.BlobRefs(env.Body)
	for _, r := range refs {
		owners = append(owners, r.Subject)
		if !slices.Contains(got, r) {
			t.Errorf("%s: a backup does not see %+v", name, r)
		}
	}
	if len(got) != len(refs) {
		t.Errorf("%s: a backup sees %v, the codec reads %v, want len(got) = %d", name, got, refs, len(refs))
	}
	seen := stored.Subjects(env.Body)
	for _, s := range owners {
		if !slices.Contains(seen, s) {
			t.Errorf("%s: a backup does not see the owner %s", name, s)
		}
	}
	if len(seen) != len(owners) {
		t.Errorf("%s: a backup sees the owners %v, the codec reads %v, want len(seen) = %d", name, seen, owners, len(owners))
	}
}

// walk finds blobs and the owners of sealed fields in a decoded event.
func walk(v reflect.Value, refs *[]es.BlobRef, owners *[]es.Subject) {
	if ref, ok := v.Interface().(es.BlobRef); ok {
		if ref.ID != uuid.Nil {
			*refs = append(*refs, ref)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), refs, owners)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), refs, owners)
		}
	case reflect.Struct:
		if sealed, ok := v.Interface().(interface{ IsMissing() bool }); ok {
			if sealed.IsMissing() { // the event is older than the field
				return
			}
			*owners = append(*owners, v.FieldByName("Subject").Interface().(es.Subject))
			before := len(*refs)
			walk(v.FieldByName("Value"), refs, owners)
			if len(*refs) > before {
				panic("a blob is named in a sealed field, where a backup cannot see it")
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), refs, owners)
			}
		}
	}
}
