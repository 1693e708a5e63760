package lab.library;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import lab.service.Answer;
import lab.service.Request;

/**
 * What a service desk asks: who is there, what may they borrow, which item is it; it goes out, it comes in. In the original these
 * go through several modules, each a service of its own; here every such hop is 10 ms of waiting, before the database is asked.
 */
final class Circulation {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int HOP_MS = 10;

    private final DataSource database;

    Circulation(DataSource database) {
        this.database = database;
    }

    Answer login(Request request) throws Exception {
        hops(3);
        String name = JSON.readTree(request.body()).path("username").asText();
        return Answer.json(201, JSON.createObjectNode().put("user", name).put("token", UUID.randomUUID().toString())
                .toString());
    }

    /** Whoever has 50 items or more gets no further one. */
    Answer blocks(Request request) throws Exception {
        hops(2);
        try (Connection connection = database.getConnection();
                PreparedStatement count = connection.prepareStatement(
                        "SELECT count(*) FROM loans WHERE patron = ? AND returned IS NULL")) {
            count.setString(1, request.parameter("patron"));
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return Answer.json(200, JSON.createObjectNode().put("open", row.getInt(1))
                        .put("blocked", row.getInt(1) >= 50).toString());
            }
        }
    }

    Answer loans(Request request) throws Exception {
        hops(3);
        ArrayNode loans = JSON.createArrayNode();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT l.id, l.item, i.title FROM loans l JOIN items i ON i.barcode = l.item"
                                + " WHERE l.patron = ? AND l.returned IS NULL ORDER BY l.id DESC LIMIT 20")) {
            select.setString(1, request.parameter("patron"));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    loans.addObject().put("id", rows.getLong(1)).put("item", rows.getString(2))
                            .put("title", rows.getString(3));
                }
            }
        }
        return Answer.json(200, JSON.createObjectNode().set("loans", loans).toString());
    }

    Answer items(Request request) throws Exception {
        hops(2);
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT barcode, title, status FROM items WHERE barcode = ?")) {
            select.setString(1, request.parameter("barcode"));
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Answer.json(404, "{\"error\":\"no such item\"}");
                }
                return Answer.json(200, JSON.createObjectNode().put("barcode", row.getString(1))
                        .put("title", row.getString(2)).put("status", row.getString(3)).toString());
            }
        }
    }

    Answer checkOut(Request request) throws Exception {
        hops(8);
        JsonNode wanted = JSON.readTree(request.body());
        String item = wanted.path("itemBarcode").asText();
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            if (change(connection, "UPDATE items SET status = 'Checked out' WHERE barcode = ? AND status = 'Available'", item)
                    == 0) {
                connection.rollback();
                return Answer.json(422, "{\"error\":\"item is not available\"}");
            }
            change(connection, "INSERT INTO loans (item, patron) VALUES (?, ?)", item, wanted.path("userBarcode").asText());
            connection.commit();
        }
        ObjectNode answer = JSON.createObjectNode().put("item", item).put("status", "Checked out");
        return Answer.json(201, answer.toString());
    }

    Answer checkIn(Request request) throws Exception {
        hops(5);
        String item = JSON.readTree(request.body()).path("itemBarcode").asText();
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            change(connection, "UPDATE items SET status = 'Available' WHERE barcode = ?", item);
            change(connection, "UPDATE loans SET returned = now() WHERE item = ? AND returned IS NULL", item);
            connection.commit();
        }
        return Answer.json(200, JSON.createObjectNode().put("item", item).put("status", "Available").toString());
    }

    private static void hops(int modules) throws InterruptedException {
        Thread.sleep((long) modules * HOP_MS);
    }

    private static int change(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < values.length; at++) {
                statement.setString(at + 1, values[at]);
            }
            return statement.executeUpdate();
        }
    }
}
