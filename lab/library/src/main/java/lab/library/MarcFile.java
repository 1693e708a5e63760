package lab.library;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.marc4j.MarcStreamWriter;
import org.marc4j.marc.MarcFactory;
import org.marc4j.marc.Record;

/** Writes a file of MARC records, the same each time: {@code MarcFile FILE RECORDS}. */
public final class MarcFile {
    private static final String[] WORDS = {
        "sea", "harbour", "line", "ship", "load", "water", "winter", "north", "light", "iron", "story", "garden", "night", "wind"
    };
    private static final MarcFactory FACTORY = MarcFactory.newInstance();

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(1876);
        try (OutputStream output = Files.newOutputStream(Path.of(arguments[0]))) {
            MarcStreamWriter writer = new MarcStreamWriter(output, "UTF-8");
            for (int number = 1; number <= Integer.parseInt(arguments[1]); number++) {
                writer.write(record(random, number));
            }
            writer.close();
        }
    }

    private static Record record(Random random, int number) {
        Record record = FACTORY.newRecord("00000nam a2200000 a 4500");
        record.addVariableField(FACTORY.newControlField("001", "in%08d".formatted(number)));
        record.addVariableField(FACTORY.newControlField("008", "161121s2016    dk ||||||||||||||||||eng||"));
        record.addVariableField(FACTORY.newDataField("020", ' ', ' ', "a", "978%010d".formatted(number)));
        record.addVariableField(FACTORY.newDataField("100", '1', ' ', "a", words(random, 2)));
        record.addVariableField(FACTORY.newDataField("245", '1', '0', "a", "Proceedings of the society for the study of " + words(random, 2) + ", volume " + number));
        record.addVariableField(FACTORY.newDataField("260", ' ', ' ', "a", words(random, 1), "b", words(random, 2)));
        record.addVariableField(FACTORY.newDataField("520", ' ', ' ', "a", words(random, 400)));
        record.addVariableField(FACTORY.newDataField("650", ' ', '0', "a", words(random, 3)));
        return record;
    }

    private static String words(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < count; word++) {
            text.append(word == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }
}
