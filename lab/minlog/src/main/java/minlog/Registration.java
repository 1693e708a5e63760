package minlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.undertow.server.HttpServerExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * `POST /registration` with an array of registrations: the bulk is signed, then each is sealed and sent to the local Kafka, and
 * all are waited for. The signature service takes its time, and a server may only ask it for so many at once.
 */
public final class Registration {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaProducer<String, String> producer;
    private final Semaphore signatures = new Semaphore(Settings.number("SIGNATURES_AT_ONCE"), true);
    private final int signatureMs = Settings.number("SIGNATURE_MS");

    private Registration(KafkaProducer<String, String> producer) {
        this.producer = producer;
    }

    public static void main(String[] arguments) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, Settings.text("KAFKA"));
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, Settings.text("NAME"));
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 8 << 20);
        Registration registration = new Registration(
                new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer()));
        WebServer.start(Map.of("/registration", registration::register));
    }

    private void register(HttpServerExchange exchange) throws Exception {
        JsonNode bulk = JSON.readTree(exchange.getInputStream());
        sign();
        List<Future<RecordMetadata>> sent = new ArrayList<>(bulk.size());
        for (JsonNode one : bulk) {
            String text = one.toString();
            String value = text.substring(0, text.length() - 1) + ",\"seal\":\"" + seal(text) + "\"}";
            sent.add(producer.send(new ProducerRecord<>(Settings.text("TOPIC"), one.path("cpr").asText(), value)));
        }
        for (Future<RecordMetadata> one : sent) {
            one.get();
        }
        WebServer.answer(exchange, ("{\"registered\":" + sent.size() + "}").getBytes(StandardCharsets.UTF_8));
    }

    /** Stands for the signature service that is asked over the network. */
    private void sign() throws InterruptedException {
        signatures.acquire();
        try {
            // Between 70 % and 130 %: callers must not go in step.
            Thread.sleep(ThreadLocalRandom.current().nextInt(7 * signatureMs / 10, 13 * signatureMs / 10));
        } finally {
            signatures.release();
        }
    }

    private static String seal(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }
}
