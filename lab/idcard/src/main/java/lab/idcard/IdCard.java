package lab.idcard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/** Says who somebody is until a time. Without a signature it is only a proposal. */
record IdCard(String name, Instant validUntil, String signature) {
    static IdCard proposed(String name) {
        return new IdCard(name, Instant.now().plus(24, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS), "");
    }

    IdCard signed(String signature) {
        return new IdCard(name, validUntil, signature);
    }

    boolean valid() {
        return !signature.isEmpty() && Instant.now().isBefore(validUntil);
    }

    String digest() throws NoSuchAlgorithmException {
        byte[] text = (name + "|" + validUntil).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    }

    String xml() {
        return "<IdCard><NameId>" + name + "</NameId><NotOnOrAfter>" + validUntil + "</NotOnOrAfter><SignatureValue>"
                + signature + "</SignatureValue></IdCard>";
    }

    /** One line, as columns tell each other. */
    String line() {
        return name + "\t" + validUntil + "\t" + signature;
    }

    static IdCard ofLine(String line) {
        String[] parts = line.split("\t", -1);
        return new IdCard(parts[0], Instant.parse(parts[1]), parts[2]);
    }
}
