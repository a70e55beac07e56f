package rules

import "testing"

// TestDatesAsInJava runs code whose results are those of Java 17.
func TestDatesAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`LocalDate a = LocalDate.of(2024, 1, 31), b = LocalDate.of(2024, 3, 1); out = "" + a.isBefore(b) + a.isAfter(b) + b.isAfter(a) + b.isBefore(a) + a.isBefore(a) + a.isAfter(a) + a.isEqual(a) + a.isEqual(b) + a.equals(LocalDate.of(2024, 1, 31)) + a.equals(b) + a.compareTo(a) + (a.compareTo(b) < 0) + (b.compareTo(a) > 0) + a.plusMonths(1) + a.plusMonths(13) + a.minusMonths(2) + a.plusMonths(0) + a.plusDays(-31) + b.minusMonths(14);`,
			"truefalsetruefalsefalsefalsetruefalsetruefalse0truetrue2024-02-292025-02-282023-11-302024-01-312023-12-312023-01-01"},
		{`out = LocalDate.parse("2024-05-06") + " " + LocalDate.parse("06.05.2024", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + LocalDate.of(2024, 5, 6).format(DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH)) + " " + DateTimeFormatter.ofPattern("yy/M").format(LocalDate.of(2024, 5, 6)) + " " + LocalDate.parse("6 March 2024", DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH));`,
			"2024-05-06 2024-05-06 Monday, 6 May 2024 24/5 2024-03-06"},
		{`out = Stream.of(LocalDate.of(2024, 3, 1), LocalDate.of(2023, 12, 31), LocalDate.of(2024, 2, 28)).sorted().toList() + "" + Stream.of(LocalDate.of(2024, 3, 1), LocalDate.of(2024, 4, 1)).max(Comparator.naturalOrder()).get() + new HashSet<>(Arrays.asList(LocalDate.of(2024, 3, 1), LocalDate.of(2024, 3, 1))).size() + LocalDate.of(2024, 3, 1).hashCode() + LocalDate.of(7, 3, 1);`,
			"[2023-12-31, 2024-02-28, 2024-03-01]2024-04-01141453450007-03-01"},
	})
}
