import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/** A small HTTP service on a JVM: port, KiB of garbage for each request, KiB that each keeps for good, KiB held all the time, ms of waiting. */
public class Service {
    static final List<byte[]> KEPT = new ArrayList<>();
    static volatile Object sink;

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]), garbage = Integer.parseInt(args[1]), leak = Integer.parseInt(args[2]);
        int held = Integer.parseInt(args[3]), wait = Integer.parseInt(args[4]);
        for (int i = 0; i < held; i++) KEPT.add(new byte[1024]);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 512);
        server.setExecutor(Executors.newFixedThreadPool(64));
        server.createContext("/", exchange -> {
            byte[][] young = new byte[garbage][];
            for (int i = 0; i < garbage; i++) young[i] = new byte[1024];
            sink = young;
            if (leak > 0) synchronized (KEPT) { for (int i = 0; i < leak; i++) KEPT.add(new byte[1024]); }
            try { Thread.sleep(wait); } catch (InterruptedException e) { return; }
            byte[] body = "OK".getBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }
}
