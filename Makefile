# make            build ./espalier for this machine (EXE= and EVALFILE= as OpenBench calls it)
# make run        build and open the web app; without Node.js, a game in the terminal
# make test       everything that must hold: formatting, lints, tests, the web app in a browser
# make web        build the pages of the web app only, into web/dist
# make web-lint   formatting, lints, types and unit tests of the web app only
# make e2e        the web app's tests in a browser only
# make pictures   the pictures of the README, from the running app
# make bench      speed beside other programs, in one run, and where the instructions go
# make profile    where the engine's instructions go
# make switches   what the engine's switches cost when everything is on
# make selfplay   200 games of the engine against itself with every assertion on, and 40 with every line checked
# make signature  the same nodes with and without the instructions of this processor
# make races      every order of what threads share (loom), and two threads under the thread sanitizer
# make syzygy     get the end-game tables up to four pieces for the tests, if the network may be used
# make recompute  the figures of the course documents once more, by a Python script that shares no code with the program
# make net        the next network: games, the training (Python, PyTorch), the match that decides; SMALL=1 in a few minutes
# make why        every sentence of "why" over 300 positions of known kind, checked by a Python script that shares no code with the program
# make lint       formatting and lints only, those of the documentation too
# make fuzz       throw garbage at every parser (SECONDS=60 each)

EXE      ?= espalier
EVALFILE ?=
SECONDS  ?= 60
NATIVE   := target/native
SKIPPED  := target/skipped
FUZZERS  := fen san epd pgn uci spec journal trace message

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

# Builds for this machine live in a folder of their own, so that `cargo build` and `make` do not undo each other's work.
NATIVE_FLAGS := $(RUSTFLAGS) -C target-cpu=native

all: build

build:
	RUSTFLAGS="$(NATIVE_FLAGS)" EVALFILE="$(EVALFILE)" cargo build --release --bin espalier --target-dir $(NATIVE)
	cp $(NATIVE)/release/espalier$(SUFFIX) $(EXE)

NPM := $(shell command -v npm 2>/dev/null)
PAGES := web/index.html web/vite.config.js web/svelte.config.js web/package.json $(shell find web/src web/public -type f)

# `make run` is for whoever is curious: a build that is nearly as fast and takes a third of the time. The pages are made beside
# it and read from where they are.
ifdef NPM
run:
	@$(MAKE) --no-print-directory -j2 quick web
	./target/quick/espalier$(SUFFIX) serve --open --pages web/dist
else
run: quick
	@echo "Node.js is not installed, so the web app cannot be built: here is the game in the terminal."
	./target/quick/espalier$(SUFFIX) play
endif

quick:
	cargo build --profile quick --bin espalier

web: web/dist/index.html

web/dist/index.html: web/node_modules/.package-lock.json $(PAGES)
	cd web && npm run --silent build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund

# Two at a time. `cd web && npm run format` puts the formatting right.
web-lint: web/node_modules/.package-lock.json
	@cd web && { npm run --silent lint && npm run --silent format:check; } & lint=$$!; \
	(cd web && npm run --silent unit && npm run --silent check); rest=$$?; \
	wait $$lint && exit $$rest

# The tests need a browser: Debian's is installed if that is allowed. The one without windows is the quickest.
CHROMIUM ?= $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)
INSTALL_CHROMIUM := apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }

# What is left out is written down, one line each, for the end of `make test`. Where everything must be tested, it is an error.
skipped = mkdir -p target && echo "$(1)" | tee -a target/skipped && [ -z "$(CI)" ]

e2e:
ifdef NPM
	@$(MAKE) web
endif
	cargo build --bin espalier
ifdef NPM
	@$(MAKE) web-lint
endif
	@$(MAKE) browser

# The pages in a browser, served by the program that was built last.
browser:
ifndef NPM
	@$(call skipped,browser tests: no Node.js)
else
	@if [ -z "$(CHROMIUM)" ] && [ "$$(id -u)" = 0 ]; then { $(INSTALL_CHROMIUM); } >/dev/null 2>&1 || true; fi
	@browser="$(CHROMIUM)"; [ -n "$$browser" ] || browser=$$(command -v chromium-headless-shell || command -v chromium || true); \
	if [ -n "$$browser" ]; then cd web && CHROMIUM="$$browser" ESPALIER="$(CURDIR)/target/debug/espalier$(SUFFIX)" npm test --silent; \
	else $(call skipped,browser tests: no Chromium); fi
endif

pictures: web build
	cd web && ESPALIER="$(CURDIR)/$(EXE)" npm run --silent pictures

# Two things at a time where neither keeps two processors busy: the pages are fetched, made and looked over while the tests are
# built (a debug build reads the pages from where they are), then the tests run beside the browser. What could not be tested for
# want of something is said in the last line, and is a failure where everything must be there (CI).
test:
	@mkdir -p target && rm -f $(SKIPPED)
	@$(MAKE) --no-print-directory style
	@$(MAKE) --no-print-directory -j3 test-build $(READY)
	@$(MAKE) --no-print-directory -j2 test-run browser
	@if [ -s $(SKIPPED) ]; then echo "left out: $$(sort -u $(SKIPPED) | paste -sd ';')"; else echo "everything was tested"; fi

# What is not made by the compiler.
READY := syzygy
ifdef NPM
READY += web web-lint
endif

# The examples are left to `make lint`: nothing of them is run.
TESTED := --workspace --lib --bins --tests

# Lints and tests in one build.
test-build test-run: export RUSTC_WORKSPACE_WRAPPER := $(CURDIR)/tools/compile.sh
test-build test-run: export CARGO_INCREMENTAL := 0
test-build test-run: export CLIPPY_ARGS := -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

test-build:
	cargo test --quiet --jobs 3 $(TESTED) --no-run

test-run:
	@python3 tools/run_tests.py $(TESTED)

# The crates whose assertions are off in debug builds.
UNASSERTED := $(shell awk -F'[].]' '/^\[profile.dev.package/ {crate = $$4} /^debug-assertions = false/ {print "crates/" crate "/src"}' Cargo.toml)

# What the lints of the tests do not see: the form and the arrows, and that no assertion is switched off. Nothing is behind a
# feature but the value of a constant.
style:
	cargo fmt --all --check
	python3 tools/arrows.py
	@! grep -rn debug_assert $(UNASSERTED) || { echo "their assertions are off in debug builds: use assert!, or change Cargo.toml"; false; }

lint: style
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet

# The same search on every processor: the nodes of the usual build, then those of one without x86 instructions.
SAME_NODES := cargo test --quiet --package engine --test it

signature:
	@nodes=$$($(SAME_NODES) on_every_processor -- --nocapture | sed -n 's/^signature //p'); \
	test -n "$$nodes" && echo "signature $$nodes" \
	&& SIGNATURE=$$nodes $(SAME_NODES) --features portable --target-dir target/portable on_every_processor

# Every order in which threads can touch a slot of the table and the signals; then two threads search, watched by the
# thread sanitizer (nightly compiler with rust-src). docs/races.md says what they found.
loom:
	RUSTFLAGS="--cfg loom" cargo test --package engine --test loom --target-dir target/loom

races: loom
	RUSTFLAGS="-Zsanitizer=thread" cargo +nightly test -Zbuild-std --target x86_64-unknown-linux-gnu \
		--package engine --test it threads:: --target-dir target/tsan

# The source distribution of the Python package "chess" has the Syzygy tables of up to four pieces.
TABLES := target/syzygy
DEBUG := target/debug/espalier$(SUFFIX)

syzygy: $(TABLES)/KQvK.rtbw

$(TABLES)/KQvK.rtbw:
	@mkdir -p $(TABLES)
	@python3 tools/fetch_python_chess.py target/pip \
	&& tar xzf target/pip/chess-1.11.2.tar.gz -C $(TABLES) --strip-components=4 --wildcards '*/data/syzygy/regular/K*' \
	|| echo "there are no end-game tables, so the tests of Syzygy have nothing to say"

# The next network, from nothing but the program: games, a training, and a match against the network in the program. Every step
# can be run alone, and the games go on where they were stopped. docs/networks.md says more.
NET      ?= target/net
CORES    ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
ifdef SMALL
  GAMES     ?= 200
  PLAYED    := --nodes 100
  TRAINED   := --small
  DECIDED   := --nodes 500 --games 20
else
  GAMES     ?= 300000
  PLAYED    := --nodes 1000
  DECIDED   := --nodes 8000 --games 500
endif

net: build net-games net-train net-match

net-games:
	@mkdir -p $(NET)
	./$(EXE) datagen $(NET)/games.pack --games $(GAMES) $(PLAYED) --concurrency $(CORES) --resume

net-train:
	python3 trainer/make_net.py $(NET)/games.pack --espalier ./$(EXE) --out $(NET) $(TRAINED)

net-match:
	./$(EXE) match "uci:./$(EXE),option.EvalFile=$(NET)/next.nnue" engine $(DECIDED) --concurrency $(CORES)

# The script needs python-chess, which is in the archive that the end-game tables come from. SLOW=--slow takes minutes more.
recompute: python-chess
	cargo build --quiet --bin espalier
	$(DEBUG) reproduce --json > target/reproduced.json
	PYTHONPATH=target/python-chess python3 tools/recompute.py $(SLOW) --compare target/reproduced.json

python-chess: syzygy
	@mkdir -p target/python-chess && tar xzf target/pip/chess-1.11.2.tar.gz -C target/python-chess --strip-components=1 --wildcards '*/chess/*.py'

# What the program says about moves, sentence by sentence. Takes some minutes.
why: python-chess
	cargo build --quiet --bin espalier
	PYTHONPATH=target/python-chess python3 tools/check_why.py $(DEBUG)

# cozy-chess wants to be told about PEXT; Espalier finds out by itself.
PEXT := $(shell grep -qs bmi2 /proc/cpuinfo && echo --features pext)

bench: build
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT)
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin search
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin alternatives -- 20000 $(or $(PYTHON),python3)
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin engines -- ../$(EXE)
	./$(EXE) bench
	@$(MAKE) --no-print-directory profile

# Valgrind does not know the newest instructions, so this is built for any machine. The line tables cost no speed.
COUNTED := target/profile/release/examples/signature

profile:
	CARGO_PROFILE_RELEASE_DEBUG=line-tables-only cargo build --release --package engine --example signature --target-dir target/profile
	cd bench && cargo run --release --bin profile -- ../$(COUNTED) 8 13

switches:
	tools/switches.sh

selfplay:
	cargo build --bin espalier
	$(DEBUG) match engine engine:hash=1 --nodes 3000 --games 200
	$(DEBUG) match uci:$(DEBUG) uci:$(DEBUG),option.Hash=1 --nodes 3000 --games 40

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	@for target in $(FUZZERS); do \
		echo "== $$target, $(SECONDS) s"; \
		mkdir -p fuzz/corpus/$$target; \
		cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=4096 || exit 1; \
	done

clean:
	cargo clean
	rm -rf bench/target fuzz/target espalier web/node_modules web/.svelte-check web/dist/assets web/dist/index.html

.PHONY: all build run quick net net-games net-train net-match web web-lint test style test-build test-run e2e browser pictures lint signature loom races syzygy recompute python-chess why bench profile switches selfplay fuzz clean
