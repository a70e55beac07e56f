package dates

import (
	"strings"
	"time"
	"unicode/utf8"
)

// language holds how months and weekdays are written. The full names of months are
// in names.
type language struct {
	months   string // short, beside a day
	alone    string // short, by themselves, "" when they are the same
	weekdays string // from Monday
	short    string
	initials string // of weekdays, "" for their first letters
}

var languages = map[string]language{
	"de": {
		months:   "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
		alone:    "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
		weekdays: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
		short:    "Mo. Di. Mi. Do. Fr. Sa. So.",
	},
	"fr": {
		months:   "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
		weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
		short:    "lun. mar. mer. jeu. ven. sam. dim.",
	},
	"es": {
		months:   "ene feb mar abr may jun jul ago sept oct nov dic",
		weekdays: "lunes martes miércoles jueves viernes sábado domingo",
		short:    "lun mar mié jue vie sáb dom",
		initials: "L M X J V S D",
	},
	"it": {
		months:   "gen feb mar apr mag giu lug ago set ott nov dic",
		weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
		short:    "lun mar mer gio ven sab dom",
	},
	"nl": {
		months:   "jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.",
		weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
		short:    "ma di wo do vr za zo",
	},
	"pt": {
		months:   "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
		weekdays: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
		short:    "seg. ter. qua. qui. sex. sáb. dom.",
	},
}

// formatMonth formats a month: as a number or, from three letters on, as a name.
func (p *Pattern) formatMonth(f field, m time.Month) string {
	l, known := languages[p.language]
	if !known || f.count < 3 {
		return numberOrName(f.count, int(m), m.String())
	}
	full := nthWord(monthNames[p.language][0], int(m)-1)
	switch {
	case f.count == 4:
		return full
	case f.count == 5:
		return upperInitial(full)
	case f.letter == 'L' && l.alone != "":
		return nthWord(l.alone, int(m)-1)
	}
	return nthWord(l.months, int(m)-1)
}

// formatWeekday formats a day of the week. Fewer than three letters give a number.
func (p *Pattern) formatWeekday(count, number int, d time.Weekday) string {
	l, known := languages[p.language]
	if !known || count < 3 {
		return numberOrName(count, number, d.String())
	}
	i := (int(d) + 6) % 7
	switch {
	case count == 3:
		return nthWord(l.short, i)
	case count == 4:
		return nthWord(l.weekdays, i)
	case l.initials != "":
		return nthWord(l.initials, i)
	}
	return upperInitial(nthWord(l.weekdays, i))
}

// nthWord returns the i-th word of a list.
func nthWord(list string, i int) string { return strings.Fields(list)[i] }

// upperInitial returns the first letter of a name in upper case.
func upperInitial(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:size])
}
