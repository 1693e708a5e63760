### Definitioner og formler.

appendix-seed = Startværdi (seed) for genudtrækningen: {$seed}. De samme kørsler og den samme startværdi giver de samme intervaller.

appendix-throughput-term = Throughput
appendix-throughput = Vellykkede kald i målevinduet divideret med vinduets længde; fejlede tælles for sig, for en server, der hurtigt afviser, bærer ikke mere. Et kald hører til det sekund, hvor det sluttede. Kun sekunder, der ligger helt inden for vinduet, tæller, medmindre en plan, der er afgrænset af gennemløb, slutter midt i et sekund; så divideres med vinduets faktiske længde.
appendix-percentile-term = Percentil
appendix-percentile = Den mindste registrerede svartid, som mindst den nævnte andel af alle kald ikke overskred. Tiderne gemmes i HDR-histogrammer med tre betydende cifre (højst 0,1 % afvigelse); histogrammer lægges sammen og spørges derefter. Percentiler midles aldrig.
appendix-response-time-term = Svartid
appendix-response-time = Fra et kalds planlagte start til sidste byte af svaret; fra den faktiske start, hvor der ingen planlagt er (lukket belastning uden takt og senere kald i et gennemløb). Fejlede kald er med, med den tid, de tog, men et krav tæller dem som over enhver grænse.
appendix-service-time-term = Servicetid
appendix-service-time = Fra et kalds faktiske start til sidste byte af svaret. Forskellen til svartiden er den tid, ankomsten ventede: på en ledig bruger eller på lastgeneratoren. Vises, hvor den ikke er den samme.
appendix-arrivals-term = Ankomster
appendix-arrivals = Mål: trinnets rate. Forventet: planlagte starter i vinduet. Startet: startet i det. Ventede: startede først, da en bruger blev ledig. Droppet: startede aldrig, fordi der manglede en bruger; indgår i ingen tid og er et fejlet kald for alle krav. Ventende ankomster og optagne brugere: ved vinduets slutning.
appendix-first-byte-term = Første byte
appendix-first-byte = Fra et kalds faktiske start til første byte af svaret.
appendix-interval-term = Interval for throughput og gennemsnit
appendix-interval = 95 %, stationær bootstrap over sekunder (Politis og Romano 1994): 1.000 genudtrækninger i blokke af geometrisk længde, i gennemsnit n^(1/3) sekunder, fordi nabosekunder ligner hinanden. Gives ikke for færre end 5 sekunder. Hvor lastgeneratoren var forsinket, når det op til det, der ellers var kommet.
appendix-share-interval-term = Interval for en andel
appendix-share-interval = 95 %, Wilson (1927). Kald regnes som uafhængige; kommer de langsomme i klynger, er det sande interval bredere.
appendix-gain-term = Forbedring og mål
appendix-gain = I forhold til det hidtil bedste trin, med L brugere og throughput X: forbedring = 100 · (X − X_base) / X_base; mål = floor(målandel · floor(100 · (L − L_base) / L_base)).
appendix-maximum-term = Maksimum fundet
appendix-maximum = En stigning: det trin, der afsluttede den, nåede ikke sit mål, og 95 %-intervallet for dets forbedring (af intervallerne for begge throughput, deltametoden) indeholder ikke målet. Givne belastninger: en højere belastning missede sit mål på samme måde, eller forbedringen ved den højeste kan ikke skelnes fra 0 eller ligger sikkert under 5 % og under det halve mål. Ellers er det bedste throughput en nedre grænse. Ugyldige trin er udeladt.
appendix-little-term = N = X · (R + Z)
appendix-little = Brugere, der er gjort rede for: tid brugt i kald (R) og tænketid (Z), lagt sammen over alle brugere og divideret med vinduet. Tallet skal svare til de brugere, der kørte, inden for 2 %; ellers gik tid tabt, hvor intet målte den. Hvor kald, der ligger hen over vinduets ender, forklarer forskellen, står der »undervejs«; hvor mere end 10 % af brugernes tid gik med kald, der stadig var undervejs ved vinduets slutning, er tiderne for de afsluttede nedre grænser (≥), og N/X − Z er, hvad et kald varede i gennemsnit.
appendix-marginal-term = Marginal effektivitet
appendix-marginal = (ΔX/X)/(ΔN/N): 1, når throughput vokser proportionalt med belastningen, 0, når det er fladet ud. Under 0,6 kaldes et knæk, omkring 0 (eller et fald i throughput på under 3 %) et plateau, et større fald tilbagegang, hvis 95 %-intervallet siger det.
appendix-invalid-term = Ugyldigt trin
appendix-invalid = Lastgeneratoren var begrænsningen: en arbejdstråd over 80 % af en kerne i mere end 10 % af tiden; eller mere end 10 % af belastningen i en lukket model manglede, fordi den ventede på en CPU i mere end 10 % af tiden, eller dens timere (p99) eller omgange af dens løkke (p90) var mere forsinkede end halvdelen af medianservicetiden og 2 ms; eller over 1 % af ankomsterne begyndte ikke, selv om der var ledige brugere; eller flere end 0,1 % egne fejl; eller 95 % af dens fildeskriptorer eller lokale porte optaget. Eller trinnet blev afbrudt inden for 10 s. Eller intet sluttede i det, det meste fejlede, eller alt til sidst, eller systemet hang: så bedømmes kravene, men der er ingen kapacitet.
appendix-histogram-term = Histogrammernes grænser
appendix-histogram = Hvor et krav siger `<`, tæller et svar inden for 0,1 % af grænsen som over den; hvor det siger `<=`, gør det ikke.
