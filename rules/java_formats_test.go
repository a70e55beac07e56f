package rules

import "testing"

// TestFormatsAreCheckedAsInJava formats by specifiers of which many are refused; what
// they give is what Java 17 says.
func TestFormatsAreCheckedAsInJava(t *testing.T) {
	for spec, want := range map[string]string{
		"%,x":  "FormatFlagsConversionMismatchException Conversion = x, Flags = ,",
		"%+s":  "FormatFlagsConversionMismatchException Conversion = s, Flags = +",
		"%++d": "DuplicateFormatFlagsException Flags = '+'", "%+x": "FormatFlagsConversionMismatchException Conversion = x, Flags = +",
		"% X": "FormatFlagsConversionMismatchException Conversion = x, Flags =  ",
		"%(o": "FormatFlagsConversionMismatchException Conversion = o, Flags = (",
		"%#d": "FormatFlagsConversionMismatchException Conversion = d, Flags = #", "%-d": "MissingFormatWidthException %-d",
		"%0d":   "MissingFormatWidthException %0d",
		"%-05d": "IllegalFormatFlagsException Flags = '-0'", "%+ d": "IllegalFormatFlagsException Flags = '+ '",
		"%#s": "FormatFlagsConversionMismatchException Conversion = s, Flags = #",
		"%0s": "FormatFlagsConversionMismatchException Conversion = s, Flags = 0", "%-S": "MissingFormatWidthException %-S",
		"%.2d": "IllegalFormatPrecisionException 2",
		"%.2c": "IllegalFormatPrecisionException 2", "%,c": "FormatFlagsConversionMismatchException Conversion = c, Flags = ,",
		"%-c": "MissingFormatWidthException %-c",
		"%#b": "FormatFlagsConversionMismatchException Conversion = b, Flags = #",
		"%+h": "FormatFlagsConversionMismatchException Conversion = h, Flags = +",
		"%,e": "FormatFlagsConversionMismatchException Conversion = e, Flags = ,", "%0e": "MissingFormatWidthException %0e",
		"%+ f": "IllegalFormatFlagsException Flags = '+ '",
		"%.1%": "IllegalFormatPrecisionException 1", "%-%": "MissingFormatWidthException %-%",
		"%05%": "IllegalFormatFlagsException Flags = '0'", "%5%|": "    %|", "%-5%|": "%    |",
		"%5n": "IllegalFormatWidthException 5", "%-n": "IllegalFormatFlagsException Flags = '-'",
		"%.1n": "IllegalFormatPrecisionException 1",
		"%,,d": "DuplicateFormatFlagsException Flags = ','", "%##x": "DuplicateFormatFlagsException Flags = '#'",
		"%#X": "0X3039", "%010x": "0000003039", "%-10x|": "3039      |",
		"%1$,x": "FormatFlagsConversionMismatchException Conversion = x, Flags = ,", "%5.1s|": "    1|", "%+,d": "+12,345",
		"%(,10d": "    12,345",
	} {
		javaGives(t, []javaCase{{`try { out = String.format("` + spec + `", 12345); }` + caught, want}})
	}
	javaGives(t, []javaCase{
		{`out = String.format("%+x %(o %+d %05d %,d %05.1f", null, null, null, null, null, null);`, "null null null  null null     n"},
		{`try { String.format("%+x", 1L); } catch (IllegalFormatException x) { out = "caught"; }`, "caught"},
	})
}

// caught writes what a statement throws.
const caught = ` catch (FormatFlagsConversionMismatchException x) { out = "FormatFlagsConversionMismatchException " + x.getMessage(); } catch (DuplicateFormatFlagsException x) { out = "DuplicateFormatFlagsException " + x.getMessage(); }
catch (MissingFormatWidthException x) { out = "MissingFormatWidthException " + x.getMessage(); } catch (IllegalFormatFlagsException x) { out = "IllegalFormatFlagsException " + x.getMessage(); }
catch (IllegalFormatPrecisionException x) { out = "IllegalFormatPrecisionException " + x.getMessage(); } catch (IllegalFormatWidthException x) { out = "IllegalFormatWidthException " + x.getMessage(); }`

func TestWidthsOfNumbersAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`out = Math.min(2.5f, 1) + " " + Math.max(1, 2.5f) + " " + Math.min(1L, 2f) + " " + Math.max(0.0f / 0, 1) + " " + ` +
			`Math.min(2f, 1.5) + " " + Math.max('a', 1) + " " + Math.max(-0f, 0) + " " + Math.min(16777217, 3e8f) + " " + ` +
			`Math.max(1, 2L) + " " + Math.min(Double.NaN, 1) + " " + Math.max(1f, Double.NaN);`,
			"1.0 2.5 1.0 NaN 1.5 97 0.0 1.6777216E7 2 NaN NaN"},
		{`for (String s : List.of("0", "1", "-1", "2.50", "-2.50", "123456789012345678901234567890", "-99999999999999999999.5", ` +
			`"1E+3", "0.00", "9223372036854775807", "-9223372036854775808", "4294967296")) out += new BigDecimal(s).hashCode() ` +
			`+ " "; out += Double.valueOf(Double.NaN).hashCode() + " " + Float.parseFloat("1.5").hashCode() + " " + ` +
			`Float.parseFloat("NaN").hashCode();`,
			"0 31 -31 7752 -7748 -748148569 544351245 28 2 2147482656 -2147483648 961 2146959360 1069547520 2143289344"},
	})
}
