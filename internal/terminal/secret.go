package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"
)

// AskSecret asks for a secret without showing it. Without a terminal it reads a line. Nothing is
// an error.
func AskSecret(s Streams, question string) (string, error) {
	var secret string
	var err error
	if f, ok := s.In.(*os.File); ok && IsTerminal(s.In) {
		_, _ = fmt.Fprint(s.Err, question)
		var b []byte
		b, err = term.ReadPassword(int(f.Fd()))
		_, _ = fmt.Fprintln(s.Err)
		secret = string(b)
	} else {
		secret, err = bufio.NewReader(s.In).ReadString('\n')
		secret = strings.TrimRight(secret, "\r\n")
	}
	if secret == "" {
		return "", errors.Join(errors.New("nothing was typed"), err)
	}
	return secret, nil
}
