### Koşum: adı, tasarımı, bitişi, hataları.

run-variant = varyant {$name}
run-repeat = yineleme {$n}
run-unnamed = adsız

run-design-single = planın kendi yükü, tek adım
run-design-imported-no-loads = yükleri olmayan bir tablo
run-design-imported-single = içe aktarıldığı gibi tek yük
run-design-imported-fixed = içe aktarılan yükler, kendi sıralarıyla
run-design-fixed = verilen sırayla verilen yükler
run-design-capacity = gereksinimleri karşılayan en yüksek hızın {$precision} hassasiyetle aranması
run-design-climb = tırmanış: bir adımın kazancı, o ana kadarki en iyi adıma göre eklediği yükün {$goal} oranının altına düşene kadar yük artırılır
run-design-ramp = {$from} ile {$to} kullanıcı arasında, hiçbir düzeyde sabit kalmayan bir rampa; adımlar onun parçalarıdır

## Nasıl bitti.

run-has-no-end = bitiş kaydı yok: yarıda kesildi veya hâlâ sürüyor; buradakiler şimdiye kadar kaydedilenlerdir
run-ended = {$after} sonra: {$reason}
run-imported-end = içe aktarılanlar {$after} sonra bitiyor; nedeni bilinmiyor
run-imported-end-unknown = bilinmiyor: tabloda zaman yok
run-search-converged = gereksinimleri karşılayan bir hız doğrulandı; karşılamayan en düşük hız bunun {$above} üzerinde{ $between ->
    [0] {""}
   *[other] ; aradaki hızlar hakkında karar verilemedi
}
run-search-exhausted = denenecek en yüksek hızda gereksinimler karşılanıyor
run-completed = istenen her şey yapıldı
run-converged = daha çok yük artık hedefini kazandırmadı
run-load-exhausted = eklenecek yük kalmadı
run-inconclusive = bir yanıt vermeden sona erdi ({$message})
run-impossible = sürdürülemedi ({$message})
run-interrupted = kesildi (Ctrl-C veya bir sinyal)
run-stopped-by-plan = plan tarafından durduruldu
run-failed = başarısız oldu ({$message})

run-nothing-abandoned = yok
run-whole = Koşumun tamamı
run-whole-all = Bütün istekler
run-whole-lead = Rampalar, duraklamalar ve ölçülen pencerelerin dışındaki her şey dahil: başka araçların test sonunda yazdıklarıyla karşılaştırmak için. Saniyedeki istekler başarısız olanları da sayar; bir isteğin bittiği ilk saniyeden sonuncusuna kadar.
run-imported-figures = İçe aktarılan değerler
run-outside-none = yok: kaydedilen her istek bir adıma ait
run-outside = { $of } istekten { $requests }{ $errors ->
    [0] {""}
   *[other] , {$of_errors} hatadan {$errors}
}; hiçbir adımın değerlerinde yer almaz: yük artarken veya azalırken, adımlar arasında, ilk adımdan önce veya son adımdan sonra
run-abandoned = hâlâ süren {$n} istek; hiçbir değere dahil değil

## Hatalar.

run-error-name-resolution = adın adresi yok
run-error-connect-refused = bağlantı reddedildi
run-error-connect-timeout = bağlantı zaman aşımı
run-error-connect-failed = bağlantı kurulamadı
run-error-tls = TLS
run-error-reset = bağlantı sıfırlandı
run-error-closed-early = yanıt tamamlanmadan kapandı
run-error-response-timeout = yanıt zaman aşımı
run-error-bad-http = HTTP yanıtı değil
run-error-status = durum kodu
run-error-not-said = türü bilinmiyor
run-error-assertion = denetim başarısız
run-error-redirects = çok fazla yönlendirme
run-error-bad-request = istek oluşturulamadı
run-error-generator = yük üretecinin kaynağı tükendi
run-error-bad-message = mesaj protokole aykırı
run-error-answer-limit = yanıtın incelenmesi çok fazla kaynak istiyor
run-error-other-host = planda adı geçmeyen bir sunucuya yönlendirme
run-error-child = içindeki bir istek başarısız oldu
run-of-generator = yük üreteci
run-of-system = sistem

## Yükü kim verdi.

run-by-engine = Plimsoll motoru; süreler mikrosaniye
run-by-jmeter = JMeter {$version}; süreler, sonuç dosyasından tam milisaniye olarak alınmıştır. İsteklerinin planlanan başlangıcı yoktur: yanıt süresi hizmet süresidir. Worker, JMeter CPU süresinden payını alan bir çekirdektir; çekirdek bekleme ve zamanlayıcı gecikmesi bilinmez.
run-by-tool = {$name}; süreler kendi yazdığı gibidir. İsteklerinin ne zaman başlaması gerektiği sonuçlarında yoktur: yanıt süresi hizmet süresidir. Worker, {$name} CPU süresinden payını alan bir çekirdektir; çekirdek bekleme ve zamanlayıcı gecikmesi bilinmez.
run-by-tool-summed-up = {$name}; yalnızca sonda bir özet yazar. Her adım, yazdığı hız, hatalar ve yüzdelikler ile tek bir aralıktır: adım içindeki gidiş bilinmez ve iki yüzdelik arasında yüksek olanı alınır. İsteklerinin ne zaman başlaması gerektiği bilinmez: yanıt süresi hizmet süresidir.
run-imported-load = {$tools} sonuçları, içe aktarıldı
run-imported-logs = sunucuların kendi günlükleri, içe aktarıldı: her istek, ağdaki yolu olmadan, sunucusunun gördüğü gibidir
run-imported-table = içe aktarılan bir tablo: başkasının hesapladığı değerler
run-imported-table-of = {$tools} tarafından yazılmış, içe aktarılan bir tablo: başkasının hesapladığı değerler
run-imported-ms = {$by}; süreler tam milisaniye
run-imported-us = {$by}; süreler mikrosaniye
run-imported-health = {$by}. Yük üretecinin durumu bilinmiyor: sınır olup olmadığı ve ne kadar geciktiği.
run-certificates-not-known = bilinmiyor
run-not-known = bilinmiyor
run-certificates-verified = doğrulandı
run-certificates-verified-where = TLS üzerinden giden isteklerde doğrulandı
run-certificates-not-verified = doğrulanmadı
run-certificates-none = yok: TLS üzerinden istek yapılmadı
run-request = istek
run-group = grup
run-completion = gönderimden varışa
run-note = not
run-warning = uyarı
run-decision = karar

run-closed-load = Kapalı yük: her kullanıcı, devam etmeden önce yanıtını bekler. Yanıt süresi, isteğin gerçek başlangıcından son baytına kadardır; ölçülecek planlanan bir başlangıç yoktur, bu nedenle duraklayan bir sunucu gelecek olan kullanıcıları da bekletir.
run-imported-times = İçe aktarılan sonuçlar: yanıt süresi, yük üretecinin isteğin başladığını söylediği andan bittiğini söylediği ana kadardır. İsteklerin daha önce başlaması gerekip gerekmediği sonuçlarda yoktur; takılan bir sunucu, sırası gelmiş istekleri de bekletmiş olabilir.
run-imported-log-times = İçe aktarılan sunucu günlükleri: yanıt süresi, sunucuların yazdığı süredir. Sunucunun isteği almasından önceki bekleme ve ağdaki yol buna dahil değildir.
run-imported-log-no-times = İçe aktarılan sunucu günlüklerinde yanıt süresi yok: yalnızca isteklerin ne zaman ve nasıl bittiği biliniyor.
run-imported-table-times = İçe aktarılan tablo. Tek tek istekler ve saniyeler bilinmiyor; bu yüzden oranlarınkilerle satırlara uydurulanlarınkiler dışında aralık, tablodakiler dışında yüzdelik yoktur. İstek ve hata sayıları tablonun veriminden, sürelerinden ve yüzdelerinden hesaplanmıştır; onlardan daha kesin değildir.
run-open-load = Açık yük: sistem yetişsin ya da yetişmesin, gelişler kendi hızlarında gelir. Yanıt süresi, bir gelişin planlanan başlangıcından yanıtının son baytına kadardır; boşta kullanıcı bekleme ve geç başlama buna dahildir. Hizmet süresi gerçek başlangıçtan ölçülür. İkisi de gösterilir; gereksinimler yanıt süresiyle değerlendirilir. Bir döngünün ikinci ve sonraki isteklerinin kendi planlanan başlangıcı yoktur ve kendi başlangıçlarından ölçülür.
run-jmeters-open-load = Açık yük: gelişler kendi hızlarında gelir ve her biri için JMeter bir thread başlatır. Ne zaman başlaması gerektiği JMeter sonuçlarında yoktur: yanıt süresi gerçek başlangıçtan ölçülür ve geç başlayan bir thread zamanında başlamış gibi görünür. JMeter istenenden az geliş başlattıysa bu denetlenir.
run-tools-open-load = Açık yük: yük üreteci istekleri kendi hızında başlatır. Ne zaman başlamaları gerektiği sonuçlarında yoktur: yanıt süresi gerçek başlangıçtan sayılır ve geç başlayan bir istek zamanında başlamış gibi görünür.
run-paced-load = Tempolu kapalı yük: bir kullanıcının döngülerinin planlanan başlangıçları vardır. Yanıt süresi, planlanan başlangıçtan yanıtın son baytına kadardır; önceki çok uzun sürdüğü için geç başlayan bir döngü bunu gösterir. Hizmet süresi gerçek başlangıçtan ölçülür. İkisi de gösterilir; gereksinimler yanıt süresiyle değerlendirilir.
run-totals = Toplamlar istekleri sayar; bir grup onlarla birlikte ölçülür ama hiç eklenmez, satırında yer alan sayfa parçaları da öyle.
run-errors-of-known-steps = Tablonun hata verdiği adımlar için.

## Koşum dosyasında İngilizce yazanlar.

run-said-host = makine
run-said-cpu = işlemci
run-said-cores = çekirdek
run-said-cores-online = etkin çekirdekler
run-said-cpu-governor = işlemci yönetimi
run-said-cpu-limit = CPU sınırı
run-said-memory = bellek
run-said-memory-limit = bellek sınırı
run-said-kernel = çekirdek yazılımı (kernel)
run-said-system = sistem
run-said-container = konteyner
run-said-open-files = açık dosyalar
run-said-local-ports = yerel portlar
run-said-backlog = bekleyen bağlantı sınırı (listen backlog)
run-said-load-average = başlangıçtaki yük ortalaması (load average)
run-said-cpu-before = yükten önce kullanılan CPU
run-said-workers = yük üreten worker'lar
run-said-seed = tohum (seed)
run-said-variant = varyant
run-said-file = dosya
run-said-text = metin
run-said-requirements = gereksinimler
run-said-imported = içe aktarılan
run-said-stamped = okunduğu anda damgalandı
run-said-closed-silent = sunucu yanıt vermeden bağlantıyı kapattı
run-said-closed-early = sunucu bağlantıyı yanıtın ortasında kapattı
run-said-closed = sunucu bağlantıyı kapattı
run-said-at-most = {$now} (en çok {$most})
run-error-excerpt = “{$text}”
run-exchanges-note = Her türden bazı hatalar ve en yavaş yanıtlar, bağlantıdan geçtikleri biçimde (">" gönderilen, "<" alınan, "!" neden başarısız oldu); gizli değerler maskelenmiş, uzun gövdeler kısaltılmıştır. “plimsoll examples RUN” koşum dosyasındakilerin tümünü gösterir.
run-exchanges-left-out = Yer olmadığı için kaydedilmeyen: {$n}. Koşum dosyasında örnekler için {$megabytes} MB vardır; bir çalışma bunu değiştirir (`examples`, `megabytes`).
run-exchanges-failed = {$of}: {$error}
run-exchanges-slow = {$of}: en yavaşları
run-exchange = {$time}, {$step}, kullanıcı {$user}, döngü {$iteration}: {$took}
run-exchange-of-node = {$time}, {$step}, düğüm {$node}, kullanıcı {$user}, döngü {$iteration}: {$took}
