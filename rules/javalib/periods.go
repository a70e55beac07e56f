package javalib

import (
	"regexp"
	"strconv"

	"github.com/seed-62a36931/docket/rules/host"
)

func periodOf(v any) *period {
	p, ok := v.(*period)
	if !ok {
		host.Throw("NullPointerException", "the period is null")
	}
	return p
}

func periodMethod(signature string, body func(p *period, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*period), a) })
}

func (p *period) addPeriod(o *period, sign int) *period {
	return &period{p.years + sign*o.years, p.months + sign*o.months, p.days + sign*o.days}
}

// normalized returns the period with every twelve months carried over to a year.
func (p *period) normalized() *period {
	months := p.years*12 + p.months
	return &period{months / 12, months % 12, p.days}
}

func periodMethods() []*host.Method {
	out := []*host.Method{
		periodMethod("getYears() int", func(p *period, _ []any) any { return int32(p.years) }),
		periodMethod("getMonths() int", func(p *period, _ []any) any { return int32(p.months) }),
		periodMethod("getDays() int", func(p *period, _ []any) any { return int32(p.days) }),
		periodMethod("toTotalMonths() long", func(p *period, _ []any) any { return int64(p.years*12 + p.months) }),
		periodMethod("isNegative() boolean", func(p *period, _ []any) any { return p.years < 0 || p.months < 0 || p.days < 0 }),
		periodMethod("isZero() boolean", func(p *period, _ []any) any { return *p == period{} }),
		periodMethod("normalized() Period", func(p *period, _ []any) any { return p.normalized() }),
		periodMethod("negated() Period", func(p *period, _ []any) any { return (&period{}).addPeriod(p, -1) }),
		periodMethod("plus(Period) Period", func(p *period, a []any) any { return p.addPeriod(periodOf(a[0]), 1) }),
		periodMethod("minus(Period) Period", func(p *period, a []any) any { return p.addPeriod(periodOf(a[0]), -1) }),
	}
	for _, one := range []period{{days: 1}, {months: 1}, {years: 1}} {
		unit := map[period]string{{days: 1}: "Days", {months: 1}: "Months", {years: 1}: "Years"}[one]
		out = append(out, periodMethod("plus"+unit+"(long) Period", func(p *period, a []any) any {
			n := inRange(a[0])
			return p.addPeriod(&period{one.years * n, one.months * n, one.days * n}, 1)
		}))
	}
	return out
}

// isoPeriod is the form of Period.parse.
var isoPeriod = regexp.MustCompile(`^(?i)([-+]?)P(?:([-+]?\d{1,9})Y)?(?:([-+]?\d{1,9})M)?(?:([-+]?\d{1,9})W)?(?:([-+]?\d{1,9})D)?$`)

func parsePeriod(_ any, a []any) any {
	g := isoPeriod.FindStringSubmatch(toText(a[0]))
	if g == nil || g[2]+g[3]+g[4]+g[5] == "" {
		host.Throw("DateTimeParseException", "Text cannot be parsed to a Period")
	}
	var n [4]int
	for i := range n {
		n[i], _ = strconv.Atoi(g[i+2])
	}
	p := &period{n[0], n[1], 7*n[2] + n[3]}
	if g[1] == "-" {
		p = (&period{}).addPeriod(p, -1)
	}
	return p
}

func periodOfOne(signature string, make func(n int) *period) *host.Method {
	return pureMethod(signature, func(_ any, a []any) any { return make(int(a[0].(int32))) })
}

var periodStatics = []*host.Method{
	pureMethod("between(LocalDate, LocalDate) Period", func(_ any, a []any) any { return periodBetween(dateOf(a[0]), dateOf(a[1])) }),
	pureMethod("of(int, int, int) Period", func(_ any, a []any) any {
		return &period{int(a[0].(int32)), int(a[1].(int32)), int(a[2].(int32))}
	}),
	periodOfOne("ofDays(int) Period", func(n int) *period { return &period{days: n} }),
	periodOfOne("ofWeeks(int) Period", func(n int) *period { return &period{days: 7 * n} }),
	periodOfOne("ofMonths(int) Period", func(n int) *period { return &period{months: n} }),
	periodOfOne("ofYears(int) Period", func(n int) *period { return &period{years: n} }),
	pureMethod("parse(CharSequence) Period", parsePeriod),
}
