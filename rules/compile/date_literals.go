package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/calendar"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// dateClass returns which class of dates a type is, "" for any other type.
func dateClass(t *host.Type) string {
	if t == nil || t.Dims > 0 {
		return ""
	}
	switch t.Name {
	case "GregorianCalendar":
		return "Calendar"
	case "Date", "Calendar", "LocalDate":
		return t.Name
	}
	return ""
}

// dateLiteral compiles a constant that stands beside a value of a type in a condition: a text is
// a day such as 15-Mar-2020 where the type is one of dates, and a number the milliseconds of a
// Date. It returns nil for anything else.
func (u *Unit) dateLiteral(e syntax.Expr, beside *host.Type) Eval {
	class := dateClass(beside)
	l, ok := e.(*syntax.Literal)
	if class == "" || !ok || !u.isOfLibrary(class) {
		return nil
	}
	switch v := l.Value.(type) {
	case string:
		day, ok := calendar.ParseDay(v)
		if ok {
			return u.newDay(class, day)
		}
		if class != "LocalDate" {
			u.c.ReportProblem(l.Pos(), "%q is no date: write it like \"15-Mar-2020\"", v)
			return constantEval(nil)
		}
	case int32, int64:
		if class == "Date" {
			return u.newObject(u.c.Registry.Class("Date").FindConstructors(1)[0], asLong(v))
		}
	}
	return nil
}

// coerceDates replaces a constant that a comparison has beside a date by a date, and warns of
// comparisons of dates with other texts and numbers.
func (u *Unit) coerceDates(e *syntax.Binary, x Eval, tx *host.Type, y Eval, ty *host.Type) (Eval, *host.Type, Eval, *host.Type) {
	if day := u.dateLiteral(e.Y, tx); day != nil {
		return x, tx, day, tx
	}
	if day := u.dateLiteral(e.X, ty); day != nil {
		return day, ty, y, ty
	}
	u.warnOfDates(e.Pos(), tx, ty)
	return x, tx, y, ty
}

// isOfLibrary reports whether a class of dates is that of the library, and not a type of the name
// that the file declares.
func (u *Unit) isOfLibrary(class string) bool {
	needed := class
	if class == "Calendar" {
		needed = "GregorianCalendar"
	}
	for _, name := range []string{class, needed} {
		if c := u.c.Registry.Class(name); c == nil || !c.MayHide && name != "LocalDate" {
			return false
		}
	}
	return true
}

// newDay returns the start of a day, given in days since 1970, as an object of a class of dates.
func (u *Unit) newDay(class string, day int) Eval {
	switch class {
	case "LocalDate":
		return u.newObject(u.c.Registry.Class(class).FindStatic("ofEpochDay", 1)[0], int64(day))
	case "Date":
		return u.newObject(u.c.Registry.Class(class).FindConstructors(1)[0], int64(day)*calendar.Day)
	}
	c := calendar.CivilOf(day)
	return u.newObject(u.c.Registry.Class("GregorianCalendar").FindConstructors(3)[0], int32(c.Year), int32(c.Month), int32(c.Day))
}

// newObject calls a constructor, or a static method, once.
func (u *Unit) newObject(m *host.Method, args ...any) Eval {
	return constantEval(m.Body(nil, nil, args))
}

// warnOfDates warns of a date that is compared with a text or a number that is no constant.
func (u *Unit) warnOfDates(at int, x, y *host.Type) {
	for _, pair := range [][2]*host.Type{{x, y}, {y, x}} {
		switch {
		case dateClass(pair[0]) == "" || !u.isOfLibrary(dateClass(pair[0])):
		case isString(pair[1]):
			u.c.addWarning(at, "a date is compared with a text: write the text there, like \"15-Mar-2020\", or make a date of it")
		case isNumber(pair[1]):
			u.c.addWarning(at, "a date is compared with a number: compare numbers, or dates")
		}
	}
}

// noClock is added to the problem of a call that would read the present time.
const noClock = ": rules have no clock, since an analysis can be repeated; compare with a date that a fact holds"

// explainClock returns noClock for the constructors and static methods of Java that read the
// present time, "" for any other.
func explainClock(label string, args int) string {
	if args == 0 && label == "new Date" || strings.HasSuffix(label, ".now") {
		return noClock
	}
	return ""
}
