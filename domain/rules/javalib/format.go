package javalib

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/host"
)

var specifier = regexp.MustCompile(`%(\d+\$)?([-#+ 0,(]*)(\d+)?(\.\d+)?([a-zA-Z%])`)

// format is String.format, with the root locale.
func format(pattern string, args []any) string {
	next := 0
	return specifier.ReplaceAllStringFunc(pattern, func(spec string) string {
		g := specifier.FindStringSubmatch(spec)
		switch g[5] {
		case "n":
			return "\n"
		case "%":
			return "%"
		}
		i := next
		if g[1] != "" {
			i, _ = strconv.Atoi(strings.TrimSuffix(g[1], "$"))
			i--
		} else {
			next++
		}
		if i < 0 || i >= len(args) {
			host.Throw("MissingFormatArgumentException", "Format specifier '%s'", spec)
		}
		return formatOne(spec, g, args[i])
	})
}

func formatOne(spec string, g []string, v any) string {
	flags, width, precision, verb := g[2], g[3], g[4], g[5]
	grouped := strings.Contains(flags, ",")
	flags = strings.NewReplacer(",", "", "(", "").Replace(flags)
	var out string
	switch verb {
	case "s", "S":
		out = fmt.Sprintf("%"+flags+width+precision+"s", host.ToString(v))
	case "d", "x", "X":
		switch v.(type) {
		case int32, int64:
			out = fmt.Sprintf("%"+flags+width+verb, v)
		default:
			host.Throw("IllegalFormatConversionException", "%s != %s", verb, host.ClassNameOf(v))
		}
	case "f", "e":
		x, ok := toDouble(v)
		if _, whole := v.(int32); whole || !ok {
			host.Throw("IllegalFormatConversionException", "%s != %s", verb, host.ClassNameOf(v))
		}
		out = fmt.Sprintf("%"+flags+width+precision+verb, x)
	case "c", "b":
		out = fmt.Sprintf("%"+flags+width+"s", host.ToString(v))
	default:
		host.Throw("UnknownFormatConversionException", "Conversion = '%s'", spec)
	}
	if grouped {
		out = group(out)
	}
	return out
}

// group puts commas between thousands.
func group(s string) string {
	whole, rest, _ := strings.Cut(s, ".")
	if rest != "" {
		rest = "." + rest
	}
	digits := strings.TrimLeft(whole, " -+")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return whole[:len(whole)-len(strings.TrimLeft(whole, " -+"))] + digits + rest
}
