# Everything that is done with this repository has a name here; `make` lists them.

SHELL        := /bin/bash -o pipefail
GO           ?= go
LINT_CACHE   ?= $(HOME)/.cache/docket
LINT_VERSION := v2.15.0
LINT         := $(LINT_CACHE)/golangci-lint-$(LINT_VERSION)
S3_VERSION   := v1.8.0
S3           := $(LINT_CACHE)/versitygw-$(S3_VERSION)
BENCH        ?= .
BENCHTIME    ?= 1s
FUZZTIME     ?= 10s
N            ?= 100
ROUNDS       ?= 100
# make faults takes another seed each time, unless one is named.
FAULT_SEED   := $(or $(SEED),0)
SEED         ?= 1
MIN          ?= 90
PKG          ?= ./rules/...
RATES        ?= 25,50,100,200,400
SECONDS      ?= 20
GATES        ?= all
PROFILES     ?= sqlite,postgres
# make growth SMALL=1 is over in a minute: it shows that everything can still be measured.
FILES        ?= $(if $(SMALL),100$(comma)200,10000$(comma)100000)
LOGS         ?= $(if $(SMALL),100,10000$(comma)100000$(comma)1000000)
GROWTH_TURNS ?= $(if $(SMALL),1,7)
ENGINES      ?= sqlite,postgres
comma        := ,
BESIDE_FLAGS  = $(if $(PART),-parts $(PART)) $(if $(COUNT),-count $(COUNT)) $(if $(TURNS),-rounds $(TURNS)) $(if $(TEMPLATE),-template $(TEMPLATE))
GROWTH       := $(GO) test -run '^$$' -bench Growth -benchtime 1x -timeout 6h ./service

# make release VERSION=0.2.0: by default the version that the code has.
VERSION      ?=

# What docket version says that it was built from.
STAMP        := -X main.commit=$(shell git rev-parse --short=12 HEAD 2>/dev/null) -X main.date=$(shell git log -1 --format=%cs 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: contract-diff help setup hooks toolchain build run quick test test-all bench fuzz contract mutation faults drools load growth beside score train lint generate clients notice release console-vendor console-vendor-check screenshots bench-console clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: toolchain ## install what tests need and this machine lacks (PostgreSQL, LibreOffice, Tesseract, through apt)
	@scripts/setup

hooks: ## run gofmt and vet on what each commit of this checkout changes
	@git config core.hooksPath .githooks

toolchain:
	@GO=$(GO) scripts/toolchain

build: toolchain ## build bin/docket
	@GO=$(GO) scripts/build "$(STAMP)"
	@scripts/setup tools

run: build ## build and serve a demo
	@./bin/docket serve --demo

quick: toolchain ## vet and test what differs from the last commit, and what imports it (SINCE=commit)
	@GO=$(GO) scripts/quick $(SINCE)

test: setup ## run all tests; the race detector watches kernel, stores, commands, processes and engine
	@GO=$(GO) scripts/test

test-all: setup lint $(S3) ## lint, tests in full length, the contract, the deployments, a while of every fuzz target, a small run of growth, a few mutations
	@GO=$(GO) DOCKET_TEST_FULL=1 DOCKET_TEST_VERSITYGW=$(S3) scripts/test
	@GO=$(GO) scripts/contract
	@GO=$(GO) scripts/deployments
	@GO=$(GO) FUZZTIME=$(FUZZTIME) scripts/fuzz
	@$(MAKE) --no-print-directory growth SMALL=1
	@$(MAKE) --no-print-directory mutation N=40 MIN=80

bench: toolchain ## run benchmarks (BENCH=pattern, BENCHTIME=1s; DOCKET_BENCH_FULL=1: a million events)
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -benchmem -timeout 60m -p 1 ./...

fuzz: toolchain ## try every fuzz target for a while (FUZZTIME=10s each)
	@GO=$(GO) FUZZTIME=$(FUZZTIME) scripts/fuzz

faults: setup build ## let parts of a cluster fail under load, ROUNDS=100 times (SEED=n), and see that nothing is lost; 10 to 15 minutes (ALONE=sqlite|postgres: one process instead, MEMORY=260MiB, or POWER=1: the power of its disk is cut; SOAK=1h: no faults, and memory does not grow)
	$(GO) build -trimpath -o bin/faults ./tests/faults
	GO=$(GO) ./bin/faults -docket bin/docket -rounds $(ROUNDS) -seed $(FAULT_SEED) $(if $(SOAK),-soak $(SOAK)) $(if $(ALONE),-alone $(ALONE)) $(if $(MEMORY),-memory $(MEMORY)) $(if $(POWER),-power) $(if $(ONLY),-only $(ONLY)) $(if $(STORE),-store $(STORE)) $(if $(EVENTSTORE),-eventstore)

drools: toolchain ## compare the rule engine with Drools on COUNT=400 random programs of SEED=1, with NAMED=1 with named consequences, with BENCH=1 its speed, with MUTANTS=1 its grammar; needs Java and Maven
	@GO=$(GO) COUNT=$(COUNT) SEED=$(SEED) NAMED=$(NAMED) BENCH=$(BENCH) MUTANTS=$(MUTANTS) scripts/drools

load: setup build ## drive both profiles at rising rates until they no longer keep up (RATES=25,50,100 SECONDS=20 PROFILES=sqlite,postgres)
	$(GO) build -trimpath -o bin/load ./tests/load
	./bin/load -docket bin/docket -profiles $(PROFILES) -rates $(RATES) -step $(SECONDS)s -csv bin/load.csv

growth: setup ## compare costs of installations that grow (FILES=10000,100000; LOGS=10000,100000,1000000 by files, ten events each; ENGINES, GROWTH_TURNS; SMALL=1)
	@mkdir -p bin && rm -f bin/growth.csv
	DOCKET_GROWTH_FILES=$(FILES) DOCKET_GROWTH_TURNS=$(GROWTH_TURNS) DOCKET_GROWTH_ENGINES=$(ENGINES) DOCKET_GROWTH_CSV=$(CURDIR)/bin/growth.csv $(GROWTH)
	DOCKET_GROWTH_FILES=$(LOGS) DOCKET_GROWTH_TURNS=$(GROWTH_TURNS) DOCKET_GROWTH_ENGINES=$(ENGINES) DOCKET_GROWTH_VIEWS=work,usage DOCKET_GROWTH_CSV=$(CURDIR)/bin/growth.csv $(GROWTH)

score: setup ## measure the labelled sets of tables in a folder, half by half, as rows for docs/performance.md (SETS=folder)
	@test -n "$(SETS)" || { echo "Name the folder with the sets: make score SETS=folder" >&2; exit 2; }
	$(GO) run ./tests/score sets $(SETS)

train: toolchain ## train the scorer of candidates from drawn invoices, with Python (TRAIN_WORK=folder that keeps what it drew)
	@GO=$(GO) scripts/train "$(or $(TRAIN_WORK),bin/train)"

beside: build ## compare with the build of BASE=commit in turns: what each costs by processor time, and where answers differ (PART=invoices,extract COUNT=400 TURNS=2 TEMPLATE=own|base)
	@test -n "$(BASE)" || { echo "Name the commit to compare with: make beside BASE=main~1" >&2; exit 2; }
	$(GO) build -trimpath -o bin/beside ./tests/beside
	./bin/beside -go $(GO) -docket bin/docket -base $(BASE) -json bin/beside.json $(BESIDE_FLAGS)

contract: setup ## hold the contract and the service against tools that do not know Docket (needs Node 20)
	@GO=$(GO) scripts/contract

contract-diff: toolchain ## compare the contract with that of BASE (the last release), and fail where it breaks clients and api/breaking.txt does not say so (CHANGES=1 tells all changes)
	@GO=$(GO) CHANGES=$(CHANGES) scripts/contract-diff "$(BASE)"

deployments: toolchain ## validate chart, compose files, Dockerfile, unit and alerts with their own tools
	@GO=$(GO) scripts/deployments

mutation: toolchain ## see how many of N=100 small mistakes in PKG=./rules/... the tests notice
	$(GO) -C tools build -o ../bin/mutation ./mutation
	./bin/mutation -n $(N) -seed $(SEED) -min $(MIN) -tests ./rules/... $(PKG)

lint: toolchain $(LINT) ## check format, style, and the types and the style of the console (Node 20); the first time builds the linter, which takes minutes
	@unformatted=$$(git ls-files '*.go' | xargs -r gofmt -l); \
	  if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(LINT) run
	@scripts/console-types
	@scripts/console-lint

$(LINT):
	@mkdir -p $(LINT_CACHE)/build
	GOBIN=$(LINT_CACHE)/build $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	@mv $(LINT_CACHE)/build/golangci-lint $@

$(S3): # an object store for tests; the first time takes minutes
	@mkdir -p $(LINT_CACHE)/build
	GOBIN=$(LINT_CACHE)/build $(GO) install github.com/versity/versitygw/cmd/versitygw@$(S3_VERSION)
	@mv $(LINT_CACHE)/build/versitygw $@

generate: toolchain ## write the generated code anew, from the contract (types of the clients: Node 20 and Python 3.11)
	$(GO) -C tools generate ./...
	$(GO) generate ./...
	@scripts/generate-clients

clients: ## test the clients in Python and TypeScript, and build dist/clients: wheel, source distribution, npm tarball (Node 20, Python 3.11)
	@scripts/clients test
	@scripts/clients build

console-vendor: ## bundle the libraries of the console anew, from the versions in adapters/console/vendor (needs Node 20)
	@scripts/console-vendor

console-vendor-check: ## see that the bundled libraries are what their versions give (needs Node 20)
	@scripts/console-vendor --check

notice: toolchain ## write NOTICE anew, from the modules that the program imports
	@$(GO) -C tools run ./release -root .. -go $(GO) -notice

release: toolchain ## make dist/: archives, Debian packages, images, licences, bills of materials, checksums (VERSION=0.2.0)
	@echo "Building the tool that makes a release"
	@$(GO) -C tools build -o ../bin/release ./release
	@./bin/release -go $(GO) -version "$(VERSION)"

bench-console: setup ## measure the console in Chromium, and print its gates beside what was measured (GATES=4,9)
	DOCKET_GATES=$(GATES) $(GO) -C tests/console test -count=1 -timeout 100m -run '^TestGates$$'

screenshots: setup ## take the pictures of the documentation anew, in Chromium
	@mkdir -p docs/images
	DOCKET_PICTURES=$(CURDIR)/docs/images $(GO) test ./tests/console -count=1 -run '^TestPictures$$'

clean: ## remove what was built
	rm -rf bin dist
