package minlog;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/**
 * What somebody has to do at the brokers: `prepare` makes the topic at both and limits the line between them; `mirrored` keeps
 * the mirror's position.
 *
 * <p>MirrorMaker 2 commits no consumer group at its source, so no tool can show its lag there. As it copies every record
 * into the same partition of a topic that was empty, its position is the end of the copy: `mirrored` commits that as the
 * group of the mirror, once a second.
 */
public final class Broker {
    private final String topic = Settings.text("TOPIC");
    private final int partitions = Settings.number("PARTITIONS");

    private Broker() {}

    public static void main(String[] arguments) throws Exception {
        Broker broker = new Broker();
        try (Admin local = admin("KAFKA_LOCAL"); Admin central = admin("KAFKA_CENTRAL")) {
            if (arguments[0].equals("prepare")) {
                broker.prepare(local, central);
            } else {
                broker.mirrored(local, central);
            }
        }
    }

    private void prepare(Admin local, Admin central) throws Exception {
        for (Admin each : List.of(local, central)) {
            each.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty()))).all().get();
        }
        double bytesPerS = Settings.number("LINE_BYTES_PER_S");
        ClientQuotaEntity everyClient = new ClientQuotaEntity(nullable(ClientQuotaEntity.CLIENT_ID));
        var limit = new ClientQuotaAlteration.Op("consumer_byte_rate", bytesPerS);
        local.alterClientQuotas(List.of(new ClientQuotaAlteration(everyClient, List.of(limit)))).all().get();
    }

    /** The entity "by default": its value is null. */
    private static Map<String, String> nullable(String type) {
        Map<String, String> entry = new HashMap<>();
        entry.put(type, null);
        return entry;
    }

    private void mirrored(Admin local, Admin central) throws Exception {
        Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, partitions).boxed()
                .collect(Collectors.toMap(partition -> new TopicPartition(topic, partition), any -> OffsetSpec.latest()));
        while (true) {
            Map<TopicPartition, ListOffsetsResultInfo> copied = central.listOffsets(ends).all().get();
            Map<TopicPartition, OffsetAndMetadata> position = copied.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue().offset())));
            local.alterConsumerGroupOffsets(Settings.text("GROUP"), position).all().get();
            Thread.sleep(Duration.ofSeconds(1).toMillis());
        }
    }

    private static Admin admin(String cluster) {
        Properties properties = new Properties();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, Settings.text(cluster));
        return Admin.create(properties);
    }
}
