package javalib

import (
	"unicode/utf16"

	"github.com/seed-62a36931/docket/rules/calendar"
	"github.com/seed-62a36931/docket/rules/host"
)

// dateFormat is a java.text.SimpleDateFormat.
type dateFormat struct {
	*calendar.Format
	calendar *calendarOf
	locale   any
	start    int64 // of the years of two digits
}

// ClassName returns SimpleDateFormat.
func (*dateFormat) ClassName() string { return "SimpleDateFormat" }

// EqualTo reports whether the patterns are equal.
func (f *dateFormat) EqualTo(o any) bool {
	other, ok := o.(*dateFormat)
	return ok && other.Pattern() == f.Pattern() && other.locale == f.locale
}

// HashCode returns the hash code of the pattern.
func (f *dateFormat) HashCode() int32 { return host.HashCode(f.Pattern()) }

// newDateFormat compiles a pattern for a locale, nil for the default one.
func newDateFormat(pattern string, locale any) *dateFormat {
	f := &dateFormat{calendar: newCalendar(nil), locale: locale, start: calendar.CenturyStart}
	if locale != nil {
		f.calendar = newCalendar([]any{locale})
	}
	f.compile(pattern)
	return f
}

// compile takes another pattern.
func (f *dateFormat) compile(pattern string) {
	language := ""
	if l, ok := f.locale.(*host.Enum); ok {
		language = languages[l.Name]
	}
	f.Format = valueOrThrow(calendar.NewFormat(pattern, language, f.calendar.Calendar))
	f.SetCentury(f.start)
}

func makeDateFormat(_ any, a []any) any {
	if len(a) == 0 {
		return newDateFormat(dateStyles[3]+", "+timeStyles[3], nil)
	}
	if len(a) > 1 && a[1] == nil {
		host.Throw("NullPointerException", "the locale is null")
	}
	return newDateFormat(toText(a[0]), append(a, nil)[1])
}

// dateStyles and timeStyles are the patterns of DateFormat.FULL, LONG, MEDIUM and SHORT.
var (
	dateStyles = []string{"EEEE, MMMM d, yyyy", "MMMM d, yyyy", "MMM d, yyyy", "M/d/yy"}
	timeStyles = []string{"h:mm:ss a zzzz", "h:mm:ss a z", "h:mm:ss a", "h:mm a"}
)

// styleOf returns the pattern of a style.
func styleOf(styles []string, style any) string {
	n := style.(int32)
	if n < 0 || int(n) >= len(styles) {
		host.Throw("IllegalArgumentException", "Illegal date style %d", n)
	}
	return styles[n]
}

// formatDate writes a time, which counts steps for a long pattern.
func formatDate(c *call, f *dateFormat, millis int64) any {
	countPattern(c, f)
	return f.FormatMillis(millis)
}

// countPattern counts the steps of going through a pattern.
func countPattern(c *call, f *dateFormat) {
	c.Budget.StepMany(int64(len(f.Pattern())) / host.ElementsPerStep)
}

func parseDateText(c *call, this any, a []any) any {
	f, text := this.(*dateFormat), toText(a[0])
	countPattern(c, f)
	millis, at, ok := f.Parse(text)
	if !ok {
		index := len(utf16.Encode([]rune(text[:at])))
		panic(&host.Throwable{Class: "ParseException", Message: "Unparseable date: \"" + text + "\"", Offset: -1, Index: index})
	}
	return &utilDate{millis}
}

func formatMethod(signature string, body func(f *dateFormat, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*dateFormat), a) })
}

var dateFormatMethods = []*host.Method{
	newMethod("format(Date) String", func(c *call, this any, a []any) any {
		return formatDate(c, this.(*dateFormat), utilDateOf(a[0]).millis)
	}),
	newMethod("format(long) String", func(c *call, this any, a []any) any { return formatDate(c, this.(*dateFormat), a[0].(int64)) }),
	newMethod("parse(String) Date", parseDateText),
	formatMethod("isLenient() boolean", func(f *dateFormat, _ []any) any { return f.calendar.Lenient() }),
	formatMethod("setLenient(boolean) void", func(f *dateFormat, a []any) any { f.calendar.SetLenient(a[0].(bool)); return nil }),
	formatMethod("getTimeZone() TimeZone", func(f *dateFormat, _ []any) any { return &timeZone{f.calendar.Zone()} }),
	formatMethod("setTimeZone(TimeZone) void", func(f *dateFormat, a []any) any { f.calendar.SetZone(timeZoneOf(a[0])); return nil }),
	formatMethod("getCalendar() Calendar", func(f *dateFormat, _ []any) any { return f.calendar }),
}

var dateFormatClasses = []*host.Class{
	{Name: "DateFormat", MayHide: true, Methods: dateFormatMethods,
		Constants: map[string]any{"FULL": int32(0), "LONG": int32(1), "MEDIUM": int32(2), "DEFAULT": int32(2), "SHORT": int32(3)},
		Statics: []*host.Method{
			pureMethod("getDateInstance() DateFormat", func(any, []any) any { return newDateFormat(dateStyles[2], nil) }),
			pureMethod("getDateInstance(int) DateFormat", func(_ any, a []any) any { return newDateFormat(styleOf(dateStyles, a[0]), nil) }),
			pureMethod("getTimeInstance() DateFormat", func(any, []any) any { return newDateFormat(timeStyles[2], nil) }),
			pureMethod("getDateTimeInstance() DateFormat", func(any, []any) any {
				return newDateFormat(dateStyles[2]+", "+timeStyles[2], nil)
			}),
		}},
	{Name: "SimpleDateFormat", Supers: []string{"DateFormat"}, MayHide: true,
		Makers: []*host.Method{
			pureMethod("SimpleDateFormat() SimpleDateFormat", makeDateFormat),
			pureMethod("SimpleDateFormat(String) SimpleDateFormat", makeDateFormat),
			pureMethod("SimpleDateFormat(String, Locale) SimpleDateFormat", makeDateFormat),
		},
		Methods: []*host.Method{
			formatMethod("toPattern() String", func(f *dateFormat, _ []any) any { return f.Pattern() }),
			formatMethod("applyPattern(String) void", func(f *dateFormat, a []any) any { f.compile(toText(a[0])); return nil }),
			formatMethod("set2DigitYearStart(Date) void", func(f *dateFormat, a []any) any {
				f.start = utilDateOf(a[0]).millis
				f.SetCentury(f.start)
				return nil
			}),
			formatMethod("get2DigitYearStart() Date", func(f *dateFormat, _ []any) any { return &utilDate{f.start} }),
		}},
	{Name: "TimeUnit", MayHide: true, Constants: timeUnits, Methods: timeUnitMethods()},
}

// timeUnits are the constants of java.util.concurrent.TimeUnit.
var timeUnits = host.NewEnumeration("TimeUnit", "NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS")

// nanosOf holds the nanoseconds of the time units, by their numbers.
var nanosOf = []int64{1, 1e3, 1e6, 1e9, 60e9, 3600e9, 86400e9}

// convertUnits converts a length of time. Lengths that are too large become the greatest one.
func convertUnits(n int64, from, to int) int64 {
	if from <= to {
		return n / (nanosOf[to] / nanosOf[from])
	}
	factor := nanosOf[from] / nanosOf[to]
	if product := n * factor; product/factor == n {
		return product
	}
	if n < 0 {
		return -1 << 63
	}
	return 1<<63 - 1
}

func timeUnitMethods() []*host.Method {
	out := []*host.Method{pureMethod("convert(long, TimeUnit) long", func(this any, a []any) any {
		from, ok := a[1].(*host.Enum)
		if !ok {
			host.Throw("NullPointerException", "the unit is null")
		}
		return convertUnits(a[0].(int64), from.Ordinal, this.(*host.Enum).Ordinal)
	})}
	for to, name := range []string{"Nanos", "Micros", "Millis", "Seconds", "Minutes", "Hours", "Days"} {
		out = append(out, pureMethod("to"+name+"(long) long", func(this any, a []any) any {
			return convertUnits(a[0].(int64), this.(*host.Enum).Ordinal, to)
		}))
	}
	return out
}
