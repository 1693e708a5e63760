package lab.library;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import java.nio.file.Path;
import lab.service.Service;

/** A library's service desk: items go out and come in, and whole catalogues are imported beside. */
public final class Library {
    private static final int POOL_SIZE = 10;

    public static void main(String[] arguments) throws Exception {
        Service service = new Service();
        HikariConfig config = new HikariConfig();
        config.setPoolName("library");
        config.setJdbcUrl(Service.setting("DATABASE", "jdbc:postgresql://127.0.0.1:21301/library"));
        config.setUsername(Service.setting("DATABASE_USER", "library"));
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(service.meters()));
        HikariDataSource database = new HikariDataSource(config);
        Circulation circulation = new Circulation(database);
        DataImport imports = new DataImport(database, Path.of(Service.setting("MARC_FILE", "records.mrc")));
        imports.endWhatWasRunning();
        service.meters().gauge("import.matcher.records", imports, DataImport::remembered);
        service.route("POST", "/bl-users/login", circulation::login)
                .route("GET", "/automated-patron-blocks/{patron}", circulation::blocks)
                .route("GET", "/circulation/loans", circulation::loans)
                .route("GET", "/inventory/items", circulation::items)
                .route("POST", "/circulation/check-out-by-barcode", circulation::checkOut)
                .route("POST", "/circulation/check-in-by-barcode", circulation::checkIn)
                .route("POST", "/data-import/jobs", imports::start)
                .route("GET", "/data-import/jobs/{id}", imports::state);
        service.listen(Service.number("PORT", 21300), 32);
    }
}
