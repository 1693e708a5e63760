### Koşum: adı, tasarımı, bitişi, hataları.

run-variant = varyant {$name}
run-repeat = yineleme {$n}
run-unnamed = adsız

run-design-single = planın kendi yükü, tek adım
run-design-fixed = verilen sırayla verilen yükler
run-design-capacity = gereksinimleri karşılayan en yüksek hızın {$precision} hassasiyetle aranması
run-design-climb = tırmanış: bir adımın kazancı, o ana kadarki en iyi adıma göre eklediği yükün {$goal} oranının altına düşene kadar yük artırılır

## Nasıl bitti.

run-has-no-end = bitiş kaydı yok: yarıda kesildi veya hâlâ sürüyor; buradakiler şimdiye kadar kaydedilenlerdir
run-ended = {$after} sonra: {$reason}
run-search-converged = karşılanmayan bir hızın hemen altında, karşılanan bir hız doğrulandı
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
run-abandoned = yolda kalan {$n} istek; hiçbir rakama dahil değil

## Hatalar.

run-error-name-resolution = adın adresi yok
run-error-connect-refused = bağlantı reddedildi
run-error-connect-timeout = bağlantı zaman aşımı
run-error-connect-failed = bağlantı kurulamadı
run-error-tls = TLS
run-error-reset = bağlantı sıfırlandı
run-error-closed-early = yanıtın ortasında kapandı
run-error-response-timeout = yanıt zaman aşımı
run-error-bad-http = HTTP yanıtı değil
run-error-status = durum kodu
run-error-assertion = doğrulama başarısız
run-error-redirects = çok fazla yönlendirme
run-error-bad-request = istek oluşturulamadı
run-error-generator = yük üretecinin kaynağı tükendi
run-error-bad-message = ileti protokole aykırı
run-error-child = içindeki bir istek başarısız oldu
run-of-generator = yük üreteci
run-of-system = sistem

## Yükü kim verdi.

run-by-engine = Plimsoll motoru; süreler mikrosaniye
run-by-jmeter = JMeter {$version}; süreler, sonuç dosyasından tam milisaniye olarak alınmıştır. İsteklerinin planlanan başlangıcı yoktur: yanıt süresi hizmet süresidir. İşçi, JMeter CPU süresinden payını alan bir çekirdektir; çekirdek bekleme ve zamanlayıcı gecikmesi bilinmez.
run-certificates-verified = doğrulandı
run-certificates-not-verified = doğrulanmadı
run-request = istek
run-group = grup
run-completion = gönderimden varışa
run-note = not
run-warning = uyarı
run-decision = karar

run-closed-load = Kapalı yük: her kullanıcı, devam etmeden önce yanıtını bekler. Yanıt süresi, isteğin gerçek başlangıcından son baytına kadardır; ölçülecek planlanan bir başlangıç yoktur, bu nedenle duraklayan bir sunucu gelecek olan kullanıcıları da bekletir.
run-open-load = Açık yük: sistem yetişsin ya da yetişmesin, gelişler kendi hızlarında gelir. Yanıt süresi, bir gelişin planlanan başlangıcından yanıtının son baytına kadardır; boşta kullanıcı bekleme ve geç başlama buna dahildir. Hizmet süresi gerçek başlangıçtan ölçülür. İkisi de gösterilir; gereksinimler yanıt süresiyle değerlendirilir. Bir döngünün ikinci ve sonraki isteklerinin kendi planlanan başlangıcı yoktur ve kendi başlangıçlarından ölçülür.
run-jmeters-open-load = Açık yük: gelişler kendi hızlarında gelir ve her biri için JMeter bir iş parçacığı başlatır. Ne zaman başlaması gerektiği JMeter sonuçlarında yoktur: yanıt süresi gerçek başlangıçtan ölçülür ve geç başlayan bir iş parçacığı zamanında başlamış gibi görünür. JMeter istenenden az geliş başlattıysa bu denetlenir.
run-paced-load = Tempolu kapalı yük: bir kullanıcının döngülerinin planlanan başlangıçları vardır. Yanıt süresi, planlanan başlangıçtan yanıtın son baytına kadardır; önceki çok uzun sürdüğü için geç başlayan bir döngü bunu gösterir. Hizmet süresi gerçek başlangıçtan ölçülür. İkisi de gösterilir; gereksinimler yanıt süresiyle değerlendirilir.
run-totals = Toplamlar ağ üzerindeki istekleri sayar; grup bunların yanında ölçülür ve toplama eklenmez.

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
run-said-workers = yük üreten işçiler
run-said-seed = tohum (seed)
run-said-stamped = okunduğu anda damgalandı
run-said-closed-silent = sunucu yanıt vermeden bağlantıyı kapattı
run-said-closed-early = sunucu bağlantıyı yanıtın ortasında kapattı
run-said-closed = sunucu bağlantıyı kapattı
run-said-at-most = {$now} (en çok {$most})
