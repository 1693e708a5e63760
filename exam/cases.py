"""The cases: a system, the fault that is put in, the same without it, the load, what is watched, and the truth.

name      of the case
kind      of the system (systems.py)
words     in the settings: what stands in the plan for them, as $NAME, with and without the fault
fault     its settings with the fault; `healthy` without it, or None where there is no such form
watch     what a user would have set up; $PORT, $PID, $WORKER, $MARKER, $METRICS are filled in
threads   the loads, one after another; step: how long each is
plan      steps of the plan; a GET of / by default
network   a network of its own: shaped (tc), losing packets (percent, or those of more bytes), with few ports
cores     of the load generator, where that is the fault
truth     first: what may be named first, as (resource, a part of its name or source); an empty list: nothing should be named
          unwatched: what limits, and nobody watched: the part that the report must say is to be watched, first of all
          must: findings that must come
          also: findings that may come with this fault, and are no false alarms
"""

GET = [{"get": "http://127.0.0.1:$PORT/"}]
TLS = [{"get": "https://127.0.0.1:$PORT/"}]
TCP = {"vmstat": "1 s", "process": "$PID", "tcp": "1 s"}
VMSTAT_AND_PROCESS = {"vmstat": "1 s", "process": "$PID"}
METRICS = {"vmstat": "1 s", "process": "$PID", "prometheus": {"url": "http://127.0.0.1:$PORT/metrics", "every": "500 ms"}}
USERS = [1, 4, 12, 24]


def case(name, kind, fault, first, *, healthy=None, watch=None, threads=None, step="6 s", plan=None, must=(), also=(), extra=None, network=None, cores=None, unwatched=None):
    return {
        "name": name, "kind": kind, "fault": fault, "healthy": healthy, "watch": watch or METRICS,
        "threads": threads or USERS, "step": step, "plan": plan or GET, "extra": extra or {}, "network": network, "cores": cores,
        "truth": {"first": first, "must": list(must), "also": list(also), "unwatched": unwatched},
    }


def sql(database, statement, key="select", user=None, **more):
    user = user or ("postgres" if database == "postgresql" else "root")
    return {
        "databases": [{"name": "db", "url": f"jdbc:{database}://127.0.0.1:$PORT/{'postgres' if database == 'postgresql' else 'mysql'}", "user": user, "password": ""}],
        "steps": [{"sql": {key: statement, "label": "statement", **more}}],
    }


#: Two services behind a balancer.
BOTH = {"vmstat": "1 s", "prometheus": [{"url": "http://127.0.0.1:$FIRST/metrics", "every": "500 ms"}, {"url": "http://127.0.0.1:$SECOND/metrics", "every": "500 ms"}]}
PYTHON_FREE = {"parallel_ms": 30}
ROWS = ["create table item (id int primary key, n int)", "insert into item select i, 0 from generate_series(1, 64) i"]
MARIADB_ROWS = ["create table mysql.item (id int primary key, n int)", "insert into mysql.item select seq, 0 from mysql.seq_1_to_64"]
LOOP = "local n = 0; for i = 1, 100000 do n = n + i end; return 1"
REDIS = [{"tcp": {"host": "127.0.0.1", "port": "$PORT", "send": "$COMMAND\r\n", "end_byte": 10, "label": "command"}}]
#: A row of a size is stored, after a wait.
STORED = ["create table item (body text)", "alter table item alter body set storage external"]
STORE = sql("postgresql", "insert into item select repeat('x', $BYTES) from pg_sleep($WAIT)", key="update")
OFTEN = {"max_wal_size": "32MB", "min_wal_size": "32MB", "checkpoint_completion_target": "0", "shared_buffers": "128MB"}
SYNCHRONOUS = ["alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"]
DATABASE = {"vmstat": "1 s", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}
ON_DISK = {**DATABASE, "iostat": "1 s"}
#: A service that produces, the group that consumes, and a broker.
KAFKA = {"vmstat": "1 s", "process": ["$PID", "$CONSUMERS", "$MARKER"], "kafka": {"bootstrap": "$BOOTSTRAP", "group": "billing", "every": "500 ms"}}
#: Four of five requests are for the same key.
KEYS = [*({"get": "http://127.0.0.1:$PORT/?key=$KEY", "label": "item"} for _ in range(4)), {"get": "http://127.0.0.1:$PORT/?key=${__Random(1,100000)}", "label": "item"}]
CASES = [
    # Waiting: pools, workers, locks.
    case("pool-orders", "python", {"pool": 4, "hold_ms": 25}, [("pool", "orders")], healthy={"pool": 64, "hold_ms": 25}, must=["pool-exhausted"]),
    case("pool-go", "python", {"pool": 3, "hold_ms": 20, "names": "go"}, [("pool", "go_sql")], healthy={"pool": 64, "hold_ms": 25, "names": "go"}, must=["pool-exhausted"]),
    case("pool-hikari", "python", {"pool": 5, "hold_ms": 30, "names": "hikari"}, [("pool", "shop")], healthy={"pool": 64, "hold_ms": 30, "names": "hikari"}, must=["pool-exhausted"]),
    case("pool-tomcat", "python", {"pool": 4, "hold_ms": 20, "names": "tomcat"}, [("pool", "http")], healthy={"pool": 64, "hold_ms": 20, "names": "tomcat"}, must=["pool-exhausted"]),
    case("pool-declared", "python", {"pool": 4, "hold_ms": 25, "names": "plain"}, [("pool", "sessions")], healthy={"pool": 64, "hold_ms": 25, "names": "plain"}, must=["pool-exhausted"],
         watch={**METRICS, "pools": [{"name": "sessions", "used": "app_alpha", "max": "app_beta", "waiting": "app_gamma"}]}),
    case("pool-unwatched", "python", {"pool": 4, "hold_ms": 25, "names": "plain"}, [], healthy={"pool": 64, "hold_ms": 25, "names": "plain"}, watch=VMSTAT_AND_PROCESS, must=["station-width"], unwatched="pools"),
    case("workers-and-queue", "python", {"workers": 4, "queue": 8, "hold_ms": 25}, [("pool", "workers"), ("work-queue", "jobs")], must=["errors"],
         also=["pool-exhausted", "fast-failures"], healthy={"workers": 64, "queue": 64, "hold_ms": 25}),
    case("one-lock", "python", {"parallel_ms": 20, "lock_ms": 10}, [], healthy=PYTHON_FREE, watch=VMSTAT_AND_PROCESS, must=["plateau"], also=["station-width"]),
    # CPU: one thread, one interpreter, a container's limit.
    case("event-loop", "node", {"cpu_ms": 4}, [("thread", "")], healthy={"wait_ms": 30}, watch=VMSTAT_AND_PROCESS, threads=[1, 2, 8, 16], must=["thread-saturated"]),
    case("interpreter", "python", {"parallel_ms": 10, "cpu_ms": 5}, [("thread", "")], healthy=PYTHON_FREE, watch=VMSTAT_AND_PROCESS, threads=[1, 4, 8, 16]),
    case("gzip-worker", "nginx", {"bytes": 3_000_000, "http": "gzip on; gzip_comp_level 9; gzip_types text/html;"}, [("thread", "")], healthy={"bytes": 1000, "server": "limit_rate 40k;"},
         watch={"vmstat": "1 s", "process": "$WORKER"}, plan=[{"get": "http://127.0.0.1:$PORT/", "headers": {"Accept-Encoding": "gzip"}}], threads=[1, 2, 8, 16], must=["thread-saturated"]),
    case("tls-handshakes", "nginx", {"tls": 4096, "http": "keepalive_timeout 0;"}, [("thread", "")], watch={"vmstat": "1 s", "process": "$WORKER"}, plan=TLS, threads=[1, 2, 8, 16],
         must=["thread-saturated"], also=["certificates-not-verified"], extra={"tls": {"verify": "false"}}),
    case("container-limit", "limited", {"cores": 0.3, "service": {"parallel_ms": 20, "cpu_ms": 4}}, [("container-cpu", "")], healthy={"cores": 0.9, "service": {"parallel_ms": 100}},
         watch={"vmstat": "1 s", "prometheus": {"url": "http://127.0.0.1:$METRICS/metrics", "every": "500 ms"}}, must=["throttled"], threads=[1, 2, 8, 16]),
    case("query-without-index", "postgres", {"sql": ["create table item as select i as id, md5(i::text) as name from generate_series(1, 200000) i"]}, [("cpu", ""), ("thread", "")], must=["rows-read"],
         watch={"vmstat": "1 s", "process": "postgres", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}, plan=sql("postgresql", "select count(*) from item where name = 'x'"), threads=[1, 2, 4, 8]),
    # Data.
    case("postgres-connections", "postgres", {"options": {"max_connections": 16}, "sql": ["create role app login"]}, [("pool", "")], healthy={"options": {"max_connections": 100}, "sql": ["create role app login"]}, must=["errors", "pool-exhausted"], also=["fast-failures", "nothing-succeeds"],
         watch={"vmstat": "1 s", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}, plan=sql("postgresql", "select pg_sleep(0.02)", user="app"), threads=[2, 6, 10, 24]),
    case("postgres-row-lock", "postgres", {"words": {"ROW": "1"}, "sql": ROWS}, [("locks", "")], healthy={"words": {"ROW": "${__threadNum}"}, "sql": ROWS},
         watch={"vmstat": "1 s", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}, threads=[1, 4, 8, 16],
         plan=sql("postgresql", "with slept as (update item set n = n + 1 where id = $ROW returning pg_sleep(0.01)) select count(*) from slept")),
    case("mariadb-connections", "mariadb", {"options": {"max-connections": 10}}, [("pool", "")], healthy={"options": {"max-connections": 100}}, must=["errors", "pool-exhausted"], also=["fast-failures", "nothing-succeeds"],
         watch={"vmstat": "1 s", "mysql": "mysql://root@127.0.0.1:$PORT/"}, plan=sql("mariadb", "select sleep(0.02)"), threads=[2, 4, 8, 24]),
    case("mariadb-row-lock", "mariadb", {"words": {"ROW": "1"}, "sql": MARIADB_ROWS}, [("locks", "")], healthy={"words": {"ROW": "${__threadNum}"}, "sql": MARIADB_ROWS},
         watch={"vmstat": "1 s", "mysql": "mysql://root@127.0.0.1:$PORT/"}, threads=[1, 4, 8, 16],
         plan=sql("mariadb", "update mysql.item set n = n + 1 + sleep(0.01) where id = $ROW", key="update")),
    # Limits.
    case("descriptors", "nginx", {"main": "worker_rlimit_nofile 24;", "connections": 1024, "server": "limit_rate 40k;", "bytes": 60_000}, [("descriptors", "")], watch={"vmstat": "1 s", "process": "$WORKER"},
         healthy={"server": "limit_rate 40k;", "bytes": 60_000}, threads=[2, 6, 12, 40], must=["pool-exhausted"], also=["errors", "fast-failures", "requests-in-flight", "nothing-succeeds", "latency-cluster", "errors-outside"]),
    case("rate-limit", "python", {"parallel_ms": 20, "rate_limit": 150}, [], must=["errors"], also=["fast-failures", "transaction-errors", "plateau"], healthy=PYTHON_FREE),
    case("fails-beyond", "python", {"parallel_ms": 20, "fail_beyond": 6}, [], must=["errors"], also=["fast-failures"], healthy=PYTHON_FREE, threads=[1, 3, 6, 24]),
    # Memory.
    case("leak-node", "node", {"wait_ms": 20, "leak_kb": 200}, [], must=["memory-grows"], healthy={"wait_ms": 20}, watch=VMSTAT_AND_PROCESS, threads=[8], step="20 s"),
    case("leak-jvm", "jvm", {"heap": 128, "garbage": 64, "leak": 28, "held": 4000, "wait": 40}, [], must=["leak-suspected|heap-exhaustion"], also=["gc-overhead", "no-steady-state", "nothing-succeeds", "errors"],
         healthy={"heap": 128, "garbage": 64, "held": 4000, "wait": 40}, watch={"vmstat": "1 s", "jstat": {"process": "$MARKER", "every": "500 ms"}}, threads=[8], step="24 s"),
    case("heap-too-small", "jvm", {"heap": 48, "garbage": 300, "held": 35000, "wait": 5}, [("heap", "")], must=["gc-overhead"], also=["heap-exhaustion"],
         healthy={"heap": 400, "garbage": 20, "held": 1000, "wait": 30}, watch={"vmstat": "1 s", "jstat": {"process": "$MARKER", "every": "500 ms"}}),
    # Time, and what the load alone says.
    case("hang", "python", {"parallel_ms": 20, "hang_after_s": 20}, [], must=["nothing-succeeds"], also=["errors", "requests-in-flight", "no-requests"], healthy=PYTHON_FREE, threads=[4, 12], step="12 s"),
    case("stalls", "python", {"parallel_ms": 20, "stall_every_s": 5, "stall_s": 1.5}, [], must=["periodic-stalls"], healthy=PYTHON_FREE, threads=[8], step="26 s"),
    case("accept-backlog", "python", {"parallel_ms": 3, "backlog": 1}, [], must=["latency-cluster", "accept-queue-full"], also=["station-width", "requests-in-flight", "errors", "plateau", "knee-below-range", "tcp-retransmissions"], watch=TCP, threads=[1, 4, 16, 32]),
    # The plan.
    case("error-page", "python", {"parallel_ms": 1, "error_page": True}, [], must=["errors|nothing-succeeds"], also=["fast-failures"], plan=[{"get": "http://127.0.0.1:$PORT/", "check": {"contains": "OK"}}],
         healthy={"parallel_ms": 30}, threads=[1, 2, 4]),
    # Pools under the names of other libraries.
    *(
        case(f"pool-{names}", "python", {"pool": 4, "hold_ms": 25, "names": names}, [("pool", part)], healthy={"pool": 64, "hold_ms": 25, "names": names}, must=["pool-exhausted"])
        for names, part in (("otel", "shop"), ("executor", "mail"), ("jetty", ""), ("httpclient", "stock"), ("statsd", "shop_db"))
    ),
    # Services that ask others, and what stands before them.
    case("downstream-pool", "behind", {"front": {}, "back": {"pool": 4, "hold_ms": 25}}, [("pool", "orders")], healthy={"front": {}, "back": {"pool": 64, "hold_ms": 25}},
         watch={"vmstat": "1 s", "prometheus": {"url": "http://127.0.0.1:$BACK/metrics", "every": "500 ms"}}, must=["pool-exhausted"]),
    case("downstream-unwatched", "behind", {"front": {}, "back": {"workers": 5, "queue": 1000, "hold_ms": 25}}, [], healthy={"front": {}, "back": {"workers": 64, "queue": 1000, "hold_ms": 25}}, watch=VMSTAT_AND_PROCESS, must=["station-width|plateau"], unwatched="pools"),
    case("retries", "behind", {"front": {"retries": 3}, "back": {"parallel_ms": 15, "fail_beyond": 5}}, [], must=["errors"], also=["fast-failures", "transaction-errors"],
         healthy={"front": {"retries": 3}, "back": {"parallel_ms": 15}}, watch=VMSTAT_AND_PROCESS),
    case("circuit-breaker", "behind", {"front": {"break_s": 2}, "back": {"parallel_ms": 15, "fail_beyond": 5}}, [], must=["errors"],
         also=["fast-failures", "transaction-errors", "periodic-stalls", "nothing-succeeds"], healthy={"front": {"break_s": 2}, "back": {"parallel_ms": 15}}, watch=VMSTAT_AND_PROCESS),
    case("balancer-uneven", "balanced", {"weights": (7, 1), "service": {"pool": 4, "hold_ms": 25}}, [("pool", "orders")], healthy={"service": {"pool": 64, "hold_ms": 25}}, watch=BOTH, must=["pool-exhausted"],
         also=["peer-skew", "unequal-peers"]),
    case("sticky-sessions", "balanced", {"method": "ip_hash;", "service": {"pool": 4, "hold_ms": 25}}, [("pool", "orders")], healthy={"service": {"pool": 64, "hold_ms": 25}}, watch=BOTH, must=["pool-exhausted"], also=["peer-skew", "unequal-peers", "instance-lost"]),
    case("apache-workers", "apache", {"workers": 4, "service": {"parallel_ms": 25}}, [], healthy={"workers": 64, "service": {"parallel_ms": 25}}, watch={"vmstat": "1 s"}, must=["station-width"], also=["latency-cluster"], unwatched="pools"),
    case("nginx-connections", "nginx", {"connections": 16, "server": "limit_rate 40k;", "bytes": 60_000}, [], healthy={"server": "limit_rate 40k;", "bytes": 60_000}, watch={"vmstat": "1 s", "process": "$WORKER"}, threads=[2, 6, 12, 40], must=["errors"],
         also=["fast-failures", "requests-in-flight", "nothing-succeeds", "latency-cluster", "transaction-errors"]),
    # Go.
    case("go-one-core", "go", {"cores": 1, "cpu_us": 4000}, [("thread", "")], healthy={"wait_ms": 30}, watch=VMSTAT_AND_PROCESS, threads=[1, 2, 8, 16], must=["thread-saturated"]),
    case("go-lock", "go", {"wait_ms": 20, "lock_ms": 8}, [], healthy={"wait_ms": 30}, must=["plateau"], also=["station-width"], threads=[1, 4, 8, 16]),
    case("go-leak", "go", {"wait_ms": 20, "leak_kb": 200}, [], must=["memory-grows"], healthy={"wait_ms": 20}, threads=[8], step="20 s"),
    # Databases.
    case("mariadb-without-index", "mariadb", {"sql": ["create table mysql.item (id int, name char(32))", "insert into mysql.item select seq, md5(seq) from mysql.seq_1_to_100000"]}, [("cpu", ""), ("thread", "")], must=["rows-read"],
         watch={"vmstat": "1 s", "process": "mariadbd", "mysql": "mysql://root@127.0.0.1:$PORT/"}, plan=sql("mariadb", "select count(*) from mysql.item where name = 'x'"), threads=[1, 2, 4, 8]),
    case("postgres-advisory-lock", "postgres", {"words": {"ROW": "7"}}, [("locks", "")], healthy={"words": {"ROW": "${__threadNum}"}}, watch={"vmstat": "1 s", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}, threads=[1, 4, 8, 16],
         plan=sql("postgresql", "select pg_sleep(0.01) from (select pg_advisory_xact_lock($ROW)) as held")),
    # Memory, time.
    case("killed-for-memory", "small", {"mb": 48, "service": {"parallel_ms": 20, "leak_kb": 60}}, [], must=["nothing-succeeds|errors"], also=["memory-grows", "requests-in-flight", "fast-failures", "transaction-errors"],
         healthy={"mb": 200, "service": {"parallel_ms": 20}}, watch=VMSTAT_AND_PROCESS, threads=[4, 8], step="14 s"),
    case("slow-at-first", "python", {"parallel_ms": 20, "slow_first_s": 9, "slow_ms": 60}, [], must=[], also=["inversion", "degrades-in-order"], healthy=PYTHON_FREE, threads=[4, 8, 16]),
    case("grows-slower", "python", {"parallel_ms": 10, "grows_ms": 0.02}, [], must=["no-steady-state|degrades-in-order"], healthy=PYTHON_FREE, threads=[8], step="24 s"),
    case("token-expires", "python", {"parallel_ms": 20, "deny_after_s": 16}, [], must=["errors|nothing-succeeds"], also=["fast-failures", "transaction-errors"], healthy=PYTHON_FREE, threads=[4, 8], step="12 s"),
    case("nagle", "python", {"nagle": True}, [], must=["nagle-delay"], watch=VMSTAT_AND_PROCESS, healthy={"parallel_ms": 30}, threads=[1, 2, 4], also=["latency-cluster"]),
    # The plan.
    case("check-never-matches", "python", {"parallel_ms": 20}, [], must=["errors|nothing-succeeds"], also=["transaction-errors"], plan=[{"get": "http://127.0.0.1:$PORT/", "check": {"contains": "welcome"}}], threads=[1, 2, 4]),
    # Added together on 26 November: what no case had. CPU, a disk, names, caches, more servers, queues.
    case("hot-expression", "node", {"expression": 19}, [("thread", "")], healthy={"wait_ms": 30}, watch=VMSTAT_AND_PROCESS, threads=[1, 2, 8, 16], must=["thread-saturated"]),
    case("neighbour", "python", {"parallel_ms": 5, "cpu_ms": 3, "neighbours": 3}, [], healthy=PYTHON_FREE, watch=VMSTAT_AND_PROCESS, must=["other-work|cpu-saturated"], also=["cpu-saturated", "inversion"]),
    case("log-to-disk", "python", {"parallel_ms": 5, "log_kb": 4096}, [], healthy=PYTHON_FREE, watch={**VMSTAT_AND_PROCESS, "iostat": "1 s"}, must=["plateau"], also=["station-width", "cpu-saturated"]),
    case("slow-resolver", "python", {"parallel_ms": 10, "resolver_ms": 8}, [], healthy=PYTHON_FREE, watch=VMSTAT_AND_PROCESS, must=["station-width|plateau"]),
    case("cold-cache", "python", {"parallel_ms": 5, "cache_keys": 3000, "miss_ms": 60}, [], healthy={"parallel_ms": 30, "cache_keys": 10, "miss_ms": 30}, threads=[8], step="26 s", must=["no-steady-state|degrades-in-order"]),
    case("more-servers-later", "python", {"pool": 2, "hold_ms": 25, "scale_after_s": 16, "scale_to": 16}, [], healthy={"pool": 64, "hold_ms": 25}, threads=[8], step="26 s", must=["no-steady-state"], also=["pool-exhausted"]),
    case("consumers-too-slow", "python", {"parallel_ms": 20, "taken_per_s": 100}, [], healthy={"parallel_ms": 20, "taken_per_s": 5000}, threads=[1, 4, 8, 12], step="10 s", must=["queue-not-keeping-up"], also=["drain-time", "carry-over"]),
    case("partitions-uneven", "python", {"parallel_ms": 20, "taken_per_s": 400, "partitions": 4}, [], healthy={"parallel_ms": 20, "taken_per_s": 9000, "partitions": 4}, threads=[4, 8], step="14 s", must=["queue-not-keeping-up"],
         also=["drain-time", "carry-over"]),
    case("consumers-away", "python", {"parallel_ms": 20, "taken_per_s": 2000, "paused_s": [12, 40]}, [], healthy={"parallel_ms": 20, "taken_per_s": 2000}, threads=[4, 8], step="14 s", must=["queue-not-keeping-up"], also=["drain-time", "carry-over"]),
    # The network. Lost packets are sent again within milliseconds by TCP's tail loss probes: no cluster of times shows it, only TCP's own counters.
    case("bandwidth", "python", {"parallel_ms": 5, "bytes": 60_000}, [], healthy={"parallel_ms": 30, "bytes": 100}, watch=VMSTAT_AND_PROCESS, network={"shape": "tbf rate 40mbit burst 128kb latency 300ms"}, must=["plateau|station-width"],
         also=["latency-cluster", "inversion"]),
    case("packets-lost", "python", {"parallel_ms": 20}, [], watch=TCP, network={"lost_percent": 3}, threads=[2, 4, 8, 16], must=["tcp-retransmissions"], also=["requests-in-flight", "latency-cluster"]),
    # The load generator.
    case("few-ports", "python", {"parallel_ms": 30}, [], watch=VMSTAT_AND_PROCESS, network={"ports": "40000 40059"}, threads=[10, 30, 120], must=["errors|requests-not-made|generator-limited"],
         also=["fast-failures", "transaction-errors", "nothing-succeeds", "events-lost"]),
    case("slow-generator", "nginx", {"bytes": 1000}, [], watch={"vmstat": "1 s", "process": "$WORKER"}, cores=0.1, threads=[1, 8, 32], must=["generator-limited|generator-delayed"], also=["inversion", "periodic-stalls", "latency-cluster"]),
    # Data, and a server that does one thing at a time.
    case("growing-table", "postgres", {"sql": ["create table item (id int, name text)"]}, [("cpu", ""), ("thread", "")], healthy=None, must=["rows-read|degrades-in-order|no-steady-state"], also=["rows-read", "cpu-saturated", "inversion", "periodic-stalls", "memory-grows", "retrograde", "no-steady-state"],
         watch={"vmstat": "1 s", "process": "postgres", "postgres": "postgres://postgres@127.0.0.1:$PORT/"}, threads=[1, 2, 4, 8], step="8 s",
         plan=sql("postgresql", "with made as (insert into item select i, 'x' from generate_series(1, 100) i) select count(*) from item where name = 'y'")),
    case("redis-slow-command", "redis", {"words": {"COMMAND": f'EVAL "{LOOP}" 0'}}, [("thread", "")], healthy={"words": {"COMMAND": "PING"}}, watch=VMSTAT_AND_PROCESS, threads=[1, 2, 8, 16], plan=REDIS, must=["thread-saturated"]),
    # Added together later that day: memory, a disk, a certificate, one of two servers.
    case("swapping", "swapping", {"mb": 40, "service": {"parallel_ms": 5, "touch_mb": 96, "touches": 24}}, [("memory", "")], healthy={"mb": 400, "service": {"parallel_ms": 20, "touch_mb": 96, "touches": 24}}, watch=VMSTAT_AND_PROCESS,
         must=["swap"], also=["memory-grows", "inversion"]),
    case("few-disk-operations", "slow-disk", {"reads_per_s": 80, "service": {"read_mb": 32, "reads": 2}}, [("disk", "")], healthy={"service": {"read_mb": 32, "reads": 2, "parallel_ms": 30}}, watch={**VMSTAT_AND_PROCESS, "iostat": "1 s"},
         must=["plateau|io-wait"], also=["station-width"]),
    case("certificate-expires", "nginx", {"valid_s": 18, "http": "keepalive_timeout 0;"}, [], healthy={"valid_s": 0, "server": "limit_rate 40k;", "bytes": 60_000}, plan=TLS, extra={"tls": {"ca": "$FOLDER/cert.pem"}},
         watch={"vmstat": "1 s", "process": "$WORKER"}, threads=[2, 8], step="12 s", must=["errors|nothing-succeeds"], also=["fast-failures", "transaction-errors", "thread-saturated", "cpu-saturated"]),
    case("one-server-slower", "balanced", {"service": {"pool": 64, "hold_ms": 20}, "second": {"pool": 64, "hold_ms": 120}}, [], healthy={"service": {"pool": 64, "hold_ms": 25}}, watch=BOTH, also=["peer-skew", "unequal-peers", "latency-cluster"],
         must=["peer-skew|unequal-peers"]),
    # Added together on 27 November: databases that write, replicas, logs, a clock, a key that all want, a path that loses large packets.
    case("commits-to-slow-disk", "slow-postgres", {"written_per_s": 2_000_000, "options": {"fsync": "on", "wal_init_zero": "off"}, "sql": STORED, "words": {"BYTES": "32000", "WAIT": "0"}}, [("disk", "")],
         healthy={"options": {"fsync": "on"}, "sql": STORED, "words": {"BYTES": "200", "WAIT": "0.05"}}, watch=ON_DISK, threads=[1, 4, 8, 16], plan=STORE, must=["plateau|io-wait"], also=["station-width", "no-steady-state", "periodic-stalls"]),
    case("checkpoints", "slow-postgres", {"written_per_s": 16_000_000, "options": {**OFTEN, "fsync": "on"}, "sql": STORED, "words": {"BYTES": "12000", "WAIT": "0.02"}}, [],
         healthy={"options": {"fsync": "on", "max_wal_size": "1GB"}, "sql": STORED, "words": {"BYTES": "200", "WAIT": "0.05"}}, watch=ON_DISK, threads=[8], step="60 s", plan=STORE, must=["periodic-stalls"],
         also=["io-wait", "no-steady-state", "latency-cluster"]),
    case("replica-on-slow-link", "replicated", {"link_bytes_per_s": 1_000_000, "sql": STORED, "with_replica": SYNCHRONOUS, "words": {"BYTES": "16000", "WAIT": "0"}}, [],
         healthy={"sql": STORED, "with_replica": SYNCHRONOUS, "words": {"BYTES": "200", "WAIT": "0.05"}}, watch=DATABASE, threads=[1, 4, 8, 16], plan=STORE, must=["plateau|station-width|retrograde"], also=["latency-cluster"]),
    case("replica-lags", "replicated", {"link_bytes_per_s": 1_000_000, "sql": STORED, "words": {"BYTES": "16000", "WAIT": "0.05"}}, [], healthy={"sql": STORED, "words": {"BYTES": "200", "WAIT": "0.05"}},
         watch={**DATABASE, "prometheus": {"url": "http://127.0.0.1:$METRICS/metrics", "every": "1 s"}, "queues": [{"name": "replica", "used": "pg_stat_replication_pg_wal_lsn_diff"}]}, threads=[4, 8], step="14 s", plan=STORE,
         must=["queue-not-keeping-up"], also=["drain-time", "carry-over"]),
    case("log-rotation", "python", {"parallel_ms": 20, "log_line_kb": 8, "rotate_s": 5, "compressed": True}, [], healthy={"parallel_ms": 20, "log_line_kb": 8, "rotate_s": 5}, watch=VMSTAT_AND_PROCESS, threads=[8], step="26 s",
         must=["periodic-stalls"], also=["no-steady-state"]),
    case("log-blocks", "python", {"parallel_ms": 5, "log_line_kb": 4, "drained_kb_s": 400}, [], healthy={"parallel_ms": 30, "log_line_kb": 4, "drained_kb_s": 1_000_000}, watch=VMSTAT_AND_PROCESS, must=["plateau|station-width"],
         also=["latency-cluster"]),
    case("clock-steps-back", "clocked", {"after_s": 18, "back_s": 60, "service": {"parallel_ms": 20, "clock_per_s": 2000}}, [], healthy={"service": {"parallel_ms": 20, "clock_per_s": 2000}}, threads=[4, 8], step="12 s",
         must=["errors|nothing-succeeds"], also=["fast-failures", "transaction-errors"]),
    case("hot-key", "balanced", {"method": "hash $arg_key consistent;", "service": {"pool": 4, "hold_ms": 25}, "words": {"KEY": "7"}}, [("pool", "orders")],
         healthy={"method": "hash $arg_key consistent;", "service": {"pool": 64, "hold_ms": 25}, "words": {"KEY": "${__Random(1,100000)}"}}, watch=BOTH, plan=KEYS, must=["pool-exhausted"], also=["peer-skew", "unequal-peers", "instance-lost"]),
    case("large-packets-lost", "python", {"parallel_ms": 20, "large_bytes": 20_000}, [], healthy={"parallel_ms": 20, "large_bytes": 20_000}, watch=TCP, network={"lost_beyond": 1400}, threads=[4, 8, 16], step="8 s",
         plan=[{"get": "http://127.0.0.1:$PORT/", "label": "small"}, {"get": "http://127.0.0.1:$PORT/large", "label": "large", "response_timeout": "2 s"}], must=["errors|nothing-succeeds", "tcp-retransmissions"],
         also=["transaction-errors", "requests-in-flight", "latency-cluster", "nothing-succeeds", "fast-failures"]),
    # Added together later that day: a real Kafka.
    case("kafka-consumers-too-slow", "kafka", {"message_us": 8000}, [], healthy={"message_us": 500}, watch=KAFKA, threads=[1, 4, 8, 12], step="9 s", must=["queue-not-keeping-up"], also=["drain-time", "carry-over"]),
    case("kafka-partitions-uneven", "kafka", {"hot_percent": 90, "consumers": 4, "message_us": 4000}, [], healthy={"consumers": 4, "message_us": 4000}, watch=KAFKA, threads=[4, 12], step="16 s",
         must=["queue-not-keeping-up", "partition-skew"], also=["drain-time", "carry-over"]),
    case("kafka-rebalances", "kafka", {"partitions": 6, "consumers": 3, "slow_every_s": 4, "slow_s": 5, "poll_ms": 3000}, [], healthy={"partitions": 6, "consumers": 3}, watch=KAFKA, threads=[4, 8], step="18 s",
         must=["rebalances"], also=["queue-not-keeping-up", "drain-time", "carry-over", "peer-skew"]),
    case("kafka-broker-away", "kafka", {"away_s": [17, 4]}, [], healthy={}, watch=KAFKA, threads=[4, 8, 12], step="13 s", must=["errors", "service-unreachable"],
         also=["nothing-succeeds", "fast-failures", "transaction-errors", "requests-in-flight", "latency-cluster", "no-steady-state", "queue-not-keeping-up", "drain-time", "carry-over", "rebalances"]),
    case("kafka-replica-on-slow-link", "kafka", {"replicas": 2, "link_bytes_per_s": 400_000, "bytes": 8000, "wait_ms": 5}, [], healthy={"replicas": 2, "bytes": 200}, watch=KAFKA, threads=[1, 4, 12, 32], step="8 s",
         must=["plateau|station-width|retrograde"], also=["latency-cluster"]),
]
