package lab.service;

/** What a service does for one route; may block, for it runs on a thread of the service's pool. */
@FunctionalInterface
public interface Route {
    Answer answer(Request request) throws Exception;
}
