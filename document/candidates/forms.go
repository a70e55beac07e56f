package candidates

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

var (
	legalForm = regexp.MustCompile(`\b(?:gmbh|ag|kg|ohg|ug|e ?k|eg|ltd|limited|llp|plc|inc|llc|sarl|sas|sa|eurl|sasu|s l u?|s a|s r l|srl|s p a|` +
		`spa|snc|s n c|b v|n v|bv|nv|vof|v o f|sp z o o|lda|e v|gbr|mbh|corp|corporation|kgaa|verein|a s|aps|oy|ab)\b`)
	street = regexp.MustCompile(`(?i)str(?:aße|asse|eet|\.)|weg\b|allee|platz|gasse|road|lane|avenue|\brue\b|\bvia\b|viale|corso|calle|straat|` +
		`laan|\bul\.|\brua\b|place|boulevard|way\b|damm|ring\b|chemin|quai| \d{1,4} ?[a-z]?$`)
	postcode = regexp.MustCompile(`\b(?:[A-Z]{1,2}-? ?)?(?:\d{4,5}|\d{2}-\d{3}|\d{4}-\d{3}) +\pL{2}|\b[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}\b|` +
		`\b\d{4} ?[A-Z]{2} `)
	yearInside   = regexp.MustCompile(`(?:19|20)\d\d`)
	domainForm   = regexp.MustCompile(`(?:@|www\.|https?://)([\pL\d_-]+)\.`)
	bankWord     = regexp.MustCompile(`\bbank|bank\b|sparkasse|banque|kasse\b`)
	salutation   = regexp.MustCompile(`^(?:herr|frau|herrn|mr|mme|m\.|firma|monsieur|madame)\b`)
	taxWord      = regexp.MustCompile(`(?:vat|ust|tva|iva|btw|nip|nif)\W`)
	currencyInIt = regexp.MustCompile(`[€$£]|EUR|USD|GBP|CHF|PLN|zł`)
)

// describeForm fills in what only candidates of one kind have.
func (d *describer) describeForm(c *Candidate, n *neighbours, out []float32) {
	put := filler(out)
	switch c.Kind {
	case Date:
		d.describeDate(c, put)
	case Amount:
		d.describeAmount(c, n, put)
	case Number:
		d.describeNumber(c, put)
	case VATID:
		put(truth(c.form.valid), float64(len(c.Value)))
	case IBAN:
		put(truth(c.form.valid), float64(len(c.Value)))
	case Currency:
		all := float64(c.form.of)
		put(float64(c.form.codes), float64(c.form.signs), float64(c.form.codes+c.form.signs)/all, float64(c.form.others),
			float64(c.form.codes)/all)
	case Name:
		d.describeName(c, n, put)
		d.describeBlock(c, n, put)
	}
}

// describeDate tells where a day stands among those of the document.
func (d *describer) describeDate(c *Candidate, put func(...float64)) {
	day := c.form.day.Unix()
	i, _ := slices.BinarySearch(d.days, day)
	const perDay = float64(24*time.Hour) / float64(time.Second)
	last := len(d.days) - 1
	put(float64(i), float64(len(d.days)-i), float64(len(d.days)), float64(day-d.days[0])/perDay, float64(d.days[last]-day)/perDay,
		truth(i == last), truth(i == 0))
}

// describeAmount tells where an amount stands among those of the document, and what adds up.
func (d *describer) describeAmount(c *Candidate, n *neighbours, put func(...float64)) {
	cents := centsOf(c.form.amount)
	rank, known := slices.BinarySearchFunc(d.sums.values, cents, func(v, wanted int64) int { return int(sign(wanted - v)) })
	share := 1.0
	if !known {
		rank = 99
	}
	if len(d.sums.values) > 0 {
		share = float64(cents) / float64(d.sums.values[0])
	}
	put(math.Log10(float64(cents)/100+0.01), float64(rank), truth(known && rank == 0))
	roles := d.sums.roles[cents]
	put(roles[0], roles[1], roles[2], float64(d.sums.times[cents]), float64(len(d.sums.values)), truth(c.form.amount < 0))
	rate := strings.Contains(c.seg.text[:c.from], "%") || n.left != nil && strings.Contains(n.left.text, "%")
	put(truth(rate), share, truth(currencyInIt.MatchString(c.seg.text)))
	key := [2]int{c.seg.page, int(math.Round(c.box.x1 / 4))}
	above := d.columns[key]
	d.columns[key] += float64(cents) / 100
	numbers := 0
	for _, q := range c.seg.line {
		if q.numeric {
			numbers++
		}
	}
	put(truth(above > 0 && math.Abs(above-float64(cents)/100) < 0.015), truth(n.row != nil && !n.row.numeric), float64(numbers))
}

func sign(n int64) int64 {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// describeNumber tells how a number is written.
func (d *describer) describeNumber(c *Candidate, put func(...float64)) {
	t, s := c.Text, c.seg.text
	digits := countDigits(t)
	only := digits == len(t)
	after := s[c.from:min(len(s), c.to+12)]
	before := strings.TrimSpace(s[max(0, c.from-3):c.from])
	put(float64(c.form.words), truth(strings.Contains(t, "-")), truth(strings.Contains(t, "/")), truth(unicode.IsLetter([]rune(t)[0])),
		truth(only), truth(yearInside.MatchString(t)), truth(only && digits == 5), truth(hasPostcode(after)),
		truth(int(addressShape(c.seg))&1 == 1), truth(strings.HasPrefix(t, "0")),
		truth(strings.Contains(t, ".")), truth(strings.Contains(s, "+")))
	marked := strings.HasSuffix(before, "#") || strings.HasSuffix(before, "°") || strings.HasSuffix(before, "º")
	put(truth(marked), truth(c.seg.size >= 0.98*d.largest), truth(countDigits(s[:c.from]) > 0))
}

// describeName tells how a name is written, and what stands on its line.
func (d *describer) describeName(c *Candidate, n *neighbours, put func(...float64)) {
	t, s := c.Text, c.seg
	lower := strings.ToLower(t)
	words := strings.Fields(t)
	capitals := 0
	for _, w := range words {
		if unicode.IsUpper([]rune(w)[0]) {
			capitals++
		}
	}
	rest := strings.Trim(s.text[c.to:], " ,·|-")
	put(truth(legalForm.MatchString(labelForm(t))), float64(capitals)/float64(len(words)), truth(strings.ToUpper(t) == t),
		truth(countDigits(t) > 0), truth(c.form.twoLines), truth(d.isDomain(c)), truth(c.from == 0), truth(c.to >= len(s.text)))
	put(truth(hasPostcode(rest)), truth(hasStreet(rest)), truth(hasStreet(t)), truth(hasPostcode(t)))
	put(truth(strings.Contains(t, ",")), truth(strings.HasSuffix(t, ".")), truth(containsAny(lower, bankParts) && bankWord.MatchString(lower)),
		truth(salutation.MatchString(lower)), truth(containsAny(lower, webParts)), truth(s.size < 0.85*d.usual))
	tax := slices.ContainsFunc(s.line, func(q *segment) bool { return containsAny(q.key, taxParts) && taxWord.MatchString(q.key+" ") })
	put(truth(tax))
}

// describeBlock puts what tells that a name stands over an address.
func (d *describer) describeBlock(c *Candidate, n *neighbours, put func(...float64)) {
	var next *segment
	if n.below != nil {
		next = d.neighboursOf(place{n.below, n.below.x0, n.below.x1}).below
	}
	put(addressShape(n.below), addressShape(next), addressShape(n.above))
	lines := 0
	for _, q := range d.segments[c.seg.page] {
		if dy := q.y0 - c.seg.y0; math.Abs(q.x0-c.seg.x0) < 3 && dy > 0 && dy < 6*c.seg.size {
			lines++
		}
	}
	y := c.box.y0 / d.pages[c.seg.page].height
	put(float64(lines), truth(y > 0.85), truth(y < 0.3))
}

// addressShape returns 1 for a segment with a street, 2 with a postcode, 3 with both, and 0 with neither.
func addressShape(s *segment) float64 {
	if s == nil {
		return 0
	}
	if s.address < 0 {
		s.address = int(truth(hasStreet(s.text)) + 2*truth(hasPostcode(s.text)))
	}
	return float64(s.address)
}

// What texts hold that the expressions match; most texts hold none of it, which is told faster.
var (
	streetParts = []string{"str", "weg", "allee", "platz", "gasse", "road", "lane", "avenue", "rue", "via", "corso", "calle", "laan",
		"ul.", "rua", "place", "boulevard", "way", "damm", "ring", "chemin", "quai"}
	bankParts = []string{"bank", "kasse", "banque"}
	taxParts  = []string{"vat", "ust", "tva", "iva", "btw", "nip", "nif"}
	webParts  = []string{"@", "www", "http", "tel", "fax"}
)

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// hasStreet reports whether a text has a street, or a house number at its end.
func hasStreet(text string) bool {
	if text == "" {
		return false
	}
	// Two letters beyond ASCII are k and s where case does not count.
	if strings.ContainsAny(text, "\u212a\u017f") || containsAny(strings.ToLower(text), streetParts) {
		return street.MatchString(text)
	}
	return endsInHouseNumber(text)
}

// endsInHouseNumber reports whether a text ends in a blank and one to four digits, with a letter behind them or without.
func endsInHouseNumber(text string) bool {
	if n := len(text); n > 0 && (text[n-1]|0x20 >= 'a' && text[n-1]|0x20 <= 'z') {
		text = text[:n-1]
	}
	text = strings.TrimSuffix(text, " ")
	digits := len(text) - len(strings.TrimRight(text, "0123456789"))
	return digits >= 1 && digits <= 4 && strings.HasSuffix(text[:len(text)-digits], " ")
}

// hasPostcode reports whether a text has a postcode before a town.
func hasPostcode(text string) bool { return hasDigitBeforeLetter(text) && postcode.MatchString(text) }

// hasDigitBeforeLetter reports whether a letter stands behind a digit, or behind one and blanks.
func hasDigitBeforeLetter(text string) bool {
	digit := false
	for _, r := range text {
		if digit && unicode.IsLetter(r) {
			return true
		}
		digit = r >= '0' && r <= '9' || digit && r == ' '
	}
	return false
}

// findDomains returns the names of the domains of mail and web addresses, letters and digits only.
func (f *finder) findDomains() (out []string) {
	for _, s := range f.all {
		if !strings.ContainsAny(s.text, "@./") || len(out) >= 20 {
			continue
		}
		for _, m := range domainForm.FindAllStringSubmatch(s.text, -1) {
			if name := strings.ToLower(compact(m[1])); len(name) > 3 {
				out = append(out, name)
			}
		}
	}
	return out
}

// isDomain reports whether a name is that of a domain of the document.
func (d *describer) isDomain(c *Candidate) bool {
	name := strings.ToLower(compact(c.Text))
	return slices.ContainsFunc(d.domains, func(x string) bool {
		return strings.Contains(name, x) || len(x) >= 5 && strings.HasPrefix(name, x[:5])
	})
}

func countLetters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
