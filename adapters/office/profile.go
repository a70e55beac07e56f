package office

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// setting is one value of LibreOffice's configuration.
type setting struct{ path, name, value string }

// settings keep macros, links, updates and the network out, and make the PDFs
// tagged. The names are those of LibreOffice's configuration schema; what a version
// does not know it ignores.
var settings = []setting{
	{"/org.openoffice.Office.Common/Filter/PDF/Export", "UseTaggedPDF", "true"},
	{"/org.openoffice.Office.Common/Filter/PDF/Export", "ExportBookmarks", "true"},
	{"/org.openoffice.Office.Common/Filter/PDF/Export", "ExportNotes", "false"},

	{"/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"},
	{"/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"},
	{"/org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"},
	{"/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"},
	{"/org.openoffice.Office.Common/Security/Scripting", "HyperlinksWithCtrlClick", "true"},

	{"/org.openoffice.Office.Writer/Content/Update", "Link", "0"}, // never
	{"/org.openoffice.Office.Calc/Content/Update", "Link", "2"},   // never
	{"/org.openoffice.Office.Common/Load", "UserDefinedSettings", "true"},
	{"/org.openoffice.Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments", "AutoCheckEnabled", "false"},
	{"/org.openoffice.Office.Common/Misc", "FirstRun", "false"},
	{"/org.openoffice.Office.Common/History", "PickListSize", "0"},
	{"/org.openoffice.Office.Common/Java/ApplicationInfo", "Enable", "false"},

	{"/org.openoffice.Inet/Settings", "ooInetProxyType", "1"}, // by hand: to nowhere
	{"/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"},
	{"/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"},
	{"/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"},
	{"/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"},
	{"/org.openoffice.Inet/Settings", "ooInetNoProxy", ""},
}

// writeProfile makes the folder of a user profile with our settings and nothing else.
func writeProfile(dir string) error {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
`)
	for _, s := range settings {
		fmt.Fprintf(&b, "<item oor:path=%q><prop oor:name=%q oor:op=\"fuse\"><value>%s</value></prop></item>\n", s.path, s.name, s.value)
	}
	b.WriteString("</oor:items>\n")
	if err := os.MkdirAll(filepath.Join(dir, "user"), 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "user", "registrymodifications.xcu"), []byte(b.String()), 0o600)
}
