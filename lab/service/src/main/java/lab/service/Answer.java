package lab.service;

import java.nio.charset.StandardCharsets;

/** What a service answers: a status and a body of one content type. */
public record Answer(int status, String type, byte[] body) {
    public static Answer text(int status, String text) {
        return new Answer(status, "text/plain; charset=UTF-8", text.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer json(int status, String json) {
        return new Answer(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer xml(int status, String xml) {
        return new Answer(status, "text/xml; charset=UTF-8", xml.getBytes(StandardCharsets.UTF_8));
    }
}
