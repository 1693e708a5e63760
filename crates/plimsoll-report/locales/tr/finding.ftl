### Bulgular: ne görüldü ve sırada ne yapılmalı.

finding-critical = kritik
finding-warning = uyarı
finding-information = bilgi

finding-generator-limited = Adım {$step} geçersiz: {$problem}.
finding-also = {$sentence} Ayrıca: {$further}.
finding-maximum-not-found = Kapasite en az {$rate}; en yüksek değer bulunamadı: {$why}.
finding-knee-below-range = En küçük yük bile sistemi doyuruyor: {$with} adım {$step} verimi {$rate}; en yüksek verime ({$highest}) oranı {$share}. Artışın nerede yavaşladığı ölçülmedi: daha küçük yükler, daha kısa yanıt süreleriyle aynı verimi sağlayabilir.
finding-knee-below-range-one = En küçük yük bile doyuma ulaştırıyor: adım {$step} {$with} {$rate} sağlıyor; en yükseğin ({$highest}) {$share} kadarı.
finding-knee = Verim artışı yavaşlıyor: {$between}.
finding-knee-passed = Verim artışı en geç adım {$from_step} içinde yavaşlıyor: {$between}.
finding-plateau = Verim artmıyor: {$between}.
finding-retrograde = Verim düşüyor: {$between}.
finding-retrograde-further = {$step} içinde {$rate}: düşüşten öncekinden {$percent} daha az.
finding-station-width = Verim {$steps} içinde yatay seyrediyor; kimse beklemezken sistemde aynı anda yaklaşık {$width} istek var (X · R: {$rate} × {$alone}, beklemeyen bir isteğin süresi): aynı anda bu kadarına ya da daha azına hizmet ediliyor.
finding-station-width-of = Verim {$steps} içinde yatay seyrediyor; burada {$transactions} bekliyor, başkaları beklemiyor: kimse beklemezken sistemde aynı anda bunlardan yaklaşık {$width} istek var (X · R: {$rate} × {$alone}, beklemeyen bir isteğin süresi): aynı anda bu kadarına ya da daha azına hizmet ediliyor.
finding-transaction-saturated = {$from} ile {$to} arasında { $n ->
    [one] bir işlem en yüksek verimine ulaştı
   *[other] {$n} işlem en yüksek verimine ulaştı
}: {$transactions}. Diğerleri {$others} daha fazla getirdi; bu yüzden toplam hâlâ artıyor ve bunu göstermiyor.
finding-saturated-transaction = {$transaction} ({$before} ve {$after}, ortalama yanıt süresi {$first} ve {$later})
finding-transaction-saturated-width = Kimse beklemezken sistemde aynı anda yaklaşık {$width} {$transaction} isteği var (X · R): aynı anda bu kadarına ya da daha azına hizmet ediliyor.
finding-retrograde-fewer = Verim düşüyor: {$between}. Adım {$to} içinde çalışan: {$servers}. Bu yalnızca daha çok yük değil, başka bir sistemdir.
finding-between = adım {$from} ({$from_load}, {$from_rate}) ile adım {$to} ({$to_load}, {$to_rate}) arasında her %1 { $of ->
    [arrivals] geliş
   *[users] kullanıcı
} artışına karşılık verim {$change}
finding-between-bounds = {$between}, değişimin GA değerleri {$low} ile {$high} arası
finding-little-mismatch = Kaydedilen sürelerin açıkladığı kullanıcı oranı {$share} ({$steps}).
finding-requests-in-flight = {$steps}: ölçüm penceresi bittiğinde en çok {$requests} istek hâlâ sürüyordu{ $throughout ->
    [0] {""}
   *[other] ; adım {$at} içinde bunların {$throughout} tanesi pencereden ({$length}) uzun sürdü: o kadar kullanıcı pencerede neredeyse hiç yanıt almadı
}. Pencere içinde bitenler hızlı olanlardır, bu yüzden süreleri alt sınırdır: adım {$step} içinde ortalama {$mean}, oysa N/X − Z {$whole}. Bu süreler karşılaştırmalara alınmaz ve süreyle ilgili bir gereksinimin karşılandığını ancak bu isteklerin tümü sınırın üzerinde sayıldığında da karşılanıyorsa gösterir.
finding-jobs-failed = Yükün yanında çalışan {$jobs} işten {$failed} tanesi iyi bitmedi. İlki: {$first} {$how} ({$said}).
finding-job-failed = başarısız oldu
finding-job-timed-out = çok uzun sürdü
finding-generator-delayed = Yük üretecinin zamanlaması bozulmuştu ({$steps}): {$parts}.
finding-node-skew = {$node} numaralı düğüm ({$name}) filonun geri kalanından farklı yanıt süreleri görüyor ({$steps}): medyan {$own}, diğerleri en çok {$others}. Bütün düğümlere aynı sunucular yanıt verir; ağ yoluna bakın.
finding-node-limited = {$node} numaralı düğüm ({$name}) kendi sınırına dayandı ({$steps}): worker'ları çekirdeklerinin en çok {$cpu} kadarını kullandı, zamanlayıcıları en çok {$late} gecikti (p99).
finding-node-lost = Filonun {$node} numaralı düğümü ({$name}) {$seconds} sn boyunca yoktu ({$steps}): yük istenen yük değildi.
finding-node-absent = {$node} numaralı düğüm ({$name}) olmadan yapıldı: {$steps}. Payını öteki düğümler üstlendi.
finding-delayed-cores = çalışmaya hazır bir worker, bir CPU bekledi (sürenin payı en çok {$share})
finding-delayed-timers = zamanlayıcıları en çok {$time} geç kaldı (p99)
finding-delayed-turns = döngüsünün turları en çok {$time} sürdü (p90)
finding-throughput-inversion = Adım {$from} ({$from_load}) ile adım {$to} ({$to_load}) arasında verim, yükten daha çok arttı: {$before} değerinden {$after} değerine. Çoğunlukla sistem başta ısınmamıştır ya da adımlar aynı işi yapmamıştır.
finding-response-inversion = Adım {$from} ({$from_load}) ile adım {$to} ({$to_load}) arasında yük artarken yanıtlar hızlandı: p50 {$before} değerinden {$after} değerine. Çoğunlukla sistem başta ısınmamıştır ya da adımlar aynı işi yapmamıştır.
finding-fast-failures = İstekler {$steps} içinde hızla başarısız oldu (oran {$share}): başarısızların ortalaması {$failed}, aynı istekler başarılı olduğunda {$succeeded}. Yanıt süreleri olduğundan daha iyi görünüyor.
finding-nagle-delay = {$steps}: {$transaction} isteklerinin bir bölümü ({$n ->
    [one] {$share}
   *[other] en çok {$share}
}) yaklaşık {$delayed} sürdü ve {$fast} süren diğerlerinden ayrılıyor. İki parça hâlinde yazılan mesajlarda böyle olur: Nagle algoritması ikinci parçayı gecikmeli onay gelene dek tutar (Linux'ta 40 ms).
finding-latency-cluster = {$steps}: {$transaction} isteklerinin bir bölümü ({$n ->
    [one] {$share}
   *[other] en çok {$share}
}) yaklaşık {$at} sürdü ve diğerlerinden ayrılıyor. {$why}
finding-short-stalls = {$steps} içinde tüm sistem tekrar tekrar duruyor: {$step} içinde {$of} saniyenin {$n} tanesinde tüm kullanıcılar aynı anda yaklaşık {$length} bekledi; diğer istekler {$others} sürdü. Bu, tüm isteklerin süresinin {$share} kadarıdır; yüzdelikler bunu pek göstermez, çünkü bekleyen kullanıcı başka istek göndermez.
finding-short-stalls-one = {$step} içinde tüm sistem tekrar tekrar duruyor: {$of} saniyenin {$n} tanesinde tüm kullanıcılar aynı anda yaklaşık {$length} bekledi; diğer istekler {$others} sürdü. Bu, tüm isteklerin süresinin {$share} kadarıdır; yüzdelikler bunu pek göstermez, çünkü bekleyen kullanıcı başka istek göndermez.
finding-short-stalls-some = {$steps} içinde tüm sistem tekrar tekrar duruyor: {$step} içinde {$of} saniyede {$n} kez, her seferinde yaklaşık {$length} durdu; o sırada gelen istekler duruşun geri kalanını bekledi (tümünün ortancası: {$others}). Bu, sürenin {$share} kadarıdır.
finding-short-stalls-some-one = {$step} içinde tüm sistem tekrar tekrar duruyor: {$of} saniyede {$n} kez, her seferinde yaklaşık {$length} durdu. O sırada gelen istekler duruşun geri kalanını bekledi (tümünün ortancası: {$others}). Bu, sürenin {$share} kadarıdır.
finding-short-stalls-hidden = {$requirements} gereksiniminin isteklerde izin verdiğinden daha büyük bir süre boyunca gelen bir istek sınırdan uzun beklerdi.
finding-next-short-stalls = Tüm sistemi her seferinde yaklaşık {$length} durduran şeyi bulun (çöp toplamalar, her isteğin aldığı bir kilit, diğerlerinin hepsinin beklediği yavaş bir istek, bir denetim noktası, diske yazılan bir günlük, bir CPU kotası): çözünürlüğü bir saniye ya da daha az olan ölçümler ve sunucuların günlükleri bunu gösterebilir.
finding-slow-minority = Adımın her bölümünde bazı istekler kendi işlemlerinin diğer isteklerinden çok daha yavaş: {$named}.
finding-slow-minority-transaction = {$transaction} isteklerinin {$share} kadarı ({$step} içinde {$requests} istekten {$slow} tanesi) yaklaşık {$at} sürdü, diğerleri {$others} ve neredeyse hiçbiri ikisinin arasında; bu, tüm isteklerin süresinin {$time_share} kadarıdır
finding-slow-minority-failing = {$transaction} isteklerinin {$share} kadarı ({$step} içinde {$requests} istekten {$slow} tanesi) yaklaşık {$at} sürdü ve çoğu başarısız oldu, diğerleri {$others} ve neredeyse hiçbiri ikisinin arasında; bu, tüm isteklerin süresinin {$time_share} kadarıdır
finding-slow-minority-more = {$n} işlem daha böyle.
finding-next-slow-minority = {$transactions} işleminin yavaş isteklerinde neyin ortak olduğunu bulun (bir veri satırı, ıskalayan bir önbellek, bir kilit, yeniden deneme, zaman aşımı, birkaç sunucudan biri): yavaş yanıtları hızlı olanlarla, sunucu günlüklerinde de, karşılaştırın.
finding-answer-sizes-other = {$steps} içindeki yanıtlar en düşük yükteki yanıtlardan farklı: çok daha küçük, daha hızlı ve neredeyse hiçbiri başarısız sayılmadı. Yük altındaki bir sistem bunu söyleyen bir sayfayla yanıt verebilir ya da bazı bölümleri dışarıda bırakabilir; oradaki verim, istenen işin verimi değildir. {$named}.
finding-answer-sizes-smaller = Yanıtlar yükle birlikte küçülüyor ve neredeyse hiçbiri başarısız sayılmadı: {$named}. Yük altındaki bir sistem bunu söyleyen bir sayfayla yanıt verebilir ya da bazı bölümleri dışarıda bırakabilir; ya da daha çoğu bir önbellekten geliyordur.
finding-answer-sizes-larger = Yanıtlar yükle birlikte büyüyor: {$named}. Uzayan yanıt sürelerinin bir bölümü bundan olabilir.
finding-answer-sizes-transaction = {$transaction}: {$from_step} içinde ortalama {$from}, {$to_step} içinde {$to}
finding-answer-sizes-other-within = Yanıtlar {$steps} içinde başka yanıtlara dönüştü: çok daha küçük, daha hızlı ve neredeyse hiçbiri başarısız sayılmadı. Sona eren bir oturum ya da artık işini yapmayan bir sistem bunu söyleyen bir sayfayla yanıt verebilir; verim ve yanıt süreleri istenen işin değildir. {$named}.
finding-answer-sizes-smaller-within = Yük aynı kalırken yanıtlar küçüldü ve neredeyse hiçbiri başarısız sayılmadı: {$named}. Sona eren bir oturum, bazı bölümleri dışarıda bırakan bir sistem ya da daha sık kullanılan bir önbellek bunun nedeni olabilir.
finding-answer-sizes-larger-within = Yük aynı kalırken yanıtlar büyüdü: {$named}. Uzayan yanıt sürelerinin bir bölümü bundan olabilir.
finding-answer-sizes-in-step = { $n ->
    [0] {$transaction}: {$from_step} içinde ilk üçte birde ortalama {$from}, son üçte birde {$to}
   *[other] {$transaction}: {$from_step} içinde önce ortalama {$from}, koşumun başlangıcından {$at} sonra {$to}
}
finding-next-answers-changed = {$transactions} yanıtlarına değişimden önce ve sonra bakın (bir oturum açma sayfası, bir hata sayfası, eksik bölümler), içeriklerini planda denetleyin (doğru bir yanıtta bulunan bir metin) ve yineleyin: yanlış yanıtlananlar o zaman başarısız sayılır.
finding-next-answers-smaller = {$transactions} yanıtlarına yük altında bakın, içeriklerini planda denetleyin (doğru bir yanıtta bulunan bir metin) ve yükleri yineleyin: yanlış yanıtlananlar o zaman başarısız sayılır.
finding-next-answers-larger = {$transactions} yanıtlarını neyin büyüttüğünü bulun (yükün eklediği veriler, sınırsız listeler) ve yükleri her seferinde aynı veriler üzerinde yineleyin.
finding-timer-own = Kendisi bu kadar süren bir hizmet de aynı görünür.
finding-timer-retransmission = Linux'ta TCP, kaybolanı yeniden göndermeden önce bu kadar bekler.
finding-timer-connecting = Bir bağlantının ilk paketinin yeniden gönderilmesi bu kadar sürer: paket kayboldu ya da henüz kabul edilmemiş bağlantıların kuyruğu doluydu.
finding-timer-names = Ad çözümleyici, yeniden sormadan önce ad sunucusunu bu kadar bekler.
finding-interruption = Adım {$step} içinde, koşumun başlangıcından {$from} sonra {$duration} boyunca neredeyse hiçbir istek başarılı olmadı; öncesinde ve sonrasında olağan sayının en az yarısı başarılıydı.
finding-interruption-waited = Bu sürede hiçbir istek başarısız olmadı: beklediler.
finding-interruption-nobody-waited = Bu sürede yolda hiçbir istek yoktu: hiçbiri gönderilmedi; duraklayan, yük üreteci, ağı ya da planıydı.
finding-interruption-hidden = Bu sürede kullanıcılar bekledi ve başka istek göndermedi, bu yüzden bunu az sayıda istek gösteriyor: süreye göre pencerenin {$share} kadarı yanıtsızdı; {$requirements} bundan azına izin veriyor.
finding-interruption-failed = { $n ->
    [one] Bu sürede {$shown} istek başarısız oldu.
   *[other] Bu sürede {$shown} istek başarısız oldu.
}
finding-interruption-again = Bu {$n} kez oldu; en uzunu budur.
finding-interruption-slow-after = Sonraki {$duration} boyunca öncekine göre {$share} daha az istek başarılı oldu.
finding-interruption-slow-to-end = O andan adımın sonuna kadar öncekine göre {$share} daha az istek başarılı oldu.
finding-users-stuck = Adım {$step} içinde, koşumun {$from} ile {$to} anları arasında {$of} kullanıcıdan en çok {$users} tanesi aynı anda olağandan çok daha uzun süren bir yanıtı bekledi, en uzunu {$longest}; başarılı isteklerin yarısı {$usual} içinde yanıtlandı. Bu beklemeler penceredeki kullanıcı zamanının {$share} kadarı.
finding-users-stuck-hidden = Bekleyen kullanıcı başka istek göndermez, bu yüzden az sayıda istek bunu gösterir: kullanıcıların zamanına göre {$requirements} sağlanmazdı.
finding-degraded-period = Adım {$step} içinde, koşumun başlangıcından {$from} sonra yanıtlar {$duration} boyunca ortalama {$mean} sürdü; pencerenin geri kalanında {$usual}.
finding-degraded-period-failing-on = Adım {$step} içinde, koşumun başlangıcından {$from} sonra başlayıp ölçüm penceresinin sonuna kadar isteklerin {$failed} kadarı başarısız oldu; ondan önce {$before}.
finding-degraded-period-times-on = Ortalama yanıt süresi o andan sonra {$mean}, öncesinde {$usual} idi.
finding-degraded-period-failing = Adım {$step} içinde, koşumun başlangıcından {$from} sonra {$duration} boyunca isteklerin {$failed} kadarı başarısız oldu; pencerenin geri kalanında {$before}.
finding-degraded-period-times = Ortalama yanıt süresi bu sürede {$mean}, geri kalanında {$usual} idi.
finding-degraded-period-requirements = Bu sürede {$requirements} sağlanmadı; adımın tamamında sağlanıyor ya da belirsiz.
finding-unequal-repeats = {$first} ve {$last} numaralı adımlar aynı yükte ({$under}) ama farklı: {$first_time} medyan yanıt süresiyle {$first_rate}, sonra {$last_time} ile {$last_rate}. Sistem arada değişti ya da adımlardan biri soğuk başladı; bu yükün değerleri ikisine birden ait.
finding-unequal-repeats-overload = {$first} ve {$last} numaralı adımlar aynı yükte ({$under}) ama farklı: {$first_time} medyan yanıt süresiyle {$first_rate}, sonra {$last_time} ile {$last_rate}; bu yükün değerleri ikisine birden ait.
finding-unequal-repeats-not-recovered = Aralarında daha yüksek bir yük vardı (adım {$step}); sistem ondan sonra toparlanamamış olabilir.
finding-unequal-repeats-failed = İsteklerin {$before} kadarı, sonra {$after} kadarı başarısız oldu.
finding-periodic-stalls = Adım {$step} içinde verim {$n} kez, {$period} aralıklarla, olağanın {$left} düzeyine kadar duraksadı; bunlar toplamda sürenin {$missing} kadarına mal oldu.
finding-periodic-waits = Adım {$step} içinde istekler tekrar tekrar en çok {$longest} bekledi: {$n} kez, {$period} aralıklarla. Yine de geldiler ve sonradan yanıtlandılar: verim bunun pek azını gösterir.
finding-errors-share = Tabloya göre isteklerin {$share} kadarı başarısız oldu ({$steps}); kaç istek olduğunu tablo söylemiyor.
finding-errors = {$requests} istekten {$errors} tanesi başarısız oldu ({$share}; {$steps}): {$causes}.
finding-errors-outage = Neredeyse tümü, neredeyse hiçbir şeyin başarılı olmadığı sırada geldi: {$when}.
finding-outage-when = {$step} içinde koşumun başlangıcından {$from} sonra yaklaşık {$length} boyunca
finding-outage-at-start = {$step} içinde koşumun başlangıcından itibaren yaklaşık {$length} boyunca
finding-outage-again = {$from} sonra yaklaşık {$length} boyunca
finding-outage-then = {$step} içinde {$from} sonra yaklaşık {$length} boyunca
finding-errors-outside = Ölçüm pencerelerinin dışında {$requests} istekten {$errors} tanesi ({$there}: {$causes}) başarısız oldu (kaydedilenlerin {$share} kadarı). Adımların hiçbir değeri bunları göstermez.
finding-errors-outside-of = {$transaction}: {$requests} istekten {$errors}
finding-errors-outside-by = Orada işlemlere göre: {$transactions}.
finding-transaction-errors = {$steps}: {$transaction} için {$requests} isteğin {$errors} tanesi başarısız oldu ({$share}; tüm isteklerde {$of_all}): {$causes}.
finding-transaction-errors-hidden = Tüm isteklerin toplamında bu neredeyse görünmez.
finding-cause = {$cause} ({$n})
finding-causes-most = çoğu şu nedenle: {$causes}
finding-extractor-misses = {$variable} değişkeninin çıkarıcısı, {$transaction} yanıtlarının {$uses} tanesinden {$missed} tanesinde bir şey bulamadı: değişken varsayılan ya da önceki değerinde kaldı, bu yüzden onunla istenen, planın kastettiği değildir.
finding-requirement-failed = {$requirement} karşılanmıyor: {$steps}.
finding-requirement-failed-but-holds = {$requirement} karşılanmıyor: {$steps}; yük sınırında karşılanıyor.
finding-requirement-failed-undecided = {$requirement} karşılanmıyor: {$steps}; yük sınırında karar verilemedi.
finding-cut-off-nothing = Hiçbir şey ölçülmedi ve koşumun bitiş kaydı yok: yarıda kesildi veya hâlâ sürüyor (-wal dosyası eksik mi?).
finding-cut-off = Koşumun bitiş kaydı yok: yarıda kesildi veya hâlâ sürüyor. Kaydedilen süre {$recorded}, son adım {$step}.
finding-stopped = Koşum erken bitti: {$reason}; geçen süre {$after}.
finding-window-too-short = {$steps} yalnızca {$measured} ölçüldü (en az {$least} gerekli).
finding-range = {$from} ile {$to} arası
finding-certificates = Sunucu sertifikaları doğrulanmadı; hangi sunucunun yanıt verdiğinin kanıtı yok.
finding-checks-failed = Yük üretecinin betiğindeki {$of} denetimden {$failed} tanesi başarısız oldu ({$checks}). Bunlar hiçbir isteğe ait değil: hiçbir hata oranı ve hiçbir karar bunları saymaz.
finding-check = “{$name}” {$failed} kez
finding-next-checks = Bu isteklere ne yanıt verildiğine bakın: başarısız bir denetim, burada başarılı sayılan yanlış bir yanıt olabilir.
finding-data-ran-out = {$said}.
finding-sent-again = {$of} istekten {$n} tanesi ({$share}) ikinci kez gönderildi: sunucu yanıtlamadan önce bağlantılarını kapattı ya da onları reddetti. Sayılan, ikincisinin sonucudur; onları yinelemeyen bir istemcide bir o kadar daha hata olur.
finding-alternating-levels = {$step} içinde yanıtlar sırayla hızlı ve yavaş: her seferinde ortalama {$fast_for} boyunca {$fast} (medyan) ve {$slow_for} boyunca {$slow}, {$n} kez; sürenin {$share} kadarında yavaşlar. Bir adımın tamamına ait değerler ikisini karıştırır; kullanıcıların yanıt beklediği yerde yavaş bölümlerde daha az istek yapılır.
finding-alternating-levels-requirements = Bir adımın en uzun yavaş bölümünde {$requirements} sağlanmadı; adımın tamamında sağlanıyor ya da belirsiz.
finding-next-alternating-levels = {$step} içinde her seferinde {$slow_for} boyunca gelip gidenin ne olduğunu bulun: zamanlanmış bir iş, çöp toplamalar, bir CPU kotası, süresi dolan bir önbellek, birkaç sunucudan daha yavaş olan biri; sunucuların ve orada çalışan diğer şeylerin günlükleri bunu gösterebilir.
finding-rising-times = Yük aynı kalırken yanıt süreleri {$how_many} yükseldi: {$named} (ölçüm penceresinin ilk ve son çeyreğinin ortalaması; p {$p}).
finding-rising-times-slower = Sistem zamanla ya da her istekle yavaşladı; adımlar yükten başka yönlerden de farklı.
finding-rising-times-in-one = {$step} içinde yük aynı kalırken yanıt süreleri {$first} değerinden {$last} değerine yükseldi (ölçüm penceresinin ilk ve son çeyreğinin ortalaması; p {$p}). Sistem zamanla ya da her istekle yavaşladı.
finding-rising-times-in-one-slight = {$step} içinde yük aynı kalırken yanıt süreleri {$first} değerinden {$last} değerine yükseldi (ölçüm penceresinin ilk ve son çeyreğinin ortalaması; p {$p}).
finding-rising-times-step = {$step} içinde {$first} değerinden {$last} değerine
finding-rising-times-requirements = Bir adımın son çeyreğinde {$requirements} sağlanmadı; adımın tamamında sağlanıyor ya da belirsiz.
finding-rising-times-recovers = Her adım önceki kadar hızlı başladı: sistemi yavaşlatan, adımlar arasında geçiyor (bir kuyruk, burst kredileri, bir önbellek).
finding-next-rising-times = Zamanla ya da her istekle neyin büyüdüğünü bulun (büyüyen veriler ya da yanıtlar, dizini olmayan bir liste ya da tablo, bellek, sınırı olmayan bir önbellek) ve tek bir yükü birkaç dakika uygulayın: yanıt süreleri yükseldiği sürece planlamada kullanılacak bir değer yoktur.
finding-next-rising-times-long = Zamanla ya da her istekle neyin büyüdüğünü bulun (büyüyen veriler ya da yanıtlar, dizini olmayan bir liste ya da tablo, bellek, sınırı olmayan bir önbellek) ve bu düzeltilince yükü yineleyin: yanıt süreleri yükseldiği sürece planlamada kullanılacak bir değer yoktur.
finding-next-rising-times-slight = Tek bir yükü yarım saat ya da daha uzun uygulayın: yanıt sürelerinin yükselmeyi sürdürüp sürdürmediğini bu gösterir. Nedeni, zamanla ya da her istekle büyüyen bir şey olabilir (büyüyen veriler ya da yanıtlar, dizini olmayan bir liste ya da tablo, bellek, sınırı olmayan bir önbellek).
finding-rising-times-in-all = {$n} adımın her birinde
finding-rising-times-in-most = {$of} adımın {$n} tanesinde
finding-next-sent-again = Sunucunun ya da önündeki bir vekilin, üzerinde istek olan bağlantıları neden kapattığını bulun: ölen bir süreç, boş bağlantılar için süre sınırı, bağlantı başına istek sınırı, birkaç sunucudan kesen biri.
finding-iterations-dropped = Yük üretecinin {$n} döngüsü, zamanı geldiğinde boşta kullanıcı olmadığı için başlamadı. Yük, senaryonun istediğinden azdı; hiçbir hata oranı bunları saymaz, onlarsız sağlanan bir gereksinim, izin verdiğinden çok oldukları yerde kararsız kalır ve yanıt sürelerinde bunların bekleyeceği süre yoktur.
finding-next-more-data = Dosyaya daha çok satır koyun ya da sonunda baştan başlamasını sağlayın (`recycle: true`).
finding-next-iterations = Yük üretecinin makinesinde yer varsa senaryoya daha çok kullanıcı (maxVUs) verin; bundan önce yanıt süreleri arttıysa sistem hıza yetişememiştir.
finding-elements-skipped = Plandan {$n} öğe dışarıda bırakıldı: yük, plandakinden farklı.
finding-elements-approximated = Plandan {$n} öğe, belirtilen bir farkla uygulandı.

## Aramanın bulamadığı kapasite. {$why} cümleyi tamamlar.

finding-holds-at-no-rate = {$rate} düzeyine kadar denenen hiçbir hızda gereksinimler karşılanmıyor.
finding-holds-at-no-rate-why = {$rate} düzeyine kadar denenen hiçbir hızda gereksinimler karşılanmıyor: {$why}.
finding-capacity-at-least = Kapasite en az {$rate}.
finding-capacity-at-least-why = Kapasite en az {$rate}: {$why}.
finding-search-without-answer = Kapasite araması bir yanıt vermeden sona erdi.
finding-search-without-answer-why = Kapasite araması bir yanıt vermeden sona erdi: {$why}.

## Zamanında başlamayan gelişler.

finding-arrivals = {$due} gelişten {$parts} ({$steps}).
finding-arrivals-dropped = {$n} tanesi düşürüldü
finding-arrivals-waited = {$n} tanesi ancak boşta bir kullanıcı bekledikten sonra başladı
finding-arrivals-waiting = aynı anda en çok {$n}
finding-arrivals-longest = en uzunu {$time}
finding-arrivals-pool = {$users} kullanıcının tümü meşguldü: sınır, sistem veya bu havuzun boyutuydu.
finding-arrivals-system = Sistem yavaşladığı için {$users} kullanıcının tümü meşguldü: medyan istek {$full} sürdü; {$step} içinde {$free} sürmüştü. Sınır, kullanıcı sayısı değildi.
finding-arrivals-moments = Bir saniyenin sonunda {$users} kullanıcıdan en çok {$busy} tanesi meşguldü: yalnızca anlık olarak tükendiler.
finding-arrivals-times = Bekleme yanıt sürelerine dahil.
finding-arrivals-lost = Düşürülen gelişler gösterilen hiçbir yüzdelikte yer almaz; gereksinimler her birini başarısız istek sayar.

## Daha fazlasını gösterecek veya giderecek olan.

finding-next-larger-pool = Daha büyük bir kullanıcı havuzuyla yeniden çalıştırın: yanıt süreleri aynı kalırsa sınır sistemdir; kısalırsa havuzdu.
finding-next-arrivals = Gelişlerin ne zaman bekletildiğini zamana göre gelişler şeklinde bulun ve o andaki sunucuları inceleyin.
finding-next-arrivals-system = Sistemin telemetrisiyle isteklerin neyi beklediğini bulun ({$steps}): daha çok kullanıcı yalnızca daha uzun beklerdi.
finding-next-higher-rates = Daha yüksek hızlara kadar yeniden arayın.
finding-next-rates-between = Gereksinimlerin sağlandığı {$holds} ile sağlanmadığı {$fails} arasında yeniden arayın.
finding-next-lower-rates = Daha düşük hızlardan başlayarak yeniden arayın ya da tek kullanıcıyla bile neyin bu kadar uzun sürdüğünü inceleyin.
finding-next-longer-windows = Daha uzun veya daha çok pencereyle yeniden arayın; sınırın yük üreteci olduğu yerde önce bunu giderin.
finding-next-longer-steps = Kazancın aralığı hedefi içermeyene kadar şunu daha uzun süreyle yineleyin: {$steps}.
finding-next-higher-loads = Verim artmayı bırakana kadar daha yüksek yüklerle yineleyin.
finding-next-put-loads-on = Kapasiteyi bulmak için bir yük üreteciyle adım adım yük uygulayın: gelenlerin günlüğü bundan fazlasını göstermez.
finding-next-test-limit = Sınır olarak adı geçeni sınayın: ondan daha fazlasıyla verim, daha yüksek yüklerde de, artmalıdır.
finding-next-mend-then-higher = Önce şurada başarısız olanı ya da kritik olanı giderin: {$step}; sonra verim artmayı bırakana kadar daha yüksek yüklerle yineleyin.
finding-next-smaller-loads = Artışın nerede yavaşladığını görmek için tek kullanıcıya kadar daha küçük yüklerle yineleyin.
finding-next-one-user = Tek bir kullanıcı olanın neredeyse hepsini sağlıyor: yalnızca daha kısa bir istek ya da gereksindiğinin daha fazlası verimi artırır.
finding-next-between = Şu ikisinin arasındaki yükleri yinelemelerle ölçün: {$from}, {$to}; sunucuların CPU, havuz ve kilitlerini orada izleyin.
finding-next-below = Artışın nerede yavaşladığını görmek için {$from} altındaki yükleri ölçün.
finding-next-plateau = Şu adımdan başlayan yüklerde ({$from}) henüz izlenmeyenleri izleyin (havuzlar, kilitler, thread'ler, arkadaki sunucular): orada bir kaynak tükeniyor ya da bir hız sınırı devrede.
finding-next-plateau-unwatched = Sunucuları izleyin (CPU, bellek, diskler, havuzlar, kilitler, thread’ler); yükler: {$from} ve sonrası: orada bir şey tükenmiş ya da bir hız sınırı devrede.
finding-next-plateau-unwatched-generator = Sunucuları (CPU, bellek, diskler, havuzlar, kilitler, thread’ler), ağı ve yük üretecini izleyin; yükler: {$from} ve sonrası: orada bir şey tükenmiş ya da bir hız sınırı devrede.
finding-next-other-time = Sunuculardan kaydedilenleri yükün zamanıyla yeniden içe aktarın: farklıysa saat dilimini (--timezone) ya da saatinin ne kadar yanlış olduğunu (import.yaml içinde clock_ahead) belirtin. Şu adımdan başlayarak bir kaynak tükeniyor: {$from}.
finding-next-plateau-known = Sınırlayan kaynağı artırın ya da isteklerin onu daha az kullanmasını sağlayın: {$cause} ({$grade}).
finding-next-contention = { $n ->
    [0] Canlı ortamı şu yükün altında tutun: {$to}
   *[other] Canlı ortamı önerilen çalışma noktasında ya da altında tutun ({$rate})
}; çekişme arayın: kilitler, çöp toplama, bağlantı havuzları.
finding-next-known-limit = { $n ->
    [0] Canlı ortamı şu yükün altında tutun: {$to}
   *[other] Canlı ortamı önerilen çalışma noktasında ya da altında tutun ({$rate})
}. Büyük olasılıkla sınırlayan: {$cause} ({$grade}); sınırlayan etkene bakın.
finding-next-servers = Bir sunucunun neden kaybedildiğini bulun, giderin ve şunları tüm sunucularla yineleyin: {$from}, {$to}.
finding-next-little = Kullanıcıların erken bitmediğini ve istekler ile düşünme süreleri dışında zaman harcanmadığını denetleyin.
finding-next-in-flight = En yavaş isteklerin süresinden çok daha uzun ölçün.
finding-next-jobs = İşlerin ne bildirdiğine bakın, hataya yol açanı düzeltin ve yeniden çalıştırın: işleri yapılmadı, bu yüzden yük amaçlanandan az oldu.
finding-next-other-order = Sistemi ısıtın, şu iki yükü ters sırayla yineleyin: {$from}, {$to}; ikisinin de aynı işi yaptığını denetleyin.
finding-next-send-at-once = Her iki uçta TCP_NODELAY ayarlayın (veya her mesajı tek parça yazın), aynı yükü yineleyin ve bu sürelerin kaybolduğunu denetleyin.
finding-next-errors-logged = Nedenini bulun: arkadaki uygulamanın o anlardaki günlükleri ve bu yolları kimin istediği.
finding-next-time-outs = Bu isteklerin neyi beklediğini bulun: o anlarda sunucular ve zaman aşımının yeterince uzun olup olmadığı.
finding-next-errors = Bu hataları sunucuların günlüklerinde bulun: rapor onları türlerine göre ve bilindiği yerde oluş zamanlarıyla gösterir.
finding-next-check = Denetimden geçmeyen bir yanıta bakın (plimsoll examples ya da rapordaki örnekler): ya sistem yanlış yanıt veriyor ya da planın denetimi yanıtlarına uymuyor.
finding-next-check-imported = Denetimden geçmeyen bir yanıta, yükü üreten aracın sonuçlarında bakın (adı, zamanı ve iletisi işleme göre hatalar arasındadır): ya sistem yanlış yanıt veriyor ya da testin denetimi yanıtlarına uymuyor.
finding-next-log-in = Planın nasıl oturum açtığına ve önceki yanıtlardan ne aldığına bakın: istekleri yetkisiz olarak reddediliyor (eksik ya da koşum sırasında süresi dolan bir oturum veya belirteç, ya da her yanıtın yeniden verdiği nonce gibi bir değer).
finding-next-too-many = Hangi sınırın 429 ile yanıt verdiğini bulun: hizmetin ya da önündeki ağ geçidinin sınırlayıcısı, hızının üzerinde geleni reddeder. Test için yükseltin ya da altında kalın.
finding-next-undecided = {$requirement} için karar verilemedi: {$needed}.
finding-next-no-times-logged = Sunucunun her isteğin ne kadar sürdüğünü günlüğe yazmasını sağlayın (httpd ve Tomcat'te %D, nginx'te $request_time); zaten yazıyorsa hangi sütun olduğunu --pattern ile belirtip günlüğü yeniden içe aktarın: yanıt süreleri olmadan gereksinim hakkında karar verilemez.
finding-next-no-times = Yanıt sürelerini içeren sonuçları içe aktarın: onlar olmadan gereksinim hakkında karar verilemez.
finding-next-not-found = Plandaki yolların ve adresin doğru olup olmadığına bakın: sunucu yanıt veriyor ve hiçbirini tanımıyor. `plimsoll try` ne gönderildiğini ve ne döndüğünü gösterir.
finding-next-hung = İsteklerin neyi beklediğini bulun: o anda bir thread dump, kilitler, dolu bir havuz, hizmetin günlüğü.
finding-next-connect-some = Bazı bağlantılar kurulurken bazılarının neden kurulamadığını bulun: sunucu o sırada yeniden mi başladı, bağlantıları ne sınırlıyor (dolu bir kabul kuyruğu, güvenlik duvarı, dosya tanımlayıcıları, portlar)?
finding-next-connect-limit = Bağlantıları neyin sınırladığını bulun: {$without} içinde hiçbiri kesilmedi, {$with} içinde bazıları kesildi (sunucunun ya da önündeki proxy'nin en çok bağlantı sayısı, dolu bir kabul kuyruğu, güvenlik duvarı).
finding-next-connect-gone = Koşumun başlangıcından {$from} sonra sona kadar neden hiçbir şeyin yanıt vermediğini bulun (hizmetin günlüğü, çıkış kodu, onu ne sonlandırdı), yeniden başlatın ve yineleyin.
finding-next-connect-outage = Sunucuya ne olduğunu bulun ({$when}): neredeyse hiçbir şey başarılı olmadı ve neredeyse hiç bağlantı kurulamadı (yeniden başlatma, çökme, dağıtım); hizmetin günlüğü bunu gösterebilir.
finding-next-errors-outage = Sunucuya ne olduğunu bulun ({$when}): neredeyse hiçbir şey başarılı olmadı (yeniden başlatma, çökme, dağıtım, bağlı olduğu bir hizmetin yokluğu); sunucuların o zamana ait günlükleri bunu gösterebilir.
finding-next-connect-restarted = Duran sunucuyla ilgili bulguya bakın: o yokken bağlantılar kurulamadı.
finding-next-errors-while-away = Duran sunucuyla ilgili bulguya bakın: bu hatalar o durduğunda ya da o yokken geldi.
finding-next-errors-pool = Tükenen havuzla ilgili bulguya bakın: bu hatalar yalnızca havuzun tükendiği adımlarda geldi.
finding-next-connect = Sunucunun çalıştığını, ana makine ile portun doğru olduğunu ve arada güvenlik duvarı ya da bağlantı sınırı bulunmadığını denetleyin: bağlantı kurulamadı.
finding-next-transaction-errors = {$transaction} neden başarısız oluyor, bulun: rapor hataları tür ve mesaja göre listeler; bunları sunucuların günlüklerinde arayın.
finding-next-transaction-errors-hidden = {$transaction} içindeki hatayı giderin ve ona kendi gereksinimini verin; öyle ki diğerleri onu gizlemesin.
finding-next-extractor = Bir yanıta bakıp çıkarıcıyı düzeltin ve yeniden çalıştırın: o zamana kadar yük, planlanandan başkadır.
finding-next-requirement-lower = Sınırlayan kaynağı şurada telemetriyle bulun: {$steps}; ya da başka yükleri ölçün: ölçülenlerin hiçbirinde gereksinimlerin tümünün birden karşılandığı gösterilmedi.
finding-next-requirement = Sınırlayan kaynağı şurada telemetriyle bulun: {$steps}; ya da yükü önerilen noktaya düşürün.
finding-next-requirement-few = Daha uzun süren az sayıdaki isteğe bakın ({$of} istekten {$over} tanesi): hangileriydi, ne zamandı, sunucular ve günlükleri o sırada ne gösteriyor. Bu kadar az istek yükten çok bir duraklamadan, yeniden başlatmadan, kilitten ya da yeniden denemeden kaynaklanır.
finding-next-requirement-alike = Tek bir istekte neyin bu kadar uzun sürdüğünü bulun: en düşük yükte ({$lowest}) neredeyse en yüksek yükteki ({$highest}) kadar uzun sürüyor, yani daha az yük işe yaramaz.
finding-next-requirement-alike-in = Tek bir istekte neyin bu kadar uzun sürdüğünü bulun, önce şurada: {$transaction} (en düşük yükte p95 {$time}): {$lowest} ile neredeyse {$highest} ile olduğu kadar uzun sürüyor, yani daha az yük işe yaramaz.
finding-next-table-lengths = Tablonun her adımının ne kadar sürdüğünü belirtin (minutes ya da seconds adlı bir sütun) ve tabloyu yeniden içe aktarın: bu olmadan değerlerinin kaç istekten geldiği bilinmez ve böyle bir gereksinim için karar verilemez.
finding-next-steady-steps = Her biri bir dakika ya da daha uzun sabit kalan yüklerle tekrarlayın: bir rampa ne kapasiteyi ne de süren bir yükün ne getirdiğini gösterir.
finding-next-requirement-repeat-same = Aynı yükün başka bir adımında karşılanan gereksinimin {$steps} içinde neden karşılanmadığını bulun (ısınma, bir duraklama, başka işler, büyüyen veri) ve o yükü yineleyin.
finding-next-requirement-repeat = {$steps} yinelensin: önerilen yük daha yüksek ve orada tüm gereksinimlerin karşılandığı gösterildi; demek ki neden yük değil, başka bir şeydi (ısınma, bir duraklama, başka işler).
finding-next-requirement-known-only = Sistemi büyük olasılıkla sınırlayanı, {$cause} ({$grade}), giderin ve şunu yineleyin: {$steps}.
finding-next-requirement-known = Sistemi büyük olasılıkla sınırlayanı ({$cause}, {$grade}) giderip aynı yükü ({$steps}) yineleyin; ya da yükü önerilen noktaya düşürün.
finding-next-requirement-known-lower = Sistemi büyük olasılıkla sınırlayanı ({$cause}, {$grade}) giderip aynı yükü ({$steps}) yineleyin; ya da başka yükleri ölçün: ölçülenlerin hiçbirinde gereksinimlerin tümünün birden karşılandığı gösterilmedi.
finding-next-interruption = Şurada koşumun {$from} anından başlayarak {$duration} boyunca ne olduğunu bulun: {$step}; yeniden başlatmalar, yük devri, kilitler, tam çöp toplamalar, yedeklemeler; sunucuların ve orada çalışan diğerlerinin günlükleri bunu söyleyebilir.
finding-next-generator-paused = Yük üretecinin şurada koşumun {$from} anından başlayarak {$duration} boyunca neden hiçbir şey göndermediğini bulun ({$step}: bir çöp toplama, makinesinin duraklaması, planı) ve adımı yeniden ölçün.
finding-next-requirement-mix = Yükleri aynı istek karışımıyla ölçün: bir adımda sağlanmayıp daha çok yük altındaki başka bir adımda sağlanan şey başka işlemlerden kaynaklanabilir.
finding-next-same-mix = Aynı istek karışımıyla birkaç yük ölçün: verim, daha fazla yükün ne getirdiğini ancak o zaman gösterir.
finding-next-transaction-saturated = {$transactions} için beklenen ve diğerlerinin kullanmadığı şeyi bulun (bir havuz, bir sorgu, bir kilit, başka bir hizmet): daha fazla yük bunları yalnızca yavaşlatır.
finding-next-others-higher = Diğer işlemlerin en yüksek verimi de isteniyorsa, onları kendilerine ait daha yüksek yüklerle ölçün.
finding-next-slowed-down = Şurada, koşumun başlangıcından {$from} sonra sistemde neyin değiştiğini bulun: {$step} (zamanla büyüyen bir şey, verilerini artık sığdıramayan bir önbellek, yeniden başlatma, başka bir iş) ve bu yükü daha uzun süre yeniden ölçün.
finding-next-slowed-down-gradual = Şurada zamanla neyin büyüdüğünü ya da tükendiğini bulun: {$step} (büyüyen yanıtlar ya da veriler, bellek, dizinsiz bir tablo, dolan bir önbellek) ve bu yükü daha uzun süre yeniden ölçün.
finding-next-mix-moved = Planın her aşamasını ayrı bir adım olarak ölçün ya da işlemleri tek tek değerlendirin: tüm isteklerin değerleri iki karışıma birden ait.
finding-next-load-moved = Yüklerin her birini ayrı bir adım olarak içe aktarın ya da ölçün: ne zaman değiştiklerini planın zamanlayıcısı, temposu ya da düşünme süreleri söyler.
finding-next-not-recovered = Adım {$step} yükünden geriye bir şey kalıp kalmadığını (kuyruklar, yeniden denemeler, bağlantılar, açık devre kesiciler, eksik bir sunucu) ya da zamanla bir şeyin büyüyüp büyümediğini bulun: sonrasında sunucuların günlükleri ve durumu; ardından sistemin toparlanıp toparlanmadığını ve ne zaman toparlandığını görmek için düşük yükte daha uzun bir adımla yineleyin.
finding-next-repeats-differ = Aynı yükteki adımlar arasında neyin değiştiğini bulun (zamanla büyüyen: veri, liste, önbellek, günlük; ya da ısınma) ve yükleri başka bir sırayla yineleyin.
finding-next-changed-between = Bir kez daha ölçün: {$from}; önceki kadar hızlıysa sistemi değiştiren şu yüktür: {$to}; değilse zamanla değişmiştir (büyüyen bir şey, verilerini artık alamayan bir önbellek, yeniden başlatma, başka bir iş).
finding-next-users-stuck = {$step} içinde, koşumun {$from} anından sonra bu kullanıcıların neyi beklediğini bulun: kilitler, kaybolan ya da geri verilmeyen bağlantılar, yanıt vermeyi bırakan bir sunucu; plandaki bir zaman aşımı bunu daha erken gösterir.
finding-next-users-idle = Plandaki verim zamanlayıcısını ya da pacing ayarını kaldırın veya hızını yükseltin, yük üretecinin CPU payı kaldığını doğrulayın; sonra yükleri yineleyin.
finding-next-lower = Sınırlayan kaynağı telemetriyle bulun ya da daha küçük yükleri ölçün.
finding-next-over-limit = {$step} ile {$least} arasında neyin farklı olduğunu bulun: {$least} içinde en az o kadar çağrı yanıtlandı, üstelik daha çabuk.
finding-next-requirement-against = Telemetriyle sınırlayan kaynağı bulun ya da gereksinimlerin karşılandığı daha küçük yüklerin aleyhine olanı giderin.
finding-next-correct = Gereksinimi düzeltin ve raporu yeniden oluşturun; koşumu yinelemek gerekmez.
finding-next-minutes = Her adımı dakikalarca ölçün: çöp toplama ve toplu işler zaman alır.
finding-next-certificates = Doğru sistemin ölçüldüğünden emin olmak için sertifikaları en az bir kez doğrulayın.
finding-next-elements = Kurulum bölümündeki listeyi okuyun ve önemli olup olmadığına karar verin.

## Karar kutusundaki kritik bulgular, olabildiğince kısa.

finding-short-heap = {$source} için heap, adım {$step} içinde tükendi
finding-short-out-of-memory = {$source} için heap, adım {$step} içinde tükendi; koşumun başlangıcından {$moment} sonra bellek bitti
finding-short-collections = {$source} çöp toplamayla geçen süre payı: {$n ->
    [one] {$share}
   *[other] en çok {$share}
} ({$steps})
finding-short-lost = {$source}, koşumun başlangıcından {$from} sonra artık hiçbir isteği yanıtlamadı
finding-short-away = {$source}, koşumun başlangıcından sonra {$from} ile {$to} arasında hiçbir isteği yanıtlamadı
finding-short-nothing-succeeds = koşumun başlangıcından {$from} sonra hiçbir istek başarılı olmadı
finding-short-nothing-succeeds-in-step = koşumun başlangıcından {$from} sonra, adım {$step} sonuna kadar hiçbir istek başarılı olmadı
finding-short-failing-on = koşumun başlangıcından {$from} sonra adım {$step} isteklerinin {$failed} kadarı başarısız oldu
finding-short-not-recovered = adım {$step} sonrasında aynı yük ({$under}) {$before} yerine {$after} getirdi
finding-short-mix-moved = istek karışımı, adım {$step} içinde değişti
finding-short-load-moved = yük, adım {$step} içinde değişti
finding-short-interruption = { $n ->
    [one] adım {$step} içinde, koşumun {$from} anından başlayarak {$duration} boyunca neredeyse hiçbir istek başarılı olmadı (sürenin {$share} kadarı)
   *[other] adım {$step} içinde {$n} kez, en çok {$duration} boyunca neredeyse hiçbir istek başarılı olmadı (sürenin {$share} kadarı)
}
finding-short-periodic-stalls = adım {$step} içinde verim {$n} kez, {$period} aralıklarla, olağanın {$left} düzeyine kadar duraksadı
finding-short-periodic-waits = adım {$step} içinde istekler {$n} kez, {$period} aralıklarla en çok {$longest} bekledi
finding-short-short-stalls = {$steps} içinde tüm sistem tekrar tekrar duruyor (sürenin {$share} kadarı)
finding-short-alternating = {$steps} içinde yanıtlar sırayla hızlı ve yavaş ({$fast} ve {$slow})
finding-short-answer-sizes = {$steps} yanıtları öncekilerden farklı, çok daha küçük ve hızlı ({$named})
finding-short-rising-times = {$steps} içinde yük aynı kalırken yanıt süreleri yükseldi
finding-short-hung = koşumun başlangıcından {$from} sonra adım {$step} içinde kullanıcılar beklediği hâlde hiçbir istek bitmedi
finding-short-restarted = {$source}, adım {$step} içinde yeniden başladı
finding-short-events = {$name}: kabul edilen {$lost} olay ulaşmadı ({$steps})
