package rules

import "testing"

// TestCollectionsAsInJava runs code whose results are those of Java 17.
func TestCollectionsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`List<String> l = new ArrayList<>(); l.add("b"); l.add("a"); l.add(1, "x"); out = l + "" + l.size() + l.get(1) + ` +
			`l.indexOf("a") + l.indexOf("q") + l.contains("x") + l.contains("q") + l.isEmpty() + l.set(0, "c") + l + ` +
			`l.remove(0) + l + l.remove("a") + l.remove("zz") + l; l.clear(); out += l.isEmpty();`,
			"[b, x, a]3x2-1truefalsefalseb[c, x, a]c[x, a]truefalse[x]true"},
		{`List<Integer> l = new ArrayList<>(List.of(5, 3, 9)); out = "" + l.remove(0) + l.remove(Integer.valueOf(9)) + l; ` +
			`l.addAll(List.of(4, 4, 1)); l.addAll(0, List.of(7)); out += l + "" + l.lastIndexOf(4) + l.subList(1, 3) + ` +
			`l.containsAll(List.of(4, 1)) + l.containsAll(List.of(4, 8)) + l.removeAll(List.of(4)) + l + l.retainAll(List.of(7, ` +
			`1)) + l + l.removeIf(x -> x > 5) + l + l.removeIf(x -> x > 5);`,
			"5true[3][7, 3, 4, 4, 1]3[3, 4]truefalsetrue[7, 3, 1]true[7, 1]true[1]false"},
		{`List<Integer> l = new ArrayList<>(List.of(1)); try { l.get(1); } catch (IndexOutOfBoundsException x) { out = "a"; } ` +
			`try { l.get(-1); } catch (IndexOutOfBoundsException x) { out += "b"; } try { l.set(1, 2); } catch ` +
			`(IndexOutOfBoundsException x) { out += "c"; } try { l.add(2, 2); } catch (IndexOutOfBoundsException x) { out += ` +
			`"d"; } try { l.remove(1); } catch (IndexOutOfBoundsException x) { out += "e"; } try { l.subList(0, 2); } catch ` +
			`(IndexOutOfBoundsException x) { out += "f"; } l.add(1, 5); out += l;`,
			"abcdef[1, 5]"},
		{`try { List.of(1).add(2); } catch (UnsupportedOperationException x) { out = "a"; } try { Map.of("a", 1).put("b", 2); } ` +
			`catch (UnsupportedOperationException x) { out += "b"; } try { Set.of(1).add(2); } catch ` +
			`(UnsupportedOperationException x) { out += "c"; } try { Collections.emptyList().add(null); } catch ` +
			`(UnsupportedOperationException x) { out += "d"; } try { Arrays.asList(1, 2).add(3); } catch ` +
			`(UnsupportedOperationException x) { out += "e"; } try { Stream.of(1).toList().add(2); } catch ` +
			`(UnsupportedOperationException x) { out += "f"; } try { List.of(1).clear(); } catch (UnsupportedOperationException ` +
			`x) { out += "g"; } try { Collections.unmodifiableList(new ArrayList<>(List.of(1))).remove(0); } catch ` +
			`(UnsupportedOperationException x) { out += "h"; }`,
			"abcdefgh"},
		{`List<Integer> l = Arrays.asList(3, 1, 2); l.set(0, 5); Collections.sort(l); out = "" + l; Collections.reverse(l); out ` +
			`+= l + "" + Collections.max(l) + Collections.min(l) + Collections.emptyList() + Collections.singletonList(1); ` +
			`l.sort(Comparator.naturalOrder()); out += l; l.sort(Comparator.reverseOrder()); out += l; l.sort(null); out += l;`,
			"[1, 2, 5][5, 2, 1]51[][1][1, 2, 5][5, 2, 1][1, 2, 5]"},
		{`List<Integer> a = List.of(1, 2), b = new ArrayList<>(List.of(1, 2)); out = "" + a.equals(b) + a.equals(List.of(2, 1)) ` +
			`+ a.equals(List.of(1)) + a.hashCode() + List.of().hashCode() + List.of("a", "b").hashCode() + a.equals(null) + new ` +
			`LinkedList<>(a) + List.copyOf(b) + a.equals(Set.of(1, 2));`,
			"truefalsefalse99414066false[1, 2][1, 2]false"},
		{`Set<Integer> s = new LinkedHashSet<>(List.of(3, 1, 2)); out = "" + s + s.add(3) + s.add(9) + s.size() + s.contains(9) ` +
			`+ s.remove(1) + s.remove(1) + s + s.isEmpty(); s.addAll(List.of(7, 3)); s.retainAll(List.of(3, 7, 8)); out += s + ` +
			`"" + s.containsAll(Set.of(3)) + s.equals(Set.of(7, 3)) + s.equals(Set.of(7)) + new TreeSet<>(List.of("b", "a", ` +
			`"c")) + new HashSet<>(List.of("banana", "apple", "cherry", "date", "elderberry"));`,
			"[3, 1, 2]falsetrue4truetruefalse[3, 2, 9]false[3, 7]truetruefalse[a, b, c][banana, date, apple, cherry, elderberry]"},
		{`Set<String> s = new HashSet<>(); for (int i = 0; i < 14; i++) s.add("key" + i * 7); out = "" + s; Set<Integer> n = ` +
			`new HashSet<>(); for (int i = 0; i < 13; i++) n.add(i * 5 - 20); out += n; Set<Object> o = new ` +
			`HashSet<>(List.of(1L, 'c', true, 2.5, "z")); out += o.size();`,
			"[key0, key91, key84, key7, key70, key77, key21, key42, key63, key14, key35, key56, key28, key49][0, 35, -5, 5, 40, " +
				"-10, 10, -15, 15, -20, 20, 25, 30]5"},
		{`Map<String, Integer> m = new HashMap<>(); out = "" + m.put("a", 1) + m.put("a", 2) + m.get("a") + m.get("b") + ` +
			`m.getOrDefault("b", 7) + m.getOrDefault("a", 7) + m.containsKey("a") + m.containsKey("b") + m.containsValue(2) + ` +
			`m.containsValue(1) + m.size() + m.isEmpty() + m.putIfAbsent("a", 5) + m.putIfAbsent("c", 6) + m + m.remove("a") + ` +
			`m.remove("q") + m; m.clear(); out += m.isEmpty();`,
			"null12null72truefalsetruefalse1false2null{a=2, c=6}2null{c=6}true"},
		{`Map<String, Integer> m = new LinkedHashMap<>(); m.put("z", 1); m.put("a", 2); m.merge("z", 5, (x, y) -> x * 10 + y); ` +
			`m.merge("n", 5, Integer::sum); out = "" + m + m.keySet() + m.values() + m.computeIfAbsent("k", k -> k.length()) + ` +
			`m.computeIfAbsent("z", k -> 99); for (Map.Entry<String, Integer> e : m.entrySet()) out += e.getKey() + "=" + ` +
			`e.getValue() + ";"; m.forEach((k, v) -> { if (v > 4) m.size(); }); m.putAll(Map.of("q", 8)); out += m.size() + "" ` +
			`+ m.equals(new TreeMap<>(m)) + m.hashCode();`,
			"{z=15, a=2, n=5}[z, a, n][15, 2, 5]115z=15;a=2;n=5;k=1;5true550"},
		{`Map<String, Integer> m = new TreeMap<>(Map.of("b", 1, "a", 2)); m.put("c", null); out = m + "" + m.merge("a", 1, (x, ` +
			`y) -> null) + m + m.containsKey("c") + m.get("c") + m.getOrDefault("c", 3) + m.computeIfAbsent("c", k -> 4) + m + ` +
			`new TreeMap<>(Map.of("x", 1)).keySet(); Map<Integer, String> h = new HashMap<>(); for (int i = 20; i > 0; i -= 3) ` +
			`h.put(i * 7, "v"); out += h;`,
			"{a=2, b=1, c=null}null{b=1, c=null}truenullnull4{b=1, c=4}[x]{98=v, 35=v, 119=v, 56=v, 140=v, 77=v, 14=v}"},
		{`Map<String, List<Integer>> m = new TreeMap<>(); for (int i = 0; i < 5; i++) m.computeIfAbsent(i % 2 == 0 ? "even" : ` +
			`"odd", k -> new ArrayList<>()).add(i); out = "" + m; Map<String, Integer> n = Map.of("a", 1); out += ` +
			`n.equals(Map.of("a", 1)) + "" + n.equals(Map.of("a", 2)) + n.equals(Map.of("b", 1)) + n.entrySet().stream().map(e ` +
			`-> e.getKey() + e.getValue()).collect(Collectors.joining()) + Map.entry("k", 1).getKey() + n.hashCode();`,
			"{even=[0, 2, 4], odd=[1, 3]}truefalsefalsea1k96"},
		{`List<String> l = List.of("x", "y"); Iterator<String> it = l.iterator(); while (it.hasNext()) out += it.next(); out += ` +
			`it.hasNext(); try { it.next(); } catch (NoSuchElementException x) { out += "!"; } l.forEach(v -> l.size()); int[] ` +
			`a = new int[3]; out += a[0] + "" + a.length; String[] s = l.toArray(new String[0]); out += s.length + s[1]; ` +
			`Object[] o = l.toArray(); out += o.length;`,
			"xyfalse!032y2"},
		{`try { int[] a = {1}; a[1] = 2; } catch (ArrayIndexOutOfBoundsException x) { out = "a"; } try { int[] a = {1}; out += ` +
			`a[-1]; } catch (ArrayIndexOutOfBoundsException x) { out += "b"; } int[] a = {1, 2, 3}; int t = 0; for (int v : a) ` +
			`t += v; out += t; String[] s = new String[2]; out += s[0];`,
			"ab6null"},
		{`try { String s = null; s.length(); } catch (NullPointerException x) { out = "a"; } try { List<Integer> l = null; for ` +
			`(int v : l) out += v; } catch (NullPointerException x) { out += "b"; } try { Integer n = null; int v = n; } catch ` +
			`(NullPointerException x) { out += "c"; } try { List.of("a", null); } catch (NullPointerException x) { out += "d"; ` +
			`} try { Objects.requireNonNull(null); } catch (NullPointerException x) { out += "e"; } out += ` +
			`Objects.requireNonNull("f") + Objects.requireNonNullElse(null, "g") + Objects.requireNonNullElse("h", "i") + ` +
			`Objects.isNull(null) + Objects.nonNull(null) + Objects.toString(null) + Objects.toString(null, "j") + ` +
			`Objects.hash(1, 2) + Objects.hashCode(null);`,
			"abcdefghtruefalsenullj9940"},
		{`try { Object o = "x"; Integer i = (Integer) o; } catch (ClassCastException x) { out = "a"; } try { Object o = 5; ` +
			`String s = (String) o; } catch (ClassCastException x) { out += "b"; } Object o = null; String s = (String) o; out ` +
			`+= s; Object n = 5; out += (Integer) n + 1; Object l = List.of(1); out += ((List) l).size();`,
			"abnull61"},
		{`out = "" + List.of(1).contains("1") + Objects.equals(1, "x") + List.of("x").contains(1) + Set.of(2).contains("2") + ` +
			`Map.of(1, "a").containsKey("1") + List.of(1, 2).indexOf("2") + List.of(true).contains("true") + ` +
			`List.of('a').contains("a") + new ArrayList<>(List.of(1)).equals(List.of("1"));`,
			"falsefalsefalsefalsefalse-1falsefalsefalse"},
		{`List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (int[] r : List.of(new int[] {-1, 1}, new int[] {2, 1}, new ` +
			`int[] {0, 4}, new int[] {3, 3}, new int[] {0, 3})) { try { out += l.subList(r[0], r[1]); } catch ` +
			`(IndexOutOfBoundsException | IllegalArgumentException x) { out += "!"; } } Iterator<Integer> it = l.iterator(); ` +
			`out += it.next() + it.next() + "" + it.hasNext() + it.next() + it.hasNext(); try { Collections.max(new ` +
			`ArrayList<Integer>()); } catch (NoSuchElementException x) { out += "none"; }`,
			"!!![][1, 2, 3]3true3falsenone"},
	})
}
