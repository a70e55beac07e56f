package javalib

import (
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

// refused holds the flags that a conversion does not accept, by its letter in lower case.
var refused = map[string]string{"s": "+ 0,(", "b": "#+ 0,(", "h": "#+ 0,(", "c": "#+ 0,(", "d": "#", "o": ",", "x": ",", "e": ","}

// check throws for a specifier that Java rejects whatever its value is.
func (c *conversion) check() {
	for i, flag := range c.flags {
		if strings.ContainsRune(c.flags[:i], flag) {
			host.Throw("DuplicateFormatFlagsException", "Flags = '%c'", flag)
		}
	}
	letter := strings.ToLower(c.letter)
	switch letter {
	case "n", "%":
		c.checkText()
		return
	case "d", "x", "o", "f", "e":
		c.checkNumber()
	}
	if c.precision >= 0 && strings.Contains("dxoc", letter) {
		host.Throw("IllegalFormatPrecisionException", "%d", c.precision)
	}
	c.refuse(refused[letter])
	if c.has("-") && c.width < 0 {
		host.Throw("MissingFormatWidthException", "%s", c.spec)
	}
}

// refuse throws when the specifier has one of these flags.
func (c *conversion) refuse(flags string) {
	for _, flag := range flags {
		if c.has(string(flag)) {
			host.Throw("FormatFlagsConversionMismatchException", "Conversion = %s, Flags = %c", strings.ToLower(c.letter), flag)
		}
	}
}

// checkText is for %n, which takes nothing, and %%, which takes a width.
func (c *conversion) checkText() {
	switch {
	case c.precision >= 0:
		host.Throw("IllegalFormatPrecisionException", "%d", c.precision)
	case c.letter == "n" && c.width >= 0:
		host.Throw("IllegalFormatWidthException", "%s", strconv.Itoa(c.width))
	case c.flags != "" && (c.letter == "n" || c.flags != "-"):
		host.Throw("IllegalFormatFlagsException", "Flags = '%s'", c.flags)
	case c.flags == "-" && c.width < 0:
		host.Throw("MissingFormatWidthException", "%s", c.spec)
	}
}

func (c *conversion) checkNumber() {
	switch {
	case (c.has("-") || c.has("0")) && c.width < 0:
		host.Throw("MissingFormatWidthException", "%s", c.spec)
	case c.has("-") && c.has("0") || c.has("+") && c.has(" "):
		host.Throw("IllegalFormatFlagsException", "Flags = '%s'", c.flags)
	}
}
