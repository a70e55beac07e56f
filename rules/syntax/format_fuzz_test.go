package syntax

import "testing"

// FuzzFormat holds Format to its promise: whatever is well formed is formatted without a change
// of meaning, and only once.
func FuzzFormat(f *testing.F) {
	f.Add("rule \"A\" salience 3 when $s: Section(a - b == 1, x ? y : z) then\n// c\nswitch (a) { case 1: f(); default: g(); } end")
	f.Add("package a;import b.*; declare X @role(event) a:int=1 @key;b:String end query q(int x) /a[b==1]/c end")
	f.Add("function int f(List<Map<String,?>> a) { /* x\n * y */ return a>>>1 > -1 ? 1e-5 : 0x1p3; }")
	f.Add("rule x when (A() or B()) accumulate(C($v : v); $s : sum($v); $s>1) ?q(a,b;) D() over window:time(30s) then[y] z--; end")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 10_000 {
			formatOnce(t, text)
		}
	})
}
