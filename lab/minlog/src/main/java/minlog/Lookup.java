package minlog;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.zip.CRC32;

/**
 * Looks up what was registered: `/lookup?cpr=N` for a citizen, the latest 50; `/onbehalfof?helper=N` for a helper, for
 * which every document about the helper is read, held while another service is asked, sorted and cut to a page. The first
 * is light. The second holds megabytes for as long as the other service takes. That is the authorisation service, for which
 * a sleep stands: it takes its time, and none of this machine's.
 */
public final class Lookup {
    private static final int PAGE_ROWS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COLUMNS = "SELECT id, cpr, helper, at, system_name, activity";
    private static final String WITHOUT_DOCUMENT = COLUMNS + ", '' FROM registration WHERE ";
    private static final String WITH_DOCUMENT = COLUMNS + ", document FROM registration WHERE ";

    private final HikariDataSource database;
    private final int authorisationMs = Settings.number("AUTHORISATION_MS");
    /** So many lookups for helpers may be at work in a server: more wait. */
    private final Semaphore helpers = new Semaphore(Settings.number("HELPERS_AT_ONCE"), true);
    private final int helperAuthorisationMs = Settings.number("HELPER_AUTHORISATION_MS");

    private Lookup(HikariDataSource database) {
        this.database = database;
    }

    public static void main(String[] arguments) {
        Lookup lookup = new Lookup(Database.open(Settings.number("CONNECTIONS")));
        Map<String, HttpHandler> handlers = Map.of("/lookup", lookup::citizen, "/onbehalfof", lookup::helper);
        WebServer.start(handlers);
    }

    private void citizen(HttpServerExchange exchange) throws Exception {
        Thread.sleep(authorisationMs);
        String query = WITHOUT_DOCUMENT + "cpr = ? ORDER BY at DESC LIMIT " + PAGE_ROWS;
        WebServer.answer(exchange, JSON.writeValueAsBytes(read(query, parameter(exchange, "cpr"))));
    }

    private void helper(HttpServerExchange exchange) throws Exception {
        helpers.acquire();
        try {
            WebServer.answer(exchange, helperPage(exchange));
        } finally {
            helpers.release();
        }
    }

    private byte[] helperPage(HttpServerExchange exchange) throws Exception {
        List<Map<String, Object>> all = read(WITH_DOCUMENT + "helper = ?", parameter(exchange, "helper"));
        Thread.sleep(helperAuthorisationMs);
        exchange.getResponseHeaders().put(new HttpString("X-Seen"), Long.toHexString(sum(all)));
        all.sort(Comparator.comparing(row -> (String) row.get("at"), Comparator.reverseOrder()));
        List<Map<String, Object>> page = all.subList(0, Math.min(PAGE_ROWS, all.size()));
        page.forEach(row -> row.put("document", ((String) row.get("document")).substring(0, 40)));
        return JSON.writeValueAsBytes(page);
    }

    /** The log of lookups keeps a sum of all that was seen: that takes all of it once more, and in one piece. */
    private static long sum(List<Map<String, Object>> rows) {
        int characters = rows.stream().mapToInt(row -> ((String) row.get("document")).length()).sum();
        ByteBuffer whole = ByteBuffer.allocate(characters);
        rows.forEach(row -> whole.put(((String) row.get("document")).getBytes(StandardCharsets.ISO_8859_1)));
        CRC32 sum = new CRC32();
        sum.update(whole.flip());
        return sum.getValue();
    }

    private List<Map<String, Object>> read(String query, String key) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            // The driver would hold the whole answer beside the rows that are made of it.
            statement.setFetchSize(50);
            statement.setString(1, key);
            List<Map<String, Object>> rows = new ArrayList<>();
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    Map<String, Object> row = new HashMap<>();
                    row.put("id", found.getLong(1));
                    row.put("cpr", found.getString(2));
                    row.put("helper", found.getString(3));
                    row.put("at", found.getString(4));
                    row.put("system", found.getString(5));
                    row.put("activity", found.getString(6));
                    row.put("document", found.getString(7));
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    private static String parameter(HttpServerExchange exchange, String name) {
        var values = exchange.getQueryParameters().get(name);
        return values == null ? "" : values.getFirst();
    }
}
