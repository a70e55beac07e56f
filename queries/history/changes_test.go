package history

import (
	"encoding/json"
	"testing"
	"time"
)

func TestChangesShowWhatDiffers(t *testing.T) {
	at := time.Date(2024, 5, 31, 10, 15, 30, 250_999_000, time.FixedZone("", 7200))
	c := changes{}
	c.setField("size", int64(5))
	c.replaceField("same", []string{}, []string(nil))
	c.replaceField("memberIds", []string{"a"}, []string{"a", "b"})
	c.replaceField("ownerId", identifier(""), identifier("x"))
	c.replaceField("dueDate", &at, (*time.Time)(nil))
	c.replaceField("flag", true, true)
	c.eraseFields("name")
	got, err := json.Marshal(c)
	want := `{"dueDate":null,"memberIds":["a","b"],"name":null,"ownerId":"x",` +
		`"previousDueDate":"2024-05-31T08:15:30.250+00:00","previousMemberIds":["a"],"previousName":null,"previousOwnerId":null,"size":5}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

func TestListed(t *testing.T) {
	for want, names := range map[string][]string{"nothing": nil, "a": {"a"}, "a and b": {"a", "b"},
		"a, b and c": {"a", "b", "c"}} {
		if got := joinNames(names); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
