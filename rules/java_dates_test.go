package rules

import "testing"

// TestDatesAsInJava runs code whose results are those of Java 17.
func TestDatesAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`LocalDate d = LocalDate.of(2024, 2, 29); out = d + " " + d.getYear() + d.getMonthValue() + d.getDayOfMonth() + " " + ` +
			`d.getMonth() + " " + d.getDayOfWeek() + " " + d.plusDays(1) + " " + d.minusDays(60) + " " + d.plusMonths(12) + " " ` +
			`+ d.minusMonths(1) + " " + d.plusYears(1) + " " + d.minusYears(4) + " " + d.plusWeeks(1) + " " + d.minusWeeks(1) + ` +
			`" " + d.lengthOfMonth() + d.isLeapYear() + d.getDayOfYear() + " " + d.withDayOfMonth(1) + " " + d.lengthOfYear();`,
			"2024-02-29 2024229 FEBRUARY THURSDAY 2024-03-01 2023-12-31 2025-02-28 2024-01-29 2025-02-28 2020-02-29 2024-03-07 " +
				"2024-02-22 29true60 2024-02-01 366"},
		{`LocalDate a = LocalDate.of(2024, 1, 31), b = LocalDate.of(2024, 3, 1); out = "" + a.isBefore(b) + a.isAfter(b) + ` +
			`b.isAfter(a) + b.isBefore(a) + a.isBefore(a) + a.isAfter(a) + a.isEqual(a) + a.isEqual(b) + ` +
			`a.equals(LocalDate.of(2024, 1, 31)) + a.equals(b) + a.compareTo(a) + (a.compareTo(b) < 0) + (b.compareTo(a) > 0) + ` +
			`a.plusMonths(1) + a.plusMonths(13) + a.minusMonths(2) + a.plusMonths(0) + a.plusDays(-31) + b.minusMonths(14);`,
			"truefalsetruefalsefalsefalsetruefalsetruefalse0truetrue2024-02-292025-02-282023-11-302024-01-312023-12-312023-01-01"},
		{`LocalDate a = LocalDate.of(2024, 1, 31), b = LocalDate.of(2025, 3, 1); out = ChronoUnit.DAYS.between(a, b) + " " + ` +
			`ChronoUnit.DAYS.between(b, a) + " " + ChronoUnit.WEEKS.between(a, b) + " " + ChronoUnit.MONTHS.between(a, b) + " " ` +
			`+ ChronoUnit.MONTHS.between(b, a) + " " + ChronoUnit.YEARS.between(a, b) + " " + ChronoUnit.YEARS.between(b, a) + ` +
			`" " + Period.between(a, b) + " " + Period.between(b, a) + " " + Period.between(a, a) + " " + a.until(b) + " " + ` +
			`a.until(b, ChronoUnit.DAYS) + " " + ChronoUnit.MONTHS.between(LocalDate.of(2024, 1, 15), LocalDate.of(2024, 3, ` +
			`14)) + ChronoUnit.YEARS.between(LocalDate.of(2024, 2, 29), LocalDate.of(2025, 2, 28));`,
			"395 -395 56 13 -13 1 -1 P1Y1M1D P-1Y-1M-1D P0D P1Y1M1D 395 10"},
		{`Period p = Period.of(1, 2, 3); out = p + " " + p.getYears() + p.getMonths() + p.getDays() + p.toTotalMonths() + " " + ` +
			`Period.ofDays(5) + Period.ofMonths(6) + Period.ofYears(7) + " " + LocalDate.of(2024, 1, 1).plus(p) + " " + ` +
			`LocalDate.of(2024, 1, 1).minus(Period.ofDays(1)) + p.isNegative() + Period.ofDays(-1).isNegative() + ` +
			`p.equals(Period.of(1, 2, 3)) + Period.ofDays(0).isZero() + Period.ofWeeks(2);`,
			"P1Y2M3D 12314 P5DP6MP7Y 2025-03-04 2023-12-31falsetruetruetrueP14D"},
		{`out = LocalDate.parse("2024-05-06") + " " + LocalDate.parse("06.05.2024", DateTimeFormatter.ofPattern("dd.MM.yyyy")) ` +
			`+ " " + LocalDate.of(2024, 5, 6).format(DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH)) + " " + ` +
			`DateTimeFormatter.ofPattern("yy/M").format(LocalDate.of(2024, 5, 6)) + " " + LocalDate.parse("6 March 2024", ` +
			`DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH));`,
			"2024-05-06 2024-05-06 Monday, 6 May 2024 24/5 2024-03-06"},
		{`for (String s : List.of("2024-13-01", "2024-02-30", "24-01-01", "2024-1-1", "x", "2024-01-01x")) { try { out += ` +
			`LocalDate.parse(s); } catch (DateTimeParseException x) { out += "!"; } } for (int m : new int[] {0, 13}) { try { ` +
			`LocalDate.of(2024, m, 1); } catch (DateTimeException x) { out += "?"; } } for (int d : new int[] {0, 31, 32}) { ` +
			`try { LocalDate.of(2024, 4, d); } catch (DateTimeException x) { out += "#"; } } try { ` +
			`DateTimeFormatter.ofPattern("bb"); } catch (IllegalArgumentException x) { out += "p"; }`,
			"!!!!!!??###p"},
		{`out = Stream.of(LocalDate.of(2024, 3, 1), LocalDate.of(2023, 12, 31), LocalDate.of(2024, 2, 28)).sorted().toList() + ` +
			`"" + Stream.of(LocalDate.of(2024, 3, 1), LocalDate.of(2024, 4, 1)).max(Comparator.naturalOrder()).get() + new ` +
			`HashSet<>(Arrays.asList(LocalDate.of(2024, 3, 1), LocalDate.of(2024, 3, 1))).size() + LocalDate.of(2024, 3, ` +
			`1).hashCode() + LocalDate.of(7, 3, 1);`,
			"[2023-12-31, 2024-02-28, 2024-03-01]2024-04-01141453450007-03-01"},
		{`LocalDate a = LocalDate.of(2024, 1, 31), b = LocalDate.of(2026, 3, 1); out = a.until(b, ChronoUnit.MONTHS) + " " + ` +
			`a.until(b, ChronoUnit.YEARS) + " " + a.until(b, ChronoUnit.WEEKS) + " " + a.until(b, ChronoUnit.DAYS) + " " + ` +
			`b.until(a, ChronoUnit.MONTHS);`,
			"25 2 108 760 -25"},
	})
}

func TestDatesAreWrittenInALanguage(t *testing.T) {
	const march = `LocalDate d = LocalDate.of(2024, 3, 6); `
	javaGives(t, []javaCase{
		{march + `out = d.format(DateTimeFormatter.ofPattern("EEEE, d. MMMM yyyy", Locale.GERMANY)) + "|" + ` +
			`d.format(DateTimeFormatter.ofPattern("E d. MMM", Locale.GERMAN)) + "|" + d.format(DateTimeFormatter.ofPattern("LLL ` +
			`LLLL MMMMM EEEEE", Locale.GERMAN));`,
			`Mittwoch, 6. März 2024|Mi. 6. März|Mär März M M`},
		{march + `out = d.format(DateTimeFormatter.ofPattern("EEEE d MMMM, MMM EEE MMMMM EEEEE", Locale.FRANCE)) + "|" + ` +
			`d.format(DateTimeFormatter.ofPattern("EEEE d MMMM, MMM EEE MMMMM EEEEE", Locale.ITALY));`,
			`mercredi 6 mars, mars mer. M M|mercoledì 6 marzo, mar mer M M`},
		{march + `out = d.format(DateTimeFormatter.ofPattern("EEEE d MMMM", Locale.US)) + ` +
			`d.format(DateTimeFormatter.ofPattern("[dd.]MM.yy", Locale.GERMANY)) + LocalDate.parse("6. Sept. 2024", ` +
			`DateTimeFormatter.ofPattern("d. MMM yyyy", Locale.GERMAN));`,
			`Wednesday 6 March06.03.242024-09-06`},
	})
}
