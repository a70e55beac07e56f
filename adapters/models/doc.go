// Package models asks a language model over HTTP, by the chat completions of OpenAI, which many servers
// speak. It implements candidates.Model.
package models
