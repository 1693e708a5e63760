### Şekiller: ne gösterdiğini söyleyen başlıklar, eksenler, göstergeler ve notlar.

figure-throughput-by-load = Yüke göre verim
figure-response-by-load = Yüke göre yanıt süresi
figure-throughput-over-time = Zamana göre verim
figure-rate-search = Aramanın her penceresinde kendi hızında ölçülen değer
figure-service-over-time = Zamana göre hizmet süresi, gerçek başlangıçtan
figure-arrivals-over-time = Zamana göre gelişler
figure-response-over-time = Zamana göre yanıt süresi
figure-response-over-time-intended = Zamana göre yanıt süresi, planlanan başlangıçtan
figure-latency-heat = Yanıt sürelerinin zamana göre dağılımı: koyulaştıkça istek sayısı artar
figure-latency-heat-intended = Yanıt sürelerinin (planlanan başlangıçtan) zamana göre dağılımı: koyulaştıkça istek sayısı artar
figure-errors-over-time = Zamana göre hatalar
figure-generator-cpu = Yük üreteci worker'larının CPU kullanımı
figure-node-throughput = Her düğümün verimi
figure-node-response = Her düğümün yanıt süreleri (p95)
figure-node-throughput-shares = Her düğümün verimi: bir adımdaki payları {$low} ile {$high} arasında
figure-users-over-time = Çalışan kullanıcılar
figure-percentile-curves = Yanıt süresinin tüm yüzdelikleri, adımlara göre
figure-percentile-curves-both = Yanıt süresinin (planlanan başlangıçtan) ve hizmet süresinin (gerçek başlangıçtan) tüm yüzdelikleri
figure-variant-throughput = Yüke göre verim, varyantlar
figure-variant-mean = Yüke göre ortalama yanıt süresi, varyantlar
figure-variant-p95 = Yüke göre yanıt süresinin 95. yüzdeliği, varyantlar
figure-part-named = {$what}: {$name}
figure-part-numbered = {$what} ({$number}/{$of})
figure-comparison-forest = Satır satır değişimler ve aralıkları; kesikli çizgi: tolerans

## Sonuç bildiren başlıklar.

figure-users-waiting = Meşgul kullanıcılar ve boş kullanıcı bekleyen gelişler: en çok {$n}
figure-arrivals-none-dropped = Zamana göre gelişler; ölçüm pencerelerinde düşürülen olmadı
figure-arrivals-dropped = Zamana göre gelişler; ölçüm pencerelerinde {$n} geliş düşürüldü
figure-share-of-proportional = {$load} için verim {$rate}; ilk adımdan başlayan orantılı artışa oranı {$share}
figure-p95 = p95: {$first_load} için {$first}, {$last_load} için {$last}
figure-p95-response = Yanıt süresi p95: {$first_load} için {$first}, {$last_load} için {$last}
figure-throughput-mean = Zamana göre verim: ortalama {$rate}
figure-throughput-best = Zamana göre verim; en yüksek değer adım {$step} içinde: {$rate}
figure-errors-counted = Zamana göre hatalar: ölçüm pencerelerinde {$n}
figure-generator-cpu-max = Yük üreteci worker'larının CPU kullanımı: bir saniyede tek çekirdekte en çok {$share}
figure-search-between = {$measured}: {$holds} hızında karşılanıyor, {$fails} hızında karşılanmıyor
figure-search-holds = {$measured}: {$holds} hızına kadar karşılanıyor
figure-search-fails = {$measured}: {$fails} hızında bile karşılanmıyor
figure-search-undecided = {$measured}: hiçbir hızda karar verilemedi

## Nasıl okunur.

figure-note-intervals = Çubuklar: işaretten genişse %95 aralık. Kesikli çizgi: ilk adımdan geçen, yükle orantılı artış.
figure-note-repeats = Yinelemelerin ortalaması; çubuklar: en küçük ve en büyük.
figure-note-merged = Tüm yinelemelerin birleştirilmiş histogramlarından. Bir pencere bittiğinde kullanıcıların zamanının %10'undan fazlası hâlâ süren isteklerdeyse ortalama N/X − Z’dir ve yüzdelikler gösterilmez.
figure-note-windows = Her işaret aramanın bir penceresidir; çizgi, bir hızın geçerli tüm pencerelerini birlikte gösterir.
figure-note-nines = Sağa doğru her adım, daha yavaş isteklerin on kat azalması demektir.
figure-note-chosen = {$n} adım çizilmedi; ilk, son, en iyi adım ve aradakilerden bazıları çizildi.
figure-note-busiest = {$n} çizgi daha çizilmedi: yalnızca en yoğun olanlar çizildi.
figure-note-thick-and-thin = Kalın: yanıt süresi; ince: hizmet süresi, aynı olduğu yerde gizlidir.
figure-note-solid-and-dashed = Düz: yanıt süresi, planlanan başlangıçtan. Kesikli, içi boş işaretli: hizmet süresi, gerçek başlangıçtan. Ayrıldıkları yerde gelişler beklemiştir.
figure-note-point = Bir nokta {$seconds} saniyedir.
figure-note-steps = Gölgeli: numarasıyla birlikte her adımın ölçüm penceresi.
figure-note-shades = Tonlar logaritmiktir: tek bir yavaş istek binlerce hızlı isteğin yanında görünür.
figure-note-limits = Bu şeklin çok üzerinde kalan sınır: {$limits}.

## Eksenler.

figure-axis-time = başlangıçtan beri geçen süre
figure-axis-users = kullanıcı
figure-axis-target = saniyede istenen geliş
figure-axis-arrivals = saniyedeki geliş
figure-axis-throughput = saniyedeki başarılı istek
figure-axis-response = yanıt süresi
figure-axis-service = hizmet süresi
figure-axis-response-and-service = yanıt ve hizmet süresi
figure-axis-errors-percent = hatalar, isteklerin %'si
figure-axis-errors = saniyedeki hata
figure-axis-cpu = tek çekirdeğin yüzdesi
figure-axis-all-cpus = tüm CPU'ların yüzdesi
figure-axis-percent-of-time = zamanın yüzdesi
figure-axis-processes = süreç
figure-axis-threads = thread
figure-axis-seconds = saniye
figure-axis-mib-per-s = saniyedeki MiB
figure-axis-mib = MiB
figure-axis-collections = dakikadaki çöp toplama
figure-axis-pause = duraklama süresi
figure-axis-connections = bağlantı
figure-axis-per-s = saniyede
figure-axis-messages = geride kalan mesaj
figure-axis-calls = dakikadaki çağrı
figure-axis-server-time = sunucunun yazdığı süre
figure-axis-percentile = yüzdelik
figure-axis-rows = satır
figure-axis-change = değişim, %
figure-axis-logarithmic = {$name}, logaritmik

## Seriler.

figure-series-measured = ölçülen
figure-series-ideal = yükle orantılı
figure-series-service = p{$percent} hizmet
figure-series-pooled = bir hızın tüm pencereleri
figure-series-due = beklenen
figure-series-started = başlayan
figure-series-dropped = düşürülen
figure-series-waiting = bekleyen gelişler
figure-series-mean = ortalama
figure-series-errors = hatalar
figure-series-failed = saniyede başarısız
figure-series-worker = worker {$worker}
figure-series-users = kullanıcı
figure-series-step = adım {$step} ({$load})
figure-series-step-service = adım {$step} ({$load}), hizmet
figure-window-pass = pencere karşılıyor
figure-window-fail = pencere karşılamıyor
figure-window-undecided = pencere belirsiz
figure-window-invalid = pencere geçersiz

## Resmi görmeyen okurlar için.

figure-description = {$x} karşısında {$y}. {$series}
figure-range = {$series}: {$low} ile {$high} arası
figure-response-by-throughput = Verime göre yanıt süresi
figure-note-by-throughput = Yük sırasıyla: daha çok yükün daha çok verim getirmediği yerde çizgiler yukarı ya da geri döner.
