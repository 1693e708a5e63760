import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * An HTTP service that answers when Kafka has its message, or with 503: port, broker, % of the messages that are of the same key, bytes
 * of a message, ms of waiting.
 */
public class Orders {
    private static final int ANSWER_MS_MAX = 1_000;

    private final KafkaProducer<String, byte[]> producer;
    private final int hotPercent, bytes, waitMs;

    private Orders(String broker, int hotPercent, int bytes, int waitMs) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker);
        properties.put("acks", "all");
        properties.put("linger.ms", 0);
        properties.put("max.block.ms", ANSWER_MS_MAX);
        properties.put("request.timeout.ms", ANSWER_MS_MAX);
        properties.put("delivery.timeout.ms", 2 * ANSWER_MS_MAX);
        properties.put("reconnect.backoff.max.ms", 200);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        this.hotPercent = hotPercent;
        this.bytes = bytes;
        this.waitMs = waitMs;
    }

    public static void main(String[] args) throws Exception {
        Orders orders = new Orders(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 512);
        server.setExecutor(Executors.newFixedThreadPool(64));
        server.createContext("/", orders::order);
        server.start();
    }

    private void order(HttpExchange exchange) {
        try (exchange) {
            Thread.sleep(waitMs);
            int status = 200;
            try {
                producer.send(new ProducerRecord<>("orders", key(), new byte[bytes])).get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
            } catch (Exception error) {
                status = 503;
            }
            byte[] body = (status == 200 ? "OK" : "no broker").getBytes();
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (Exception gone) {
            // The caller is: nothing is left to do.
        }
    }

    private String key() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return "customer-" + (random.nextInt(100) < hotPercent ? 7 : random.nextInt(100_000));
    }
}
