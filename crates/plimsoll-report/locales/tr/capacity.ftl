### Kapasite, önerilen çalışma noktası ve öngörüler.

capacity-figure-at-least = ≥ {$rate}
capacity-figure-unknown = bilinmiyor
capacity-kind = Kapasite
capacity-kind-maximum = Kapasite: en yüksek değer bulundu
capacity-kind-lower-bound = Kapasite: alt sınır
capacity-kind-until-lost = Kapasite: bir sunucu kaybedilene kadar
capacity-until-lost = bir sunucu kaybedilene kadar
capacity-kind-one-load = Tek yükte verim
capacity-kind-ramp = Rampadaki en yüksek değer
capacity-kind-rising = Yanıt süreleri yükselirken en yüksek verim
capacity-kind-too-little = Kapasite: çok az ölçüm var
capacity-steps = {$n} adım

capacity-maximum = Kapasite {$throughput}; ulaşıldığı yer {$place}. Dayanak: {$why}.
capacity-maximum-until-lost = Bir sunucu yitirilene kadar kapasite {$throughput} idi; ulaşıldığı yer {$place}. Dayanak: {$why}.
capacity-reached-from = Neredeyse aynı değere, {$throughput}, şurada ulaşıldı: {$place}.
capacity-below-asked = Kapasite {$throughput}; ulaşıldığı yer {$place}. Gelişler yanıtlanandan hızlıydı ve meşgul kullanıcı sayısı sürekli arttı.
capacity-unfinished = Başlayıp bitmeyen döngüler buna dahil değildir.
capacity-below-asked-pool = Kapasite en az {$throughput}; ulaşıldığı yer {$place}. Gelişler yanıtlanandan hızlıydı ve tüm kullanıcılar meşguldü: sınırın sistem mi yoksa kullanıcı havuzu mu olduğunu daha büyük bir havuz gösterir.
capacity-below-asked-system = Kapasite {$throughput}; ulaşıldığı yer {$place}. Gelişler yanıtlanandan hızlıydı. Sistem yavaşladığı için tüm kullanıcılar meşguldü: medyan istek {$full} sürdü; {$step} içinde {$free} sürmüştü. Daha çok kullanıcı yalnızca daha uzun beklerdi.
capacity-refused = Kapasite {$throughput}; ulaşıldığı yer {$place}. Orada isteklerin {$failed} kadarı, bir alt hızda {$below} kadarı başarısız oldu: istenen hız taşınmadı.
capacity-lower-bound = Kapasite en az {$throughput}; ulaşıldığı yer {$place}. En yüksek değer bulunamadı: {$why}.
capacity-lower-bound-wide = {$throughput} taşındı (yer: {$place}); aralık o kadar geniş ki kapasite ancak en az {$low} denebilir. En yüksek değer bulunamadı: {$why}.
capacity-one-load = {$with} {$throughput}. Bu yalnızca bir yüktür: ne en yüksek değerdir ne de onun aranmasıdır.
capacity-one-load-differs = {$said} Bu, farklı adımların ortalamasıdır: {$why}.
capacity-with-failures = Adım {$step} içinde isteklerin {$share} kadarı başarısız oldu.
capacity-other-answers = Adım {$step} yanıtları en düşük yüktekilerden farklı, çok daha küçük ve hızlı: bu, istenen iş için kapasite değildir.
capacity-other-answers-within = Adım {$step} içinde yanıtlar başka yanıtlara dönüştü, çok daha küçük ve hızlı: bu, istenen iş için kapasite değildir.
capacity-ramp = Kapasite ileri sürülmüyor: yük, {$from} ile {$to} kullanıcı arasında bir rampaydı ve hiçbir düzeyde sabit kalmadı. En yüksek değer {$throughput}, {$place} parçasındaydı; her biri dakikalarca süren sabit yüklü adımlar neyin sürdürülebileceğini gösterir.
capacity-rising = Kapasite bildirilmiyor: yük aynı kalırken yanıt süreleri {$how_many} yükseldi; sistem ölçülürken yavaşladı. En yüksek değer {$place} içinde {$throughput} oldu.
capacity-rising-in-one = Kapasite bildirilmiyor: yük aynı kalırken yanıt süreleri yükseldi; sistem ölçülürken yavaşladı. {$place} içinde ortalama {$throughput} taşındı.
capacity-too-little = Kapasite ileri sürülmüyor: {$steps} arasında bunun için yeterli veri içeren yok. En yüksek değer {$throughput}, {$place}: {$measured} içinde {$succeeded} istek başarılı oldu; bir iddia için {$needed} gerekir, bu hızda {$long}.
capacity-one-rate = İstenen {$rate} hızından {$throughput} başarılı oldu. Bu yalnızca bir yüktür: ne en yüksek değerdir ne de onun aranmasıdır.
capacity-unknown = Kapasite bilinmiyor: isteklerin çoğunun başarılı olduğu geçerli bir adım yok.
capacity-unknown-invalid = Kapasite bilinmiyor: hiçbir adım geçerli olarak ölçülmedi.
capacity-unknown-no-steps = Kapasite bilinmiyor: verimiyle birlikte hiçbir yük içe aktarılmadı.

capacity-place = adım {$step}, {$users}
capacity-place-nodes = adım {$step}, {$users} ({$threads} × {$nodes} düğüm)
capacity-place-rate = adım {$step}, istenen {$rate}
capacity-place-mean = {$place} (bu yükteki {$n} adımın ortalaması)

## "En yüksek değer bulunamadı: …" cümlesini tamamlar.

capacity-no-node-left = verim hâlâ {$gain} artarken (hedef {$goal}) eklenecek düğüm kalmadı
capacity-no-load-left-growing = verim hâlâ {$gain} artarken (hedef {$goal}) eklenecek yük kalmadı
capacity-no-load-left = eklenecek yük kalmadı
capacity-highest-still-grew = en yüksek yükte (adım {$step}) verim, adım {$base} ile karşılaştırıldığında hâlâ {$change}
capacity-brought = adım {$step} verimi, adım {$base} ile karşılaştırıldığında {$change}; {$goal} (hedef) ve üstü büyüme sayılır
capacity-mixes-differ = adım {$step} isteklerinin {$share} kadarı, adım {$other} içindekilerden başka işlemlere ait; yani daha fazla yük aynı zamanda başka bir işti
capacity-transaction-saturated = adım {$to} içinde {$transactions} adım {$from} ile karşılaştırıldığında daha fazlasını getirmiyor, diğer işlemler ise hâlâ getiriyor
capacity-slowed-down = adım {$step} içinde başta {$first} başarılı oldu, koşumun {$from} anından sonra ise yalnızca {$later}; yük aynıydı: sistem ölçüm sırasında değişti
capacity-slowed-down-gradual = adım {$step} içinde verim sürekli düştü; penceresinin ilk {$after} içinde ortalama {$first}, kalanında {$later}; yük aynıydı: sistem ölçüm sırasında değişti
capacity-changed-between = {$to} ve sonrasında istekler {$from} içindekinin {$times} katı sürdü ve oradan sonra iki kat kullanıcı iki kat verim getiriyor: yük hiçbir kaynağı doyurmuyor; sistem bu adımlar arasında, zamanla ya da o yükte değişti
capacity-repeats-differ = aynı yük adım {$step} içinde {$first}, adım {$later} içinde {$last} getirdi: sistem ölçüm sırasında değişti
capacity-users-stuck = adım {$step} içinde {$of} kullanıcıdan {$users} tanesi bir yanıt için {$longest} süreye kadar bekledi: adımın getirdiği yalnızca diğerlerine ait
capacity-users-idle = {$from}. adımdan {$to}. adıma verim kullanıcılarla artmıyor ve ortalama yanıt süresi ({$response_from}, sonra {$response_to}) doymuş bir sistemde olacağı gibi yükselmiyor: kullanıcılar iki istek arasında daha uzun bekledi (ortalama {$between_from}, sonra {$between_to}); yani hızı bir zamanlayıcı, pacing ya da yük üreteci belirledi
capacity-falls-from-lowest = verim en düşük yükten itibaren düşüyor (adım {$step}: {$fall}); daha düşük yüklerin ya da aradaki yüklerin daha fazlasını getirip getirmediği ölçülmedi
capacity-gain-uncertain = adım {$step} kazancı {$gain}, hedef {$goal}: aralık hedefi içeriyor, bu nedenle daha uzun adımlar gerekli
capacity-higher-invalid = daha yüksek yüklü {$steps} geçersiz
capacity-interrupted = koşum kesildi
capacity-cut-off = koşum yarıda kesildi ya da hâlâ sürüyor
capacity-load-unknown = hangi yükün uygulandığı içe aktarılanlarda yok
capacity-stopped-by-plan = koşumu plan durdurdu
capacity-impossible = tırmanış sürdürülemedi ({$message})
capacity-failed = koşum başarısız oldu ({$message})

## "Kapasite …: …" cümlesini tamamlar. {$change} örneği: "%6,0 daha fazla".

capacity-brought-with-more-load = daha yüksek yüklü adım {$step} verimi, adım {$base} ile karşılaştırıldığında {$change}
capacity-brought-with-fewer-servers = yükü daha fazla ama yalnızca {$servers} çalışan adım {$step}, adım {$base} ile karşılaştırıldığında verim {$change}; tüm sunucuların adım {$base} ötesinde ne taşıdığı ölçülmedi
capacity-brought-only = adım {$step} verimi, adım {$base} ile karşılaştırıldığında yalnızca {$change}; ancak {$goal} (hedef) ve üstü büyüme sayılırdı
capacity-untried = daha yüksek yük denenmedi
capacity-of-steps = her iki yük için de toplam {$n} adımın ortalaması
capacity-few-seconds = bu sonuç az sayıda saniyeye dayanıyor
capacity-means = tabloda ortalamalar var, bu yüzden güven aralığı yok
capacity-scatter = {$from}–{$to} numaralı adımlarda verim {$low} ile {$high} arasında düzensiz değişiyor (ortalama {$mean}, standart sapma {$deviation}); bu nedenle bu {$n} değerden hangisinin en yüksek olduğu kısmen rastlantıdır
capacity-with-bounds = {$value} (GA {$low} ile {$high} arası)

## Önerilen çalışma noktası.

capacity-recommended = {$throughput}, {$place}: tüm gereksinimlerin karşılandığı gösterilen en yüksek verim.
capacity-recommended-one-load = {$throughput}, {$with}: bu yükte tüm gereksinimlerin karşılandığı gösterildi; geçerli adımlarda başka yük ölçülmedi.
capacity-recommended-free = {$throughput}, {$place}: gereksinim verilmedi; hatası %1'in altında kalan ve {$maximum} olan kapasitenin en az {$share} kadarını boş bırakan yükler arasında, yanıt süresine göre en çok verimi sağlayan.
capacity-recommended-free-highest = {$throughput}, {$place}: gereksinim verilmedi; ölçülen ve {$maximum} olan kapasitenin en az {$share} kadarını boş bırakan yükler içinde herhangi birinin getirdiğinin en az yüzde 97 kadarını getiren en küçüğü (yanıt süreleri bilinmiyor).
capacity-recommended-free-below = {$rate}: {$maximum} olan kapasitenin {$share} altında. Gereksinim verilmedi ve bu payı bırakan bir yük ölçülmedi.
capacity-recommended-headroom = {$throughput}, {$place}: tüm gereksinimlerin karşılandığı gösterilen ve {$maximum} olan kapasitenin en az {$share} altında kalan yükler arasında, yanıt süresine göre verimi en yüksek olanı.
capacity-recommended-headroom-highest = {$throughput}, {$place}: tüm gereksinimlerin karşılandığı gösterilen ve {$maximum} olan kapasitenin en az {$share} kadarını boş bırakan yükler içinde herhangi birinin getirdiğinin en az yüzde 97 kadarını getiren en küçüğü (yanıt süreleri bilinmiyor).
capacity-recommended-between = {$rate}: {$maximum} olan kapasitenin {$share} altı; hesaplandı, ölçülmedi: tüm gereksinimlerin karşılandığı gösterilen yüklerden bunun altındaki en yükseği yalnızca {$lower} getiriyor ({$below}); şurada da karşılanıyorlar: {$place}.
capacity-recommended-free-between = {$rate}: {$maximum} olan kapasitenin {$share} altı; hesaplandı (bunun altında ölçülmüş en yüksek yük yalnızca {$lower} getiriyor, {$below}). Gereksinim verilmedi.
capacity-recommended-below = {$rate}: {$maximum} olan kapasitenin {$share} altında. Tüm gereksinimlerin karşılandığı yer: {$place}; bu payı bırakan bir yükte karşılandıkları gösterilmiş değil.
capacity-recommended-below-rate = {$rate}: {$maximum} olan kapasitenin {$share} altında. Tüm gereksinimlerin karşılandığı yer: {$place}; orada hız daha yüksektir.
capacity-recommended-rate = İstenen {$rate} hızından {$throughput}: tüm gereksinimlerin karşılandığı gösterilen en yüksek hız. Yedek payı yoktur; planı bunun altında yapın.
capacity-recommended-sound = {$throughput}, {$place}: tüm gereksinimlerin karşılandığı gösterilen ve aleyhine başka bir şey olmayan en yüksek verim.
capacity-recommended-rate-sound = İstenen {$rate} hızında {$throughput}: tüm gereksinimlerin karşılandığı gösterilen ve aleyhine başka bir şey olmayan en yüksek hız. Yedek payı yoktur; planı bunun altında yapın.
capacity-recommended-no-sound-step = Tüm gereksinimlerin karşılandığı gösterilen her adımda yükün aleyhine başka bir şey var: {$why}.
capacity-of-its-mix = Daha çok yük aynı zamanda başka işti: bir gereksinimin bir yükte sağlandığı yalnızca o adımın istek karışımı için gösterildi.
capacity-of-busy-machine = Bu sırada başka işler {$sources} CPU'sunu tüketti: boş bir makinede sistem daha fazlasını taşıyabilir ve daha çabuk yanıt verebilir.
capacity-at-its-limit = Sistemi büyük olasılıkla sınırlayan {$cause} bu yükte zaten doygun: daha küçük yüklerin daha azını getirdiği gösterilmedi; birkaçını ölçün.
capacity-recommended-wide = Verim orada öyle çok değişti ki yalnızca {$low} kesin.
capacity-in-iterations = Verim istekleri, sunulan hız ise her biri {$n} istek yapan döngüleri sayar: {$rate}, sunulacak {$iterations} demektir.
capacity-not-kept-up = yük uzun süre sürdürülemez, çünkü {$queues} tüketicileri yetişemedi
capacity-not-carried = istenen {$rate} hızına ulaşılamadı
capacity-unlimited-errors = isteklerin {$share} kadarı başarısız oldu ve kaçının başarısız olabileceğini söyleyen bir gereksinim yok
capacity-sustained = {$queue} tüketicileri {$taken} aldı; çağrı başına {$per_call} mesaj: {$rate} üstü sürdürülemez.
capacity-sustained-unit = {$queue} tüketicileri {$taken} aldı; çağrı başına {$per_call} {$unit}: {$rate} üstü sürdürülemez.
capacity-memory-fills = Yeniden başlatmadan sürdürülemez: {$sources} belleği bu yük altında büyüdü ve bu hızla {$full_in} içinde tükenir.
capacity-memory-grows = Sürdürülemeyebilir: {$sources} belleği bu yük altında büyüdü ve durulmadı; ne kadar bellek kullanabileceği bilinmiyor.
capacity-heap-fills = Yeniden başlatmadan sürdürülemez: {$sources} için çöp toplamadan sonra { $pool ->
    [old] old generation içinde
   *[heap] heap içinde
} kalan bellek { $full ->
    [yes] bu yük altında, yer kalmayana dek büyüdü.
   *[no] bu yük altında büyüdü; bu hızla dolmasına kalan süre: {$full_in}.
}
capacity-short-steps = {$steps} daha fazlasını gösteriyor, ama en çok {$longest} süreyle: kısa pencerelerin en yükseği rastlantı olabilir.
capacity-passed-over = { $n ->
    [one] {$steps} daha fazlasını verdi ve gereksinimleri de karşılıyor, ama seçilmedi: {$why}.
   *[other] {$steps} daha fazlasını verdi ve gereksinimleri de karşılıyor, ama seçilmedi: {$why}.
}
capacity-recommended-without-requirements = Seçmek için gereksinim verilmedi ve altında kalınacak bir en yüksek değer bulunmadı.
capacity-recommended-no-rate = Tüm gereksinimlerin karşılandığı gösterilen bir hız yok.
capacity-recommended-ramp = Bir rampa hiçbir yükü bir süre boyunca sürdürmez.
capacity-recommended-rising = Yük aynı kalırken yanıt süreleri yükseldi: hiçbir yükün uzun süre taşındığı gösterilmedi.
capacity-recommended-fails-again = Tüm gereksinimlerin karşılandığı gösterilen her yük belirsiz: başka bir adımda tutmadı, ondan sonra daha az yük tutmadı ya da sistem o zamandan beri yavaşladı.
capacity-recommended-no-step = Tüm gereksinimlerin karşılandığı gösterilen geçerli bir adım yok.
capacity-recommended-computed = {$rate}; ölçülmedi, hesaplandı.
capacity-recommended-line = Önerilen çalışma noktası: {$text}
capacity-recommended-line-none = Önerilen çalışma noktası: yok. {$text}

## Öngörüler.

capacity-multiplied = {$rate} × {$factor}
capacity-per-hour = saatte ≈ {$value}
capacity-per-day = günde ≈ {$value}
capacity-per-week = haftada ≈ {$value}
capacity-headroom = {$rate} / beklenen kullanım {$expected} (saatte {$hourly}): çarpan {$factor} ({ $enough ->
    [yes] yedek pay var
   *[no] yetersiz
})
capacity-projection-caveat = Ölçülmedi, çarpılarak bulundu: hız hiç ara vermeden korunsaydı ulaşılacak sayıyı gösterir.
