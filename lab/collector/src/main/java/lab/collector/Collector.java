package lab.collector;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Metrics;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import lab.service.Answer;
import lab.service.Request;
import lab.service.Service;

/**
 * Takes events of network elements, checks them against their schema and hands them on; the answer is 202 once the receiver
 * has the event.
 */
public final class Collector {
    /** More than any pool of connections, so that what waits for a connection is seen as waiting there. */
    private static final int THREADS = 160;

    private final Schema schema;
    private final Publisher publisher;
    private final Counter refused;

    private Collector(Schema schema, Publisher publisher, Counter refused) {
        this.schema = schema;
        this.publisher = publisher;
        this.refused = refused;
    }

    public static void main(String[] arguments) throws Exception {
        Service service = new Service();
        // Reactor Netty writes its metrics into the global registry.
        Metrics.addRegistry(service.meters());
        URI topic = URI.create(Service.setting("TOPIC", "http://127.0.0.1:21401/events/unauthenticated.SEC_FAULT_OUTPUT"));
        String client = Service.setting("CLIENT", "pooled");
        Publisher publisher = switch (client) {
            case "pooled" -> new PooledPublisher(topic, Service.number("POOL", 16));
            case "classic" -> new ClassicPublisher(topic, Service.number("POOL", 64), service.meters());
            default -> throw new IllegalArgumentException("CLIENT is pooled or classic, not " + client);
        };
        try (InputStream text = Collector.class.getResourceAsStream("/event.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text);
            Collector collector = new Collector(schema, publisher, service.meters().counter("events.not.published"));
            service.route("POST", "/eventListener/v7", collector::receive);
        }
        service.listen(Service.number("PORT", 21400), THREADS);
    }

    private Answer receive(Request request) {
        List<com.networknt.schema.Error> mistakes;
        try {
            mistakes = schema.validate(request.text(), InputFormat.JSON);
        } catch (RuntimeException noJson) {
            return Answer.json(400, "{\"requestError\":\"no JSON\"}");
        }
        if (!mistakes.isEmpty()) {
            return Answer.json(400, "{\"requestError\":\"" + mistakes.get(0).getInstanceLocation() + "\"}");
        }
        try {
            int status = publisher.publish(request.body());
            return status < 300 ? Answer.json(202, "Accepted") : notPublished("the receiver answered " + status);
        } catch (Exception error) {
            return notPublished(error.toString());
        }
    }

    private Answer notPublished(String why) {
        refused.increment();
        System.err.println("event not published: " + why);
        return Answer.json(503, "{\"requestError\":\"event not published\"}");
    }
}
