package models

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/commands/candidates"
)

// A LanguageModel tells which model is asked, and how much. Without URL none is.
type LanguageModel struct {
	ModelURL         string        `name:"model-url" env:"DOCKET_MODEL_URL" placeholder:"URL" help:"Chat completions of a language model, which rules with @model questions may ask: the text of documents is sent there. Default: none is asked."`
	Model            string        `name:"model" env:"DOCKET_MODEL" placeholder:"NAME" help:"Name of the model, as its server knows it."`
	ModelKeyFile     string        `name:"model-key-file" env:"DOCKET_MODEL_KEY_FILE" placeholder:"FILE" help:"File with the key for the server of the model."`
	ModelTimeout     time.Duration `name:"model-timeout" default:"60s" env:"DOCKET_MODEL_TIMEOUT" help:"How long an answer of the model may take."`
	ModelPromptBytes int           `name:"model-prompt-bytes" default:"60000" env:"DOCKET_MODEL_PROMPT_BYTES" help:"How much of the text of a document a question sends at most, from its beginning."`
	ModelAnswerBytes int           `name:"model-answer-bytes" default:"16384" env:"DOCKET_MODEL_ANSWER_BYTES" help:"The longest answer that is used."`
	ModelCalls       int           `name:"model-calls" default:"4" env:"DOCKET_MODEL_CALLS" help:"Questions about one document at most."`
	ModelConcurrency int           `name:"model-concurrency" default:"2" env:"DOCKET_MODEL_CONCURRENCY" help:"Questions of this process at the same time at most."`
}

// maxKeyBytes bounds the file of the key.
const maxKeyBytes = 16 << 10

// Open returns what asks the model of the settings, nil where none is set. Errors name the flag.
func (s LanguageModel) Open() (*candidates.Asker, error) {
	if s.ModelURL == "" {
		return nil, nil
	}
	if err := checkAddress(s.ModelURL); err != nil {
		return nil, fmt.Errorf("--model-url: %w", err)
	}
	if s.Model == "" {
		return nil, errors.New("--model: the name of the model is needed beside --model-url")
	}
	for _, b := range []struct {
		flag    string
		n, most int
	}{{"--model-prompt-bytes", s.ModelPromptBytes, 1_000_000}, {"--model-answer-bytes", s.ModelAnswerBytes, 1 << 20},
		{"--model-calls", s.ModelCalls, 20}, {"--model-concurrency", s.ModelConcurrency, 100}} {
		if b.n < 1 || b.n > b.most {
			return nil, fmt.Errorf("%s must be from 1 to %d", b.flag, b.most)
		}
	}
	if s.ModelTimeout <= 0 || s.ModelTimeout > 10*time.Minute {
		return nil, errors.New("--model-timeout must be more than 0 and at most 10m")
	}
	key, err := readKey(s.ModelKeyFile)
	if err != nil {
		return nil, fmt.Errorf("--model-key-file: %w", err)
	}
	client := NewClient(Options{URL: s.ModelURL, Model: s.Model, Key: key, Timeout: s.ModelTimeout, AnswerBytes: s.ModelAnswerBytes,
		Concurrency: s.ModelConcurrency})
	return &candidates.Asker{Model: client, Limits: candidates.Limits{Calls: s.ModelCalls, PromptBytes: s.ModelPromptBytes}}, nil
}

// checkAddress checks that an address is one of HTTPS, or of HTTP on this machine alone: documents and keys
// are not sent in the clear.
func checkAddress(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("it is no address of the form https://models.example/v1/chat/completions")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return errors.New("http is for a server on this machine alone; use https")
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func readKey(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	key := strings.TrimSpace(string(content))
	if key == "" || len(key) > maxKeyBytes || strings.ContainsAny(key, "\r\n") {
		return "", fmt.Errorf("%s does not hold a key on one line", name)
	}
	return key, nil
}
