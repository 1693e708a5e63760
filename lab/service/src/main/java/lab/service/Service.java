package lab.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;

/**
 * What every service of the lab has: routes that are timed, {@code /health}, and {@code /metrics} in Prometheus' text, with
 * Spring Boot's names for requests and Micrometer's for the JVM.
 */
public final class Service {
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RoutingHandler routes = Handlers.routing();

    public Service() {
        new JvmMemoryMetrics().bindTo(meters);
        // Listens until the process ends, so it is never closed.
        new JvmGcMetrics().bindTo(meters);
        new JvmInfoMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        new UptimeMetrics().bindTo(meters);
        untimed("/health", request -> Answer.text(200, "ok\n"));
        untimed("/metrics", request -> Answer.text(200, meters.scrape()));
    }

    public MeterRegistry meters() {
        return meters;
    }

    /** {@code path} may hold parameters: {@code /jobs/{id}}. */
    public Service route(String method, String path, Route route) {
        routes.add(method, path, new BlockingHandler(exchange -> timed(exchange, method, path, route)));
        return this;
    }

    /** Accepts requests on {@code ADDRESS}; {@code threads} requests are worked on at once, more wait in a queue of the server. */
    public void listen(int port, int threads) {
        Undertow.builder()
                .addHttpListener(port, setting("ADDRESS", "127.0.0.1"), routes)
                .setIoThreads(2)
                .setWorkerThreads(threads)
                .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, 300_000)
                .build()
                .start();
    }

    /** A setting of the environment. */
    public static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    public static int number(String name, int otherwise) {
        return Integer.parseInt(setting(name, Integer.toString(otherwise)));
    }

    private void untimed(String path, Route route) {
        routes.get(path, new BlockingHandler(exchange -> send(exchange, route.answer(read(exchange)))));
    }

    private void timed(HttpServerExchange exchange, String method, String path, Route route) throws Exception {
        Timer.Sample sample = Timer.start(meters);
        Answer answer;
        try {
            answer = route.answer(read(exchange));
        } catch (Exception error) {
            answer = Answer.text(500, error + "\n");
        }
        sample.stop(meters.timer(
                "http.server.requests", "method", method, "uri", path, "status", Integer.toString(answer.status())));
        send(exchange, answer);
    }

    private static Request read(HttpServerExchange exchange) throws Exception {
        return new Request(exchange.getQueryParameters(), exchange.getInputStream().readAllBytes());
    }

    private static void send(HttpServerExchange exchange, Answer answer) {
        exchange.setStatusCode(answer.status());
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, answer.type());
        exchange.getResponseSender().send(ByteBuffer.wrap(answer.body()));
    }
}
