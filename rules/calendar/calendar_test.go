package calendar

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// numbersOf returns the numbers in words.
func numbersOf(t *testing.T, words []string) []int {
	t.Helper()
	var out []int
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			t.Fatal(words, err)
		}
		out = append(out, n)
	}
	return out
}

// applyStep does one step of a row: what it reads is returned.
func applyStep(c *Calendar, step string, n []int) (string, error) {
	switch step {
	case "s":
		return "", c.Set(n[0], n[1])
	case "a":
		return "", c.Add(n[0], n[1])
	case "r":
		return "", c.Roll(n[0], n[1])
	case "g":
		v, err := c.Get(n[0])
		return fmt.Sprint(" ", v), err
	case "t":
		v, err := c.Millis()
		return fmt.Sprint(" ", v), err
	case "m":
		v, err := c.ActualMaximum(n[0])
		return fmt.Sprint(" ", v), err
	case "c", "x":
		return "", c.Clear(n...)
	case "d":
		for i, field := range []int{Year, Month, DayOfMonth} {
			_ = c.Set(field, n[i])
		}
	case "l":
		c.SetLenient(false)
	}
	return "", nil
}

// replayRow does the steps of a row and returns what it reads: behind the bar the time and all
// fields at the end.
func replayRow(t *testing.T, steps []string) string {
	t.Helper()
	head := strings.Fields(steps[0])
	n := numbersOf(t, head[1:])
	c := New(ZoneNamed(head[0]), n[0], n[1])
	c.SetMillis(int64(n[2]))
	out := ""
	for _, step := range append(steps[1:], "|") {
		words := strings.Fields(step)
		if step == "|" {
			millis, err := c.Millis()
			if err != nil {
				return out + " | !" + err.Error()
			}
			out += fmt.Sprint(" | ", millis)
			for field := range fieldCount {
				v, _ := c.Get(field)
				out += fmt.Sprint(" ", v)
			}
			continue
		}
		read, err := applyStep(c, words[0], numbersOf(t, words[1:]))
		if err != nil {
			return out + " !" + err.Error()
		}
		out += read
	}
	return out
}

// TestCalendarsAreThoseOfJava does random steps on calendars at random times, in several zones, and
// compares what they give with java.util.GregorianCalendar.
func TestCalendarsAreThoseOfJava(t *testing.T) {
	rows := readRecord(t, "testdata/java-calendars.txt.gz")
	if len(rows) < 10000 {
		t.Fatalf("only %d rows, want at least 10000", len(rows))
	}
	for _, row := range rows {
		steps, want, _ := strings.Cut(row, "\t")
		if got := strings.TrimSpace(replayRow(t, strings.Split(steps, ";"))); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", steps, got, want)
		}
	}
}
