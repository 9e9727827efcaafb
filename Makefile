# make            build ./espalier for this machine (EXE= and EVALFILE= as OpenBench calls it)
# make run        play a game in the terminal
# make test       everything that must hold: formatting, lints, tests
# make bench      speed beside other programs, in one run
# make syzygy     get the end-game tables up to four pieces for the tests, if the network may be used
# make lint       formatting and lints only
# make fuzz       throw garbage at every parser (SECONDS=60 each)

EXE      ?= espalier
EVALFILE ?=
SECONDS  ?= 60
NATIVE   := target/native
FUZZERS  := fen san epd pgn uci

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

# Builds for this machine live in a folder of their own, so that `cargo build` and `make` do not undo each other's work.
NATIVE_FLAGS := $(RUSTFLAGS) -C target-cpu=native

all: build

build:
	RUSTFLAGS="$(NATIVE_FLAGS)" EVALFILE="$(EVALFILE)" cargo build --release --bin espalier --target-dir $(NATIVE)
	cp $(NATIVE)/release/espalier$(SUFFIX) $(EXE)

run: build
	./$(EXE) play

test: lint syzygy
	cargo test --workspace
	cargo test --package chess --features portable

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --package espalier-cli --features spsa -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet

# The source distribution of the Python package "chess" has the Syzygy tables of up to four pieces.
TABLES := target/syzygy

syzygy: $(TABLES)/KQvK.rtbw

$(TABLES)/KQvK.rtbw:
	@mkdir -p $(TABLES)
	@python3 -m pip download --quiet --no-deps --no-binary chess --dest target/pip chess==1.11.2 \
	&& tar xzf target/pip/chess-1.11.2.tar.gz -C $(TABLES) --strip-components=4 --wildcards '*/data/syzygy/regular/K*' \
	|| echo "left out: no end-game tables, so the tests of Syzygy have nothing to say"

# cozy-chess wants to be told about PEXT; Espalier finds out by itself.
PEXT := $(shell grep -qs bmi2 /proc/cpuinfo && echo --features pext)

bench: build
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT)
	cd bench && RUSTFLAGS="$(NATIVE_FLAGS)" cargo run --release $(PEXT) --bin search
	./$(EXE) bench

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	@for target in $(FUZZERS); do \
		echo "== $$target, $(SECONDS) s"; \
		mkdir -p fuzz/corpus/$$target; \
		cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=4096 || exit 1; \
	done

clean:
	cargo clean
	rm -rf bench/target fuzz/target espalier

.PHONY: all build run test lint syzygy bench fuzz clean
