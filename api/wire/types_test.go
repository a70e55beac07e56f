package wire_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/oapi-codegen/runtime"

	"github.com/seed-62a36931/docket/api/wire"
)

// A date-time in a query is a whole one.
func TestTimeInAQuery(t *testing.T) {
	at := wire.Time{Time: time.Date(2024, 5, 31, 10, 15, 30, 250_000_000, time.FixedZone("", 7200))}
	got, err := runtime.StyleParamWithOptions("form", true, "asOf", at,
		runtime.StyleParamOptions{ParamLocation: runtime.ParamLocationQuery, Type: "string", Format: "date-time"})
	if err != nil || got != "asOf=2024-05-31T10%3A15%3A30.25%2B02%3A00" {
		t.Errorf("%s %v, want no error and got = %q", got, err, "asOf=2024-05-31T10%3A15%3A30.25%2B02%3A00")
	}
}

func TestTimesAreThoseOfISO8601(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"2024-05-31T10:15:30.250+02:00", "2024-05-31T08:15:30.250+00:00"},
		{"2024-05-31T10:15:30.123456789Z", "2024-05-31T10:15:30.123+00:00"},
		{"2024-05-31T10:15:30,5Z", "2024-05-31T10:15:30.500+00:00"},
		{"2027-01-31T10:00Z", "2027-01-31T10:00:00.000+00:00"},
		{"2027-01-31T10:00:00+0200", "2027-01-31T08:00:00.000+00:00"},
		{"2027-01-31T10:00-0330", "2027-01-31T13:30:00.000+00:00"},
		{"2027-01-31T10:00+02", "2027-01-31T08:00:00.000+00:00"},
		{"2027-01-31T10:00:00", "2027-01-31T10:00:00.000+00:00"},
		{"2027-01-31T10:00", "2027-01-31T10:00:00.000+00:00"},
		{"2027-01-31", "2027-01-31T00:00:00.000+00:00"},
		{"", ""}, {"yesterday", ""}, {"2027-01", ""}, {"2027-02-30", ""}, {"31.01.2027", ""}, {"01/31/2027", ""}, {"2027-01-31T", ""},
		{"2027-01-31T10", ""}, {"2027-01-31T25:00Z", ""}, {"2027-01-31 10:00", ""}, {"2027-01-31Z", ""}, {"2027-01-31T10:00 Z", ""},
		{"2027-01-31T10:00+2:00", ""}, {"1706695200", ""},
	} {
		got, err := wire.ParseTime(row.text)
		switch {
		case row.want == "":
			if err == nil {
				t.Errorf("%q: got %s, want an error", row.text, got)
			}
		case err != nil || got.Format(wire.DateTimeLayout) != row.want || got.Location() != time.UTC:
			t.Errorf("%q: got %s, %v; want %s", row.text, got, err, row.want)
		}
	}
}

// A word is a list, and reads back as it was.
func TestWordsAreLists(t *testing.T) {
	sure := 93.5
	for text, want := range map[string]wire.Word{
		`["a\"b",60,757.1,27.3,11.7,null]`: {Text: `a"b`, X: 60, Y: 757.1, Width: 27.3, Height: 11.7},
		`["",0,0,0,0,93.5]`:                {Confidence: &sure},
	} {
		var got wire.Word
		if err := json.Unmarshal([]byte(text), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want no error and %v", text, got, err, want)
		}
		if again, err := json.Marshal(want); err != nil || string(again) != text {
			t.Errorf("got %s, %v; want %s", again, err, text)
		}
	}
	for _, text := range []string{`["a",1,2,3,4]`, `[1,1,2,3,4,null]`, `["a","1",2,3,4,null]`, `{}`, `null`} {
		if err := json.Unmarshal([]byte(text), new(wire.Word)); err == nil {
			t.Errorf("%s is read, want an error", text)
		}
	}
}
