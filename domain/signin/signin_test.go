package signin

import (
	"testing"
	"time"
)

func TestStreamsAreOfADay(t *testing.T) {
	day := time.Date(2024, 5, 31, 23, 30, 0, 0, time.FixedZone("", -3600)) // the next day in UTC
	for user, want := range map[string]string{
		"f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04": "signin-demo-f1f0c2b65d7e4c3a8f210b1c2d3e4f04-20240601",
		"":                                     "signin-demo-unknown-20240601",
	} {
		s := StreamOf("demo", user, day)
		if category, ws, _ := s.Parts(); string(s) != want || category != Category || ws != "demo" {
			t.Errorf("%s, of %s in %s, want string(s) = %v, category = Category and ws = demo", s, category, ws, want)
		}
	}
}
