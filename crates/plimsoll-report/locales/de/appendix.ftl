### Definitionen und Formeln.

appendix-seed = Startwert der Stichprobenwiederholung: {$seed}. Dieselben Läufe und derselbe Startwert ergeben dieselben Intervalle.

appendix-throughput-term = Durchsatz
appendix-throughput = Im Messfenster erfolgreiche Anfragen, geteilt durch die Länge des Fensters; fehlgeschlagene werden gesondert gezählt, denn ein Server, der schnell ablehnt, trägt nicht mehr. Eine Anfrage gehört zu der Sekunde, in der sie endete. Es zählen nur Sekunden, die ganz im Fenster liegen, außer wenn ein nach Iterationen begrenzter Plan zwischen zwei Sekunden endet; dann wird durch seine tatsächliche Länge geteilt.
appendix-percentile-term = Perzentil
appendix-percentile = Die kleinste aufgezeichnete Antwortzeit, die mindestens der genannte Anteil aller Anfragen nicht überschritt. Zeiten werden in HDR-Histogrammen mit drei signifikanten Stellen gehalten (Abweichung höchstens 0,1 %); die Histogramme werden zusammengeführt und dann ausgewertet. Perzentile werden nie gemittelt.
appendix-response-time-term = Antwortzeit
appendix-response-time = Vom vorgesehenen Start einer Anfrage bis zum letzten Byte ihrer Antwort; vom tatsächlichen Start, wo es keinen vorgesehenen gibt (geschlossenes Lastmodell ohne Pacing und spätere Anfragen einer Iteration). Fehlgeschlagene Anfragen sind mit der Zeit enthalten, die sie brauchten; für eine Anforderung gelten sie aber als über jeder Grenze.
appendix-service-time-term = Bedienzeit
appendix-service-time = Vom tatsächlichen Start einer Anfrage bis zum letzten Byte ihrer Antwort. Der Unterschied zur Antwortzeit ist die Zeit, die eine Ankunft wartete: auf einen freien Benutzer oder auf den Lastgenerator. Angegeben, wo sie nicht dieselbe ist.
appendix-arrivals-term = Ankünfte
appendix-arrivals = Ziel: die Rate der Stufe. Fällig: vorgesehene Starts im Fenster. Gestartet: darin gestartet. Gewartet: erst gestartet, als ein Benutzer frei wurde. Verworfen: mangels Benutzer nie gestartet; in keiner Zeit enthalten, für jede Anforderung eine fehlgeschlagene Anfrage. Wartend und beschäftigt: am Ende des Fensters.
appendix-first-byte-term = Erstes Byte
appendix-first-byte = Vom tatsächlichen Start einer Anfrage bis zum ersten Byte ihrer Antwort.
appendix-interval-term = Intervall von Durchsatz und Mittelwert
appendix-interval = 95 %, stationärer Bootstrap über Sekunden (Politis und Romano 1994): 1.000 Wiederholungen in Blöcken geometrisch verteilter Länge, im Mittel n^(1/3) Sekunden, weil benachbarte Sekunden einander ähneln. Bei weniger als 5 Sekunden nicht angegeben. Wo der Lastgenerator verspätet war, reicht es bis zu dem, was ohne das gekommen wäre.
appendix-share-interval-term = Intervall eines Anteils
appendix-share-interval = 95 %, Wilson (1927). Es nimmt an, dass Anfragen unabhängig sind; treten langsame gehäuft auf, ist das wahre Intervall breiter.
appendix-gain-term = Zuwachs und Zielzuwachs
appendix-gain = Gegenüber der bis dahin besten Stufe mit L Benutzern und Durchsatz X: Zuwachs = 100 · (X − X_base) / X_base; Zielzuwachs = floor(Zielanteil · floor(100 · (L − L_base) / L_base)).
appendix-maximum-term = Maximum gefunden
appendix-maximum = Stufenweise Steigerung: Die Stufe, die sie beendete, verfehlte ihren Zielzuwachs, und das 95-%-Intervall ihres Zuwachses (aus den Intervallen beider Durchsätze, Delta-Methode) enthält den Zielzuwachs nicht. Vorgegebene Lasten: Eine höhere Last verfehlte ihren Zielzuwachs ebenso, oder der Zuwachs bei der höchsten lässt sich nicht von 0 unterscheiden oder liegt sicher unter 5 % und unter dem halben Zielzuwachs. Andernfalls ist der beste Durchsatz eine untere Schranke. Ungültige Stufen bleiben außer Betracht.
appendix-little-term = N = X · (R + Z)
appendix-little = Nachgewiesene Benutzer: in Anfragen (R) und Denkzeit (Z) verbrachte Zeit, über alle Benutzer summiert und durch das Fenster geteilt. Sie muss den laufenden Benutzern auf 2 % gleich sein, sonst ging Zeit verloren, wo nichts sie maß. Wo Anfragen, die über den Rand des Fensters reichen, den Unterschied ausmachen, steht in der Zelle „in Bearbeitung“; wo mehr als 10 % der Zeit der Benutzer auf Anfragen entfiel, die am Ende des Fensters noch liefen, sind die Zeiten der beendeten untere Schranken (≥), und N/X − Z ist die Zeit, die eine Anfrage im Mittel brauchte.
appendix-marginal-term = Grenzeffizienz
appendix-marginal = (ΔX/X)/(ΔN/N): 1, wenn der Durchsatz proportional zur Last wächst, 0, wenn er stagniert. Unter 0,6 heißt es Knick, um 0 (oder ein Rückgang des Durchsatzes um weniger als 3 %) Plateau, ein größerer Rückgang rückläufig, sofern das 95-%-Intervall es belegt.
appendix-invalid-term = Ungültige Stufe
appendix-invalid = Der Lastgenerator war die Grenze: ein Worker in mehr als 10 % der Zeit über 80 % eines Kerns; oder mehr als 10 % der Last eines geschlossenen Modells fehlten, weil er mehr als 10 % der Zeit auf eine CPU wartete oder seine Timer (p99) oder Schleifendurchläufe (p90) später als die Hälfte des Medians der Bedienzeit und 2 ms waren; oder über 1 % der Ankünfte wurden nicht gestartet, obwohl Benutzer frei waren; oder mehr als 0,1 % eigene Fehler; oder 95 % seiner Dateideskriptoren oder lokalen Ports belegt. Oder die Stufe wurde innerhalb von 10 s abgebrochen. Oder in ihr endete nichts, das meiste oder am Ende alles schlug fehl, oder das System hing: Dann werden Anforderungen beurteilt, aber es gibt keine Kapazität.
appendix-histogram-term = Grenzen der Histogramme
appendix-histogram = Wo eine Anforderung `<` sagt, zählt eine Antwort innerhalb von 0,1 % ihrer Grenze als darüber; wo sie `<=` sagt, nicht.
