package minlog;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.accesslog.AccessLogHandler;
import io.undertow.server.handlers.accesslog.DefaultAccessLogReceiver;
import io.undertow.util.Headers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;

/** Undertow as WildFly sets it up: blocking handlers on worker threads, an access log with durations. */
final class WebServer {
    private static final String ACCESS_LOG_FORMAT = "%h %t \"%r\" %s %D";
    private static final ObjectMapper JSON = new ObjectMapper();

    private WebServer() {}

    /** Serves `handlers` by path, and `/configuration`: what the JVM really got. */
    static void start(Map<String, HttpHandler> handlers) {
        PathHandler paths = new PathHandler();
        handlers.forEach((path, handler) -> paths.addExactPath(path, new BlockingHandler(handler)));
        paths.addExactPath("/configuration", exchange -> {
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
            exchange.getResponseSender().send(JSON.writeValueAsString(configuration()));
        });
        Path log = Path.of(Settings.text("ACCESS_LOG"));
        DefaultAccessLogReceiver receiver = DefaultAccessLogReceiver.builder()
                .setLogWriteExecutor(Executors.newSingleThreadExecutor(WebServer::daemon))
                .setOutputDirectory(log.getParent())
                .setLogBaseName(log.getFileName().toString().replaceFirst("log$", ""))
                .setLogNameSuffix("log")
                .setRotate(false)
                .build();
        Undertow.builder()
                .addHttpListener(Settings.number("PORT"), Settings.text("ADDRESS"))
                .setServerOption(UndertowOptions.RECORD_REQUEST_START_TIME, true)
                .setIoThreads(2)
                .setWorkerThreads(Settings.number("WORKER_THREADS"))
                .setHandler(new AccessLogHandler(paths, receiver, ACCESS_LOG_FORMAT, WebServer.class.getClassLoader()))
                .build()
                .start();
    }

    static void answer(io.undertow.server.HttpServerExchange exchange, byte[] json) throws java.io.IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getOutputStream().write(json);
        exchange.endExchange();
    }

    private static Map<String, Object> configuration() {
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("name", Settings.text("NAME"));
        found.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
        found.put("processors", Runtime.getRuntime().availableProcessors());
        found.put("worker_threads", Settings.number("WORKER_THREADS"));
        found.put("java_version", System.getProperty("java.version"));
        return found;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "access-log");
        thread.setDaemon(true);
        return thread;
    }
}
