package settings

import (
	"net/netip"
	"time"
)

// WebhookSettings are the settings of what is sent to receivers.
type WebhookSettings struct {
	WebhookNetworks   []netip.Prefix `env:"DOCKET_WEBHOOK_NETWORKS" placeholder:"NETWORK" help:"Private or local networks to which webhooks may send, also by http, such as 10.0.0.0/8. Default: public addresses and https only."`
	WebhookTimeout    time.Duration  `default:"10s" env:"DOCKET_WEBHOOK_TIMEOUT" help:"How long a receiver of a webhook may take to answer."`
	WebhookFirstPause time.Duration  `default:"5s" env:"DOCKET_WEBHOOK_FIRST_PAUSE" help:"Pause after a first try that failed; each further one is three times as long."`
	WebhookMaxPause   time.Duration  `default:"12h" env:"DOCKET_WEBHOOK_MAX_PAUSE" help:"Longest pause between two tries, also where a receiver asks for more."`
	WebhookRetryTime  time.Duration  `default:"72h" env:"DOCKET_WEBHOOK_RETRY_TIME" help:"How long a message of a webhook is tried before it is a dead letter."`
	WebhookOverlap    time.Duration  `default:"24h" env:"DOCKET_WEBHOOK_OVERLAP" help:"How long the secret before signs too after a new one was made."`
	WebhookDead       int            `default:"1000" env:"DOCKET_WEBHOOK_DEAD" help:"Dead letters that are kept for each webhook."`
	WebhooksEach      int            `name:"webhooks-per-account" default:"20" env:"DOCKET_WEBHOOKS_PER_ACCOUNT" help:"Webhooks that an account may have."`
}
