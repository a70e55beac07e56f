package rules

import "testing"

// TestJavaOfConsequences runs constructs of customers' rules, each of which makes
// one component.
func TestJavaOfConsequences(t *testing.T) {
	tests := []struct{ name, code, want string }{
		{"grouping", `Map<String, List<Entity>> m = $e.stream().collect(Collectors.groupingBy(e -> e.getType())); out = ` +
			`m.get("w").stream().map(Entity::getValue).collect(Collectors.joining("|"));`, "b|a|c"},
		{"sorted by comparator", `out = $e.stream().sorted(Comparator.comparing(Entity::getValue).reversed()).map(x -> ` +
			`x.getValue()).collect(Collectors.joining());`, "cba"},
		{"optional chain", `out = $e.stream().findFirst().map(Entity::getValue).map(String::toUpperCase).orElse("none");`, "B"},
		{"switch arrow", `out = switch ($e.size()) { case 1, 2 -> "few"; case 3 -> { yield "three"; } default -> "many"; };`, "three"},
		{"switch colon", `switch ("x") { case "y": out = "y"; break; case "x": out = "x"; default: out += "!"; }`, "x!"},
		{"loops", `int n = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; n += i; } do { n--; } while (n > 4); out = ` +
			`"" + n + 'c';`, "4c"},
		{"try", `try { out = "" + 1 / 0; } catch (ArithmeticException x) { out = x.getMessage(); } finally { out += "."; }`, "/ by zero."},
		{"numbers", `double d = 7; long l = 2; out = d / l + " " + 7 / 2 + " " + (char) ('a' + 1) + " " + 1e10 + " " + ` +
			`Integer.MAX_VALUE;`, "3.5 3 b 1.0E10 2147483647"},
		{"overflow", `int i = Integer.MAX_VALUE; i += 1; out = "" + i;`, "-2147483648"},
		{"arrays", `String[] p = "a, b,,".split(",\\s*"); int[] k = {1, 2}; k[1] += 3; out = p.length + p[1] + k[1];`, "2b5"},
		{"arrays of arrays", `int[][] g = new int[2][3]; g[1][2] += 4; String[][] n = new String[2][]; int[][] k = {{1}, {2, ` +
			`3}}; out = g[1][2] + g.length + g[0].length + "" + n[0] + k[1][1];`, "9null3"},
		{"regex", `Matcher m = Pattern.compile("(?<k>\\w)=(\\d)").matcher("a=1 b=2"); while (m.find()) { out += m.group("k") + ` +
			`m.group(2); }`, "a1b2"},
		{"builder", `StringBuilder sb = new StringBuilder(); sb.append(1).append("x").append(2.5); out = ` +
			`sb.reverse().toString();`, "5.2x1"},
		{"instanceof", `Object o = $e.get(0); if (o instanceof Entity x && x.getValue().equals("b")) { out = "yes"; }`, "yes"},
		{"units", `out = "a\uD83D\uDE00b".length() + "Größe".substring(2, 4);`, "4öß"},
		{"hash order", `Set<String> s = new HashSet<>(); s.add("banana"); s.add("apple"); s.add("cherry"); out = s.toString();`,
			"[banana, apple, cherry]"},
		{"merge", `Map<String, Integer> m = new TreeMap<>(); for (Entity x : $e) m.merge(x.getType(), 1, Integer::sum); out = ` +
			`m.toString();`, "{w=3}"},
		{"decimal", `BigDecimal b = new BigDecimal("1.10").add(new BigDecimal("2.205")); out = b.setScale(2, ` +
			`RoundingMode.HALF_UP).toString();`, "3.31"},
		{"dates", `LocalDate a = LocalDate.parse("31.01.2024", DateTimeFormatter.ofPattern("dd.MM.yyyy")), b = LocalDate.of(2024, 3, 1);
			out = a.plusMonths(1) + " " + ChronoUnit.DAYS.between(a, b) + " " + ChronoUnit.MONTHS.between(a, b) + " " + Period.between(a, b) + " " + Period.between(b, a) + " " + a.isBefore(b) + " " + b.format(DateTimeFormatter.ofPattern("d MMM uuuu"));`,
			"2024-02-29 30 1 P1M1D P-1M-1D true 1 Mar 2024"},
		{"sorted dates", `out = Stream.of("2024-05-01", "2023-12-31").map(LocalDate::parse).sorted().map(d -> "" + ` +
			`d.minusYears(1).getYear()).collect(Collectors.joining("|"));`, "2022|2023"},
		{"no date", `try { LocalDate.of(2023, 2, 29); } catch (DateTimeException x) { out = "no such day"; } try { ` +
			`LocalDate.parse("soon"); } catch (DateTimeParseException x) { out += "."; }`, "no such day."},
		{"format", `out = String.format("%05d|%,.2f|%-4s|%s", 42, 1234567.891, "ab", List.of(1, 2));`, "00042|1,234,567.89|ab  |[1, 2]"},
	}
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then entityCreationService.byRegex("\\b[abc]\\b", `+
		`"w", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "r")); end`)
	tree := newTree().section("h").paragraph("b a c").tree()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			component := compileOK(t, ComponentRules,
				`rule "C.0.0" when $e: List() from collect(Entity()) then String out = ""; `+tt.code+
					` componentCreationService.create("C.0.0", "Out", out, ""); end`)
			if got := values(t, entity, component, Input{Tree: tree})["Out"]; got != tt.want+";" {
				t.Errorf("got %q, want %q", got, tt.want+";")
			}
		})
	}
}

func TestMappingsAreLookedUpBySeveralColumns(t *testing.T) {
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then
  componentCreationService.create("C.0.0", "Two", componentMappingService.from("projects").select("text").where("no", "7").and("year", "2024").first().orElse("?"), "");
  componentCreationService.create("C.0.0", "None", componentMappingService.from("projects.csv").select("text").where("no", "8").first().orElse("?"), "");
end`)
	entity := compileOK(t, EntityRules, "rule \"A.0.0\" when then end")
	got := values(t, entity, component, Input{Tree: newTree().section("h").tree(),
		Mappings: []Mapping{{Name: "projects.csv", Columns: []string{"no", "year", "text"},
			Rows: [][]string{{"7", "2023", "old"}, {"7", "2024", "new"}}}}})
	expect(t, got, map[string]string{"Two": "new;", "None": "?;"})
}
