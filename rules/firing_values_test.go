package rules

import "testing"

// things makes facts of firing cases whose fields are null, numbers as words, maps
// and other facts.
const things = `declare T name: String n: Integer d: double map: Map other: N list: List end
rule "Y.0.0" salience 900 when $a: N(v == 1) then
  T t = new T(); t.setName("null"); insert(t);
  T u = new T(); u.setName("full"); u.setN(5); u.setD(2.5); u.setMap(Map.of("k", "v", "m", 7)); u.setOther($a); u.setList(List.of("x", 3)); insert(u); end
`

// named wants the names of the things that match one pattern each.
func named(pattern, want string) firingCase {
	return firingCase{things + `rule "A.0.0" when ` + pattern + ` then LOG($t.getName()); end`, want}
}

func TestNullAndValuesOfOtherKindsAreCompared(t *testing.T) {
	fires(t, []firingCase{
		named(`$t: T(n == null)`, "null"), named(`$t: T(n != null)`, "full"), named(`$t: T(null == n)`, "null"), named(`$t: T(n == 5)`, "full"), named(`$t: T(n != 5)`, "null"),
		named(`$t: T(n > 1)`, "full"), named(`$t: T(n < 9)`, "full"), named(`$t: T(n >= 5)`, "full"), named(`$t: T(n <= 5)`, "full"), named(`$t: T(n > 5)`, ""), named(`$t: T(n < 5)`, ""),
		named(`$t: T(n == "5")`, "full"), named(`$t: T(n == 5.0)`, "full"), named(`$t: T(d == 2.5)`, "full"), named(`$t: T(d > 2)`, "full"), named(`$t: T(d < 2)`, "null"),
		named(`$t: T(name == "full" && n == 5 && d == 2.5)`, "full"), named(`$t: T(name > "g")`, "null"), named(`$t: T(name < "g")`, "full"), named(`$t: T(name <= "full")`, "full"),
		named(`$t: T(other == null)`, "null"), named(`$t: T(other != null, other.v == 1)`, "full"), named(`$t: T(other!.v == 1)`, "full"), named(`$t: T(other!.s!.length == 1)`, "full"),
		named(`$t: T(other!.getS()!.length() == 1)`, "full"), named(`$t: T(other!.getS()!.concat("x") == null)`, "null"), named(`$t: T(list!.get(0)!.toString() == "x")`, "full"), named(`$t: T(list!.get(0)!.toString() == null)`, "null"),
		named(`$t: T(list != null, list.get(0).length == 1)`, "full"), named(`$t: T(list!.get(0)!.length == 1)`, "full"), named(`$t: T(map!.get("q")!.length == null, n == 5)`, "full"),
		named(`$t: T(list != null, list.get(1).length == 1)`, "rule \"A.0.0\", line 11: IllegalArgumentException: Integer has no property length"), named(`$t: T(list.get(0).length == 1)`, "rule \"A.0.0\", line 11: NullPointerException: cannot call get on null"),
		named(`$t: T(other != null, other.(v == 1, s == "a"))`, "full"), named(`$t: T(other != null, other.(v == 1, s == "b"))`, ""), named(`$n: N(v == 1) $t: T(other == $n)`, "full"),
		named(`$t: T(map != null, map["k"] == "v")`, "full"), named(`$t: T(map != null, map["q"] == null)`, "full"), named(`$t: T(map != null, map["m"] > 6)`, "full"), named(`$t: T(map != null && map.get("k") == "w")`, ""),
		named(`$t: T(list != null, list[0] == "x", list[1] == 3)`, "full"), named(`$t: T(list contains "x")`, "full"), named(`$t: T(list contains 3)`, "full"), named(`$t: T(list contains "y")`, ""),
		named(`$t: T(list not contains "x")`, "null"), named(`$t: T(list excludes "y")`, "null full"), named(`$t: T(name contains "ul")`, "null full"), named(`$t: T(name contains "fu")`, "full"),
		named(`$t: T(name not contains "fu")`, "null"), named(`$t: T(name matches "f.*")`, "full"), named(`$t: T(name matches "f")`, ""), named(`$t: T(name not matches "f.*")`, "null"),
		named(`$t: T(name soundslike "fool")`, "full"), named(`$t: T(name soundslike "nul")`, "null"), named(`$t: T(name not soundslike "fool")`, "null"), named(`$t: T(name str[length] 4)`, "null full"),
		named(`$t: T(name str[startsWith] "n", name str[endsWith] "l")`, "null"), named(`$t: T(name not str[startsWith] "n")`, "full"), named(`$t: T(n memberOf List.of(4, 5))`, "full"),
		named(`$t: T(n not memberOf List.of(4, 5))`, "null"), named(`$t: T(n in (4, 5))`, "full"), named(`$t: T(n not in (4, 5))`, "null"), named(`$t: T(n in (null, 4))`, "null"),
		named(`$t: T(list instanceof List)`, "full"), named(`$t: T(!(list instanceof List))`, "null"), named(`$t: T(this instanceof T)`, "null full"), named(`$t: T($t2: this, $t2.name == "full")`, "full"),
		named(`$t: T((name.length() == 4 ? n == 5 : false))`, "full"), named(`$t: T(name == ("fu" + "ll"))`, "full"), named(`$t: T((name == "full") == true)`, "full"), named(`$t: T(!(name == "full") || n > 4 && d > 2)`, "null full"),
		named(`$i: Integer() from List.of(4, 5) $t: T(n == $i)`, "full"), named(`$i: String() from List.of("full") $t: T(name == $i)`, "full"), named(`$t: T(n == Integer.parseInt("5"))`, "full"),
		named(`$t: T(n != null) exists N(v == $t.n - 4)`, "full"), named(`$t: T(name == 'full', d * 2 == 5, d - 0.5 == 2, d / 2 == 1.25, -d < 0)`, "full"),
	})
}

func TestWordsThatSoundAlike(t *testing.T) {
	sounds := func(word, like, want string) firingCase {
		return firingCase{`rule "A.0.0" when $n: N(v == 1) String(this soundslike "` + like + `") from List.of("` + word + `") then LOG("alike"); end`, want}
	}
	fires(t, []firingCase{
		sounds("Robert", "Rupert", "alike"), sounds("Robert", "Rubin", ""), sounds("Ashcraft", "Ashcroft", "alike"), sounds("Tymczak", "Tymczack", "alike"), sounds("Pfister", "Pfester", "alike"),
		sounds("Smith", "Smyth", "alike"), sounds("smith", "SCHMIDT", ""), sounds("Smith", "Sneed", "alike"), sounds("Lee", "Leigh", ""), sounds("Gutierrez", "Gutieres", "alike"), sounds("Jackson", "Jaxen", ""), sounds("ab", "b", "alike"), sounds("a", "a", ""),
		sounds("a", "e", ""), sounds("Müller", "Miller", "alike"), sounds("Honeyman", "Hanneman", "alike"), sounds("VanDeusen", "Vendusen", "alike"),
	})
}
