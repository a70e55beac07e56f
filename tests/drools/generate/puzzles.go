package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// speedPrelude is the head of the programs for timing that declare types of their own.
const speedPrelude = `package t
import java.util.List;
global java.util.List out;
`

// dinnerRules seat guests so that neighbours differ in sex and share a hobby: the benchmark that
// is known as Miss Manners. The latest seat is the first to be continued, and each keeps the list
// of all guests before it.
const dinnerRules = speedPrelude + `declare Guest name : String sex : String hobby : String end
declare Seating id : int pid : int done : boolean leftSeat : int leftGuest : String rightSeat : int rightGuest : String end
declare Path id : int seat : int guest : String end
declare Chosen id : int guest : String hobby : String end
declare Count value : int end
declare Context state : String end
declare LastSeat seat : int end

rule "first" when $c : Context(state == "start") $g : Guest() $n : Count()
then
  int i = $n.getValue();
  insert(new Seating(i, 0, true, 1, $g.getName(), 1, $g.getName()));
  insert(new Path(i, 1, $g.getName()));
  modify($n) { setValue(i + 1) }
  modify($c) { setState("assign") }
  out.add($g.getName());
end
rule "seat" salience $id when
  $c : Context(state == "assign")
  $s : Seating($id : id, $pid : pid, done == true, $seat : rightSeat, $guest : rightGuest)
  $r : Guest(name == $guest, $sex : sex, $hobby : hobby)
  $l : Guest($name : name, sex != $sex, hobby == $hobby)
  $n : Count()
  not Path(id == $id, guest == $name)
  not Chosen(id == $id, guest == $name, hobby == $hobby)
then
  int i = $n.getValue();
  insert(new Seating(i, $id, false, $seat, $guest, $seat + 1, $name));
  insert(new Path(i, $seat + 1, $name));
  insert(new Chosen($id, $name, $hobby));
  modify($n) { setValue(i + 1) }
  modify($c) { setState("path") }
  out.add($name);
end
rule "path" salience 100000 when
  Context(state == "path")
  Seating($id : id, $pid : pid, done == false)
  Path(id == $pid, $guest : guest, $seat : seat)
  not Path(id == $id, guest == $guest)
then insert(new Path($id, $seat, $guest)); out.add($guest); end
rule "path done" salience 50000 when $c : Context(state == "path") $s : Seating(done == false)
then modify($s) { setDone(true) } modify($c) { setState("check") } end
rule "done" salience 100000 when $c : Context(state == "check") LastSeat($last : seat) Seating(rightSeat == $last)
then modify($c) { setState("end") } out.add("end"); end
rule "go on" salience 50000 when $c : Context(state == "check") then modify($c) { setState("assign") } end
`

// cubeRules label the edges of line drawings: the benchmark that is known as Waltz, for drawings of
// cubes. A point is a number of which the thousands are across.
const cubeRules = speedPrelude + `declare Line p : int q : int end
declare Edge p : int q : int joined : boolean label : String plotted : boolean end
declare Junction base : int p : int q : int r : int kind : String end
declare Stage name : String end

function double bearing(int from, int to) {
  double a = Math.atan2(to % 1000 - from % 1000, to / 1000 - from / 1000);
  return a < 0 ? a + 2 * Math.PI : a;
}
function String kindOf(int base, int a, int b, int c) {
  double x = bearing(base, a), y = bearing(base, b), z = bearing(base, c);
  double low = Math.min(x, Math.min(y, z)), high = Math.max(x, Math.max(y, z));
  double mid = x + y + z - low - high;
  double widest = Math.max(mid - low, Math.max(high - mid, 2 * Math.PI - high + low));
  return widest > Math.PI + 0.001 ? "arrow" : widest > Math.PI - 0.001 ? "tee" : "fork";
}
function int shaft(int base, int a, int b, int c) {
  double x = bearing(base, a), y = bearing(base, b), z = bearing(base, c);
  double low = Math.min(x, Math.min(y, z)), high = Math.max(x, Math.max(y, z));
  double mid = x + y + z - low - high;
  if (mid - low > Math.PI) { return low == x ? a : low == y ? b : c; }
  if (high - mid > Math.PI) { return high == x ? a : high == y ? b : c; }
  return mid == x ? a : mid == y ? b : c;
}

rule "begin" when $s : Stage(name == "start") then modify($s) { setName("double") } end
rule "double" salience 10 when Stage(name == "double") $l : Line($p : p, $q : q)
then insert(new Edge($p, $q, false, null, false)); insert(new Edge($q, $p, false, null, false)); delete($l); out.add("d"); end
rule "doubled" when $s : Stage(name == "double") not Line() then modify($s) { setName("detect") } end
rule "three" salience 10 when
  Stage(name == "detect")
  $a : Edge($b : p, $x : q, joined == false)
  $c : Edge(p == $b, $y : q, q != $x, joined == false)
  $d : Edge(p == $b, $z : q, q != $x, q != $y, joined == false)
then
  int s = shaft($b, $x, $y, $z);
  int l = s == $x ? $y : $x;
  int r = $x + $y + $z - s - l;
  insert(new Junction($b, l, s, r, kindOf($b, $x, $y, $z)));
  modify($a) { setJoined(true) } modify($c) { setJoined(true) } modify($d) { setJoined(true) }
  out.add("j");
end
rule "two" salience 10 when
  Stage(name == "detect")
  $a : Edge($b : p, $x : q, joined == false)
  $c : Edge(p == $b, $y : q, q != $x, joined == false)
  not Edge(p == $b, q != $x, q != $y)
then
  insert(new Junction($b, $x, $y, -1, "L"));
  modify($a) { setJoined(true) } modify($c) { setJoined(true) }
  out.add("j");
end
rule "detected" when $s : Stage(name == "detect") then modify($s) { setName("boundary") } end
rule "boundary" salience 10 when
  $s : Stage(name == "boundary")
  Junction(kind == "L", $b : base, $x : p, $y : q)
  $a : Edge(p == $b, q == $x, label == null)
  $c : Edge(p == $b, q == $y, label == null)
then modify($a) { setLabel("B") } modify($c) { setLabel("B") } out.add("b"); end
rule "to labels" when $s : Stage(name == "boundary") then modify($s) { setName("label") } end
rule "match" salience 10 when
  Stage(name == "label")
  $a : Edge($p : p, $q : q, $l : label != null, plotted == false)
  $c : Edge(p == $q, q == $p, label == null)
then modify($a) { setPlotted(true) } modify($c) { setLabel($l), setPlotted(true) } out.add("m"); end
rule "arrow" salience 5 when
  Stage(name == "label")
  Junction(kind == "arrow", $b : base, $x : p, $y : q, $z : r)
  Edge(p == $b, q == $x, label == "B")
  $a : Edge(p == $b, q == $y, label == null)
  $c : Edge(p == $b, q == $z, label == "B")
then modify($a) { setLabel("+") } out.add("a"); end
rule "arrow side" salience 5 when
  Stage(name == "label")
  Junction(kind == "arrow", $b : base, $x : p, $y : q, $z : r)
  Edge(p == $b, q == $x, label == "B")
  $c : Edge(p == $b, q == $z, label == null)
then modify($c) { setLabel("B") } out.add("s"); end
rule "L" salience 5 when
  Stage(name == "label")
  Junction(kind == "L", $b : base, $x : p, $y : q)
  Edge(p == $b, q == $x, label == "B")
  $c : Edge(p == $b, q == $y, label == null)
then modify($c) { setLabel("B") } out.add("l"); end
rule "fork" salience 5 when
  Stage(name == "label")
  Junction(kind == "fork", $b : base, $x : p, $y : q, $z : r)
  Edge(p == $b, q == $x || q == $y || q == $z, $k : q, label == "+")
  $c : Edge(p == $b, q != $k, label == null)
then modify($c) { setLabel("+") } out.add("f"); end
rule "labelled" when $s : Stage(name == "label") then modify($s) { setName("plot") } end
rule "plot" salience 10 when Stage(name == "plot") $a : Edge(plotted == false, label != null)
then modify($a) { setPlotted(true) } out.add("p"); end
rule "end" when $s : Stage(name == "plot") not Edge(plotted == false) then modify($s) { setName("end") } out.add("end"); end
`

// dinnerFacts returns that many guests, each with two or three of six hobbies.
func dinnerFacts(guests int) string {
	random := rand.New(rand.NewPCG(1, 1))
	var lines strings.Builder
	for i := range guests {
		for _, hobby := range random.Perm(6)[:2+random.IntN(2)] {
			fmt.Fprintf(&lines, "Guest|n%d|%c|h%d\n", i, "fm"[i%2], hobby)
		}
	}
	fmt.Fprintf(&lines, "LastSeat|%d\nCount|1\nContext|start\n", guests)
	return lines.String()
}

// cubeFacts returns the lines of that many cubes side by side.
func cubeFacts(cubes int) string {
	outline := [][2]int{{2, 0}, {4, 1}, {4, 3}, {2, 4}, {0, 3}, {0, 1}}
	var lines strings.Builder
	for i := range cubes {
		point := func(p [2]int) int { return (10*i+1+p[0])*1000 + p[1] + 1 }
		for k, p := range outline {
			fmt.Fprintf(&lines, "Line|%d|%d\n", point(p), point(outline[(k+1)%len(outline)]))
			if k%2 == 1 {
				fmt.Fprintf(&lines, "Line|%d|%d\n", point(p), point([2]int{2, 2}))
			}
		}
	}
	return lines.String() + "Stage|start\n"
}
