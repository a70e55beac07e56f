// Package terminal holds what commands need to talk to the person or the script that
// started them: streams, tables, JSON, progress, and the errors that become exit codes.
//
// A command prints results to Streams.Out, and everything else to Streams.Err:
//
//	func (c List) Run(s terminal.Streams) error {
//		if c.Limit < 0 {
//			return terminal.ReportMisuse(s, "--limit must be 0 or more")
//		}
//		if c.JSON {
//			return terminal.PrintJSON(s.Out, c.items())
//		}
//		return terminal.PrintTable(s.Out, "ID\tNAME\n", func(w io.Writer) {
//			for _, i := range c.items() {
//				fmt.Fprintf(w, "%s\t%s\n", i.ID, i.Name)
//			}
//		})
//	}
//
// The error that Run returns becomes the exit code of the process by way of ExitCode.
package terminal
