# `make test` is the one test command. It needs the Rust toolchain, git and make, and fetches crates by itself.
CORE = -p tok_ku_rou_core
FEATURES = --features serde,arbitrary
DOC = RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked

.PHONY: test lint unit no-std test-long bench fuzz

test: lint unit no-std

# Each feature also alone and without the tests, whose own crates could switch on what is missing.
lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets $(FEATURES) --locked -- -D warnings
	cargo clippy $(CORE) --features serde --locked -- -D warnings
	cargo clippy $(CORE) --features arbitrary --locked -- -D warnings
	cargo clippy $(CORE) --no-default-features --locked -- -D warnings
	cargo clippy $(CORE) --no-default-features --features serde --locked -- -D warnings
	cargo clippy $(CORE) --no-default-features --features alloc,serde --locked -- -D warnings
	$(DOC) --workspace $(FEATURES)
	$(DOC) $(CORE) --no-default-features

# An illegal move panics in a debug build; what it leaves in a release build is seen there only.
unit:
	cargo test --workspace $(FEATURES) --locked
	cargo test --release $(CORE) --test all --locked illegal_moves

# Libraries without std that bring their own panic handler: a hidden use of std in the core could not be built.
no-std:
	cd tok_ku_rou_core/tests/no_std && cargo build --locked -p tok_ku_rou_bare
	cd tok_ku_rou_core/tests/no_std && cargo build --locked -p tok_ku_rou_heap

# All perft tables to their full depth and twenty times as many random cases.
test-long:
	cargo test --release $(CORE) $(FEATURES) --locked

bench:
	cargo bench -p tok_ku_rou_benches

# Five minutes each; needs a nightly compiler and cargo-fuzz.
fuzz:
	cd tok_ku_rou_core/fuzz && for target in text play record; do \
		cargo +nightly fuzz run $$target -- -max_total_time=300 -dict=words.dict || exit 1; done
