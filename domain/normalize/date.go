package normalize

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// An Order is that of day and month in dates of digits.
type Order int

// The orders.
const (
	AnyOrder Order = iota // not known
	DayFirst
	MonthFirst
)

// monthNames are the months in English, German, French, Spanish, Italian, Dutch, Portuguese,
// Polish, Swedish, Danish and Norwegian, folded: full names and usual short forms.
var monthNames = [12]string{
	"january jan januar janvier janv enero ene gennaio gen januari janeiro stycznia styczen",
	"february feb februar fevrier fevr febrero febbraio februari fevereiro fev lutego luty",
	"march mar marz maerz mrz mars marzo maart mrt marco marca marzec marts",
	"april apr avril avr abril abr aprile kwietnia kwiecien",
	"may mai mayo maggio mag mei maio maja maj",
	"june jun juni juin junio giugno giu junho czerwca czerwiec",
	"july jul juli juillet juil julio luglio lug julho lipca lipiec",
	"august aug aout agosto ago augustus sierpnia sierpien augusti",
	"september sep sept septembre septiembre settembre set setembro wrzesnia wrzesien",
	"october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik",
	"november nov novembre noviembre novembro listopada listopad",
	"december dec dezember dez decembre diciembre dic dicembre dezembro grudnia grudzien desember des", //nolint:misspell // French
}

// fillers are words between the parts of a date that do not change it, folded.
var fillers = wordSet("of the day day, de del d den der le la el am on vom dated st nd rd th er o a " +
	"monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun " +
	"montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so " +
	"lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo " +
	"lunedi martedi mercoledi giovedi venerdi domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag")

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// months are the numbers of months by their names.
var months = func() map[string]int {
	out := map[string]int{}
	for i, names := range monthNames {
		for _, name := range strings.Fields(names) {
			out[name] = i + 1
		}
	}
	return out
}()

var (
	isoDate = regexp.MustCompile(`^([0-9]{4})([-/.])([0-9]{1,2})([-/.])([0-9]{1,2})` +
		`(?:[T\s]+(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?\s*(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$`)
	packedDate = regexp.MustCompile(`^((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})$`)
	digitDate  = regexp.MustCompile(`^([0-9]{1,2})\s?([-/.])\s?([0-9]{1,2})\s?([-/.])\s?([0-9]{4}|[0-9]{2})\.?$`)
	datePart   = regexp.MustCompile(`[0-9]+|\pL[\pL\p{Mn}]*`)
)

// parseDate returns a day as yyyy-MM-dd. In a date of digits alone the day comes before the
// month, unless the order says otherwise or only the other order is a day.
func parseDate(text string, order Order) (string, bool) {
	if m := isoDate.FindStringSubmatch(text); m != nil {
		if m[2] != m[4] {
			return "", false
		}
		return writeDate(m[1], atoi(m[3]), atoi(m[5]))
	}
	if m := packedDate.FindStringSubmatch(text); m != nil {
		return writeDate(m[1], atoi(m[2]), atoi(m[3]))
	}
	if m := digitDate.FindStringSubmatch(text); m != nil {
		if m[2] != m[4] {
			return "", false
		}
		day, month := atoi(m[1]), atoi(m[3])
		if known := orderOf(text); known != AnyOrder {
			order = known
		}
		if order == MonthFirst {
			day, month = month, day
		}
		return writeDate(m[5], month, day)
	}
	return parseWrittenDate(text)
}

// orderOf returns the order that a date of digits must have to be a day; AnyOrder for one that
// may have both, and for other texts. With points the day comes first.
func orderOf(text string) Order {
	m := digitDate.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[2] != m[4] {
		return AnyOrder
	}
	switch first, second := atoi(m[1]), atoi(m[3]); {
	case first > 12, second <= 12 && m[2] == ".":
		return DayFirst
	case second > 12:
		return MonthFirst
	}
	return AnyOrder
}

// parseWrittenDate returns a day whose month is a word: a day, a month and a year, or month,
// day and year, or year, month and day.
func parseWrittenDate(text string) (string, bool) {
	var numbers []string
	month, before := 0, 0 // before: numbers before the month
	for _, part := range datePart.FindAllString(foldText(text), -1) {
		switch {
		case unicode.IsDigit(rune(part[0])):
			numbers = append(numbers, part)
		case months[part] > 0 && month == 0:
			month, before = months[part], len(numbers)
		case !fillers[part]:
			return "", false
		}
	}
	if month == 0 || len(numbers) != 2 {
		return "", false
	}
	day, year := numbers[0], numbers[1]
	if len(day) == 4 && before == 1 {
		day, year = year, day
	}
	if len(day) > 2 || len(year) != 4 && (len(year) != 2 || before == 2) {
		return "", false
	}
	return writeDate(year, month, atoi(day))
}

// writeDate returns a day as yyyy-MM-dd, and false for one that no calendar has. Years of two
// digits count from 2000.
func writeDate(year string, month, day int) (string, bool) {
	if len(year) == 2 {
		year = "20" + year
	}
	t := time.Date(atoi(year), time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Year() != atoi(year) || int(t.Month()) != month || t.Day() != day {
		return "", false
	}
	return t.Format(time.DateOnly), true
}

// atoi returns the number of at most four digits.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
