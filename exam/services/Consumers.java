import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Makes the topic, and consumes it as a group, each consumer in a thread of its own: broker, partitions, replicas, consumers, µs for each
 * message, messages in a batch, and of one consumer every so many s a message that takes so many s (0: none does), max.poll.interval.ms.
 */
public class Consumers {
    private static final ConsumerRebalanceListener ASSIGNED = new ConsumerRebalanceListener() {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            System.out.println("assigned");
        }
    };
    private static String broker;
    private static int messageUs, batch, slowEveryS, slowS, pollMs;

    public static void main(String[] args) throws Exception {
        int[] number = new int[args.length];
        for (int i = 1; i < args.length; i++) number[i] = Integer.parseInt(args[i]);
        broker = args[0];
        messageUs = number[4];
        batch = number[5];
        slowEveryS = number[6];
        slowS = number[7];
        pollMs = number[8];
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker);
        try (Admin admin = Admin.create(properties)) {
            // Broker 1 leads all partitions, so that the way to its replicas is one.
            List<Integer> replicas = number[2] == 1 ? List.of(1) : List.of(1, 2);
            Map<Integer, List<Integer>> partitions = new HashMap<>();
            for (int i = 0; i < number[1]; i++) partitions.put(i, replicas);
            admin.createTopics(List.of(new NewTopic("orders", partitions))).all().get();
        }
        for (int i = 0; i < number[3]; i++) {
            int consumer = i;
            new Thread(() -> consume(consumer)).start();
        }
    }

    private static void consume(int number) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker);
        properties.put("group.id", "billing");
        properties.put("client.id", "billing-" + number);
        properties.put("auto.offset.reset", "earliest");
        properties.put("enable.auto.commit", false);
        properties.put("max.poll.records", batch);
        properties.put("max.poll.interval.ms", pollMs);
        properties.put("reconnect.backoff.max.ms", 200);
        long slowAt = System.nanoTime() + slowEveryS * 1_000_000_000L;
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of("orders"), ASSIGNED);
            while (true) {
                try {
                    ConsumerRecords<String, byte[]> records = consumer.poll(Duration.ofMillis(200));
                    if (number == 0 && slowEveryS > 0 && System.nanoTime() > slowAt && !records.isEmpty()) {
                        Thread.sleep(slowS * 1_000L);
                        slowAt = System.nanoTime() + slowEveryS * 1_000_000_000L;
                    }
                    for (ConsumerRecord<String, byte[]> record : records) Thread.sleep(messageUs / 1_000, 1_000 * (messageUs % 1_000));
                    if (!records.isEmpty()) consumer.commitSync();
                } catch (KafkaException error) {
                    // Out of the group, or no broker: the next poll joins it again.
                    System.out.println(error);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
