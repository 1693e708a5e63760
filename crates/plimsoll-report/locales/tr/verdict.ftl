### Kararlar ve kanıtları.

verdict-pass = GEÇTİ
verdict-fail = KALDI
verdict-inconclusive = BELİRSİZ
verdict-needed = {$step} içinde {$had} yerine {$n} istek, oran aynı kalırsa bunu karara bağlar: bu hızda yaklaşık {$time}
verdict-open-without-interval = aralığı olmayan bir verim, ancak sınırın iki katı ya da yarısı olduğunda karar verdirir: 10 sn ya da daha uzun adımlar veya her isteğin sonuçları, ne kadar değiştiğini gösterirdi
verdict-open-by-lateness = yük üreteci en çok {$late} gecikti; bu olmasaydı sonuç farklı olabilirdi
verdict-open-by-requests-under-way = pencere bittiğinde süren istekler sonucu değiştirebilir
## İstatistikten önce ölçülen değer.

verdict-measure-mean = ortalama
verdict-measure-max = en uzun süre
verdict-measure-errors = hata oranı
verdict-measure-throughput = verim
verdict-measure-of = {$name} için {$measure}
verdict-measure-failed-slowest = {$measure} (başarısız istekler en yavaş sayılarak)
verdict-measure-unanswered-slowest = {$measure} (yanıtsız istekler en yavaş sayılarak)
verdict-measure-both-slowest = {$measure} (başarısız ve yanıtsız istekler en yavaş sayılarak)
verdict-limit = sınır {$limit}
verdict-limit-least = en az {$limit}
verdict-was = {$measure}: {$value} ({$limit})
verdict-was-at = {$measure}: {$rate} hızında {$value} ({$limit})
verdict-rate-behind = {$asked} geliş istenirken {$rate}
verdict-was-step = {$measure}: adım {$step}, {$rate} hızında {$value} ({$limit})
verdict-was-together = {$measure}: {$steps} birlikte {$value} ({$limit})
verdict-was-unanswered = {$measure}, pencere bittiğinde yanıtsız olan ve sınırdan uzun süren istekler ({$share}) arasında kalıyor ({$limit})
verdict-was-nothing-answered = {$measure}: adım {$step} içinde { $n ->
    [one] tek istek
   *[other] {$n} isteğin hiçbiri
} ölçüm penceresinde yanıtlanmadı ({$limit})
verdict-value-among-failed = başarısız istekler arasında
verdict-with-failures = {$sentence}; { $kinds ->
    [one] hatalar: {$error}
    [tied] hatalar, bunlar arasında: {$error}
   *[several] hatalar, çoğunlukla: {$error}
}
verdict-was-failed = {$measure} başarısız olan istekler ({$share}) arasında kalıyor; bunlar her sınırın üzerinde sayılır ({$limit})
verdict-judged = {$sentence}: {$judgement}
verdict-expected = Beklenen {$expected}: adım {$step}, {$rate} hızında {$figures}, { $judged ->
    [met] karşılanıyor
    [failed] karşılanmıyor
   *[open] karar verilemedi
}; {$limit}.
verdict-expected-limit = sınır {$rate}, beklenen kullanımın {$factor} katı
verdict-expected-at-least = ölçülen en yüksek değer {$rate}, beklenen kullanımın {$factor} katı
verdict-expected-about = ölçülen en yüksek değer, {$rate}, yaklaşık o kadar
verdict-expected-met = sürelere ve hatalara ilişkin gereksinimlerin hepsi {$met} değerine kadar (beklenen kullanımın {$factor} katı) karşılanıyor, en yüksek verim olan {$rate} değerinde hepsi değil
verdict-expected-fails = en yüksek verim olan {$rate} değerinde sürelere ve hatalara ilişkin gereksinimlerin hepsi karşılanmıyor
verdict-expected-no-limit = bilinen bir sınır yok
verdict-expected-not-judged = Beklenen {$expected}: {$limit}; sürelere ya da hatalara ilişkin gereksinim verilmedi.
verdict-expected-not-reached = Beklenen {$expected}: hiçbir geçerli adım bunu taşımadı; {$limit}.

## Başlık.

verdict-nothing-measured = Hiçbir şey ölçülmedi
verdict-valid-without-requirements = Ölçüm geçerli; gereksinim verilmedi
verdict-imported-without-requirements = İçe aktarıldı; gereksinim verilmedi ve yük üreteci hakkında bir şey bilinmiyor
verdict-imported-table = İçe aktarılan bir tablo; gereksinim verilmedi
verdict-imported-no-steps = İçe aktarıldı; yük ve onun verimi yok: kapasite gösterilemez; değerlerden çıkanlar Bulgular altındadır
verdict-requests-failed = İsteklerin {$share} kadarı başarısız oldu ({$all} istekten {$failed} tanesi, { $kinds ->
    [one] {$error}
    [tied] bunlar arasında {$error}
   *[several] en sık {$error}
}); kaçının başarısız olabileceğini söyleyen bir gereksinim yok
verdict-requests-failed-in-table = Tabloya göre isteklerin {$share} kadarı {$step} içinde başarısız oldu; kaçının başarısız olabileceğini söyleyen bir gereksinim yok
verdict-requests-failed-from = {$step} ve sonrasında isteklerin {$share} kadarı başarısız oldu ({$all} istekten {$failed} tanesi, { $kinds ->
    [one] {$error}
    [tied] bunlar arasında {$error}
   *[several] en sık {$error}
}); öncesinde { $before ->
    [none] hiçbiri başarısız olmadı
   *[few] yüzde birden azı başarısız oldu
}; kaçının başarısız olabileceğini söyleyen bir gereksinim yok
verdict-hung = Sistem askıda kaldı: koşumun başlangıcından {$from} sonra adım {$step} içinde hiçbir istek bitmedi; {$users} kullanıcı bekliyordu
verdict-failed-to-the-end = Koşumun başlangıcından {$from} sonra, adım {$step} ölçüm penceresinin sonuna kadar isteklerin tümü ({$failed}) başarısız oldu, { $kinds ->
    [one] {$error}
    [tied] bunlar arasında {$error}
   *[several] en sık {$error}
}
verdict-all-failed = { $n ->
    [one] Tek istek başarısız oldu: {$error}
   *[other] {$n} isteğin tümü başarısız oldu{ $kinds ->
        [several] , en sık
        [tied] , bunlar arasında
       *[one] :
    } {$error}
}
verdict-all-failed-steps = Şu adımlarda her istek başarısız oldu: {$steps}; { $kinds ->
    [several] en sık {$error}
    [tied] bunlar arasında {$error}
   *[one] {$error}
}
verdict-with-cause = {$verdict}. {$cause}
verdict-with-figure = {$verdict}: {$figure}
verdict-rate-holds = {$rate} hızında tüm gereksinimler karşılanıyor
verdict-rate-holds-at-least = En az {$rate} hızına kadar tüm gereksinimler karşılanıyor
verdict-holds-one = Gereksinim karşılanıyor
verdict-holds-all = {$all} gereksinimin tümü karşılanıyor
verdict-but-critical = {$verdict}, ama { $n ->
    [one] {$n} kritik bulgu var
   *[other] {$n} kritik bulgu var
}
verdict-critical-count = { $n ->
    [one] {$n} kritik bulgu
   *[other] {$n} kritik bulgu
}
verdict-critical = { $n ->
    [one] Sistemle ilgili {$n} kritik bulgu:
   *[other] Sistemle ilgili {$n} kritik bulgu:
}
verdict-fails-at-every-rate = Denenen hiçbir hızda gereksinimler karşılanmıyor
verdict-fails-one = Gereksinim karşılanmıyor
verdict-fails-some = {$all} gereksinimden {$failed} tanesi karşılanmıyor
verdict-unusable = Eksik veya geçersiz: bu değerleri kullanmadan önce nedenini okuyun
verdict-search-without-answer = Arama bir yanıt vermeden sona erdi
verdict-none-failed-but-invalid = Karşılanmayan gereksinim yok, ancak koşum eksik veya geçersiz
verdict-undecided-one = Gereksinim hakkında karar verilemedi
verdict-undecided-some = {$all} gereksinimden {$open} tanesi hakkında karar verilemedi

## Kararın dayandığı ölçüm.

verdict-judged-every-step = tüm adımlar üzerinden değerlendirildi
verdict-judged-every-load = tüm yükler üzerinden, her birinin geçerli adımları birlikte değerlendirildi
verdict-judged-load-line = yük sınırı olan {$steps} üzerinden birlikte değerlendirildi
verdict-judged-best = yük sınırı olan adım {$step} üzerinden değerlendirildi
verdict-judged-rate = {$rate} hızında değerlendirildi, {$steps}
verdict-judged-rate-together = {$rate} hızında değerlendirildi, {$steps} birlikte
verdict-judged-nowhere = değerlendirmeye dayanak olacak geçerli adım yok
verdict-unreadable = değerlendirilemedi ({$error})

## Kanıt. Parçalar noktalı virgülle bağlanır.

verdict-unreadable-proof = Gereksinim değerlendirilemedi: {$error}.
verdict-in-steps = {$judgement}: {$steps}
verdict-together = {$steps} birlikte {$judgement}: {$evidence}
verdict-each-alone = tek tek: {$judged}
verdict-at-rate = istenen {$rate} hızında: {$evidence}
verdict-at-step = adım {$step}: {$evidence}
verdict-nearest-step = sınıra en yakın adım {$step}: {$evidence}
verdict-worst-step = en kötü adım {$step}: {$evidence}
verdict-no-valid-step = geçerli ölçülmüş adım yok
verdict-nothing-over = { $which ->
    [valid] hiçbir geçerli adımda
   *[every] hiçbir adımda
} sınırı aşan istek olmadı
verdict-nothing-over-longest = { $which ->
    [valid] hiçbir geçerli adımda
   *[every] hiçbir adımda
} sınırı aşan istek olmadı; en uzunu {$longest} sürdü (adım {$step})
verdict-nothing-failed = { $which ->
    [valid] hiçbir geçerli adımda
   *[every] hiçbir adımda
} başarısız istek olmadı

## Bir adımın kanıtı.

verdict-unanswered = {""}; bunların {$n} tanesi pencere bittiğinde yanıtsızdı
verdict-share = {$of} istekten {$over} tanesi { $what ->
    [failed] başarısız
    [over] sınırın üzerinde
    [failed-as-over] başarısız, yani sınırın üzerinde sayıldı
   *[failed-or-over] başarısız veya sınırın üzerinde
}{ $dropped ->
    [0] {""}
   *[other] ; bunların {$dropped} tanesi düşürülen geliş
}{$waiting} ({$share}; izin verilen {$allowed})
verdict-max = en uzun {$longest}; sınır {$limit}; {$of} istekten {$over} tanesi { $what ->
    [failed] başarısız
    [over] sınırın üzerinde
    [failed-as-over] başarısız, yani sınırın üzerinde sayıldı
   *[failed-or-over] başarısız veya sınırın üzerinde
}{ $dropped ->
    [0] {""}
   *[other] ; bunların {$dropped} tanesi düşürülen geliş
}
verdict-max-late = {$said}; ölçüm penceresinde başlayan bir istek pencereden sonra bitti ve {$late} sürdü
verdict-mean = ortalama {$mean} (%95 GA {$bounds}), sınır {$limit}
verdict-mean-without-bounds = ortalama {$mean} (aralık için saniye sayısı yetersiz), sınır {$limit}
verdict-throughput = {$throughput}, sınır {$limit}
verdict-all-served = {$said}: her geliş karşılandı ve bunlar {$served} eder
verdict-nothing-succeeded = {$requests} isteğin tümü başarısız oldu, bu nedenle ortalama yok
verdict-nothing-answered = adımın {$measured} süresi dolduğunda { $n ->
    [one] tek istek hâlâ yanıtsızdı
   *[other] {$n} isteğin tümü hâlâ yanıtsızdı
}
verdict-unknown-transaction = {$name} adlı istek yok; { $known ->
    [one] bulunan
   *[other] bulunanlar
}: {$names}
verdict-more-names = {$n} tane daha
verdict-invalid-step = adım geçersiz ve hiçbir karara dayanak olamaz
verdict-no-requests = adımda böyle bir istek sona ermedi
verdict-no-times = adımda yanıt süreleri kaydedilmemiş
verdict-iterations-dropped = koşumun {$n} yinelemesi hiç başlamadı, çünkü boş kullanıcı yoktu: isteklerinin nasıl sonuçlanacağı bilinmiyor
verdict-from-table = tablo {$value} diyor; kaç istekten olduğu bilinmiyor
verdict-mean-from-table = tablo {$value} diyor; sürelerin ne kadar değiştiği bilinmiyor
verdict-longest-written = en uzun süre {$time}; { $failed ->
    [0] {$of} isteğin hepsi başarılı
   *[other] {$of} istekten {$failed} tanesi başarısız ve sınırın üstünde sayılır
}
verdict-longest-from-table = tabloya göre en uzun süre {$time}; kaç istekten olduğu bilinmiyor (minutes ya da seconds adlı bir sütun bunu söylerdi)
verdict-longest-of-unknown = en uzun süre {$time}, {$of} istekten; kaçının başarısız olduğu bilinmiyor
verdict-percentile-of-unknown = tabloya göre {$percentile} {$time}, {$of} istekten; kaçının başarısız olduğu bilinmiyor
verdict-percentile-from-table = tabloya göre {$percentile} {$time}; kaç istekten olduğu bilinmiyor (minutes ya da seconds adlı bir sütun bunu söylerdi)
verdict-from-percentiles = raporun {$percentile} değeri {$time}; { $of } istekten { $failed ->
    [0] hiçbiri başarısız olmadı
   *[other] {$failed} tanesi başarısız oldu
}
verdict-not-in-table = tabloda burada bunun için bir değer yok; bir süre sütununun birimi adında ya da her hücrede yazmalıydı

## Değerlendirme yöntemi.

verdict-more-findings = Bulgular bölümünde {$n} tane daha var.
verdict-rule-search = Kapasite araması, bir gereksinim karşılanmaz olana kadar hızı artırır. Bu nedenle her gereksinim, gereksinimlerin karşılandığı en yüksek hızda ve o hızın tüm pencereleri birlikte ele alınarak değerlendirilir. Başarısız bir istek ve düşürülen bir geliş, yanıt süresinin her sınırını aşmış sayılır; ortalama, başarılı isteklerin ortalamasıdır.
verdict-rule-climb = Tırmanış, sistem artık kazanç sağlamayana kadar sürer; bu yüzden son adımların bir gereksinimi karşılamaması olağandır. Bu nedenle her gereksinim, raporun yük sınırı olarak öne sürdüğü en iyi adımda değerlendirilir; karşılandığı adımlar listelenir. Başarısız bir istek yanıt süresinin her sınırını aşmış sayılır; ortalama, başarılı isteklerin ortalamasıdır.
verdict-rule-loads = Aynı yükün adımları, onları ayıran bir şey yoksa birlikte değerlendirilir: bir gereksinim her yük altında karşılanıyorsa GEÇTİ, herhangi birinde karşılanmıyorsa KALDI, diğer durumlarda BELİRSİZ sayılır; verim, yük sınırı olan en iyi adımda değerlendirilir, çünkü daha küçük yükler daha az verim sağlar. Başarısız bir istek her yanıt süresi sınırını aşmış sayılır; ortalama, başarılı isteklerin ortalamasıdır.
verdict-rule-given = Bir gereksinim tüm adımlarda karşılanıyorsa GEÇTİ, herhangi bir adımda karşılanmıyorsa KALDI, diğer durumlarda BELİRSİZ sayılır; verim, yük sınırı olan en iyi adımda değerlendirilir, çünkü daha küçük yükler daha az verim getirir. Başarısız bir istek yanıt süresinin her sınırını aşmış sayılır; ortalama, başarılı isteklerin ortalamasıdır.
verdict-method = Yüzdelik gereksinimi, sınırı aşan isteklerin payıyla değerlendirilir: p95 için %5 pay kabul edilir. Ne kadar hızlı olursa olsun başarısız olan tüm istekler ve sınırı aşan başarılı istekler sınırın üzerinde sayılır; ölçülen yüzdelikte başarısız istekler diğerlerinden yavaş kabul edilir. Bu payın %95 aralığı (Wilson) bütünüyle izin verilenin üzerindeyse gereksinim KALDI, bütünüyle altındaysa GEÇTİ, arada ise BELİRSİZ sayılır. Hatalar aynı yöntemle; en büyük değer, başarısız olan ya da onu aşan tek bir istekle; verim, saniyeler üzerinden bootstrap aralığıyla (her geliş karşılandıysa geliş hızına kadar sağlanmış sayılır); ortalama, başarılı istekler üzerinden aynı türden bir aralıkla değerlendirilir. Açık yükte değerlendirilen süreler, planlanan başlangıçtan ölçülen yanıt süreleridir. Yük üretecinin kendi hataları hiçbir zaman sistemin aleyhine sayılmaz; bunların %0,1 oranını aşması adımı geçersiz kılar; geçersiz bir adım, yalnızca tüm istekler başarısız olduğu için geçersiz değilse ve eksik kalan yük sonucu değiştirebilecekse, hiçbir karara dayanak olamaz.
verdict-method-dropped = Düşürülen bir gelişin yanıtı yoktur: başarısız bir istek sayılır.
verdict-method-search = Aramanın pencereleri daha sıkı değerlendirilir: hız tablosunun notunda yazdığı gibi.
