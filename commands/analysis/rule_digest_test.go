package analysis

import (
	"reflect"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// changeValue makes a value another one, at a field that the digest must have.
func changeValue(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 1)
	case reflect.Pointer:
		at := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			at.Elem().Set(v.Elem())
		}
		if moment, ok := at.Interface().(*time.Time); ok {
			*moment = moment.Add(time.Hour)
		} else {
			changeValue(t, at.Elem())
		}
		v.Set(at)
	case reflect.Slice:
		v.Set(reflect.Append(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()+1), v),
			reflect.Zero(v.Type().Elem())))
	default:
		t.Fatalf("a field of kind %s: say here how it is changed", v.Kind())
	}
}

// forEachField calls do with each field of a struct, those of its parts and of the elements of lists too.
func forEachField(path string, v reflect.Value, do func(path string, field reflect.Value)) {
	switch {
	case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]():
		for i := range v.NumField() {
			forEachField(path+"."+v.Type().Field(i).Name, v.Field(i), do)
		}
	case v.Kind() == reflect.Slice && v.Len() > 0 && v.Type().Elem().Kind() != reflect.Uint8:
		do(path, v)
		forEachField(path+"[0]", v.Index(0), do)
	default:
		do(path, v)
	}
}

// bundleOfAll has one of everything that rules depend on.
func bundleOfAll() template.Bundle {
	return template.Bundle{
		EntityRules: []byte("a"), ComponentRules: []byte("b"), DateFormats: []byte("c"),
		Entities: []template.Definition{{}}, Components: []template.NewComponent{{}}, Mappings: []template.BundleMapping{{}},
		Dictionaries: []template.Dictionary{{Terms: []string{"term"}}},
	}
}

func TestDigestOfRulesDiffersWithAllThatTheyDependOn(t *testing.T) {
	digest := func(b template.Bundle, limits rules.Limits) string {
		d, err := DigestRules(b, limits)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	same := digest(bundleOfAll(), rules.Limits{})
	if again := digest(bundleOfAll(), rules.Limits{}); again != same {
		t.Fatal("the same rules have two digests")
	}
	// The parts of a bundle that no rule sees.
	apart := map[string]bool{".Text": true, ".Statuses": true, ".DossierAttributes": true, ".FileAttributes": true,
		".Reports": true}
	names := reflect.TypeFor[template.Bundle]()
	for i := range names.NumField() {
		part := "." + names.Field(i).Name
		count := 0
		forEachField(part, reflect.ValueOf(bundleOfAll()).Field(i), func(string, reflect.Value) { count++ })
		for n := range count {
			b, k := bundleOfAll(), 0
			forEachField(part, reflect.ValueOf(&b).Elem().Field(i), func(path string, field reflect.Value) {
				if k == n {
					changeValue(t, field)
					if got := digest(b, rules.Limits{}); (got == same) != apart[part] {
						t.Errorf("%s: the digest is the same: %t, want %t", path, got == same, apart[part])
					}
				}
				k++
			})
		}
	}
	limits := reflect.TypeFor[rules.Limits]()
	for i := range limits.NumField() {
		var l rules.Limits
		changeValue(t, reflect.ValueOf(&l).Elem().Field(i))
		if digest(bundleOfAll(), l) == same {
			t.Errorf("the limit %s is not in the digest, want other than %v", limits.Field(i).Name, same)
		}
	}
	empty := bundleOfAll()
	empty.DateFormats = []byte{}
	missing := bundleOfAll()
	missing.DateFormats = nil
	if digest(empty, rules.Limits{}) == digest(missing, rules.Limits{}) {
		t.Error("an empty list of date formats and none, for which the stock list stands, have one digest")
	}
}
