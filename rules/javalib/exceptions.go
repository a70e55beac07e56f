package javalib

import "github.com/seed-62a36931/docket/rules/host"

// exceptions lists the exceptions with their super-classes.
var exceptions = [][2]string{
	{"Throwable", ""}, {"Exception", "Throwable"}, {"RuntimeException", "Exception"}, {"IllegalArgumentException", "RuntimeException"},
	{"ParseException", "Exception"}, {"DateTimeException", "RuntimeException"}, {"UnsupportedTemporalTypeException", "DateTimeException"},
	{"DateTimeParseException", "DateTimeException"}, {"ZoneRulesException", "DateTimeException"},
	{"NumberFormatException", "IllegalArgumentException"}, {"PatternSyntaxException", "IllegalArgumentException"},
	{"IllegalStateException", "RuntimeException"},
	{"UnsupportedOperationException", "RuntimeException"}, {"NullPointerException", "RuntimeException"},
	{"ClassCastException", "RuntimeException"},
	{"ArithmeticException", "RuntimeException"}, {"IndexOutOfBoundsException", "RuntimeException"},
	{"StringIndexOutOfBoundsException", "IndexOutOfBoundsException"},
	{"ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"}, {"NoSuchElementException", "RuntimeException"},
	{"IllegalFormatException", "IllegalArgumentException"},
	{"MissingFormatWidthException", "IllegalFormatException"}, {"IllegalFormatPrecisionException", "IllegalFormatException"},
	{"IllegalFormatFlagsException", "IllegalFormatException"},
	{"FormatFlagsConversionMismatchException", "IllegalFormatException"}, {"DuplicateFormatFlagsException", "IllegalFormatException"},
	{"IllegalFormatWidthException", "IllegalFormatException"},
	{"NegativeArraySizeException", "RuntimeException"}, {"MissingFormatArgumentException", "IllegalFormatException"},
	{"IllegalFormatConversionException", "IllegalFormatException"}, {"UnknownFormatConversionException", "IllegalFormatException"},
}

// thrownOnly are those that rules can catch but not make.
var thrownOnly = map[string]bool{"DateTimeException": true, "UnsupportedTemporalTypeException": true, "DateTimeParseException": true,
	"ZoneRulesException":     true,
	"PatternSyntaxException": true,
	"IllegalFormatException": true, "MissingFormatWidthException": true, "IllegalFormatPrecisionException": true,
	"IllegalFormatFlagsException":            true,
	"FormatFlagsConversionMismatchException": true, "DuplicateFormatFlagsException": true, "IllegalFormatWidthException": true,
	"MissingFormatArgumentException": true, "IllegalFormatConversionException": true, "UnknownFormatConversionException": true}

func exceptionClasses() []*host.Class {
	var out []*host.Class
	for _, e := range exceptions {
		name := e[0]
		class := &host.Class{Name: name}
		if !thrownOnly[name] {
			class.Makers = []*host.Method{
				pureMethod(name+"() "+name, func(any, []any) any { return &host.Throwable{Class: name, Offset: -1} }),
				pureMethod(name+"(Object) "+name, func(_ any, a []any) any {
					return &host.Throwable{Class: name, Message: host.ToString(a[0]), Offset: -1}
				}),
			}
		}
		if e[1] != "" {
			class.Supers = []string{e[1]}
		} else {
			class.Methods = []*host.Method{pureMethod("getMessage() String", func(this any, _ []any) any {
				if m := this.(*host.Throwable).Message; m != "" {
					return m
				}
				return nil
			})}
		}
		if name == "ParseException" {
			addIndex(class)
		}
		out = append(out, class)
	}
	return out
}

// addIndex adds to an exception the place in the text that could not be read.
func addIndex(class *host.Class) {
	name := class.Name
	class.Makers = []*host.Method{pureMethod(name+"(String, int) "+name, func(_ any, a []any) any {
		return &host.Throwable{Class: name, Message: host.ToString(a[0]), Offset: -1, Index: int(a[1].(int32))}
	})}
	class.Methods = []*host.Method{pureMethod("getErrorOffset() int", func(this any, _ []any) any {
		return int32(this.(*host.Throwable).Index)
	})}
}
