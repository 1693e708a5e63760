### Sunucular ne yaptı.

panel-servers = Sunucular ne yaptı
panel-same-axis = Bu bölümdeki tüm şekillerin zaman ekseni aynıdır; gölgeli alan her adımın ölçüm penceresidir. Okuma yapılamayan yerde çizgi kesilir. Numaralı noktalı çizgiler, makinenin, şekillerin altında listelenen olaylarıdır. Bir nokta birden çok okumayı temsil ediyorsa çizgi bunların ortalamasıdır, çevresindeki alan en düşükten en yükseğe uzanır ve başlık en yükseğini söyler.
panel-requests-of-servers = Her sunucunun günlüğüne yazdıkları, adımlara göre
panel-requests-note = Sunucuların kendi günlüklerinden: sunucuların saatlerine ve zaman birimlerine göre ölçüm pencerelerinde sona eren istekler; sayıları pencere uçlarındakiler kadar yük üretecininkinden farklı olabilir. Süreler sunucuların kendi süreleridir: ağ ve sunucu önündeki kuyruklar hariç.
panel-recorded = Kaydedilen tüm seriler
panel-recorded-show = Her seri; yükle birlikte değişenler önce
panel-recorded-note = En düşük ve en yüksek yükteki adımların ortalamaları; toplamlarda saniye başına artış.
panel-recorded-course = Zaman içinde
panel-recorded-left-out = { $n ->
    [one] Yükle en az değişen bir seri daha yalnızca koşum dosyasındadır.
   *[other] Yükle en az değişen {$n} seri daha yalnızca koşum dosyasındadır.
}
panel-averaged = Ölçümler tek tek ele alınamayacak kadar çok: sunucu serileri burada ve bulgularda {$seconds} sn'lik ortalamalar olarak incelenir, daha kısa olaylar düzleşir. Çöp toplamalar tek tek kalır; koşum dosyası her ölçümü içerir.
panel-recorded-metric = Seri
panel-recorded-unit = Birim
panel-recorded-lowest = En düşük yük
panel-recorded-highest = En yüksek yük
panel-recorded-max = En yüksek ortalama
panel-hosts-by-step = Adımlara göre her makine: ölçüm penceresinin ortalaması (ve en yüksek okuma)

panel-cpu = CPU
panel-run-queue = Çalışan veya engellenen süreçler
panel-load-average = Yük ortalaması (load average)
panel-disk-traffic = Disk trafiği
panel-disk-busy = Disk meşguliyeti
panel-paging = Takas (swap)
panel-host-memory = Bellek
panel-host-network = Ağ
panel-host-tcp = Yeniden gönderilen segmentler ve dolu bağlantı kuyrukları
panel-container-cpu = Konteyner CPU kullanımı
panel-container-memory = Konteyner belleği
panel-container-network = Konteyner ağı
panel-process-cpu = Sürecin CPU kullanımı
panel-process-cpu-time = Sürecin CPU kullanımı
panel-young-heap = Genç nesil (young generation)
panel-old-heap = Yaşlı nesil (old generation)
panel-heap = Heap
panel-heap-after-collection = Çöp toplamadan sonra heap
panel-collections = Çöp toplamalar
panel-collection-share = Çöp toplamada geçen süre
panel-collection-pauses = Çöp toplama duraklamaları
panel-non-heap = Heap dışı bellek
panel-threads = Thread'ler
panel-uptime = Çalışma süresi
panel-requests-served = Yanıtlanan istekler
panel-request-times = Ortalama istek süresi
panel-connection-pool = Bağlantı havuzu
panel-database-threads = Veritabanı bağlantıları
panel-database-queries = Veritabanı sorguları
panel-lag-total = Tüketici gecikmesi (lag), tüm partition'lar
panel-lag = Partition'lara göre tüketici gecikmesi (lag)
panel-backlog = Hizmetin kendi kuyruklarında bekleyenler
panel-calls = Günlüğe yazılan çağrılar
panel-server-times = Sunucunun günlüğe yazdığı yanıt süresi

## Başlıklar: {$panel} yukarıdakilerden biri, {$instance} bir konteyner, süreç veya hizmettir.

panel-title = {$panel}: en çok {$value}
panel-title-line = {$panel}: {$line} en çok {$value}
panel-of = {$panel}, {$instance}

## Panel çizgileri: OpenTelemetry durumları.

panel-line-user = kullanıcı
panel-line-system = sistem
panel-line-idle = boşta
panel-line-iowait = G/Ç bekleme
panel-line-steal = çalınan (steal)
panel-line-nice = nice
panel-line-read = okunan
panel-line-write = yazılan
panel-line-receive = alınan
panel-line-transmit = gönderilen
panel-line-in = giren
panel-line-out = çıkan
panel-line-used = kullanılan
panel-line-free = boş
panel-line-connected = bağlı
panel-line-cached = önbellek
panel-line-buffers = arabellek
panel-line-running = çalışan
panel-line-blocked = engellenen
panel-line-limit = sınır
panel-line-capacity = kapasite
panel-line-pending = bekleyen
panel-line-after-collection = çöp toplamadan sonra
panel-line-queries = sorgular
panel-line-commits = commit
panel-line-rollbacks = rollback
panel-line-process = süreç
panel-line-machine = makine
panel-line-threads = thread
panel-line-mean = ortalama

## Birimli değerler.

panel-percent-of-core = %{$value} (tek çekirdek)
panel-percent-of-time = %{$value} (süre payı)
panel-mib-per-s = {$value} MiB/sn
panel-mib = {$value} MiB
panel-seconds = {$value} sn
panel-per-minute = dakikada {$value}

## Olaylar.

panel-restart = yeniden başlatma
panel-jvm-start = JVM başlangıcı
panel-oom-kill = bellek yetersizliğinden sonlandırıldı
panel-out-of-memory = heap tükendi
panel-long-pause = bir saniye veya daha uzun duraklama
panel-rebalance = partition'lar el değiştirdi
panel-clock-jump = saat sıçraması

## `2 makine, 84 seri ve sunucuların günlüğüne yazılan 12.400 istek`

panel-hosts = {$n} makine
panel-series = {$n} seri
panel-logged = sunucuların günlüğüne yazılan {$n} istek
