package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// secretPrefix begins the text of a secret, by which scanners know it.
const secretPrefix = "whsec_"

// A Secret signs what a webhook sends.
type Secret [32]byte

// Text returns the secret as receivers are given it.
func (s Secret) Text() string { return secretPrefix + base64.StdEncoding.EncodeToString(s[:]) }

// LabelOf returns the label under which the secret of a generation is derived from the key of a webhook.
func LabelOf(generation int) string { return fmt.Sprintf("webhook secret %d", generation) }

// Sign returns the value of webhook-signature for a message: one signature for each secret, by version 1 of Standard
// Webhooks.
func Sign(id string, at time.Time, body []byte, secrets ...Secret) string {
	signed := make([]string, len(secrets))
	for i, s := range secrets {
		mac := hmac.New(sha256.New, s[:])
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		signed[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signed, " ")
}
