package lab.library;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import lab.service.Answer;
import lab.service.Request;
import org.marc4j.MarcReader;
import org.marc4j.MarcStreamReader;
import org.marc4j.marc.DataField;
import org.marc4j.marc.Record;

/**
 * Imports of MARC records as jobs: started, asked about, one after another. A job's state is in the database, so a service that
 * ends in the middle of a job knows of it when it is back.
 *
 * <p>The fault that the study is about is here: the matcher keeps every record that it has seen since the service started, and
 * looks through all of them for each new one. So every import takes longer than the one before and leaves less heap, until
 * the service is started again.
 */
final class DataImport {
    private static final int RECORDS_OF_BATCH = 50;
    /** What asking another module for one record's holdings takes: so an import has its length on any machine. */
    private static final long HOLDINGS_MS = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What the matcher keeps. */
    private record Seen(String number, String title, Record whole) {}

    private final DataSource database;
    private final Path file;
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final List<Seen> seen = new ArrayList<>();

    DataImport(DataSource database, Path file) {
        this.database = database;
        this.file = file;
    }

    /** Jobs of a service that is no more. */
    void endWhatWasRunning() throws SQLException {
        change("UPDATE import_jobs SET status = 'STOPPED', ended = now() WHERE status = 'RUNNING'");
    }

    int remembered() {
        return seen.size();
    }

    /** The body says how many records: {@code {"records": 2000}}. */
    Answer start(Request request) throws Exception {
        int records = JSON.readTree(request.body()).path("records").asInt(1000);
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO import_jobs (status, total) VALUES ('RUNNING', ?) RETURNING id")) {
            insert.setInt(1, records);
            try (ResultSet row = insert.executeQuery()) {
                row.next();
                long job = row.getLong(1);
                worker.execute(() -> perform(job, records));
                return Answer.json(201, JSON.createObjectNode().put("id", job).put("status", "RUNNING").toString());
            }
        }
    }

    Answer state(Request request) throws Exception {
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT status, total, committed FROM import_jobs WHERE id = ?")) {
            select.setLong(1, Long.parseLong(request.parameter("id")));
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Answer.json(404, "{\"error\":\"no such job\"}");
                }
                return Answer.json(200, JSON.createObjectNode().put("status", row.getString(1))
                        .put("total", row.getInt(2)).put("committed", row.getInt(3)).toString());
            }
        }
    }

    private void perform(long job, int records) {
        // The whole upload is kept in memory while the job goes on.
        try (InputStream input = new ByteArrayInputStream(Files.readAllBytes(file))) {
            MarcReader reader = new MarcStreamReader(input);
            List<Record> batch = new ArrayList<>();
            for (int done = 0; done < records && reader.hasNext(); ) {
                Record record = reader.next();
                if (matches(record)) {
                    record.setId(null);
                }
                seen.add(new Seen(record.getControlNumber(), title(record), record));
                batch.add(record);
                done++;
                if (batch.size() == RECORDS_OF_BATCH || done == records) {
                    Thread.sleep(HOLDINGS_MS * batch.size());
                    commit(job, batch);
                    batch.clear();
                }
            }
            change("UPDATE import_jobs SET status = 'COMMITTED', ended = now() WHERE id = " + job);
        } catch (Exception error) {
            System.err.println("job " + job + ": " + error);
            try {
                change("UPDATE import_jobs SET status = 'ERROR', ended = now() WHERE id = " + job);
            } catch (SQLException second) {
                System.err.println("job " + job + ": " + second);
            }
        }
    }

    /** Whether this record was seen before under another number: same title, other control number. */
    private boolean matches(Record record) {
        String title = title(record);
        boolean found = false;
        for (Seen other : seen) {
            found |= other.title().compareToIgnoreCase(title) == 0 && !other.number().equals(record.getControlNumber());
        }
        return found;
    }

    private static String title(Record record) {
        return ((DataField) record.getVariableField("245")).getSubfield('a').getData();
    }

    private void commit(long job, List<Record> batch) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            // One statement for each record and table, as an object mapper does it: the way to the database and back counts.
            for (Record record : batch) {
                insert(connection, "INSERT INTO records (job, number, body) VALUES (?, ?, ?)", job,
                        record.getControlNumber(), record.toString());
                insert(connection, "INSERT INTO journal (job, number, what) VALUES (?, ?, ?)", job,
                        record.getControlNumber(), "record created");
                insert(connection, "INSERT INTO instances (job, number, title) VALUES (?, ?, ?)", job,
                        record.getControlNumber(), title(record));
            }
            insert(connection, "UPDATE import_jobs SET committed = committed + ? WHERE id = ?", batch.size(), job);
            connection.commit();
        }
    }

    private static void insert(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < values.length; at++) {
                statement.setObject(at + 1, values[at]);
            }
            statement.executeUpdate();
        }
    }

    private void change(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        }
    }
}
