### Sunucularda izlenenlerden ve koşumlar arasından çıkan bulgular; her denetimin sonucu.

detector-cpu-of-machine = {$source} makinesi
detector-cpu-saturated = {$source} üzerinde CPU doygunluğa ulaştı ({$steps}): ortalama en çok {$share}.
detector-cpu-saturated-waiting = {$source} üzerinde CPU doygunluğa ulaştı ({$steps}): ortalama en çok {$share}; çalışan ya da çalışmaya hazır süreç sayısı: {$waiting}.
detector-thread-saturated = {$source} içindeki tek bir thread çekirdeğini tamamen kullandı ({$steps}): ortalama en çok {$share}. Kaç çekirdek olursa olsun bir thread yalnızca birini kullanabilir.
detector-memory-grows = {$source} belleği adım {$step} boyunca {$first} değerinden {$last} değerine büyüdü ({$rate}) ve artışı durmadı.
detector-memory-full = Bu hızla {$time} içinde tükenir.
detector-other-work = {$source} üzerinde CPU doygunluğa ulaştı ({$steps}; en çok {$share}), ama bu yük yüzünden değil: sistemin izlenen bölümü ile yük üreteci bunun {$own} kadarını kullandı ve { $before ->
    [0] geri kalanı verimle artmadı
   *[other] geri kalanı kadarı yük başlamadan önce de kullanılıyordu
}. Makineyi başka işler kullanıyordu; boş bir makinede sistem daha fazlasını taşıyabilir ve daha çabuk yanıt verebilir.
detector-heap-exhausted = {$source} için heap, adım {$step} içinde tükendi: old generation doluluğu {$used}, full GC sayısı {$full}, çöp toplamanın aldığı zaman {$time} ({$of} içinde).
detector-heap-exhausted-against = {$source} için heap, adım {$step} içinde tükendi: old generation doluluğu {$used}, full GC sayısı {$full} (önceki adımda {$before}), çöp toplamanın aldığı zaman {$time} ({$of} içinde).
detector-out-of-memory = {$source} için heap, adım {$step} içinde tükendi: old generation doluluğu {$used}, o adımdaki full GC sayısı {$full}, çöp toplamanın aldığı zaman {$time} ({$of} içinde). JVM'in belleği koşumun başlangıcından {$moment} sonra tükendi.
detector-gc-overhead = {$source} thread'leri çöp toplama için durdu ({$steps}; sürenin payı {$n ->
    [one] {$share}
   *[other] en çok {$share}
}).
detector-leak = {$source} için bellek sızıntısından kuşkulanılıyor: çöp toplamadan sonra { $pool ->
    [old] old generation içinde
   *[heap] heap içinde
} kalan bellek {$first} iken {$last} oldu, { $per ->
    [minute] dakikada
    [hour] saatte
   *[day] günde
} {$growth} büyüyor (GA {$low} ile {$high} arası; {$floors} taban değer, p = {$p}); kapasite {$capacity}. { $full ->
    [yes] Tümüyle doldu.
    [levels] Neredeyse doldu ve sonunda artık pek büyümedi.
   *[no] Bu hızla dolmasına kalan süre: {$full_in}.
}
detector-leak-only-rose = {$source} için bellek sızıntısından kuşkulanılıyor: old generation yalnızca büyüdü, {$capacity} içinde {$first} iken {$last} oldu, { $per ->
    [minute] dakikada
    [hour] saatte
   *[day] günde
} {$growth} (GA {$low} ile {$high} arası; {$floors} okuma, her biri öncekilerin üstünde) ve sondaki full GC'ler bundan hiçbir şey boşaltmadı.
detector-instance-lost = {$source}, koşumun başlangıcından {$from} sonra artık hiçbir isteği yanıtlamadı, oysa ötekiler yanıtladı; önceki payına göre {$expected} istek alması gerekirdi. Bundan sonra ölçülen, { $left ->
    [one] {$left} sunuculu
   *[other] {$left} sunuculu
} sistemdir.
detector-servers-at-work = {$of} sunucudan {$n} tanesi
detector-instance-away = {$source}, koşumun başlangıcından sonra {$from} ile {$to} arasında hiçbir isteği yanıtlamadı, oysa ötekiler yanıtladı; önceki payına göre {$expected} istek alması gerekirdi.
detector-nothing-succeeds = Koşumun başlangıcından {$from} sonra, yükün sonuna kadar hiçbir istek başarılı olmadı: {$requests} istek başarısız. Orada ölçülen, artık var olmayan ya da kimseyi kabul etmeyen bir sistemdir.
detector-nothing-succeeds-in-step = Koşumun başlangıcından {$from} sonra, adım {$step} sonuna kadar hiçbir istek başarılı olmadı: {$requests} istek başarısız. Adımın ortalamaları bunu gizler.
detector-hung = Koşumun başlangıcından {$from} sonra adım {$step} içinde {$lasted} boyunca hiçbir istek bitmedi; {$users} kullanıcı bekledi: sistem takıldı. Adımın ortalamaları bunu gizler.
detector-instance-restarted = {$source}, koşumun başlangıcından {$moment} sonra, adım {$step} içinde yeniden başladı.
detector-service-away = {$source}, koşumun başlangıcından sonra {$from} ile {$to} arasında sorgulanamadı ({$reason}); bunun {$seconds} kadarında öncekinden çok daha az istek başarılı oldu: {$failed} istek başarısız. Hizmet kapalıydı, ulaşılamıyordu ya da yanıt vermiyordu.
detector-service-gone = {$source}, koşumun başlangıcından {$from} sonra artık sorgulanamadı ({$reason}); ardından {$seconds} boyunca öncekinden çok daha az istek başarılı oldu: {$failed} istek başarısız. Hizmet kapalıydı, ulaşılamıyordu ya da yanıt vermiyordu.
detector-peer-skew = Aynı işi yapan sunucular eşit iş yapmadı ({$steps}): {$measure}; {$high}: {$most}, {$low}: {$least}.
detector-peer-skew-equal = Aynı işi yapan sunucular eşit sayıda isteği yanıtladı ama aynı maliyetle değil ({$steps}): {$measure}; {$high}: {$most}, {$low}: {$least}.
detector-peer-skew-pool = {$steps} içinde {$name} havuzu eşit kullanılmadı; en çok adım {$worst_step} içinde: {$high} üzerinde {$most}, {$low} üzerinde {$least}. İkisi de aynı metrikleri yayımlıyor: aynı işi yapmaları gerekiyorsa, iş eşit dağıtılmamış.
detector-share-of-requests = isteklerden alınan pay
detector-share-of-cpu = CPU kullanımı
detector-share-of-container-cpu = bir çekirdeğin kullanımı
detector-share-of-collections = çöp toplamada geçen zaman
detector-share-of-pool = bir havuzun kullanımı
detector-unequal-peers = Aynı işi yapan sunucular eşit değil. {$metric}: {$values}.
detector-unequal-peer = {$source} {$value}
detector-queue-grows = {$queue} tüketicileri yetişemedi ({$steps}): { $n ->
    [one] başta {$from}, sonda {$to} mesaj bekliyordu.
   *[other] en kötüsü olan adım {$worst} içinde başta {$from}, sonda {$to} mesaj bekliyordu.
}
detector-queue-grows-rates = {$queue} tüketicileri yetişemedi ({$steps}): { $n ->
    [one] başta {$from}, sonda {$to} mesaj bekliyordu; gelen {$produced}, alınan {$consumed}.
   *[other] en kötüsü olan adım {$worst} içinde başta {$from}, sonda {$to} mesaj bekliyordu; gelen {$produced}, alınan {$consumed}.
}
detector-queue-drained = Yük bittiğinde {$queue} içinde {$waiting} mesaj bekliyordu; {$drain} sonra hepsi alınmıştı. En çok {$peak} mesaj bekledi (koşumun başlangıcından {$at} sonra).
detector-queue-not-drained = Yük bittiğinde {$queue} içinde {$waiting} mesaj bekliyordu; {$watched} sonra, izleme bittiğinde hâlâ {$left} mesaj vardı. En çok {$peak} mesaj bekledi (koşumun başlangıcından {$at} sonra).
detector-carry-over-queue = { $n ->
    [one] Adım {$step} başladığında {$queue} içinde hâlâ {$waiting} mesaj bekliyordu: değerleri önceki adımın işini de içeriyor.
   *[other] {$steps} başladığında {$queue} içinde hâlâ bekleyen mesajlar vardı, en çok ({$waiting}) adım {$step} başlarken: değerleri önceki adımların işini de içeriyor.
}
detector-carry-over-queue-drain = { $n ->
    [one] Adım {$step} başladığında {$queue} içinde hâlâ {$waiting} mesaj bekliyordu (kalan iş: {$drain}): değerleri önceki adımın işini de içeriyor.
   *[other] {$steps} başladığında {$queue} içinde hâlâ bekleyen mesajlar vardı, en çok adım {$step} başlarken ({$waiting}, {$drain} süren iş): değerleri önceki adımların işini de içeriyor.
}
detector-carry-over-cpu = Adım {$step} başladığında {$source} hâlâ önceki adımla meşguldü: CPU kullanımı {$busy}, yükten önce {$idle}.
detector-idle-consumers = {$group} grubunda {$members} üye var, ama {$topic} için yalnızca { $partitions ->
    [one] {$partitions} partition
   *[other] {$partitions} partition
} var: bazı tüketiciler boş duruyor.
detector-uneven-hosts = {$group} grubunda {$topic} topic'inin {$partitions} partition'ından {$assigned} tanesi {$holder} üzerindeki tüketicilerde: öteki makinelere az iş düşüyor.
detector-uneven-clients = {$group} grubunda {$topic} topic'inin {$partitions} partition'ından {$assigned} tanesi {$holder} tüketicilerinde: ötekilere az iş düşüyor.
detector-partition-skew = {$topic} topic'inin {$partition} numaralı partition'ı mesajların {$percent} kadarını aldı ({$step}), oysa {$partitions} partition var: onu okuyana işin o kadarı düşer.
detector-partition-behind = {$topic} topic'inin {$partition} numaralı partition'ı mesajların {$percent} kadarını aldı ({$step}), oysa {$partitions} partition var; {$group} grubu orada yetişemedi: adımın sonunda orada {$grown}, ötekilerin hepsinde {$elsewhere} mesaj daha fazla bekliyor. Bir partition'ı gruptan yalnız bir tüketici okur, daha çok tüketici işe yaramaz.
detector-rebalances = {$group} grubunun partition'ları koşumun başlangıcından sonra {$from} ile {$to} arasında {$times} kez el değiştirdi: üyeler ayrılıp geri geldi ya da yenileri katıldı. Bu sürerken onları kimse okumaz; commit edilmemiş olan yeniden okunur.
detector-events-lost = {$name} ({$steps}): kabul edilen {$sent} olaydan {$lost} tanesi ulaşmadı, {$doubled} tanesi birden çok kez ulaştı.
detector-no-recovery = {$source} yükten sonra durulmadı: CPU kullanımı bitişten {$watched} sonrasına kadar {$after}, yükten önce {$before}.
detector-pool = {$source} bağlantı havuzu
detector-pool-named = {$source} içindeki {$name} bağlantı havuzu
detector-pool-of-database = {$source} için izin verilen bağlantılar
detector-pool-of-threads = {$source} içindeki {$name} thread havuzu
detector-pool-of-threads-unnamed = {$source} içindeki thread havuzu
detector-pool-of-descriptors = {$source} için izin verilen açık dosya ve bağlantılar
detector-pool-of-its-own = {$source} içindeki {$name} havuzu
detector-pool-queue = {$source} içindeki {$name} kuyruğu
detector-pool-limit = {$source} içindeki {$name} sınırı
detector-pool-exhausted = {$name} tükendi ({$steps}): { $size ->
    [1] tek yeri kullanımdaydı
   *[other] {$size} yerin hepsi kullanımdaydı
} (okumaların payı { $n ->
    [one] {$full}
   *[other] en çok {$full}
}); {$waiting}.
detector-waiting-not-recorded = kaç isteğin beklediği kaydedilmemiş
detector-waiting-nobody = hiçbir okumada bekleyen yoktu
detector-waiting-most = en çok {$n} bekledi
detector-pool-too-small = Hiçbir okuma göstermese de adım {$step} içinde {$name} tükenmiş olmalı: kullanım sürelerine göre (X · R) ortalama {$needed} gerekiyordu, {$size} var.
detector-throttled = {$source}, CPU sınırında durduruldu ({$steps}; dönemlerin payı en çok {$share}): yanıtlar beklerken çekirdekler boş görünebilir.
detector-transaction-change = {$transaction} ({$from} → {$to})
detector-transactions-slow-down = {$from} ile {$to} arasında bazı işlemlerin medyan yanıt süresi arttı: {$slowed}; diğerlerininki neredeyse artmadı: {$unchanged}. Birincilerin beklediği şeyi diğerleri kullanmıyor ya da çok daha az kullanıyor.
detector-rows-read = {$source}, her istek için en çok {$rows} satırı dizinden bulmadan okudu ({$steps}): bir dizin eksik ya da bir sorgu tabloların tamamını veya bir dizinin büyük bölümünü okuyor; bunlar büyüdükçe daha uzun sürer.
detector-steal = Hipervizör, {$source} CPU zamanını başkalarına verdi ({$steps}; payı en çok {$share}, bir adımın ortalaması): çekirdeklerinin gösterdiğinden daha yavaş.
detector-swap = {$source} belleği diske yazıp geri okudu ({$steps}): ortalama {$rate}.
detector-tcp-retransmissions = {$source} üzerinde TCP, segmentlerini yeniden gönderdi ({$steps}; payı en çok {$share}, bir adımın ortalaması): paketler yolda kayboldu ya da geç geldi. Her biri bir yanıtı bekletir; çoğunlukla birkaç milisaniye, bazen 200 ms ya da daha uzun.
detector-accept-queue-full = {$source} makinesine bağlanma denemeleri, dinleyen bir soketin kuyruğunu dolu buldu ({$steps}; bir adımda en çok {$count}): sunucu onları geldikleri hızda kabul etmedi; istemcinin sistemi 1 sn sonra yeniden dener.
detector-io-wait = {$source} üzerinde CPU disk bekledi ({$steps}; sürenin payı en çok {$share}, bir adımın ortalaması).
detector-io-wait-blocked = {$source} üzerinde CPU disk bekledi ({$steps}; sürenin payı en çok {$share}, bir adımın ortalaması); engellenen süreç sayısı: {$blocked}.
detector-io-wait-outside = Aygıtları en çok {$busy} meşguldü (adım {$step}): beklemenin çoğu onların dışında.
detector-warm-up = Adım {$step} kararlı duruma ulaşmadı: yanıt süreleri, pencerenin ikinci yarısında da değişiyordu.
detector-cold-start = Adım {$step} bir ısınmayla başlıyor: ilk {$lasted} içinde yanıt süreleri ortalama {$first} idi, sonra {$later}. Adımın değerleri ve kararları bunu içerir.
detector-slowed-down = Adım {$step} kararlı duruma ulaşmadı: başta {$first} başarılı oldu, koşumun {$from} anından sonra ise yalnızca {$later}; yük aynıydı.
detector-slowed-down-gradual = Adım {$step} kararlı duruma ulaşmadı: verim sürekli düştü; penceresinin ilk {$after} içinde ortalama {$first}, kalanında {$later}; yük aynıydı.
detector-slowed-down-times = Ortalama yanıt süresi önce {$first}, sonrasında {$later} idi.
detector-slowed-down-failing = Ortalama yanıt süresi önce {$first}, sonrasında {$later} idi; isteklerin önce {$before}, sonrasında {$failed} kadarı başarısız oldu.
detector-fails-later = Sonradan gelen bölümde şu sağlanmıyor: {$requirements}.
detector-load-moved = Adım {$step} içinde yük değişti: aynı sayıda kullanıcı bir süre {$least}, başka bir süre {$most} istek yaptı ve düşük hızda yanıtlar daha uzun sürmedi. Değerler ikisine birden ait; hızı bir zamanlayıcı, tempo ya da düşünme süreleri belirledi.
detector-mix-moved = Adım {$step} içinde istek karışımı değişti: ikinci yarıdaki isteklerin {$share} kadarı ilk yarıdakinden başka işlemlere ait. Ortalama yanıt süresi önce {$first}, sonra {$second} oldu.
detector-mix-moved-same = Her iki yarıda da olan işlemler aşağı yukarı önceki kadar sürdü (%25 içinde); neden büyük olasılıkla karışımın değişmesidir.
detector-mix-moved-none = Her iki yarıda da olan bir işlem yok; sistemin kendisinin değişip değişmediğini gösteren bir şey yok.
detector-shift = Adım {$step} kararlı duruma ulaşmadı: ortalama yanıt süresi önce {$first}, sonra {$second} ({$change}).
detector-shift-at = Adım {$step} kararlı duruma ulaşmadı: ortalama yanıt süresi önce {$first}, koşumun başlangıcından {$from} sonra ise {$second} ({$change}).
detector-jobs = “{$name}” işi
detector-steps-of-equal-load = Aynı yük
detector-runs-of-equal-load = Aynı yük, koşumdan koşuma,
detector-runs-of-variant = Aynı yük, {$variant} için koşumdan koşuma,
detector-degrades = {$what} giderek uzama eğilimindeydi: ilk {$first}, son {$last}; {$n} kez (p = {$p}).
detector-degrades-until-restart = {$what} giderek uzama eğilimindeydi: {$n} kezde {$first} değerinden {$last} değerine (p = {$p}). Bir sunucunun yeniden başlatılması artışı sıfırladı: sonraki {$after} sürdü.
detector-degrades-beyond-restart = {$what} giderek uzama eğilimindeydi: {$n} kezde {$first} değerinden {$last} değerine (p = {$p}). Bir sunucunun yeniden başlatılması artışı sıfırlamadı: sonraki {$after} sürdü.
detector-degrades-first-left-out = İlki ({$time}) dışarıda bırakıldı: yeni başlatılan şey bir kez yavaştır.
detector-shared-ceiling = {$large}, {$small} ile karşılaştırıldığında {$times} kat {$resource} kaynağına sahip, ama daha çok yük taşımıyor: {$high}, öteki {$low}. İkisini sınırlayan, büyük olasılıkla paylaştıkları bir şeydir.
detector-shared-network = Ağdan geçen: {$bits}; hızı {$speed} olan bir ağın neredeyse tamamı.
detector-shared-no-network = Ağdan geçen: {$bits}.
detector-shared-network-by-name = Her ileti adların söylediği büyüklükteyse ağdan {$bits} geçti: {$speed} hızındaki bir ağın neredeyse tamamı.
detector-shared-no-network-by-name = Her ileti adların söylediği büyüklükteyse ağdan {$bits} geçti.
detector-not-proportional = {$large}, {$small} ile karşılaştırıldığında {$times} kat {$resource} kaynağına sahip; aynı yükte verim {$change}: {$high}, öteki {$low}. Bu yükte verimi sınırlayan yalnızca bu değildi.
detector-implied-response = Ortalama yanıt süreleri bilinmiyor; ama kullanıcı sayısı ve verime göre (Little yasası) bir istek adım {$from_step} içinde {$before}, adım {$to_step} içinde {$after} sürdü: {$change}. Varsa düşünme süresi de buna dahildir.
detector-per-node-flat = Her birinde aynı sayıda thread olan {$least} ile {$most} arasındaki düğüm sayılarında her düğüm aynı verimi sağladı: {$low} ile {$high} arası. Sistem eklenen düğümleri sınırlamadı; en çok ne taşıyacağı gösterilmedi.
detector-over-limit = Adım {$step} içinde {$calls} çağrıdan {$over} tanesi {$limit} ya da daha uzun sürdü: {$most} (GA {$low} ile {$high} arası); bütün adımların en yükseği. En düşüğü adım {$least_step} içinde {$fewest}. Oran şurada {$allowed} üstündeydi: {$steps}.
detector-count-as-share = {$file} dosyasındaki {$count} hata bir yüzde olamaz: {$requests} istek içindeki oranı {$share}.
detector-percentiles-of-percentiles = {$file} dosyasındaki {$columns}, daha kısa sürelerin yüzdeliklerinin ortalamaları ve en büyükleridir. Bütün koşumların yüzdelikleri bunlardan hesaplanamaz ve hiçbir gereksinim bunlara göre değerlendirilemez.
detector-imported-pool-too-small = Her biri {$time} süren {$rate}, ortalama {$needed} bağlantıyı kullanımda tutar (X · R); {$size} bağlantılık havuz tükenir.
detector-repeats-differ = Aynı koşulun ({$condition}) yinelemeleri {$times} kat farklı: {$column} değerleri {$values}. Hiçbiri tek başına sistemi temsil etmez.
detector-configuration = yapılandırma {$name}
detector-means-differ = {$what}: {$baseline} ile {$first}; {$others}. Bu ortalamaların kaç isteğe ait olduğu ve ne kadar değiştiği belirtilmemiş: rastlantı dışlanamaz.
detector-mean-of = {$name} ile {$time} ({$change})
detector-windows-differ = Koşumlar {$load} yükünde farklı sürelerle ölçüldü: {$shortest} ({$short_run}) ve {$longest} ({$long_run}).
detector-environment-differs = Koşumlar farklı ortamlarda yapıldı. {$name}: {$values}.
detector-mixes-differ = {$other} isteklerinin {$share} kadarı {$first} isteklerinden başka işlemlere ait: bunlar aynı test ya da birbirinin yinelemesi değil; hepsi için birlikte söylenenler hiçbiri için geçerli değildir.
detector-failures-differ = {$load} yükünde başarısız isteklerin oranı bir koşumda {$worst} ({$worst_run}), bir başkasında {$best} ({$best_run}): verim ve süreler aynı işe ait değil.
detector-other-work-differs = {$load} yükünde CPU'yu bir koşumun adımlarının {$busy} kadarında ({$busy_run}), ötekinin {$idle} kadarında ({$idle_run}) başka işler kullandı: aralarındaki fark bundan kaynaklanabilir.
detector-order-confounded = {$first} koşumlarının hepsi {$then} koşumlarından önce yapıldı: zamanla oluşan bir değişim, aralarında bir fark gibi görünür.

## Neyin belirleyeceği.

detector-next-highest = en yüksek yüklü adım
detector-next-cores = Aynı yükü ({$step}) {$host} için daha çok ya da daha az çekirdekle yineleyin: verim de değişiyorsa sınır CPU'dur.
detector-next-cores-of-rate = {$step} yükünü {$host} için daha çok ya da daha az çekirdekle yineleyin: yanıt süreleri onu izlerse neden CPU.
detector-next-cpu-limit = {$host} üzerindeki CPU sınırını yükseltip aynı yükü ({$step}) yineleyin.
detector-next-heap = {$host} üzerindeki heap boyutunu iki katına çıkarıp aynı yükü ({$step}) yineleyin: çöp toplamalar zamanın daha azını almalı.
detector-next-soak = Aynı yükü ({$step}) {$length} boyunca sürdürün; başta ve sonda heap dump alın: büyüyen şey sızıntıdır.
detector-next-soak-soon = Aynı yükü ({$step}) yineleyin; başladıktan hemen sonra ve dolmadan önce birer heap dump alın: büyüyen şey sızıntıdır.
detector-next-soak-jobs = İşleri aynı yük altında yineleyin; ilkinden önce ve dolmadan önce birer heap dump alın: büyüyen şey sızıntıdır. Ardından yükü işler olmadan yineleyin: orada da büyüyor mu?
detector-next-all-servers = {$host} neden durdu, bulun ve bütün sunucularla yeniden çalıştırın.
detector-next-out-of-memory = {$host} için heap'i tüketeni giderin: JVM'in belleği, durmadan hemen önce tükendi. Sonra tüm sunucularla yeniden koşun.
detector-next-heap-before-stop = Önce {$host} heap'ine bakın: durmadan hemen önce, adım {$step} içinde doluydu ya da çöp toplamalar zamanın çoğunu aldı. Sonra tüm sunucularla yeniden çalıştırın.
detector-next-balance = Yükü eşit dağıtın ya da bir sunucunun neden daha çok işi olduğunu bulun ve yeniden çalıştırın.
detector-next-equalise = Sunucuları eşitleyip yeniden çalıştırın.
detector-next-node = {$name} için daha çok çekirdek ya da daha az başka iş sağlayın veya bir düğüm ekleyip yeniden çalıştırın.
detector-next-path = {$node} düğümünün ağ yolunu diğerlerininkiyle karşılaştırın (gidiş dönüş, atlama, kayıp) ya da onu çıkarıp yeniden çalıştırın.
detector-next-consumers = Aynı yükü ({$step}) daha çok tüketiciyle (gerekirse daha çok partition ile) yineleyin: bekleyen mesaj sayısı artmamalı.
detector-next-consumers-of = Aynı yükü ({$step}) {$queue} için daha çok tüketiciyle (gerekirse daha çok partition ile) yineleyin: bekleyen mesaj sayısı artmamalı.
detector-next-more-partitions = Aynı yükü ({$step}) daha çok partition ve her partition için bir tüketici ile yineleyin: her partition'ın şimdiden bir tüketicisi var, yalnız tüketici eklemek işe yaramaz. Bekleyen mesaj sayısı artmamalı.
detector-next-partitions = Topic'e grubun üye sayısı kadar partition verin ya da daha az üye çalıştırın.
detector-next-partitions-of = {$topic} topic'ine {$group} grubunun üye sayısı kadar partition verin ya da grubun daha az üyesini çalıştırın.
detector-next-partitions-behind = {$topic} topic'ine {$group} grubunun üye sayısı kadar partition verin: partition'ı olmayan üyeler boş dururken bekleyen mesaj sayısı artıyor.
detector-next-spread = Her makineye partition'lardan eşit pay düşecek biçimde süreç başına daha az tüketici çalıştırın ve aynı yükü ({$step}) yineleyin.
detector-next-keys = Mesajların çoğunun taşıdığı anahtarı bulun (boş ya da hep aynı olabilir), dağıtın (anahtara ikinci bir parça, sıranın önemsiz olduğu yerde anahtarsız) ve şunu yineleyin: {$step}.
detector-next-members = Üyelerin gruptan neden ayrıldığını bulun (`max.poll.interval.ms` süresinden uzun bir yığın, yeniden başlatmalar, oturum süresini aşan duraklamalar), yığınları küçültün ya da bu süreyi uzatın, üyelere `group.instance.id` verin ve şunu yineleyin: {$step}.
detector-next-events = Aynı yükü ({$step}) yineleyip olayları her durakta sayın (kabul edilen, kuyruğa giren, alınan, saklanan): sayıların ayrıldığı yerde olaylar kayboluyor ya da çoğalıyordur.
detector-next-pause = Adımlar arasında {$length} ara vererek ya da her şey boşa çıkana kadar bekleyerek yineleyin.
detector-next-profile = Yükten bir dakika sonra {$host} için profil alın: orada hâlâ ne çalışıyor?
detector-next-pool = Boyutu {$size} olan bir havuzla yineleyin: verim artıyorsa sınır havuzdu; artmıyorsa havuzun arkasındakidir.
detector-next-pool-named = {$size} boyutuyla yineleyin ({$name}): verim artıyorsa sınır buydu; artmıyorsa arkasındakidir.
detector-next-queue = {$name} neden daha hızlı boşalmıyor, bulun: daha uzun bir kuyruk istekleri yalnızca daha uzun tutar.
detector-next-connections = İzin verilen bağlantı sayısını {$size} yaparak (max_connections) ya da istemcilerde daha küçük havuzlarla yineleyin: verim artıyorsa sınır buydu.
detector-next-descriptors = Açık dosya sınırını {$size} ya da daha fazla yaparak (ulimit -n) yineleyin: verim artıyorsa sınır buydu.
detector-next-cpu-not-of-load = {$host} CPU'sunu neyin kullandığını bulun: o kullanımdayken verim {$times} katına çıktı, yani bu yüklerde sınır değil.
detector-next-network = Önce hizmetin kendi günlüğünde bu kadar sürüp sürmediğine bakın; sürmediyse kaybolan ve yeniden gönderilen paketlere, kabul edilmeyen bağlantı kuyruklarına (`nstat`, `ss -lnt`) ve ad sunucularına bakın: {$step}.
detector-next-accept-queue = {$host} üzerindeki sunucunun daha hızlı kabul etmesini (daha çok worker ya da thread) ya da daha çok bağlantının beklemesini sağlayın (backlog değeri ve `net.core.somaxconn`) ve şunu yineleyin: {$step}.
detector-next-period = {$period} aralıklarla ne olduğunu bulun: bir iş, bir denetim noktası, bir çöp toplama, boşaltılan bir önbellek.
detector-next-width-one = Tek tek hizmet vereni bulun (bir kilit, tek bir worker, tek bir bağlantı); onu kısaltın ya da daha çoğuyla yineleyin: verim de artmalı; artmıyorsa hızın kendisi sınırlıdır.
detector-next-width = Aynı anda {$width} ya da daha azına hizmet edeni bulun (bir havuz, worker thread'leri, izinler, bir kilit) ve ondan daha fazlasıyla yineleyin: verim de artmalı; artmıyorsa hızın kendisi sınırlıdır.
detector-next-named = Sınır olarak adı geçenden ({$name}) daha fazlasıyla yineleyin: verim de artmalı.
detector-next-locks = Hangi deyimlerin hangilerini beklediğini bulun ({$name}) ve kilidi tutan işi kısaltın: verim de artmalı.
detector-next-processes = {$host} üzerinde bir süreç ya da thread daha ekleyip yineleyin ({$step}): verim artarsa sınır tek bir thread'di.
detector-next-host = {$host} CPU'sunu başka hiçbir iş kullanmazken yineleyin.
detector-next-memory = {$host} için belleği artırın ya da süreçlerinin belleğini azaltın ve yineleyin.
detector-next-disk = {$host} bu sırada ({$step}) ne okuyup yazıyor, bulun ya da daha hızlı bir disk verin ve yineleyin.
detector-next-disk-limit = {$host} üzerinde saniyedeki işlem veya bayt sınırına (control group'ların io.max veya blkio.throttle değerleri, birim ya da bulut diski sınırları), zorunlu yazmalara ve ağ dosya sistemine (iostat -x: await) bakın; sınırı yükseltip yineleyin ({$step}).
detector-next-restart = Her seferinden önce sunucuları yeniden başlatarak yineleyin: ilki kadar hızlı kalıyorsa sunucular zamanla yavaşlıyor demektir.
detector-next-restart-warm = Her seferden önce sunucuları yeniden başlatın ve ölçmeden önce işi bir kez yapın, çünkü başlatmadan sonraki ilk sefer kendiliğinden yavaştır: ilk seferler kadar hızlı kalıyorsa sunucular zamanla yavaşlıyor.
detector-next-what-they-use = Yavaşlayan işlemlerin kullanıp diğerlerinin kullanmadığı şeyi (bir havuz, bir sorgu, bir kilit, başka bir hizmet) izleyin ve yeniden ölçün.
detector-next-queries = {$host} üzerindeki yavaş sorgulara ve planlarına bakın (`EXPLAIN`; `slow_query_log`, `pg_stat_statements`), eksik dizini ekleyin ve yeniden ölçün.
detector-next-shared = En yüksek yükte varyantların ortak kullandıklarına bakın: önce her birinin sınırı olarak adı geçene, sonra kalanlara (ağ, yük dengeleyici, veritabanı, imzalayıcı).
detector-next-equal = Koşumları eşit koşullarda tekrarlayın: aynı sunucular, veriler ve yük, dönüşümlü olarak.
detector-next-raw = Sonuçların kendisini içe aktarın (JTL, erişim günlükleri): yanıt süreleri, yüzdelikler ve oranlar bunlardan hesaplanabilir.
detector-next-order = Varyantları dönüşümlü sırayla yineleyin.
detector-next-failures = Önce hataları giderin; sonra yeniden ölçün.
detector-next-slower-with-time = Aynı yükte zamanla neyin büyüdüğünü arayın (veri, liste, önbellek, günlük); nereye varacağını görmek için aynı yükü ({$step}) daha uzun ölçün.
detector-next-slower-with-time-at-rate = Aynı yükü ({$step}) daha uzun ölçün: yanıt süreleri yükselmeyi sürdürürse bu hız sistemin yanıtlayabildiğinden fazla olabilir ve istekler kuyrukta bekler. Daha düşük hızlar da yavaşlıyorsa zamanla neyin büyüdüğünü arayın (veri, liste, önbellek, günlük).
detector-next-longer = Aynı yükü ({$step}) daha uzun ölçün ya da rampayı uzatın: yalnızca kararlı bölüm sayılmalı.

## Aksini düşündürenler.

detector-against = Aksini düşündüren:
detector-caveat-generator = yük üretecinin zamanlaması bozulmuştu ({$steps})
detector-caveat-few = { $n ->
    [one] {$source} için yalnızca {$n} okuma var
   *[other] {$source} için yalnızca {$n} okuma var
}
detector-caveat-gaps = {$source} kesintisiz okunamadı
detector-caveat-clock = {$host} saati {$unsure} kadar yanılıyor olabilir
detector-caveat-higher-load = yük daha yüksek olduğu hâlde görülmüyor: {$steps}
detector-caveat-still-measured = {$source} eskisi gibi çalışmayı sürdürdü: kesilen, günlük dosyası olabilir
detector-caveat-pause-not-seen = thread'ler {$pause} durdu, ama adım {$step} içinde hiçbir yanıt {$longest} süresinden uzun sürmedi: günlük ile yük aynı sunucuya ya da aynı zamana ait olmayabilir
detector-caveat-used-before = yük başlamadan önce {$host} makinesinin çekirdeklerinin {$share} kadarını başka işler kullanıyordu
detector-caveat-not-watched = {$metric} izlenmedi

## Neye dayandığı.

detector-item-metric = {$source}, {$metric}
detector-item-run = {$measure} ({$run})
detector-item-imported = {$file} içinde {$column}
detector-item-step = {$what}, adım {$step}: {$value}
detector-item = {$what}: {$value}
detector-item-n = {$item} (n = {$n})
detector-item-bounds = {$item} (GA {$low} ile {$high} arası)
detector-item-bounds-n = {$item} (GA {$low} ile {$high} arası, n = {$n})
detector-per-day = günde {$value}
detector-measure-throughput = verim
detector-measure-mean = ortalama yanıt süresi
detector-measure-median = medyan yanıt süresi
detector-measure-answer-size = ortalama yanıt boyutu
detector-measure-max = en uzun yanıt süresi
detector-measure-over-limit = sınırı aşan ya da başarısız olanların payı
detector-measure-job = bir işin süresi
detector-measure-failed-mean = başarısız isteklerin ortalama süresi
detector-measure-errors = başarısız istekler
detector-measure-events-lost = ulaşmayan kabul edilmiş olaylar
detector-measure-users = açıklanan kullanıcılar
detector-measure-measured = ölçülen süre
detector-measure-waited = geciken gelişler
detector-measure-run-delay = bir worker'ın çekirdeğini bekleme süresi
detector-measure-bytes = ağdaki baytlar

## Her denetimin sonucu.

detector-list = Denetimler
detector-id = Denetim
detector-state = Sonucu
detector-across-runs = Koşumlar arasında
detector-fired = { $n ->
    [one] {$n} bulgu
   *[other] {$n} bulgu
}
detector-silent = bir şey bulmadı
detector-not-applicable = uygulanamaz: {$why}
detector-suppressed = kapatıldı
detector-changed = {$said}; değiştirilen: {$changed}
detector-missing-steps = {$found} adım var, en az {$needed} gerekli
detector-missing-loads = {$found} geçerli yük var, en az {$needed} gerekli
detector-missing-watched = izlenmedi: {$signals}
detector-missing-peers = aynı işi yapan iki sunucu bilinmiyor
detector-missing-runs = {$found} koşum var, en az {$needed} gerekli
detector-missing-variants = {$found} varyant var, en az {$needed} gerekli
detector-missing-requirements = gereksinim yok
detector-missing-completions = ulaştıkları yere kadar izlenen olay yok
detector-missing-errors = tabloda hata bilgisi yok
detector-missing-jobs = uzun süren iş ne çalıştırıldı ne de içe aktarıldı
detector-missing-long-step = hiçbir adım {$length} boyunca ölçülmedi
detector-missing-seconds = yalnızca daha uzun sürelerin ortalamaları kaydedildi
detector-missing-own = koşum içe aktarıldı ve bu, içe aktarılanlarda yok
detector-missing-capacity-search = hızlarla bir kapasite araması yapılmadı
detector-missing-successes = hiçbir istek başarılı olmadı
detector-missing-script-checks = bir isteğe ait olmayan denetimler içe aktarılmadı (k6’da vardır)
detector-missing-same-mix = adımların işlem karışımları farklı
detector-missing-steady = yük hiçbir düzeyde sabit kalmadı
detector-missing-steady-times = yük aynı kalırken yanıt süreleri hemen her adımda yükseldi
detector-missing-users = kaç kullanıcı olduğu belirtilmemiş
detector-missing-imported-servers = sunucu başına çağrı tablosu içe aktarılmadı
detector-missing-imported-summaries = koşum başına yüzdelik tablosu içe aktarılmadı
detector-missing-imported-means = işleme ve yapılandırmaya göre ortalama süre tablosu içe aktarılmadı
detector-signal-host-cpu = bir makinenin CPU'su
detector-signal-container-cpu = bir konteynerin CPU'su
detector-signal-steal = hipervizörün aldığı CPU zamanı
detector-signal-io-wait = disk beklenen CPU zamanı
detector-signal-paging = sayfalama
detector-signal-old-heap = heap içindeki old generation
detector-signal-collections = çöp toplamalar
detector-signal-heap-after = çöp toplamadan sonraki heap
detector-signal-pools = bağlantı havuzları
detector-signal-threads = bir sürecin thread'leri
detector-signal-process-memory = bir sürecin ya da konteynerin belleği
detector-signal-rows-read = bir veritabanının satır sayaçları
detector-signal-tcp = TCP sayaçları
detector-signal-lag = tüketicilerin gecikmesi (lag)
detector-signal-consumers = tüketici gruplarının üyeleri
detector-signal-throttling = konteynerlerin CPU kısıtlaması
