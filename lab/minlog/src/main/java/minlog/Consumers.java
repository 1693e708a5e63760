package minlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A host's consumers of the central Kafka, each a thread of its own: a batch is written into the database in one transaction,
 * archived, committed. The range assignor goes by the consumers' names: of hosts whose names differ only in their number,
 * the first one's consumers get the partitions.
 */
public final class Consumers {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INSERT =
            "INSERT INTO registration (cpr, helper, at, system_name, activity) VALUES (?, ?, NOW(3), ?, ?)";

    private Consumers() {}

    public static void main(String[] arguments) {
        int consumers = Settings.number("CONSUMERS");
        HikariDataSource database = Database.open(Settings.number("CONNECTIONS"));
        System.out.println(consumers + " consumers, heap of " + Runtime.getRuntime().maxMemory() + " bytes");
        for (int number = 0; number < consumers; number++) {
            String name = "%s-%02d".formatted(Settings.text("NAME"), number);
            new Thread(() -> consume(name, database), name).start();
        }
    }

    private static void consume(String name, HikariDataSource database) {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, Settings.text("KAFKA"));
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, Settings.text("GROUP"));
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, name);
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(RangeAssignor.class));
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Settings.number("BATCH_REGISTRATIONS"));
        // A dozen consumers in a small heap: none may hold megabytes of what it has fetched ahead.
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 256 << 10);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 256 << 10);
        int archiveMs = Settings.number("ARCHIVE_MS");
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(Settings.text("TOPIC")));
            while (true) {
                ConsumerRecords<String, String> batch = consumer.poll(Duration.ofSeconds(1));
                if (!batch.isEmpty()) {
                    write(batch, database);
                    Thread.sleep(archiveMs);
                    consumer.commitSync();
                }
            }
        } catch (Exception error) {
            error.printStackTrace();
            System.exit(1);
        }
    }

    private static void write(ConsumerRecords<String, String> batch, HikariDataSource database) throws Exception {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            connection.setAutoCommit(false);
            for (ConsumerRecord<String, String> record : batch) {
                JsonNode registration = JSON.readTree(record.value());
                statement.setString(1, registration.path("cpr").asText());
                statement.setString(2, registration.path("helper").asText());
                statement.setString(3, registration.path("system").asText());
                statement.setString(4, registration.path("activity").asText());
                statement.addBatch();
            }
            statement.executeBatch();
            connection.commit();
        }
    }
}
