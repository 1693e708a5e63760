package lab.service;

import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.Map;

/** One request to a route: parts of its path and its query by name, and the whole body. */
public record Request(Map<String, Deque<String>> parameters, byte[] body) {
    /** The value of a parameter, or an empty text. */
    public String parameter(String name) {
        Deque<String> values = parameters.get(name);
        return values == null ? "" : values.getFirst();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
