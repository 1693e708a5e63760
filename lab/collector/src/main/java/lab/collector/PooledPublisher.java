package lab.collector;

import io.netty.buffer.Unpooled;
import java.net.URI;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * Reactor Netty with its own limits: a pool of 16 connections (by default, with 8 cores or fewer), and twice as many requests
 * that may wait for one; the next is refused at once.
 */
final class PooledPublisher implements Publisher {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client;
    private final String topic;

    PooledPublisher(URI topic, int connections) {
        ConnectionProvider pool =
                ConnectionProvider.builder("events").maxConnections(connections).metrics(true).build();
        client = HttpClient.create(pool).headers(headers -> headers.set("Content-Type", "application/json"));
        this.topic = topic.toString();
    }

    @Override
    public int publish(byte[] event) {
        return client.post()
                .uri(topic)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(event)))
                .responseSingle((answer, body) -> body.asByteArray().then(Mono.just(answer.status().code())))
                .block(ANSWER_TIMEOUT);
    }
}
