package candidates

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	yearFirst   = regexp.MustCompile(`(\d{4})([-./])(\d{1,2})([-./])(\d{1,2})`)
	dayFirst    = regexp.MustCompile(`(\d{1,2})([./-])\s?(\d{1,2})([./-])\s?(\d{4}|\d{2})`)
	monthMiddle = regexp.MustCompile(`(\d{1,2})(?:st|nd|rd|th)?\.?[ /-]*(?:de )?(\pL{3,10})[.,]?[ /-]*(?:de )?(\d{4})`)
	monthStart  = regexp.MustCompile(`(\pL{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`)
)

// monthNames has the months of the languages of labels.txt, each language from the first to the twelfth.
const monthNames = `january february march april may june july august september october november december
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
januari februari maart april mei juni juli augustus september oktober november december
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro`

var months = readMonths()

// readMonths returns the numbers of months by their names and the first three letters of these.
func readMonths() map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(monthNames) {
		for i, name := range strings.Fields(line) {
			out[name] = i + 1
			if short := string([]rune(name)[:3]); out[short] == 0 {
				out[short] = i + 1
			}
		}
	}
	return out
}

// monthOf returns the number of a month by its name, or by an abbreviation of three or four letters; 0 for none.
func monthOf(name string) int {
	name = strings.ToLower(name)
	if m := months[name]; m > 0 {
		return m
	}
	if letters := []rune(name); len(letters) <= 4 {
		return months[string(letters[:3])]
	}
	return 0
}

// dayOf returns a day; ok is false when there is none, or none in which invoices are written.
func dayOf(year, month, day string) (t time.Time, ok bool) {
	y, _ := strconv.Atoi(year)
	m, err := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	if y < 100 {
		y += 2000
	}
	if err != nil || y <= 1990 || y >= 2060 || m < 1 || m > 12 || d < 1 {
		return t, false
	}
	t = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == d
}

// findDates finds the dates in a segment.
func (f *finder) findDates(s *segment) (out []piece) {
	add := func(p piece, t time.Time, ok bool) {
		if ok && !p.touchesAny(out) && !digitBeside(s.text, p) {
			f.add(Date, s, p, t.Format(time.DateOnly), form{day: t})
			out = append(out, p)
		}
	}
	for _, m := range yearFirst.FindAllStringSubmatchIndex(s.text, -1) {
		if g := groupsOf(s.text, m); g[2] == g[4] {
			t, ok := dayOf(g[1], g[3], g[5])
			add(piece{m[0], m[1]}, t, ok)
		}
	}
	for _, m := range dayFirst.FindAllStringSubmatchIndex(s.text, -1) {
		if g := groupsOf(s.text, m); g[2] == g[4] {
			t, ok := f.numericDay(g[1], g[3], g[5])
			add(piece{m[0], m[1]}, t, ok)
		}
	}
	for _, m := range monthMiddle.FindAllStringSubmatchIndex(s.text, -1) {
		g := groupsOf(s.text, m)
		t, ok := dayOf(g[3], strconv.Itoa(monthOf(g[2])), g[1])
		add(piece{m[0], m[1]}, t, ok)
	}
	for _, m := range monthStart.FindAllStringSubmatchIndex(s.text, -1) {
		g := groupsOf(s.text, m)
		t, ok := dayOf(g[3], strconv.Itoa(monthOf(g[1])), g[2])
		add(piece{m[0], m[1]}, t, ok)
	}
	return out
}

// numericDay returns a day whose month is a number, in the order of the document if that gives one.
func (f *finder) numericDay(first, second, year string) (time.Time, bool) {
	day, month := first, second
	if f.monthFirst {
		day, month = second, first
	}
	if t, ok := dayOf(year, month, day); ok {
		return t, true
	}
	return dayOf(year, day, month)
}

// minDayDigits is how many digits a day of numbers has at least.
const minDayDigits = 4

// writesMonthFirst reports whether a date of the document can only be read with its month first, and none
// only with its day first.
func (f *finder) writesMonthFirst() bool {
	proved := false
	for _, s := range f.all {
		if len(s.text) > maxSegmentText || countDigits(s.text) < minDayDigits {
			continue
		}
		for _, g := range dayFirst.FindAllStringSubmatch(s.text, -1) {
			first, _ := strconv.Atoi(g[1])
			second, _ := strconv.Atoi(g[3])
			if g[2] != g[4] || first > 31 || second > 31 {
				continue
			}
			if first > 12 && second <= 12 {
				return false
			}
			proved = proved || second > 12 && first <= 12
		}
	}
	return proved
}

// groupsOf returns the groups of a match.
func groupsOf(text string, m []int) []string {
	out := make([]string, len(m)/2)
	for i := range out {
		if m[2*i] >= 0 {
			out[i] = text[m[2*i]:m[2*i+1]]
		}
	}
	return out
}

// digitBeside reports whether a number goes on before or behind a piece.
func digitBeside(text string, p piece) bool {
	before, n := utf8.DecodeLastRuneInString(text[:p.from])
	if before >= '0' && before <= '9' {
		return true
	}
	if strings.ContainsRune(".,/-", before) && n > 0 {
		if last, _ := utf8.DecodeLastRuneInString(text[:p.from-n]); last >= '0' && last <= '9' {
			return true
		}
	}
	rest := text[p.to:]
	if rest == "" {
		return false
	}
	if rest[0] >= '0' && rest[0] <= '9' {
		return true
	}
	return len(rest) > 1 && strings.IndexByte(".,/-", rest[0]) >= 0 && rest[1] >= '0' && rest[1] <= '9'
}
