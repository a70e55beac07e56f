package measure

import (
	"reflect"
	"strings"
	"testing"
)

func TestReadStructures(t *testing.T) {
	tables, err := ReadStructures([]byte(`<?xml version="1.0" encoding="UTF-8"?>
<document filename="some.pdf">
 <table id="1">
  <region id="1" page="1" col-increment="0" row-increment="-1">
   <cell id="1" start-row="1" start-col="0" end-col="1"><bounding-box x1="10" y1="80" x2="50" y2="90"/><content>A &amp; B</content></cell>
   <cell id="1" start-row="2" start-col="0"><bounding-box x1="10" y1="60" x2="20" y2="70"/><content>c</content></cell>
   <cell id="1" start-row="2" start-col="1"><bounding-box x1="30" y1="6o" x2="60" y2="70"/><content>d</content></cell>
  </region>
  <region id="2" page="2">
   <cell id="1" start-row="0" start-col="0"><bounding-box x1="10" y1="60" x2="20" y2="70"/><content>e</content></cell>
  </region>
 </table>
</document>`))
	want := []Table{{
		Cells: []Cell{
			{0, 0, 0, 1, "A & B", false}, {1, 0, 1, 0, "c", false}, {1, 1, 1, 1, "d", false},
			{2, 0, 2, 0, "e", false}, // each region counts from 0: the second one follows the first
		},
		Places: []Place{{1, 10, 60, 50, 90}, {2, 10, 60, 20, 70}},
	}}
	if err != nil || !reflect.DeepEqual(tables, want) {
		t.Errorf("%+v, %v, want no error and %v", tables, err, want)
	}
}

func TestReadRegions(t *testing.T) {
	regions, err := ReadRegions([]byte(`<document><table id='1'><region id='1' page='3'>
<instruction instr-id='1'/><bounding-box x1='482' y1='451' x2='100' y2='543'/></region></table></document>`))
	if want := [][]Place{{{3, 100, 451, 482, 543}}}; err != nil || !reflect.DeepEqual(regions, want) {
		t.Errorf("%+v, %v, want no error and %v", regions, err, want)
	}
}

func TestGroundTruthThatCannotBeRead(t *testing.T) {
	for content, want := range map[string]string{
		`<document><table id="4"><region page="1"><cell start-row="x" start-col="0"/></region></table></document>`:                   "table 4",
		`<document><table id="4"><region page="1"><cell start-row="2" end-row="1" start-col="0"/></region></table></document>`:       "rows 2 to 1",
		`<document><table id="4"><region page="1"><cell start-row="0" end-row="9999999" start-col="0"/></region></table></document>`: "rows 0 to",
		`<document><table id="4"><region><cell start-row="0" start-col="0"/></region></table></document>`:                            "without page",
		`no xml`: "reading table structures",
	} {
		if _, err := ReadStructures([]byte(content)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error and err.Error() with %v", content, err, want)
		}
	}
	for _, content := range []string{`<document><table id="4"><region page="1"/></table></document>`, `<a`,
		`<document><table id="4"><region page="1"><bounding-box x1="a"/></region></table></document>`} {
		if _, err := ReadRegions([]byte(content)); err == nil {
			t.Errorf("%s: no error, want an error", content)
		}
	}
}
