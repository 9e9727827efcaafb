# make            build ./espalier for this machine (EXE= and EVALFILE= as OpenBench calls it)
# make run        build and open the web app; without Node.js, a game in the terminal
# make test       everything that must hold: formatting, lints, tests, the web app in a browser
# make long       the tests that take minutes or measure time, on an idle machine
# make web        build the pages of the web app only, into web/dist
# make site       the web app as static files in site/, without a server (docs/site.md); SITE_BASE= is its address
# make measure-site  the sizes, times and speeds of the static site (docs/site.md)
# make web-lint   formatting, lints, types and unit tests of the web app only
# make e2e        the web app's tests in a browser only
# make pictures   the pictures of the README, from the running app
# make bench      speed beside other programs, in one run, and where the instructions go; SLOW=slow solves 6x6 Othello, too
# make profile    where the engine's instructions go
# make switches   what the engine's switches cost when everything is on
# make selfplay   200 games of the engine against itself with every assertion on, and 40 with every line checked
# make soak       games on an overloaded machine: none may be lost on time
# make signature  the same nodes with and without the instructions of this processor
# make races      every order of what threads share (loom), and two threads under the thread sanitizer
# make sanitize   the tests of the crates with unsafe code under the address sanitizer
# make package    the five libraries as packages, each compiled from its package alone
# make wasm-check everything below `server`, and the module of the static site, checked for WebAssembly, if a toolchain is installed
# make wheel      the Python package as a wheel, in target/wheels
# make wheel-test  the wheel in an empty environment
# make python-test  the Python package in an environment of its own, and its tests
# make syzygy     get the end-game tables up to four pieces for the tests, if the network may be used
# make recompute  the figures of the course documents once more, by a Python script that shares no code with the program
# make net        the next network: games, the training, the match that decides; SMALL=1 in a few minutes
# make why        every sentence of "why" over 300 positions of known kind, checked by a Python script that shares no code with the program
# make lint       formatting and lints only, those of the documentation too
# make fuzz       random input for every parser (SECONDS=60 each)

EXE      ?= espalier
EVALFILE ?=
SECONDS  ?= 60
CORES    ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
NATIVE   := target/native
SKIPPED  := target/skipped
FUZZERS  := fen san epd pgn uci spec journal trace message pack network polyglot opening syzygy assignment class

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

# `make run` uses a build that is nearly as fast and takes a third of the time. The pages are built at the same time; the server reads them from
# their folder.
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

# Two at a time. `cd web && npm run format` corrects the formatting.
web-lint: web/node_modules/.package-lock.json
	@cd web && { npm run --silent lint && npm run --silent format:check; } & lint=$$!; \
	(cd web && npm run --silent unit && npm run --silent check); rest=$$?; \
	wait $$lint && exit $$rest

# The tests need a browser: Debian's is installed if that is allowed. The headless one starts fastest.
CHROMIUM ?= $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)
# Another installation may hold the lock.
APT_INSTALL := apt-get -o DPkg::Lock::Timeout=300 install -y
INSTALL_CHROMIUM := apt-get update && { $(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium; }

# Writes a line about a test that is left out, for the end of `make test`. In CI, where everything must be tested, it is an error.
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

# The pages in a browser, served by the program that was built last; then those of the static site, if it was built.
browser:
ifndef NPM
	@$(call skipped,browser tests: no Node.js)
else
	@$(MAKE) --no-print-directory chromium
	@browser="$(CHROMIUM)"; [ -n "$$browser" ] || browser=$$(command -v chromium-headless-shell || command -v chromium || true); \
	if [ -n "$$browser" ]; then \
	export CHROMIUM="$$browser" ESPALIER="$(CURDIR)/target/debug/espalier$(SUFFIX)"; cd web && npm test --silent || exit 1; \
	if [ -f ../$(TEST_SITE)/index.html ]; then SITE=../$(TEST_SITE) npm test --silent; fi; \
	else $(call skipped,browser tests: no Chromium); fi
endif

chromium:
	@if [ -z "$(CHROMIUM)" ] && [ "$$(id -u)" = 0 ]; then mkdir -p target && { $(INSTALL_CHROMIUM); } >target/chromium.log 2>&1 || tail -3 target/chromium.log; fi

pictures: web build
	cd web && ESPALIER="$(CURDIR)/$(EXE)" npm run --silent pictures

# Two things at a time where neither keeps two processors busy: the pages are built and checked while the tests are compiled (a debug
# build reads the pages from where they are), then the tests run, at last those of the pages: what waits for a browser does not run beside
# tests that keep every processor busy. The last line lists the tests that were left out because something is missing on this machine.
# Where everything must be there (CI), that is an error.
test:
	@mkdir -p target && rm -f $(SKIPPED)
	@$(MAKE) --no-print-directory style
	@$(MAKE) --no-print-directory -j3 checked-build $(READY)
	@$(MAKE) --no-print-directory test-run
	@$(MAKE) --no-print-directory -j2 doc-test python-test PYSELECT="--workspace --lib --tests"
	@$(MAKE) --no-print-directory browser
	@if [ -s $(SKIPPED) ]; then echo "left out: $$(sort -u $(SKIPPED) | paste -sd ';')"; else echo "everything was tested"; fi

# What the compiler does not make.
READY := syzygy packages python-tools
ifdef NPM
READY += web web-lint test-site
endif

# What cargo compiles once is compiled whole.
checked-build test-run doc-test clippy: export CARGO_INCREMENTAL := 0

checked-build: clippy
	@$(MAKE) --no-print-directory test-build

clippy:
	cargo clippy --quiet --workspace --all-targets -- -D warnings

# Many tests wait for other programs, so there are more tests at a time than processors. `cargo nextest` is not needed: `cargo test`
# runs the same tests, one program after the other.
ifneq ($(shell cargo nextest --version 2>/dev/null),)
test-build:
	cargo nextest run --workspace --no-run --cargo-quiet

test-run:
	cargo nextest run --workspace --cargo-quiet --show-progress none --test-threads $$((2 * $(CORES)))

doc-test:
	cargo test --quiet --workspace --doc

long:
	cargo nextest run --workspace --cargo-profile quick --profile long --run-ignored only
else
test-build:
	cargo test --quiet --workspace --no-run

test-run:
	cargo test --quiet --workspace

# `cargo test` has run them.
doc-test:

long:
	cargo test --workspace --profile quick -- --ignored --test-threads 1
endif

# The form, and the directions of the dependencies.
style:
	cargo fmt --all --check
	python3 tools/arrows.py

lint: style clippy
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

# Out-of-bounds accesses, use after free and leaks in the crates with unsafe code, and in the transposition table. The stable
# compiler includes the sanitizer; RUSTC_BOOTSTRAP unlocks its flag. The target is named so that build scripts are not affected.
SANITIZED := RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" cargo test --quiet --target-dir target/asan \
	--target $(shell rustc -vV | sed -n 's/^host: //p')

sanitize:
	$(SANITIZED) --package espalier-chess --package espalier-nnue --lib --tests
	$(SANITIZED) --package engine --lib transposition

# The libraries for other programs. `make package` compiles each one from its archive, so a build input outside its folder is an
# error. `make test` only makes the archives, in a second.
PACKAGE := cargo package --quiet --allow-dirty --offline --exclude-lockfile \
	$(addprefix --package espalier-,chess gametree games notation nnue)

packages:
	@$(PACKAGE) --no-verify

package:
	$(PACKAGE)
	cargo test --quiet --package espalier-chess --features serde --lib serde --target-dir target/package

# Everything below `server` builds for WebAssembly; tools/wasm_cargo.sh finds a toolchain.
wasm-check:
	@tools/wasm_cargo.sh check --package web_api --package wasm || [ $$? -eq 3 ]

# The static site. `make test` builds the module without LTO, and sorts its functions by their names only, which is faster.
SITE ?= site
SITE_PROFILE ?= site
MODULE := target/wasm/wasm32-unknown-unknown/$(SITE_PROFILE)/espalier_wasm.wasm

site: module
	@$(MAKE) --no-print-directory site-pages

module:
	INSTALL=1 CARGO_PROFILE_RELEASE_LTO=fat tools/wasm_cargo.sh build --profile $(SITE_PROFILE) --package wasm

site-pages: web/node_modules/.package-lock.json
	@mkdir -p web/.site && node web/site/shrink.js $(MODULE) web/.site/espalier.wasm $(SITE_ORDER)
	cd web && SITE_BASE="$(SITE_BASE)" npm run --silent site -- --outDir $(CURDIR)/$(SITE)

# The numbers of the site beside those of a native build with AVX2, in one run.
measure-site: site
	RUSTFLAGS="$(RUSTFLAGS) -C target-cpu=haswell" cargo build --release --package espalier-cli --package espalier-nnue --bin espalier \
		--features espalier-nnue/avx2 --target-dir target/avx2
	cd web && SITE=../$(SITE) CHROMIUM="$(CHROMIUM)" ESPALIER="$(CURDIR)/target/avx2/release/espalier" npm run --silent measure:site

# The site of the tests.
TEST_SITE := target/site

test-site: web/node_modules/.package-lock.json chromium
	@INSTALL=1 CARGO_PROFILE_QUICK_OPT_LEVEL=1 tools/wasm_cargo.sh build --profile quick --package wasm; status=$$?; \
	if [ $$status -eq 0 ]; then $(MAKE) --no-print-directory site-pages SITE_PROFILE=quick SITE_ORDER=names SITE=$(TEST_SITE); \
	elif [ $$status -eq 3 ]; then rm -rf $(TEST_SITE); $(call skipped,browser tests of the static site: no toolchain for WebAssembly); \
	else exit 1; fi

# The source distribution of the Python package "chess" has the Syzygy tables of up to four pieces.
TABLES := target/syzygy
DEBUG := target/debug/espalier$(SUFFIX)

syzygy: $(TABLES)/KQvK.rtbw

$(TABLES)/KQvK.rtbw:
	@mkdir -p $(TABLES)
	@python3 tools/fetch_python_chess.py target/pip \
	&& tar xzf target/pip/chess-1.11.2.tar.gz -C $(TABLES) --strip-components=4 --wildcards '*/data/syzygy/regular/K*' \
	|| echo "there are no end-game tables, so the tests of Syzygy are left out"

# The Python package. The environment of its tests has the tools too; it is made once. The tests use the build of the other tests.
PYTHON   ?= python3
PYENV    := target/python
PYBIN    := $(PYENV)/bin
PYTOOLS  := "maturin>=1.9,<2" chess ipykernel junitparser mypy nbclient nbformat pytest tqdm
PYMODULE := crates/python/python/espalier/_espalier.abi3.so

wheel: $(PYBIN)/maturin
	cd crates/python && CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_STRIP=symbols $(CURDIR)/$(PYBIN)/maturin build --release --locked --out $(CURDIR)/target/wheels

# The wheel alone in an empty environment.
wheel-test: wheel
	rm -rf target/wheel-test && $(PYTHON) -m venv target/wheel-test
	target/wheel-test/bin/python -m pip install --quiet --no-index --disable-pip-version-check \
		$$(ls -t target/wheels/espalier_chess-*.whl | head -1)
	target/wheel-test/bin/python crates/python/tests/block.py
	target/wheel-test/bin/espalier perft 3
	du -h target/wheels/*.whl

$(PYBIN)/maturin: Makefile
	@$(PYTHON) -m venv $(PYENV) && $(PYBIN)/python -m pip install --quiet --disable-pip-version-check $(PYTOOLS) && touch $@

# Within `make test` the selection is that of the other tests, so that cargo uses what it has compiled for them.
PYSELECT := --package espalier-python

python-build: export CARGO_INCREMENTAL := 0

python-build:
	@cargo build --quiet $(PYSELECT)
	@$(PYTHON) -c "import shutil, sys; shutil.copyfile(*sys.argv[1:])" target/debug/lib_espalier.so $(PYMODULE)

# Where Python or its packages are missing, the tests are listed as left out. The Rust tests use the packages too, so `make test` gets
# them first.
python-tools:
	@$(PYTHON) -c "import sys, venv; sys.exit(sys.version_info < (3, 9))" 2>/dev/null \
		&& $(MAKE) --no-print-directory --silent $(PYBIN)/maturin >/dev/null 2>&1 || true

python-test: python-tools
	@if [ -x $(PYBIN)/maturin ] && [ "$$(uname)" = Linux ]; then \
		$(MAKE) --no-print-directory python-build && $(MAKE) --no-print-directory python-run; \
	else $(call skipped,tests of the Python package: no Python 3.9 with venv or no packages from PyPI); fi

python-run:
	cd crates/python && PYTHONPATH=$(CURDIR)/crates/python/python MYPYPATH=$(CURDIR)/crates/python/python \
		$(CURDIR)/$(PYBIN)/python -m pytest --quiet --no-header -p no:cacheprovider tests

# The next network, from nothing but the program: games, a training, and a match against the network in the program. Every step
# can be run alone, and games and training continue where they were stopped. PACKS adds more packs. docs/networks.md says more.
NET      ?= target/net
ifdef SMALL
  GAMES     ?= 200
  PLAYED    := --nodes 100
  TRAINED   := --samples 4e6
  DECIDED   := --nodes 500 --games 20
else
  GAMES     ?= 300000
  PLAYED    := --nodes 400
  DECIDED   := --nodes 8000 --games 500
endif

net: build net-games net-train net-match

net-games:
	@mkdir -p $(NET)
	./$(EXE) datagen $(NET)/games.pack --games $(GAMES) $(PLAYED) --concurrency $(CORES) --resume

net-train:
	./$(EXE) train $(NET)/games.pack $(PACKS) -o $(NET)/next.nnue --threads $(CORES) $(TRAINED) --resume

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

# cozy-chess uses PEXT only with a feature; Espalier detects it at run time.
PEXT := $(shell grep -qs bmi2 /proc/cpuinfo && echo --features pext)

bench: build
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT)
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin search
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin alternatives -- 20000 $(or $(PYTHON),python3)
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin engines -- ../$(EXE)
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin goals -- ../$(EXE) $(SLOW)
	./$(EXE) bench
	@$(MAKE) --no-print-directory profile

# Valgrind does not know the newest instructions, so this is built for any machine. The line tables cost no speed.
COUNTED := target/profile/release/examples/signature

profile:
	CARGO_PROFILE_RELEASE_DEBUG=line-tables-only cargo build --release --package engine --example signature --target-dir target/profile
	cd bench && cargo run --release --bin profile -- ../$(COUNTED) 8 13

switches:
	tools/switches.sh

# Games on an overloaded machine, on two processors: losses on time, illegal moves, crashes, warnings. AGAINST=stockfish SOAK=100
soak: build
	python3 tools/torture.py ./$(EXE) $(if $(AGAINST),--against $(AGAINST)) --games $(or $(SOAK),40)

selfplay:
	cargo build --bin espalier
	$(DEBUG) match engine engine:hash=1 --nodes 3000 --games 200
	$(DEBUG) match uci:$(DEBUG) uci:$(DEBUG),option.Hash=1 --nodes 3000 --games 40

# Each target begins with what earlier runs found, its seeds, and for some the files of the project. FUZZERS=pack SECONDS=600 runs
# one of them for ten minutes. Without a nightly compiler the stable one does it: RUSTC_BOOTSTRAP unlocks the flags.
FUZZ := $(if $(shell cargo +nightly --version 2>/dev/null),cargo +nightly,RUSTC_BOOTSTRAP=1 cargo) fuzz

MORE_assignment := crates/teaching/src/grade/assignments
MORE_class      := docs/teaching

fuzz: syzygy
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	@$(foreach target,$(FUZZERS),echo "== $(target), $(SECONDS) s" && mkdir -p fuzz/corpus/$(target) && \
		SYZYGY="$(CURDIR)/$(TABLES)" $(FUZZ) run $(target) fuzz/corpus/$(target) fuzz/seeds/$(target) $(MORE_$(target)) -- \
		-max_total_time=$(SECONDS) -max_len=65536 -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 &&) true

clean:
	cargo clean
	rm -rf bench/target fuzz/target espalier web/node_modules web/.svelte-check web/dist/assets web/dist/index.html

.PHONY: all build chromium run quick wheel wheel-test python-build python-tools python-test python-run net net-games net-train net-match web web-lint test checked-build clippy long style test-build test-run doc-test e2e browser site module site-pages test-site pictures lint signature loom races sanitize packages package wasm-check syzygy recompute python-chess why bench profile switches selfplay soak fuzz clean measure-site
