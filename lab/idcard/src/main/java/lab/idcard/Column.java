package lab.idcard;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import lab.service.Answer;
import lab.service.Request;
import lab.service.Route;
import lab.service.Service;

/**
 * One column of the gateway: issues id cards, has them signed, keeps them, tells their status, and calls other services in
 * their holders' name. Every card goes to the other column before the caller has its answer, so each may be asked about all.
 */
public final class Column {
    private static final Duration OTHERS_TIMEOUT = Duration.ofSeconds(30);
    /** In the original every call is parsed into objects and back into a document, several times over. */
    private static final int ENVELOPE_MS = 15;

    private final HttpClient others =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build();
    private final Cache cache = new Cache();
    private final String signer = Service.setting("SIGNER", "http://127.0.0.1:20310/sign");
    private final String behind = Service.setting("BEHIND", "http://127.0.0.1:20340/echo");
    /** Where the other column's cache is told of cards; empty when there is one column. */
    private final String peer = Service.setting("PEER", "");

    public static void main(String[] arguments) {
        Column column = new Column();
        Service service = new Service();
        service.meters().gauge("idcard.cache.cards", column.cache, Cache::size);
        service.route("POST", "/idcard/issue/{name}", parsed(column::issue))
                .route("POST", "/idcard/sign/{name}", parsed(column::sign))
                .route("GET", "/idcard/status/{name}", parsed(column::status))
                .route("POST", "/proxy/{name}", parsed(column::proxy))
                .route("POST", "/cache", column::synchronise);
        service.listen(Service.number("PORT", 20311), 64);
    }

    private static Route parsed(Route route) {
        return request -> {
            Thread.sleep(ENVELOPE_MS);
            return route.answer(request);
        };
    }

    /** A card without a signature, and what its holder is to confirm. */
    private Answer issue(Request request) throws Exception {
        IdCard card = IdCard.proposed(request.parameter("name"));
        keep(card);
        return Answer.text(200, card.digest());
    }

    /** The card that was issued to this name, or its successor, signed and kept. */
    private Answer sign(Request request) throws Exception {
        if (cache.get(request.parameter("name")) == null) {
            return Answer.text(404, "no card was issued to " + request.parameter("name"));
        }
        IdCard card = IdCard.proposed(request.parameter("name"));
        HttpResponse<byte[]> signed = post(signer, card.digest().getBytes(), "");
        if (signed.statusCode() != 200) {
            return Answer.text(502, "the signer answered " + signed.statusCode());
        }
        IdCard valid = card.signed(new String(signed.body()));
        keep(valid);
        return Answer.xml(200, valid.xml());
    }

    private Answer status(Request request) {
        IdCard card = cache.get(request.parameter("name"));
        return card != null && card.valid() ? Answer.xml(200, card.xml()) : Answer.text(404, "no valid card");
    }

    private Answer proxy(Request request) throws Exception {
        IdCard card = cache.get(request.parameter("name"));
        if (card == null || !card.valid()) {
            return Answer.text(403, "no valid card");
        }
        HttpResponse<byte[]> answer = post(behind, request.body(), card.signature());
        return new Answer(answer.statusCode(), "text/xml; charset=UTF-8", answer.body());
    }

    private Answer synchronise(Request request) {
        cache.put(IdCard.ofLine(request.text()));
        return Answer.text(200, "");
    }

    private void keep(IdCard card) throws Exception {
        cache.put(card);
        if (!peer.isEmpty()) {
            HttpResponse<byte[]> answer = post(peer, card.line().getBytes(), "");
            if (answer.statusCode() != 200) {
                throw new IOException("the other column answered " + answer.statusCode());
            }
        }
    }

    private HttpResponse<byte[]> post(String to, byte[] body, String signature) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(to)).timeout(OTHERS_TIMEOUT);
        if (!signature.isEmpty()) {
            request.header("X-IdCard-Signature", signature);
        }
        return others.send(
                request.POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }
}
