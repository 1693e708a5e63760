### Birkaç koşumun birlikte söyledikleri.

conclusion-title = Sonuç
conclusion-critical = Kritik bulgular
conclusion-requirements = Karşılanan gereksinimler
conclusion-repeats = { $n ->
    [one] yineleme
   *[other] yinelemeler
}
conclusion-held = {$of} koşumun {$n} tanesinde karşılandı
conclusion-failed = { $of ->
    [1] {$requirement}: karşılanmadı
   *[other] {$requirement}: {$n} koşumda karşılanmadı
}
conclusion-undecided = { $of ->
    [1] {$requirement}: belirsiz
   *[other] {$requirement}: {$n} koşumda belirsiz
}
conclusion-range = {$n} koşumda {$low}–{$high}
conclusion-in-of = {$of} koşumun {$n} tanesinde
conclusion-until-lost-in = {$of} koşumun {$n} tanesinde bir sunucu kaybedilene kadar
conclusion-one-load = tek geçerli yükteki verim, kapasite değil
conclusion-headroom = beklenen kullanımın {$factor} katı
conclusion-share = {$count} ({$name}) için her birine saatte {$rate} {$unit}
conclusion-share-of = {$said}: her biri, tümünden birlikte beklenen kullanımın {$percent} kadarını kullanabilir
conclusion-lowest = {$n} koşumun en düşüğü
conclusion-computed = hesaplandı, ölçülmedi
conclusion-needs-restarts = yeniden başlatmadan sürdürülemez
conclusion-none-in = {$of} koşumun {$n} tanesinde yok
conclusion-no-limit = Hiçbirine ulaşılmadı
conclusion-no-limit-why = verim her yükle arttı
conclusion-no-limit-in = {$of} koşumun {$n} tanesinde hiçbirine ulaşılmadı
conclusion-not-known-in = {$of} koşumun {$n} tanesinde bilinmiyor
conclusion-cause-in = {$grade}, {$of} koşumun {$n} tanesinde
conclusion-cause-further = {$cause}: {$grade}, {$of} koşumun {$n} tanesinde
conclusion-cause-too = {$cause}: {$grade}

## Varyantlar arasındaki farklar.

conclusion-differences = Varyantlar arasındaki farklar
conclusion-table = Karşılaştırılan her şey
conclusion-pair = Karşılaştırılan
conclusion-capacity = Kapasite
conclusion-result = Sonuç
conclusion-result-apart = farklı
conclusion-result-slightly = farklı, belki toleranstan az
conclusion-result-equal = tolerans içinde eşit
conclusion-result-not = ayırt edilemiyor
conclusion-result-between-runs = fark yalnızca iki koşum arasındaki bir fark olabilir
conclusion-result-untested = sınanmadı
conclusion-result-not-comparable = karşılaştırılamaz
conclusion-all-loads = { $n ->
    [2] Her iki yükte
   *[other] {$n} yükün hepsinde
}
conclusion-some-loads = {$n} yükte
conclusion-all-parts = {$with}, koşumun {$n} bölümünün tümünde
conclusion-some-parts = {$with}, koşumun {$n} bölümünde
conclusion-up-to = {$load} yüküne kadar
conclusion-from-to = {$from} ile {$to} arasında
conclusion-figure = {$metric} {$change}
conclusion-figure-ci = {$metric} {$change} (GA {$bounds})
conclusion-hull = {$metric} GA {$change}
conclusion-change-ci = {$change} (GA {$bounds})
conclusion-values = {$figure}, {$before} → {$after}
conclusion-with-note = {$figure} ({$note})
conclusion-servers = {$variant}: {$servers}
conclusion-equal = {$place}: {$margin} tolerans içinde eşit; {$figures}.
conclusion-not = {$place}: ayırt edilemiyor; {$figures}.
conclusion-apart = {$place}: {$figures}.
conclusion-slightly = {$place}: {$figures}. Bir fark var, ama önem taşıyacak {$margin} değerinden küçük olabilir.
conclusion-between-runs = {$place}: {$figures}. Aynı sistemin iki koşumu da bu kadar farklı olabilir.
conclusion-untested = {$place}: {$figures}. Sınanmadı: bu koşumlar aralık vermez; her varyanttan üç veya daha çok yineleme verirdi.
conclusion-not-comparable = {$place}: karşılaştırılamaz; { $why ->
    [windows] ölçüm pencerelerinin süreleri farklı
    [invalid] bir adım geçersiz
   *[either] kiminde ölçüm pencerelerinin süreleri farklı, kiminde bir adım geçersiz
}.
conclusion-further-loads = Başka farklar tablodadır.
conclusion-no-loads = Ortak bir yükleri yok.
conclusion-further-pairs = Tabloda {$n} çift daha var; { $apart ->
    [0] hiçbirinde fark gösterilmedi.
   *[other] bunların {$apart} tanesinde bir yükte fark var.
}
conclusion-unit-runs = Aralıklar yüzde 95 güven aralığıdır ve bir varyantın yinelemelerinin değişiminden gelir.
conclusion-unit-pairs = Aralıklar yüzde 95 güven aralığıdır ve art arda yapılan koşum çiftlerinin değişiminden gelir.
conclusion-unit-single = Bir varyantın tek koşumu varsa, ötekinin yinelemeleri kadar değiştiği varsayılır.
conclusion-unit-seconds = Aralıklar yüzde 95 güven aralığıdır ve saniyelerin koşumlar içindeki değişiminden gelir, çünkü her varyanttan bir koşum var: koşumların ne kadar değiştiği bilinmez. Yalnız toleranstan fazla olduğu kesin olan farklara fark denir. Her birinden sırayla yapılan en az üç yineleme daha çoğunu gösterir.
conclusion-unit-jobs = Aralıklar yüzde 95 güven aralığıdır ve işlerin farklarının değişiminden gelir.
conclusion-unit-mixed = Aralıklar yüzde 95 güven aralığıdır ve yinelemelerin değişiminden gelir; iki varyantın da tek koşumu varsa, saniyelerin onun içindeki değişiminden gelir ve orada yalnız toleranstan fazla olduğu kesin olan farklara fark denir.
conclusion-margin = {$margin} değerine kadar değişiklik (hatalarda {$points} yüzde puan) önemsiz sayılır. Farklı denen, karşılaştırılan {$n} değerin tümü arasında farklıdır (Benjamini ve Hochberg, yüzde 5). Yanıt sürelerine başarısız istekler de dahildir. compare komutu işlemleri de gösterir.

## Yinelenenler.

conclusion-recurs = Yinelenenler
conclusion-limit = sınırlayan etken: {$cause} ({$grade})
conclusion-finding-of = {$id} ({$host})
conclusion-everywhere = her koşumda, {$n} koşumun {$n} tanesinde
conclusion-always = her koşumunda: {$variants}
conclusion-always-one = { $n ->
    [one] koşumunda: {$variants}
   *[other] {$n} koşumun {$n} tanesinde: {$variants}
}
conclusion-sometimes = bazı koşumlarında: {$variants}
conclusion-never = hiçbir koşumunda yok: {$variants}
conclusion-never-others = ötekilerin hiçbirinde yok
conclusion-name = “{$name}”
conclusion-others = { $n ->
    [one] bir başkası
   *[other] {$n} diğeri
}
conclusion-further-recurrences = { $n ->
    [one] Bir bulgu grubu daha başka koşumlarda birlikte yineleniyor.
   *[other] {$n} bulgu grubu daha başka koşumlarda birlikte yineleniyor.
}
