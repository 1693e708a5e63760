package lab.idcard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The cards that this column knows; the oldest goes when there are too many. */
final class Cache {
    private static final int CARDS_MAX = 50_000;

    private final Map<String, IdCard> cards = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, IdCard> eldest) {
            return size() > CARDS_MAX;
        }
    });

    void put(IdCard card) {
        cards.put(card.name(), card);
    }

    /** The card of that name, or null. */
    IdCard get(String name) {
        return cards.get(name);
    }

    int size() {
        return cards.size();
    }
}
