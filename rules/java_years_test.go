package rules

import "testing"

// TestYearsOfAnyLengthAsInJava makes, writes and reads dates of years beyond four digits.
func TestYearsOfAnyLengthAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`out = LocalDate.of(-1, 1, 2) + " " + LocalDate.of(12345, 1, 2) + " " + LocalDate.of(0, 2, 29) + " " + ` +
			`LocalDate.of(-12345, 12, 31) + " " + LocalDate.of(999999999, 12, 31) + " " + LocalDate.of(999, 1, 1); try { ` +
			`LocalDate.of(1000000000, 1, 1); } catch (DateTimeException x) { out += " " + x.getMessage(); } try { ` +
			`LocalDate.of(-999999999, 1, 1).minusDays(1); } catch (DateTimeException x) { out += "!"; } try { LocalDate.of(-1, ` +
			`2, 29); } catch (DateTimeException x) { out += x.getMessage(); }`,
			"-0001-01-02 +12345-01-02 0000-02-29 -12345-12-31 +999999999-12-31 0999-01-01 Invalid value for Year (valid values " +
				"-999999999 - 999999999): 1000000000!Invalid date 'February 29' as '-1' is not a leap year"},
		{`LocalDate a = LocalDate.of(-1, 3, 4), b = LocalDate.of(12345, 6, 7), z = LocalDate.of(0, 1, 1); for (String p : ` +
			`List.of("yyyy", "uuuu", "y", "u", "yy", "uu", "uuu", "uuuuu", "uuuuuu", "G y", "GGGG y", "GGGGG y", "dd.MM.uuuu")) ` +
			`{ DateTimeFormatter f = DateTimeFormatter.ofPattern(p, Locale.ENGLISH); out += f.format(a) + " " + f.format(b) + " ` +
			`" + f.format(z) + ";"; }`,
			"0002 +12345 0001;-0001 +12345 0000;2 12345 1;-1 12345 0;02 45 01;01 45 00;-001 12345 000;-00001 12345 " +
				"00000;-000001 012345 000000;BC 2 AD 12345 BC 1;Before Christ 2 Anno Domini 12345 Before Christ 1;B 2 A 12345 B " +
				"1;04.03.-0001 07.06.+12345 01.01.0000;"},
		{`for (String s : List.of("-0001-03-04", "+12345-06-07", "12345-06-07", "+2024-01-01", "-0000-01-01", "0000-01-01", ` +
			`"-12345-01-01", "-1-01-01", "+1234567890-01-01", "+999999999-12-31", "+", "-")) { try { out += LocalDate.parse(s) ` +
			`+ " "; } catch (DateTimeParseException x) { out += "! "; } }`,
			"-0001-03-04 +12345-06-07 ! ! ! 0000-01-01 -12345-01-01 ! ! +999999999-12-31 ! ! "},
		{`for (String s : List.of("yyyy-MM-dd|+12345-06-07", "yyyy-MM-dd|-0001-06-07", "uuuu-MM-dd|-0001-06-07", ` +
			`"y-M-d|12345-6-7", "u-M-d|-1-6-7", "u-M-d|+1-6-7", "dd.MM.uuuu|01.02.+12345", "dd.MM.uuuu|01.02.12345", ` +
			`"uuuuMMdd|-00010203", "uuuuMMdd|+123450203", "uuuuu-MM-dd|12345-06-07", "uuu-MM-dd|-123-06-07")) { String[] p = ` +
			`s.split("\\|"); try { out += LocalDate.parse(p[1], DateTimeFormatter.ofPattern(p[0])) + " "; } catch ` +
			`(DateTimeParseException x) { out += "! "; } }`,
			"+12345-06-07 ! -0001-06-07 +12345-06-07 -0001-06-07 ! +12345-02-01 ! -0001-02-03 +12345-02-03 +12345-06-07 -0123-06-07 "},
		{`LocalDate a = LocalDate.of(-1, 3, 4), b = LocalDate.of(12345, 6, 7); out = a.plusDays(1000) + " " + a.until(b) + " " ` +
			`+ a.minusYears(5) + " " + b.getDayOfWeek() + " " + a.hashCode() + " " + b.hashCode() + " " + a.toEpochDay() + " " ` +
			`+ b.toEpochDay() + " " + a.isLeapYear() + " " + LocalDate.ofEpochDay(-1000000000L) + " " + ` +
			`ChronoUnit.DAYS.between(LocalDate.of(-999999999, 1, 1), LocalDate.of(999999999, 12, 31)) + " " + a.compareTo(b) + ` +
			`" " + Period.between(b, a); try { a.plusYears(2000000000); } catch (DateTimeException x) { out += "!"; }`,
			"0001-11-28 P12346Y3M3D -0006-03-04 THURSDAY 196 25295239 -719831 3789548 false -2735938-12-29 730484999633 " +
				"-12346 P-12346Y-3M-3D!"},
	})
}
