{{- define "docket.name" -}}
{{- if contains "docket" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-docket" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "docket.selector" -}}
app.kubernetes.io/name: docket
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "docket.labels" -}}
{{ include "docket.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "docket.secret" -}}
{{- .Values.secret.existing | default (include "docket.name" .) }}
{{- end }}

{{- define "docket.account" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "docket.name" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "docket.claim" -}}
{{- .Values.bytes.volume.existingClaim | default (printf "%s-blobs" (include "docket.name" .)) }}
{{- end }}

{{- define "docket.evidence" -}}
{{- .Values.notary.volume.existingClaim | default (printf "%s-evidence" (include "docket.name" .)) }}
{{- end }}

{{/* Not empty where key and memory of the notary are on a volume. */}}
{{- define "docket.evidenceVolume" -}}
{{- or .Values.notary.volume.existingClaim .Values.notary.volume.size }}
{{- end }}

{{/* Exactly one says who signs checkpoints, and the secret has what that needs. */}}
{{- define "docket.checkNotary" -}}
{{- $needs := list }}
{{- $ways := 0 }}
{{- if .Values.notary.url }}{{ $ways = add1 $ways }}{{ $needs = list "notary-token" }}{{ end }}
{{- if .Values.notary.keyFromSecret }}{{ $ways = add1 $ways }}{{ $needs = list "notary-key" "notary-key-pub" }}{{ end }}
{{- if include "docket.evidenceVolume" . }}{{ $ways = add1 $ways }}{{ end }}
{{- if ne (int $ways) 1 }}
{{- fail "name one that signs checkpoints of the log: notary.url, notary.volume.size or notary.volume.existingClaim, or notary.keyFromSecret; a key that went with its pod would prove nothing" }}
{{- end }}
{{- if not .Values.secret.existing }}
{{- range $needs }}
{{- if not (index $.Values.secret.values .) }}{{ fail (printf "secret.values lacks %s, which notary needs; or name a secret with secret.existing" .) }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{/* What cannot be: a role that nobody has, or processes that do not reach each other. */}}
{{- define "docket.check" -}}
{{- include "docket.checkNotary" . }}
{{- $have := list }}
{{- $apart := false }}
{{- range .Values.deployments }}
{{- $have = concat $have .roles }}
{{- if ne (has "worker" .roles) (has "relay" .roles) }}{{ $apart = true }}{{ end }}
{{- end }}
{{- range list "api" "projector" "worker" "relay" "retention" }}
{{- if not (has . $have) }}{{ fail (printf "no deployment has the role %s" .) }}{{ end }}
{{- end }}
{{- if not .Values.secret.existing }}
{{- range list "postgres-url" "master-key" }}
{{- if not (index $.Values.secret.values .) }}{{ fail (printf "secret.values lacks %s; or name a secret with secret.existing" .) }}{{ end }}
{{- end }}
{{- if and $apart (not (index .Values.secret.values "nats-url")) }}{{ fail "secret.values lacks nats-url: workers and relays are different processes" }}{{ end }}
{{- end }}
{{- end }}
