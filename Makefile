# `make test` is the one test command. It needs the Rust toolchain, git, make and CPython 3.11 or later with pip, and
# fetches crates and Python packages by itself.
CORE = -p tok_ku_rou_core
FEATURES = --features serde,arbitrary
PYTHON = python3
VENV = target/venv
DOC = RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked

.PHONY: test lint unit no-std python python-sb3 python-examples test-web test-long bench fuzz

test: lint unit no-std python

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

# An illegal move panics in a debug build; what it leaves in a release build is seen there only. Kalah boards up to
# 40 seeds are solved in a release build.
unit:
	cargo test --workspace $(FEATURES) --locked
	cargo test --release $(CORE) --test all --locked illegal_moves
	cargo test --release $(CORE) --test all --locked published_values

# Libraries without std that bring their own panic handler: a hidden use of std in the core could not be built.
no-std:
	cd tok_ku_rou_core/tests/no_std && cargo build --locked -p tok_ku_rou_bare
	cd tok_ku_rou_core/tests/no_std && cargo build --locked -p tok_ku_rou_heap

# The Python package as its users install it, built from its source distribution, in an environment of its own. Not
# --locked: there the lock file has packages of ours that the distribution leaves out; what it has left stays as it is.
python: $(VENV)/ready
	rm -rf $(VENV)/wheels
	$(VENV)/bin/maturin build --sdist --release --quiet -m tok_ku_rou_py/Cargo.toml \
		--interpreter $(VENV)/bin/python --out $(VENV)/wheels
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(VENV)/wheels/*.whl
	cd $(VENV) && bin/python -m mypy.stubtest tok_ku_rou._core
	cd $(VENV) && bin/python -m mypy --config-file ../../tok_ku_rou_py/pyproject.toml -p tok_ku_rou
	$(VENV)/bin/python -m pytest tok_ku_rou_py/tests
	PYTHONPATH=$(VENV)/gymnasium-1.2.2 $(VENV)/bin/python -c "import gymnasium; assert gymnasium.__version__ == '1.2.2'"
	PYTHONPATH=$(VENV)/gymnasium-1.2.2 $(VENV)/bin/python -m pytest tok_ku_rou_py/tests/test_gym.py \
		tok_ku_rou_py/tests/test_vector.py tok_ku_rou_py/tests/test_aec.py

# Made anew when the requirements change.
$(VENV)/ready: tok_ku_rou_py/tests/requirements.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--target $(VENV)/gymnasium-1.2.2 gymnasium==1.2.2
	touch $@

# Stable-Baselines3 on what `make python` has built; it brings PyTorch, some gigabytes.
python-sb3: python $(VENV)-sb3/ready
	$(VENV)-sb3/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall \
		$(VENV)/wheels/*.whl
	$(VENV)-sb3/bin/python -m pytest tok_ku_rou_py/tests/test_sb3.py

$(VENV)-sb3/ready: tok_ku_rou_py/tests/requirements-sb3.txt
	$(PYTHON) -m venv --clear $(VENV)-sb3
	$(VENV)-sb3/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

# The heavy examples in short runs, on what `make python` has built; JAX, Ray and PyTorch are some gigabytes. Each file
# runs in a process of its own, since JAX does not bear that Ray forks.
python-examples: python $(VENV)-examples/ready
	$(VENV)-examples/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall \
		$(VENV)/wheels/*.whl
	for file in tok_ku_rou_py/examples/tests/test_*.py; do \
		$(VENV)-examples/bin/python -m pytest $$file || exit 1; done

$(VENV)-examples/ready: tok_ku_rou_py/examples/requirements.txt
	$(PYTHON) -m venv --clear $(VENV)-examples
	$(VENV)-examples/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

# The web page, driven by the system's Chromium. It needs Node.js and npm; as root it installs Chromium from Debian's
# packages if there is none. The program is found where cargo puts it.
CHROMIUM = /usr/bin/chromium
test-web: $(CHROMIUM)
	cargo build --locked -p tok_ku_rou_web
	cd examples/web/tests/page && npm ci --no-audit --no-fund --silent
	export CHROMIUM=$(CHROMIUM) WEB_SERVER="$$(realpath "$${CARGO_TARGET_DIR:-target}")/debug/tok_ku_rou_web" && \
		cd examples/web/tests/page && npm test

/usr/bin/chromium:
	apt-get update --quiet=2 && apt-get install --yes --quiet=2 chromium

# All perft tables to their full depth, twenty times as many random cases, and Kalah up to 50 seeds solved,
# which takes half an hour and 2 GiB for each of three tests.
test-long:
	LARGE_BOARDS=50 cargo test --release $(CORE) $(FEATURES) --locked

bench:
	cargo bench -p tok_ku_rou_benches

# Five minutes each; needs a nightly compiler and cargo-fuzz.
fuzz:
	cd tok_ku_rou_core/fuzz && for target in text play record; do \
		cargo +nightly fuzz run $$target -- -max_total_time=300 -dict=words.dict || exit 1; done
