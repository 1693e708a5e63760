package lab.collector;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.httpcomponents.hc5.PoolingHttpClientConnectionManagerMetricsBinder;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** Apache HttpClient with a pool that is larger than the load needs. */
final class ClassicPublisher implements Publisher {
    private final CloseableHttpClient client;
    private final URI topic;

    ClassicPublisher(URI topic, int connections, MeterRegistry meters) {
        PoolingHttpClientConnectionManager pool = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(connections)
                .setMaxConnPerRoute(connections)
                .build();
        new PoolingHttpClientConnectionManagerMetricsBinder(pool, "events").bindTo(meters);
        client = HttpClients.custom().setConnectionManager(pool).build();
        this.topic = topic;
    }

    @Override
    public int publish(byte[] event) throws Exception {
        HttpPost post = new HttpPost(topic);
        post.setEntity(new ByteArrayEntity(event, ContentType.APPLICATION_JSON));
        return client.execute(post, answer -> {
            if (answer.getEntity() != null) {
                answer.getEntity().getContent().readAllBytes();
            }
            return answer.getCode();
        });
    }
}
