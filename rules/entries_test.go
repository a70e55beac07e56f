package rules

import (
	"fmt"
	"testing"
)

// TestMemberFilesAreRead has small member files, with what is said about their members,
// and what is wrong in them.
func TestMemberFilesAreRead(t *testing.T) {
	for _, tt := range []struct{ file, signature, want string }{
		{"", "a()", "<nil> <nil>"},
		{"## C\nis a class.\n\na() int\n    gives one.\n    And more.\n    a() → 1\n    b.a() → 2\n", "a() int",
			"<nil> &{a() int gives one. And more. [{a() 1} {b.a() 2}]}"},
		{"## C\nis a class.\na(int) int\n    gives one.\na(long) int\n    a(2L) → 2\nb() int", "a(long) int",
			"<nil> &{a(long) int gives one. [{a(2L) 2}]}"},
		{"## C\nis a class.\na(int) int\n    gives one.\nb() int", "b() int", "<nil> &{b() int  []}"},
		{"## C\nis a class.\na() int", "b() int", "<nil> <nil>"},
		{"\nis a class.", "a()", "line 2 stands before the first class <nil>"},
		{"## C\nis a class.\n    a() → 1", "a()", "line 3 belongs to no member <nil>"},
		{"## C\nis a class.\n\n## C", "a()", "line 4: C is described twice <nil>"},
	} {
		all := map[string]*classDescription{}
		err := readDescriptions(tt.file, "Group", all)
		if got := fmt.Sprintf("%v %v", err, all["C"].entryFor(tt.signature)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.file, got, tt.want)
		}
		if c := all["C"]; c != nil && (c.name != "C" || c.group != "Group" || c.sentence != "is a class.") {
			t.Errorf("%q: the class is %+v", tt.file, c)
		}
	}
}
