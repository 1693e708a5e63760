package minlog;

/** A process's settings: environment variables, each with its unit in the name. */
final class Settings {
    private Settings() {}

    static String text(String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new IllegalArgumentException("the environment variable " + name + " is not set");
        }
        return value;
    }

    static int number(String name) {
        return Integer.parseInt(text(name));
    }
}
