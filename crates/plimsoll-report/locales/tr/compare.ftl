### Birbiriyle karşılaştırılan koşumlar.

compare-title = Karşılaştırma
compare-no-regression = GERİLEME YOK
compare-undecided = BELİRSİZ
compare-regression = GERİLEME
compare-worse = daha kötü
compare-better = daha iyi
compare-equivalent = eşdeğer
compare-unproven = kanıtlanmadı
compare-not-comparable = karşılaştırılamaz
compare-throughput = verim
compare-mean = ortalama yanıt süresi
compare-p95 = yanıt süresi p95
compare-errors = hatalar
compare-all = tüm istekler
compare-what = {$metric}, {$requests}, {$load}
compare-points = {$value} yüzde puan
compare-bounds = {$low} … {$high}
compare-with-servers = {$value} ({$servers})
compare-down-to-servers = {$value} (en az: {$servers})
compare-heading = {$after}, karşılaştırma temeli: {$before}
compare-nothing = Hiçbir şey karşılaştırılmadı: koşumların ortak bir yükü yok.
compare-counts = Daha kötü: {$worse}, daha iyi: {$better}, {$margin} tolerans içinde eşdeğer: {$equivalent}, kanıtlanmadı: {$unproven}, karşılaştırılamaz: {$excluded}.
compare-unit-runs = Birim koşumdur: önce {$before}, sonra {$after} koşum. Aralıklar koşum ortalamalarının oranı için yüzde 95 güven aralığıdır.
compare-unit-pairs = Birim art arda yapılan koşum çiftidir: {$n} çift. Aralıklar yüzde 95 güven aralığıdır.
compare-unit-seconds = Her iki yanda birer koşum var: aralıklar yüzde 95 güven aralığıdır ve saniyelerin bir koşum içindeki değişiminden gelir.
compare-single-runs = Tek koşum olan yerde koşumdan koşuma değişim bilinmez. Aynı sistemin iki koşumu arasındaki fark burada etki gibi görünür; her yanda sırayla yapılan en az üç koşum bunu gösterir.
compare-is-worse = {$what}: daha kötü, {$before} → {$after}, {$change} (GA {$bounds}).
compare-is-better = {$what}: daha iyi, {$before} → {$after}, {$change} (GA {$bounds}).
compare-too-uncertain = {$what}: {$b} ile {$a} ayırt edilemiyor: fark {$change}, GA {$bounds}.
compare-about-the-margin = {$what}: {$before} → {$after}, {$change} (GA {$bounds}). Bir fark var, ama toleranstan küçük olabilir.
compare-one-of-many = {$what}: {$before} → {$after}, {$change} (GA {$bounds}). Tek başına bir fark olurdu; bu kadar çok karşılaştırmada bazıları rastlantıdır.
compare-more-failures = {$what}: {$before} → {$after}, {$change} (GA {$bounds}). Daha iyi süreli tarafta çok daha fazla hata var ve onların süreleri de bunların içinde: başarılı istekler hakkında bir şey söylemez.
compare-other-mix = {$what}: {$before} → {$after}, {$change} (GA {$bounds}). İki tarafın istek karışımları farklı, bir işlemin verimi ise karışıma bağlı.
compare-between-runs = {$what}: {$before} → {$after}, {$change} (GA {$bounds}). Toleranstan küçük olabilir; aynı sistemin tek tek koşumlarının ne kadar farklı olduğunu burada gösteren bir şey yok: her iki tarafta üç ya da daha çok koşum bunu gösterir.
compare-no-interval = {$what}: {$before} → {$after}, {$change}, aralıksız: bunun için saniye, istek ya da koşum sayısı az ya da yalnız bunların ortalamaları var.
compare-smallest = Bu sayıda ve bu kadar değişen koşumla {$percent} büyüklüğünde bir değişiklik beş durumun dördünde görülür.
compare-p-min = Bu kadar az koşumla yalnız sıralara göre {$p} altında bir p değeri olamaz.
compare-windows-differ = {$load} için karşılaştırılamaz: ölçüm pencerelerinin uzunluğu {$before} ve {$after}.
compare-load-missing-after = {$load} için karşılaştırılamaz: bu yük yalnız önceki yanda var.
compare-load-missing-before = {$load} için karşılaştırılamaz: bu yük yalnız sonraki yanda var.
compare-invalid-steps = Karşılaştırılamaz: {$run} koşumunda {$steps} geçerli değil; o koşumun raporuna bakın.
compare-times-lower-bounds = Süreler karşılaştırılmaz: {$run}, {$steps}: ölçüm penceresi bittiğinde birçok istek hâlâ sürüyordu, bu yüzden süreler alt sınırdır.
compare-lateness-added = {$run}, {$steps}: yük üreteci geç kaldı, sürelerde en çok {$time}; süre ve verim aralıkları bunu da içerir.
compare-lateness-added-runs = {$n} koşumda yük üreteci geç kaldı, sürelerde en çok {$time}: süre ve verim aralıkları bunu da kapsar.
compare-servers-lost = {$run} koşumunda bir sunucu kaybedildi; {$steps} içinde çalışan: {$servers}. Bu yalnızca başka bir yük değil, başka bir sistemdir.
compare-nodes-absent = {$run} koşumunda yükü filonun {$of} düğümünden {$nodes} tanesi üretti: {$steps}.
compare-incomplete = {$run} kendiliğinden bitmedi.
compare-environment-differs = Yük üreteçlerinin makineleri farklı: {$names}.
compare-failures-differ = İsteklerin önce {$before}, sonra {$after} kadarı başarısız oldu: tüm isteklerin yanıt süreleri, çoğu zaman hızlı olan başarısız istekleri de içerir; yani farklı işleri karşılaştırır.
compare-mixes-differ = İsteklerin {$share} kadarı bir tarafta diğer taraftakinden başka işlemlere ait: tüm isteklerin değerleri farklı işleri karşılaştırır ve bir işlemin verimi karışımı izler. Her işlemin yanıt sürelerini karşılaştırın.
compare-plan-differs = Planlar farklı.
compare-generator-differs = Yük başka bir programla ya da onun başka bir sürümüyle üretildi.
compare-order-confounded = Bir yanın bütün koşumları öbür yanınkilerden önce yapıldı: zamanla değişen her şey etki gibi görünür. Sırayla yapılan koşumlar bunları ayırır.
compare-drift = {$metric}, {$load}: hangi yandan olursa olsun koşum sırasıyla değişiyor, koşum başına {$change} (Mann–Kendall, p {$p}).
compare-job-failed = {$run}, {$job}: karşılaştırılacak süre yok, iş {$verdict}.
compare-job-running = hiç bitmedi
compare-job-done = bitiş anı olmadan kaldı
compare-job-did-fail = başarısız oldu
compare-job-timed-out = süresini aştı
compare-job-interrupted = yarıda kesildi
compare-job-missing-after = {$job} yalnız önce çalıştı.
compare-job-missing-before = {$job} yalnız sonra çalıştı.
compare-setting-variant = varyant
compare-setting-property = özellik
compare-setting-configuration = yapılandırma
compare-setting-about = test edilen sistem
compare-setting-plan = plan
compare-setting-generator = yük üreteci
compare-setting-environment = makinesi
compare-setting-requirements = gereksinimler
compare-configuration = Farklı kurulanlar
compare-configuration-same = Kaydedilen yapılandırmada fark yok.
compare-caveats = Karşılaştırılamayan ya da kuşkulu olanlar
compare-rows = Değerler
compare-jobs = İşler
compare-job = İş
compare-before = Önce
compare-after = Sonra
compare-delta = Fark
compare-change = Değişim
compare-interval = %95 GA
compare-load = Yük
compare-requests = İstekler
compare-metric = Değer
compare-judgement = Karar
compare-setting = Ayar
compare-name = Ad
compare-job-warm-up = {$job} (ısınma)
compare-job-after-restart = {$job} (yeniden başlatmadan sonra)
compare-jobs-failed = {$b} için {$of_b} işten {$failed_b}, {$a} için {$of_a} işten {$failed_a} başarısız oldu.
compare-jobs-unproven = {$b} ile {$a}, ikisinde de iyi biten {$n} iş üzerinden ayırt edilemiyor: fark {$difference}, GA {$bounds}.
compare-jobs-outlier = Bunun tek nedeni {$job} ({$own}): bu iş olmadan fark {$difference}, GA {$bounds}. O işte ne olduğuna bakın.
compare-jobs-worse = {$b} için {$n} iş, {$a} için olandan uzun sürüyor: fark {$difference}, GA {$bounds}.
compare-jobs-better = {$b} için {$n} iş, {$a} için olandan kısa sürüyor: fark {$difference}, GA {$bounds}.
compare-jobs-equivalent = {$b} ve {$a} için {$n} iş, tolerans içinde aynı sürüyor: fark {$difference}, GA {$bounds}.
compare-jobs-warm-up = İlk iş ısınma olarak dışarıda bırakıldı; onunla birlikte fark {$difference}, GA {$bounds}.
compare-jobs-after-restart = { $n ->
    [one] Bir iş dışarıda bırakıldı: yalnızca bir tarafta ondan önce bir sunucu yeniden başlamıştı.
   *[other] {$n} iş dışarıda bırakıldı: yalnızca bir tarafta onlardan önce bir sunucu yeniden başlamıştı.
}
compare-jobs-single = Her yanda birer koşum olduğu için birim iştir: koşumların nasıl değiştiği bilinmez.
compare-job-trend = {$run} işten işe yavaşlıyor ya da hızlanıyor: ilki dışında {$n} iş boyunca iş başına {$seconds} ({$change}) (Mann–Kendall, p {$p}).
compare-history-title = Geçmiş
compare-history-summary = { $changes ->
    [0] {$runs} koşum, {$figures} değer: düzey değişikliği yok.
   *[other] {$runs} koşum, {$figures} değer: {$changes} düzey değişikliği.
}
compare-history-change = {$what}: başlangıcı {$run}, {$effect}, {$before} → {$after}, {$percent}, {$n} koşum boyunca (p {$p}).
compare-history-few = Altıdan az koşumda karşılaştırılacak düzey yoktur.
compare-history-note = Değişiklikler E-Divisive ve t-testi ile bulunur (p 0,001 altında).
compare-history-run = Yeni düzeyin ilk koşumu
compare-series-summary = { $changes ->
    [0] {$points} değer, {$series} seri: düzey değişikliği yok.
   *[other] {$points} değer, {$series} seri: {$changes} düzey değişikliği.
}
compare-series-change = {$name}: başlangıcı {$point}, {$effect}, {$before} → {$after} ({$percent}), {$n} değer boyunca (p {$p})
compare-series-changed = başka bir düzey
compare-series-within = başka bir düzey, tolerans içinde
compare-series-few = {$name}: {$n} değer; altıdan az değerde karşılaştırılacak düzey yoktur.
compare-series-sense = {$names} için hangi yönün iyi olduğu belirtilmedi; bu yüzden bir değişiklik ne daha iyi ne daha kötüdür ve hiçbir şeyi başarısız kılmaz: --better AD=higher veya AD=lower bunu belirtir.
compare-series-name = Seri
compare-series-point = Yeni düzeyin ilk değeri
