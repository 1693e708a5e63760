package lab.idcard;

import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import lab.service.Answer;
import lab.service.Service;

/**
 * The signing service with its hardware box: one key, one signature at a time, whoever asks. What waits, waits in the queue of a
 * pool of one thread, whose use Micrometer tells ({@code executor_*}).
 */
public final class Signer {
    private static final int QUEUED_MAX = 256;

    private final KeyPair keys;
    private final long signatureNs;

    private Signer(int signatureMs) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
        signatureNs = TimeUnit.MILLISECONDS.toNanos(signatureMs);
    }

    public static void main(String[] arguments) throws Exception {
        Signer signer = new Signer(Service.number("SIGNATURE_MS", 30));
        Service service = new Service();
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED_MAX));
        ExecutorService box = ExecutorServiceMetrics.monitor(service.meters(), one, "signer", List.of());
        service.route("POST", "/sign", request -> Answer.text(200, box.submit(() -> signer.sign(request.body())).get()));
        service.listen(Service.number("PORT", 20310), QUEUED_MAX);
    }

    /** Computing is quick; the way to the box and back makes up the rest of the time, in which nobody else is served. */
    private String sign(byte[] digest) throws Exception {
        long end = System.nanoTime() + signatureNs;
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(digest);
        String signed = Base64.getEncoder().encodeToString(signature.sign());
        TimeUnit.NANOSECONDS.sleep(Math.max(0, end - System.nanoTime()));
        return signed;
    }
}
