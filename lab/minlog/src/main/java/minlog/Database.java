package minlog;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

final class Database {
    private Database() {}

    static HikariDataSource open(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(Settings.text("DATABASE_URL"));
        config.setUsername("minlog");
        config.setPassword("minlog");
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        return new HikariDataSource(config);
    }
}
