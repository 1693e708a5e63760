### Rakamlara güvenilip güvenilemeyeceği.

validity-valid = Geçerli
validity-with-caveat = Geçerli, çekinceyle
validity-invalid = Geçersiz
validity-partly-invalid = Kısmen geçersiz
validity-incomplete = Eksik

validity-complete = Koşum tamamlandı ve hiçbir adımda sınır yük üreteci değildi.
validity-complete-external = Koşum tamamlandı. Sınırın {$name} olduğunu gösteren bir şey yok; ancak durumuna ilişkin yalnızca CPU süresi bilinir.
validity-imported = Koşum içe aktarıldı: yük üretecinin sınır olup olmadığı ve planlananı yapıp yapmadığı bilinmiyor.
validity-imported-table = Bir tablo içe aktarıldı: değerlerinin nasıl ölçüldüğü bilinmiyor.
validity-imported-logs = Sunucu günlükleri içe aktarıldı: yükü neyin, ne kadar iyi uyguladığı bilinmiyor.
validity-not-known = Bilinmiyor
validity-other-work = Başka işler {$source} üzerindeki CPU'yu tüketti ({$steps}): oradaki verim ve süreler kuşkuludur.
validity-no-step-valid = Geçerli adım yok; {$support}.
validity-some-invalid = {$steps} geçersiz; {$support}. Diğerleri geçerli.
validity-some-invalid-imported = {$steps}: geçersiz; {$support}. Diğerlerinde sınırın yük üreteci olup olmadığı bilinmiyor.
validity-nothing-measured = Hiçbir şey ölçülmedi.
validity-not-ended = Koşum kendiliğinden bitmedi. O ana kadar ölçülenler geçerli.
validity-not-ended-no-step-valid = Koşum kendiliğinden bitmedi ve geçerli adım yok; {$support}.
validity-not-ended-some-invalid = Koşum kendiliğinden bitmedi; şu ölçümler geçersiz: {$steps}.
validity-all-failed-support = tüm isteklerin başarısız olduğu yerde gereksinimler değerlendirilir, ancak kapasite yoktur
validity-failed-support = {$reasons}; gereksinimler orada yine de değerlendirilir, ancak buradan kapasite çıkarılmaz
validity-no-support = geçersiz adımlar hiçbir karara dayanak olamaz
validity-less-load-support = geçersiz bir adımda yalnızca eksik kalan yükün değiştiremeyeceği şeyler değerlendirilir

## Adımda neyin yanlış olduğu. "adım geçersiz: …" cümlesini tamamlar.

validity-generator-cpu = yük üretecinin {$worker} numaralı worker'ı, bir çekirdeğin {$busy} sınırının üzerinde çalıştı veya bekledi (sürenin payı {$share}, izin verilen {$allowed}); en yüksek kullanım {$cpu}, başka işlerin kullandığı bir CPU'yu bekleme payı {$waited}
validity-generator-delayed = yük üretecinin {$worker} numaralı worker'ı, başka işlerin kullandığı bir CPU'yu bekledi (sürenin payı {$waited}, izin verilen {$allowed})
validity-generator-stopped = yük üretecinin kendisi {$measured} sürenin {$stopped} kadarında çalışmadı (izin verilen {$allowed}): durdurulmuştu ve bu sırada yapılması gerekenler sonradan topluca geldi
validity-generator-not-sent = boşta kullanıcı olduğu hâlde yük üreteci {$intended} gelişten {$not_sent} tanesini zamanında başlatmadı ({$share}, izin verilen {$allowed})
validity-generator-lateness = yük üretecinin zamanlayıcıları {$late} geç kaldı (p99; izin verilen {$allowed}); medyan hizmet süresi {$service}; bu yüzden yükün %10 kadarından fazlası uygulanmadı
validity-generator-turns = yanıtlar yük üretecinde bekledi: her on saniyeden en az birinde döngüsünün bir turu {$turn} sürdü (izin verilen {$allowed}; en uzunu {$longest}); medyan hizmet süresi {$service}; bu yüzden yükün %10'undan fazlası uygulanmadı
validity-generator-errors = {$requests} istekten {$failed} tanesi yük üretecinin kendisinde başarısız oldu (izin verilen {$allowed})
validity-generator-errors-detail = {$requests} istekten {$failed} tanesi yük üretecinin kendisinde başarısız oldu (izin verilen {$allowed}): {$detail}
validity-requests-not-made = {$requests} istekten {$failed} tanesi oluşturulamadı (izin verilen {$allowed}): {$detail}
validity-generator-descriptors = yük üretecinin açabileceği {$descriptors} dosyaya karşılık {$connections} bağlantı açıktı
validity-generator-ports = bağlantılar ve TIME-WAIT durumundaki soketler, yük üretecinin {$ports} yerel portundan {$taken} tanesini kapladı
validity-nodes-missing = {$seconds} saniyesinde filodaki {$of} düğümden {$nodes} tanesi eksikti; yük istenen yük değildi
validity-cut-short = yalnızca {$measured} ölçümden sonra bitti
validity-no-requests = ölçüm penceresinde hiçbir istek sona ermedi
validity-backlog-before = adım {$before} tarafından yanıtsız bırakılanlarla başladı ve onları bitirdi: değerleri kendi yükünün değerleri değil
validity-mostly-failed = isteklerinin {$share} kadarı başarısız oldu
validity-nothing-succeeded = isteklerinin tümü başarısız oldu
validity-hung = koşumun başlangıcından {$from} sonra {$lasted} boyunca hiçbir istek bitmedi; {$users} kullanıcı bekliyordu
validity-failed-to-the-end = koşumun başlangıcından {$from} sonra, ölçüm penceresinin sonuna kadar {$lasted} boyunca isteklerin tümü ({$failed}) başarısız oldu
validity-step-problem = Adım {$step}: {$problem}.

## Aynısı birkaç sözcükle.

validity-short-cpu = yük üretecinin çekirdekleri doluydu
validity-short-delayed = yük üretecinin çekirdeklerini başka işler kullandı
validity-short-stopped = yük üreteci durdurulmuştu
validity-short-not-sent = yük üreteci gelişleri zamanında başlatmadı
validity-short-lateness = yük üretecinin zamanlayıcıları geç kaldı
validity-short-turns = yanıtlar yük üretecinde bekledi
validity-short-errors = istekler yük üretecinin kendisinde başarısız oldu
validity-short-not-made = istekler oluşturulamadı
validity-short-descriptors = yük üretecinde dosya tanımlayıcısı kalmadı
validity-short-ports = yük üretecinde yerel port kalmadı
validity-short-nodes = filonun düğümleri eksikti
validity-short-cut = çok erken bitti
validity-short-no-requests = hiçbir istek sona ermedi
validity-short-all-failed = tüm istekler başarısız oldu
validity-short-backlog-before = birikmiş işi bitirdi
validity-reason-backlog-before = birikmiş iş bitirildi
validity-short-mostly-failed = isteklerin çoğu başarısız oldu
validity-short-hung = kullanıcılar beklerken hiçbir istek bitmedi
validity-short-failed-to-the-end = bir andan sonra her istek başarısız oldu

## Tablo hücresinde.

validity-cell-valid = geçerli
validity-cell-imported = içe aktarıldı
validity-cell-generator = GEÇERSİZ: üreteç
validity-cell-nodes = GEÇERSİZ: düğümler eksik
validity-cell-cut = GEÇERSİZ: çok kısa
validity-cell-all-failed = GEÇERSİZ: tümü başarısız
validity-cell-backlog-before = GEÇERSİZ: önceki adımdan birikme
validity-cell-mostly-failed = GEÇERSİZ: çoğu başarısız
validity-cell-hung = GEÇERSİZ: askıda kaldı
validity-cell-failed-to-the-end = GEÇERSİZ: sona kadar başarısız
validity-cell-not-made = GEÇERSİZ: istekler oluşturulamadı
validity-cell-no-requests = GEÇERSİZ: hiçbir istek bitmedi
validity-little-ok = {$share} tamam
validity-little-in-flight = {$share} + süren
validity-little-off = {$share} sapma

## Ne yapılabilir.

validity-remedy-cpu = Yük üretecine daha çok çekirdek veya düğüm verin ve üzerlerinde başka iş çalıştırmayın; ona en pahalıya gelenleri plandan çıkarın (tüm gövde üzerinde denetimler, her istek için yeni bağlantı).
validity-remedy-delayed = Yük üretecine kendi çekirdeklerini verin: sunucununkiler olmasın, üzerlerinde başka iş çalışmasın.
validity-remedy-stopped = Askıya alınmayan bir makinede yeniden çalıştırın ve süreci durdurmayın (Ctrl-Z, hata ayıklayıcı, dondurulmuş konteyner).
validity-remedy-not-sent = Bu hızı, yük üreteci için daha çok çekirdek veya düğümle yeniden çalıştırın ve adım içinde hızı elle değiştirmeyin.
validity-remedy-lateness = Bu adımı, yük üretecinin makinesinde başka iş olmadan veya daha çok çekirdekle yeniden çalıştırın; planın gelişleri topluca gönderen bir vuruşu tek başına gecikme yaratır.
validity-remedy-turns = Her birine daha az bağlantı düşsün diye daha çok worker (çekirdek) veya düğüm kullanın; büyük yanıtlar ve pahalı denetimler turları uzatır.
validity-remedy-errors = Hataların gösterdiğini düzeltin: açık dosya sınırını yükseltin, bağlantıları yeniden kullanın ya da plandaki ad ve adresleri düzeltin.
validity-remedy-names = Plandaki ana makine adlarını düzeltin ya da yük üretecinin makinesinin bunları çözmesini sağlayın.
validity-remedy-resources = Yük üretecinin makinesinde açık dosya ya da yerel port sınırını yükseltin veya bağlantıları yeniden kullanın.
validity-remedy-plan = Planı düzeltin: hataların adını verdiği istekler oluşturulamadı.
validity-remedy-descriptors = Açık dosya sınırını yükseltin (ulimit -n), daha az kullanıcı veya daha çok düğüm kullanın.
validity-remedy-ports = Bağlantıları yeniden kullanın, net.ipv4.ip_local_port_range aralığını genişletin ya da daha çok düğüm veya daha çok sunucu adresi kullanın.
validity-remedy-nodes = Düğümün neden kaybolduğunu bulun (notlara bakın) ve yeniden çalıştırın; `on_lost_node: repeat-step` böyle bir adımı kendiliğinden yineler.
validity-remedy-again = Sonuna kadar yeniden çalıştırın.
validity-remedy-backlog-before = Sistemin taşıyamadığı bir yükten sonra, birikme yanıtlanana kadar bekleyin; sonraki yükü ondan sonra ölçün.
validity-remedy-no-requests = Planın istek gönderdiğini denetleyin ve bir isteğin sürdüğünden daha uzun ölçün.
validity-remedy-failures = Önce hataları giderin; sonra yeniden ölçün.

## Sınır yük üreteci miydi?

validity-limit-yes = EVET
validity-limit-late = geç
validity-limit-no = hayır
validity-limit-not-asked = başarısız
validity-generator-no = Hayır, hiçbir adımda değildi.
validity-generator-not-seen = Bunu gösteren bir şey yok. {$name} durumuna ilişkin yalnızca CPU süresi bilinir: geç kalıp kalmadığı bilinmez.
validity-generator-unknown = Bilinmiyor. Koşum içe aktarıldı ve içe aktarılanlar yük üreteci hakkında bir şey söylemiyor: CPU kullanımı, zamanlayıcılarının ne kadar geciktiği, hangi kaynaklarının kaldığı. O sırada makinesinde neyin izlendiğine bakın; ya da en yüksek yükü ikinci bir yük üreteciyle yineleyin: verim değişmezse sınır o değildi.
validity-generator-of-logs = Bilinmiyor. İçe aktarılanı sunucular yazmış: istekleri kimin gönderdiği hakkında bir şey söylemiyor.
validity-generator-of-table = Bilinmiyor. Bir tablo içe aktarıldı: yük üreteci hakkında bir şey söylemiyor.
validity-generator-late = Hayır; ancak şu adımlarda geç kaldı: {$late}. { $verdicts ->
    [0] Değerlerinde bu yüzden belirsizlik var.
   *[other] Değerlerindeki bu belirsizlik kararlarda hesaba katılır.
}
validity-generator-not-asked-at-all = Değerlendirilmedi: her adımda istekler başarısız oldu ya da hiçbiri bitmedi; o sırada yaptığı, onun hakkında bir şey söylemez.
validity-generator-not-asked = Şu adımlarda değerlendirilmedi: {$failed}; orada istekler başarısız oldu ya da hiçbiri bitmedi, o sırada yaptığı onun hakkında bir şey söylemez.
validity-generator-yes = Evet: {$limited} geçersiz; orada yalnızca eksik kalan yükün değiştiremeyeceği şeyler değerlendirilir.
validity-generator-yes-and-late = Evet: {$limited} geçersiz; orada yalnızca eksik kalan yükün değiştiremeyeceği şeyler değerlendirilir. Şu adımlarda geç kaldı: {$late}. { $verdicts ->
    [0] Değerlerinde bu yüzden belirsizlik var.
   *[other] Değerlerindeki bu belirsizlik kararlarda hesaba katılır.
}
validity-generator-times-note = CPU ve bekleme, en meşgul worker'ın değerleridir ve tek çekirdeğin yüzdesidir; bekleme, çalışmaya hazır olduğu hâlde CPU beklediği süredir. Gecikme: başlangıçların, gelişlerin, düşünme sürelerinin ve üretecin kendi vuruşunun planlanandan ne kadar geç olduğu. Tur: her worker'ın bir saniye içindeki en uzun döngü turu; bu sırada gelen yanıt ancak turun sonunda görülür. “geç”: sürenin %5'inden fazlasında bekleme ya da medyan hizmet süresinin onda biri ile 1 ms değerinin üzerinde gecikme (p99) veya tur (p90). %10 üzerinde ya da medyanın yarısı ile 2 ms değerinin üzerinde kapalı modelin yükünün %10'undan fazlası bu yüzden uygulanmadıysa adım geçersizdir. Bunun altında süreler gecikme kadar kısa olabilir ve gereksinimler bununla değerlendirilir.
validity-generator-resources-note = Bağlantılar: bir saniyenin sonunda açık olanlar, en çok. Portlar: tek adres için var olan yerel portlardan kendi bağlantıları ve TIME-WAIT durumundaki soketler. Soketler: üzerindeki sunucu dahil tüm makinenin. Kendi hataları: yük üretecinin kendisinde başarısız olan istekler; hiçbir hata oranına, yüzdelik gereksinimine ve karara katılmazlar ve %0,1 oranını aşmaları adımı geçersiz kılar.
