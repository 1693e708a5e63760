package shop;

import java.util.ArrayDeque;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A service that makes garbage: each order takes a quarter of a megabyte, and the last fifty are kept. */
@SpringBootApplication
@RestController
public class Shop {
    private final ArrayDeque<byte[]> orders = new ArrayDeque<>();

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    @GetMapping("/")
    public synchronized int order() {
        orders.add(new byte[1 << 18]);
        if (orders.size() > 50) {
            orders.remove();
        }
        return orders.size();
    }

    private record Link(Link next) {}

    /** Fills the heap until a full collection takes more than a second; answers how many milliseconds it took. */
    @GetMapping("/collect")
    public long collect() {
        Link last = null;
        long tookMs = 0;
        for (int round = 0; round < 12 && tookMs < 1_100; round++) {
            for (int i = 0; i < 10_000_000; i++) {
                last = new Link(last);
            }
            long begun = System.nanoTime();
            System.gc();
            tookMs = (System.nanoTime() - begun) / 1_000_000;
        }
        return last == null ? 0 : tookMs;
    }

    /** Takes memory until there is none. */
    @GetMapping("/exhaust")
    public int exhaust() {
        var all = new ArrayDeque<byte[]>();
        while (true) {
            all.add(new byte[1 << 26]);
        }
    }
}
