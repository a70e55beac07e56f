package apikey

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"math/big"
	"regexp"
	"strings"

	"github.com/google/uuid"
)

// Prefix begins the text of every key.
const Prefix = "dkt_"

// Expression is the regular expression by which secret scanners find keys: prefix, workspace,
// identifier, and 43 characters of secret with 6 of checksum.
const Expression = `\bdkt_[a-z0-9]{1,32}_[0-9a-f]{32}_[0-9A-Za-z]{49}\b`

var wholeText = regexp.MustCompile(`^dkt_([a-z0-9]{1,32})_([0-9a-f]{32})_[0-9A-Za-z]{49}$`)

// Failures of texts that are no key.
var (
	ErrForm     = errors.New("it does not have the form of an API key")
	ErrChecksum = errors.New("its checksum is wrong, so it was mistyped or cut")
)

const (
	secretDigits   = 43 // of 256 bits to the base of 62
	checksumDigits = 6  // of 32 bits
)

// FormatText returns the text of a key with a secret of 256 random bits.
func FormatText(workspace, id string, secret [32]byte) string {
	body := Prefix + workspace + "_" + strings.ReplaceAll(id, "-", "") + "_" +
		padDigits(new(big.Int).SetBytes(secret[:]), secretDigits)
	return body + checksumOf(body)
}

// ParseText returns workspace and identifier of the text of a key; ErrForm or ErrChecksum when it is
// none.
func ParseText(text string) (workspace, id string, err error) {
	parts := wholeText.FindStringSubmatch(text)
	if parts == nil {
		return "", "", ErrForm
	}
	if body := text[:len(text)-checksumDigits]; text[len(body):] != checksumOf(body) {
		return "", "", ErrChecksum
	}
	b, err := hex.DecodeString(parts[2])
	if err != nil {
		return "", "", ErrForm
	}
	return parts[1], uuid.UUID(b).String(), nil
}

// HashText returns what is stored of a key: its SHA-256, which is enough for what nobody can guess.
func HashText(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// checksumOf returns the CRC-32 (IEEE) of a text to the base of 62: digits, small letters, capital
// letters.
func checksumOf(text string) string {
	return padDigits(new(big.Int).SetUint64(uint64(crc32.ChecksumIEEE([]byte(text)))), checksumDigits)
}

func padDigits(n *big.Int, digits int) string {
	text := n.Text(62)
	return strings.Repeat("0", digits-len(text)) + text
}
