package rules

import "testing"

// things makes facts of firing cases whose fields are null, numbers as words, maps
// and other facts.
const things = `declare T name: String n: Integer d: double map: Map other: N list: List end
rule "Y.0.0" salience 900 when $a: N(v == 1) then
  T t = new T(); t.setName("null"); insert(t);
  T u = new T(); u.setName("full"); u.setN(5); u.setD(2.5); u.setMap(Map.of("k", "v", "m", 7)); u.setOther($a); u.setList(List.of("x", 3)); insert(u); end
`

// wantNamed wants the names of the things that match one pattern each.
func wantNamed(pattern, want string) firingCase {
	return firingCase{things + `rule "A.0.0" when ` + pattern + ` then LOG($t.getName()); end`, want}
}

func TestNullAndValuesOfOtherKindsAreCompared(t *testing.T) {
	fires(t, []firingCase{
		wantNamed(`$t: T(n == null)`, "null"), wantNamed(`$t: T(n != null)`, "full"), wantNamed(`$t: T(null == n)`, "null"),
		wantNamed(`$t: T(n == 5)`, "full"), wantNamed(`$t: T(n != 5)`, "null"),
		wantNamed(`$t: T(n > 1)`, "full"), wantNamed(`$t: T(n < 9)`, "full"), wantNamed(`$t: T(n >= 5)`, "full"),
		wantNamed(`$t: T(n <= 5)`, "full"), wantNamed(`$t: T(n > 5)`, ""), wantNamed(`$t: T(n < 5)`, ""),
		wantNamed(`$t: T(n == "5")`, "full"), wantNamed(`$t: T(n == 5.0)`, "full"), wantNamed(`$t: T(d == 2.5)`, "full"),
		wantNamed(`$t: T(d > 2)`, "full"), wantNamed(`$t: T(d < 2)`, "null"),
		wantNamed(`$t: T(name == "full" && n == 5 && d == 2.5)`, "full"), wantNamed(`$t: T(name > "g")`, "null"),
		wantNamed(`$t: T(name < "g")`, "full"), wantNamed(`$t: T(name <= "full")`, "full"),
		wantNamed(`$t: T(other == null)`, "null"), wantNamed(`$t: T(other != null, other.v == 1)`, "full"),
		wantNamed(`$t: T(other!.v == 1)`, "full"), wantNamed(`$t: T(other!.s!.length == 1)`, "full"),
		wantNamed(`$t: T(other!.getS()!.length() == 1)`, "full"),
		wantNamed(`$t: T(other!.getS()!.concat("x") == null)`, "null"),
		wantNamed(`$t: T(list!.get(0)!.toString() == "x")`, "full"), wantNamed(`$t: T(list!.get(0)!.toString() == null)`, "null"),
		wantNamed(`$t: T(list != null, list.get(0).length == 1)`, "full"),
		wantNamed(`$t: T(list!.get(0)!.length == 1)`, "full"), wantNamed(`$t: T(map!.get("q")!.length == null, n == 5)`, "full"),
		wantNamed(`$t: T(list != null, list.get(1).length == 1)`,
			"rule \"A.0.0\", line 11: IllegalArgumentException: Integer has no property length"),
		wantNamed(`$t: T(list.get(0).length == 1)`, "rule \"A.0.0\", line 11: NullPointerException: cannot call get on null"),
		wantNamed(`$t: T(other != null, other.(v == 1, s == "a"))`, "full"),
		wantNamed(`$t: T(other != null, other.(v == 1, s == "b"))`, ""), wantNamed(`$n: N(v == 1) $t: T(other == $n)`, "full"),
		wantNamed(`$t: T(map != null, map["k"] == "v")`, "full"), wantNamed(`$t: T(map != null, map["q"] == null)`, "full"),
		wantNamed(`$t: T(map != null, map["m"] > 6)`, "full"), wantNamed(`$t: T(map != null && map.get("k") == "w")`, ""),
		wantNamed(`$t: T(list != null, list[0] == "x", list[1] == 3)`, "full"), wantNamed(`$t: T(list contains "x")`, "full"),
		wantNamed(`$t: T(list contains 3)`, "full"), wantNamed(`$t: T(list contains "y")`, ""),
		wantNamed(`$t: T(list not contains "x")`, "null"), wantNamed(`$t: T(list excludes "y")`, "null full"),
		wantNamed(`$t: T(name contains "ul")`, "null full"), wantNamed(`$t: T(name contains "fu")`, "full"),
		wantNamed(`$t: T(name not contains "fu")`, "null"), wantNamed(`$t: T(name matches "f.*")`, "full"),
		wantNamed(`$t: T(name matches "f")`, ""), wantNamed(`$t: T(name not matches "f.*")`, "null"),
		wantNamed(`$t: T(name soundslike "fool")`, "full"), wantNamed(`$t: T(name soundslike "nul")`, "null"),
		wantNamed(`$t: T(name not soundslike "fool")`, "null"), wantNamed(`$t: T(name str[length] 4)`, "null full"),
		wantNamed(`$t: T(name str[startsWith] "n", name str[endsWith] "l")`, "null"),
		wantNamed(`$t: T(name not str[startsWith] "n")`, "full"), wantNamed(`$t: T(n memberOf List.of(4, 5))`, "full"),
		wantNamed(`$t: T(n not memberOf List.of(4, 5))`, "null"), wantNamed(`$t: T(n in (4, 5))`, "full"),
		wantNamed(`$t: T(n not in (4, 5))`, "null"), wantNamed(`$t: T(n in (null, 4))`, "null"),
		wantNamed(`$t: T(list instanceof List)`, "full"), wantNamed(`$t: T(!(list instanceof List))`, "null"),
		wantNamed(`$t: T(this instanceof T)`, "null full"), wantNamed(`$t: T($t2: this, $t2.name == "full")`, "full"),
		wantNamed(`$t: T((name.length() == 4 ? n == 5 : false))`, "full"), wantNamed(`$t: T(name == ("fu" + "ll"))`, "full"),
		wantNamed(`$t: T((name == "full") == true)`, "full"), wantNamed(`$t: T(!(name == "full") || n > 4 && d > 2)`, "null full"),
		wantNamed(`$i: Integer() from List.of(4, 5) $t: T(n == $i)`, "full"),
		wantNamed(`$i: String() from List.of("full") $t: T(name == $i)`, "full"), wantNamed(`$t: T(n == Integer.parseInt("5"))`, "full"),
		wantNamed(`$t: T(n != null) exists N(v == $t.n - 4)`, "full"),
		wantNamed(`$t: T(name == 'full', d * 2 == 5, d - 0.5 == 2, d / 2 == 1.25, -d < 0)`, "full"),
	})
}

func TestWordsThatSoundAlike(t *testing.T) {
	sounds := func(word, like, want string) firingCase {
		return firingCase{`rule "A.0.0" when $n: N(v == 1) String(this soundslike "` + like + `") from List.of("` + word +
			`") then LOG("alike"); end`, want}
	}
	fires(t, []firingCase{
		sounds("Robert", "Rupert", "alike"), sounds("Robert", "Rubin", ""), sounds("Ashcraft", "Ashcroft", "alike"),
		sounds("Tymczak", "Tymczack", "alike"), sounds("Pfister", "Pfester", "alike"),
		sounds("Smith", "Smyth", "alike"), sounds("smith", "SCHMIDT", ""), sounds("Smith", "Sneed", "alike"),
		sounds("Lee", "Leigh", ""), sounds("Gutierrez", "Gutieres", "alike"), sounds("Jackson", "Jaxen", ""),
		sounds("ab", "b", "alike"), sounds("a", "a", ""),
		sounds("a", "e", ""), sounds("Müller", "Miller", "alike"), sounds("Honeyman", "Hanneman", "alike"),
		sounds("VanDeusen", "Vendusen", "alike"),
	})
}
