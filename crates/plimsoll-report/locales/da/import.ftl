### Noter til en importeret kørsel: hvad der blev besluttet, og hvad dens filer ikke siger.

import-steps = {$n} trin
import-steps-of-table = {$steps}, fra tabellen {$file}
import-steps-by-users = {$steps}, fundet ved antallet af brugere i {$file}: hvor det var det samme
import-steps-by-rate = {$steps}, fundet ved ændringer i raten af kald (PELT), for filerne siger ikke, hvor mange brugere der var; et trins brugere er det gennemsnitlige antal kald i arbejde
import-steps-one-level = {$steps}: brugerne i {$file} har ét plateau; hvad der ligger før og efter det, er ikke i noget trin
import-steps-fluctuating = {$steps}, fundet ved antallet af brugere i {$file}, som kom og gik: det svingede om et gennemsnit, som er trinnets belastning
import-steps-by-arrivals = {$steps}, fundet ved den rate, hvormed kald i {$file} begyndte: en åben belastning, hvis brugere fulgte af, hvor længe svar tog; et trins brugere er deres gennemsnit
import-steps-of-ramp = brugerne i {$file} har intet plateau, der er langt nok: belastningen var en rampe, og hvad der vises som {$steps}, er stykker af den med deres gennemsnitlige antal brugere
import-steps-of-parts = {$steps} i {$n} dele af belastningen, mellem hvilke næsten ingen kald var i gang: særskilte test eller pauser
import-steps-whole = der blev ikke fundet nogen ændring af belastningen: det hele er ét trin
import-steps-too-short = brugerne i {$file} ændrede sig ({$least} til {$most}) på for kort tid eller med for få kald til at blive delt i belastninger: de er ét trin med deres gennemsnit
import-steps-whole-seconds = der blev ikke fundet nogen ændring af belastningen: det hele er ét trin, målt uden det første og det sidste sekund, som sjældent er hele
import-steps-one-rate = {$steps}: raten af kald har ét niveau, for filerne siger ikke, hvor mange brugere der var; hvad der ligger før og efter det, er ikke målt, og trinnets brugere er det gennemsnitlige antal kald i arbejde
import-too-few-of-users = { $n ->
    [one] {$n} bruger
   *[other] {$n} brugere
} fra sekund {$from} til {$to}: intet trin, for {$requests} kald sluttede dér, og et trin kræver {$least} på {$length} eller mere
import-too-few-apart = fra sekund {$from} til {$to} sluttede kun {$n} kald, adskilt fra de andre af en pause, hvor næsten ingen bruger ventede: intet trin
import-ended-late = {$n} kald sluttede efter sekund {$second}, da ingen længere begyndte: belastningen var slut, og de er ikke i noget vindue
import-levels-joined = niveauerne på {$first} og på {$second} brugere er ét trin: omkring {$rate} kald i sekundet begyndte i begge, så der var flere brugere, fordi svar tog længere, og ikke fordi der kom flere
import-no-tests = ingen fil er en tabel over test: {$test} kan ikke tages fra nogen
import-counts-only = af kald, hvor kun antallet er kendt, er der ingen svartider: percentiler er uden dem
import-table-only = tallene er dem i tabellen {$file}; enkelte kald og sekunder er ikke kendt
import-server-logs-only = der er ingen resultater fra en lastgenerator: kaldene er dem, som serverne loggede
import-one-after-another = tabellen siger ikke, hvornår det var: dens trin og job er lagt efter hinanden
import-no-lengths = tabellen har ingen tider: dens trin er lagt efter hinanden, hvert et minut langt; hvor mange kald de havde, er ikke kendt
import-far-away = { $n ->
    [one] {$n} kald med en tid, der ligger dage fra de andres, er udeladt
   *[other] {$n} kald med tider, der ligger dage fra de andres, er udeladt
}
import-summarised = {$requests} af {$of} kald står i rækker for flere, kun med deres gennemsnit (SampleCount; JMeters statistiske tilstand): percentiler og længste tider har kun disse gennemsnit af dem, så høje percentiler kan være for lave og krav til dem bedømt for gunstigt
import-users-counted = brugere er talt efter trådenes navne: {$files} siger ikke, hvor mange der var, og hver tråd tæller fra begyndelsen af sit første kald til slutningen af sit sidste
import-users-added = brugere er lagt sammen, for filer overlapper i tid og regnes for at være fra {$n} lastgeneratorer ({$why}): {$files}
import-other-users = deres antal brugere er forskelligt
import-same-threads = tråde med samme navne havde kald i flere af dem på én gang
import-more-at-work = flere kald var i arbejde, end nogen af dem har brugere
import-of-one = {$files} sammen
import-users-of-one = brugere er ikke lagt sammen, for filer overlapper i tid og regnes for at være fra én lastgenerator (deres antal brugere er omtrent ens, og ikke flere kald var i arbejde): {$files}; gennemsnittet af, hvad deres rækker siger, tæller
import-clock-ahead = CPU'en på {$host} følger belastningen bedst, når dens ur antages at være {$ahead} s foran (± {$uncertainty} s, korrelation {$correlation}); det er ladt, som det er: clock_ahead i import.yaml retter det
import-of-file = {$file}: {$said}
import-times-are-ends = dens tidsstempler er dem for slutningen af hvert kald (sampleresult.timestamp.start=false): ellers overlapper en tråds kald hinanden
import-parts = {$rows} af {$of} rækker er dele af andre rækker (omdirigeringer, indlejrede ressourcer); de er talt med disse, ikke som egne kald
import-parent-samples = {$rows} af {$of} rækker er transaktioner, hvis kald ikke har egne rækker (JMeters "Generate parent sample"): hver er talt som ét kald med tiden for dem alle
import-groups = {$rows} af {$of} rækker er transaktioner af kald; de vises ved siden af deres kald og er ikke i nogen sum
import-passed-over = {$value} efter de sædvanlige felter er sprunget over: er det en svartid, så angiv serverens format (apache, nginx, tomcat, tomcat10, undertow) og dets mønster, som siger enheden
import-no-unit = {$name} {$value} har ingen sikker enhed, så svartider er udeladt: mønsteret "duration={$name}:ms" (eller s, us, ns) siger den
import-without-time = {$rows} af {$of} kald har ingen svartid: tal for tider er de andres
import-path-ids = dele af stier, der ligner id'er, hedder {$id} i navnene på {$n} kald ({$name}); --keep-path-ids beholder dem
import-not-sent = {$n} kald kunne ikke laves af lastgeneratoren, så intet blev sendt, og intet tal tæller { $n ->
    [one] det
   *[other] dem
}; det første: {$first}
import-before-year-2000 = dens tider er fra før år 2000; hvis de tæller sekunder og ikke millisekunder siden 1970, er alt, hvad der siges om tid her, tusind gange for hurtigt
import-hour-twice = urene blev stillet tilbage, mens den blev skrevet; dens tider går den time tilbage, og hvad der står efter, regnes for at være fra den anden
import-hour-once = den har lokale tider fra den time, der forekommer to gange, når ure stilles tilbage, og intet i den siger, hvilken af de to de er fra: alle regnes for at være fra den første; har den rækker fra begge, ligger de oven på hinanden, og throughput er for højt (tider med en forskydning siger det)
import-untimed = {$rows} af {$of} rækker har ingen tid og er udeladt
import-repeats = dens indhold er det samme som i {$other} og tæller én gang
import-before-load = alt, hvad den har optaget, ligger før belastningen, med {$apart} eller mere: passer dens tidszone (--timezone eller den i dens hoved)?
import-after-load = alt, hvad den har optaget, ligger efter belastningen, med {$apart} eller mere: passer dens tidszone (--timezone eller den i dens hoved)?
import-users-from-times = den siger ikke, hvor mange brugere eller forbindelser der var: det gennemsnitlige antal kald i arbejde, rate × gennemsnitlig tid, er taget som et helt tal
import-other-lengths = {$n} svar var af en anden længde end det første, hvad ab tæller som fejl: sådan er en side, der laves til hvert kald; her er det ingen fejl
import-columns = kolonner: {$columns} (--columns BETYDNING=KOLONNE ændrer det)
import-column = {$name} regnes for {$meaning}
import-column-users = brugere
import-column-throughput = throughput, vellykkede kald i sekundet
import-column-throughput-minute = throughput, kald pr. minut, der lykkedes
import-column-throughput-hour = throughput, kald pr. time, der lykkedes
import-column-errors-percent = fejl i procent
import-column-mean-ms = gennemsnitlig svartid i ms
import-column-mean-s = gennemsnitlig svartid i s
import-column-nodes = noder, der lægger belastningen på
import-column-minutes = trinnets længde i minutter
import-column-seconds = trinnets længde i sekunder
import-column-requests = trinnets kald
import-column-errors = trinnets fejlede kald
import-column-mean = gennemsnitlig svartid
import-column-longest = den længste svartid
import-column-percentile = p{$percent} af svartiderne
import-columns-differing = {$columns} for det, som kørsler er forskellige i
import-columns-unused = ikke brugt: {$columns}
import-columns-more = {$n} flere
