### Bir koşumun notları: aramanın kararları, elle yapılanlar, kaybolanlar.

note-step-chosen = adım {$step}: {$why}
note-search-ended = arama bitti: {$why}
note-run-ended-by-hand = koşum elle bitirildi
note-step-ended-by-hand = adım elle bitirildi
note-load-paused = yük elle duraklatıldı
note-load-resumed = yük bir duraklamadan sonra sürdü
note-load-scaled = yük elle, planlananın {$share} kadarına getirildi
note-overloaded = bir geliş boşta kullanıcı bulamadı; plan bu durumda testi bitiriyor (overload: abort)
note-log-slow = örnek kaydı (sample log) yükten yavaştı: worker'lar onu {$time} bekledi
note-log-lost = örnek kaydında (sample log) {$n} örnek eksik
note-checks-failed = “{$check}” denetimi {$of} denemede {$failed} kez başarısız oldu; istek sayılarının hiçbirinde yer almaz
note-iterations-dropped = {$n} döngü, boşta kullanıcı olmadığı için başlamadı: yük istenenden azdı
note-data-ran-out = {$file} içindeki {$rows} satır tükendi: bir kullanıcı {$asked} kez bir satır daha istedi ve { $ended ->
    [yes] sona erdi
   *[no] değerler yerine <EOF> ile devam etti
}
note-sent-again = sunucu bağlantıyı kapattığı veya isteği işlemeden reddettiği için {$n} istek yeniden gönderildi; sunucu bunları iki kez saymış olabilir
note-texts-left-out = bir koşum dosyasının aldığından fazla ad ve mesaj vardı: {$requests} istek "(other names)" altında, {$errors} hata mesajı olmadan sayıldı
note-unreached = {$second}. saniyeden beri hiçbir istek test edilen sisteme ulaşmadı
note-reached-again = {$second}. saniyeden beri istekler test edilen sisteme yeniden ulaşıyor
note-system-ended = test edilen sistemin süreci bitti: {$how}
note-system-unhealthy = test edilen sistem sağlık denetiminden geçmiyor: {$why}
note-system-healthy = test edilen sistem sağlık denetiminden yeniden geçiyor
note-node-lost = {$node} numaralı düğümden ({$name}) {$second}. saniyeden beri haber alınamıyor
note-node-absent = adım başladığında {$node} numaralı düğüm ({$name}) yoktu; payını ötekiler üstlendi
note-node-found = {$node} numaralı düğümden ({$name}) yeniden haber alındı
note-coordinator-resumed = {$from}. saniyeden {$to}. saniyeye kadar filoyu kimse yönetmedi; düğümleri kendi kendilerine devam etti, ölçtükleri sonradan alındı
note-job-watched-again = filoyu kimse yönetmezken, {$from}. saniyeden {$to}. saniyeye kadar "{$job}" işini kimse sormadı; iş sonra da sürdü
note-job-end-unseen = "{$job}" işi, filoyu kimse yönetmezken, {$from}. saniye ile {$to}. saniye arasında bitti: süresi bu kadar fazla görünebilir, arada ölçülenler ne iş sürerken ne de iş yokken sayılır
note-job-cut-off = koordinatör sonlandırıldığında "{$job}" işi sürüyordu ve devam ettirilemedi: bitip bitmediği bilinmiyor, yeniden başlatılmadı
note-node-failed = {$node} numaralı düğüm ({$name}) payını erken bitirdi: {$why}
note-nodes-arrived = {$n} düğümün ilk gelişleri, planlanan anlarından sonra {$late} içinde başladı
note-nodes-started = {$n} düğümün ilk kullanıcıları {$spread} içinde başladı
note-watched-after = yükten sonra sunucular {$time} daha izleniyor
note-results-unreadable = JMeter sonuçlarının bir kısmı okunamadı: satır {$line}: {$problem}
note-sink-clock = olay alıcısının saati bizimkiyle uyuşuyor (± {$uncertainty})
note-sink-clock-ahead = olay alıcısının saati bizimkinden {$by} ileride; bu fark çıkarıldı (± {$uncertainty})
note-sink-clock-behind = olay alıcısının saati bizimkinden {$by} geride; bu fark çıkarıldı (± {$uncertainty})
note-sink-forgot = olay alıcısı sorulduğunda {$n} gelişi unutmuştu
note-sink-silent = olay alıcısı {$n} kez yanıt vermedi: {$why}
note-arrivals-untimed = {$n} geliş ne zaman gönderildiğini söylemedi: hiçbir yerde sayılmıyor
note-arrivals-foreign = {$n} geliş ilk adımdan önce gönderilmişti: hiçbir yerde sayılmıyor
note-arrivals-negative = {$n} geliş gönderilmeden önce gelmiş görünüyor: 0 sayılıyor
note-failed-system-ended = test edilen sistem yok oldu: süreci şöyle bitti: {$how}
note-failed-unreachable = test edilen sistem yok oldu: hiçbir istek ona ulaşmıyor ve {$why}

## Bir adımın neden seçildiği.

note-first-step = ilk adım
note-comparison-step = karşılaştırma adımı
note-goal-reached = kazanç {$gain}, hedef {$goal}: ulaşıldı
note-goal-missed = kazanç {$gain}, hedef {$goal}: ulaşılamadı
note-no-more-load = eklenecek başka thread ya da düğüm yok
note-gain-again = kazanç {$gain} (GA {$low} ile {$high} arası), {$goal} hedefine ulaşılıp ulaşılmadığını açık bırakıyor; bir yük yeniden ölçülüyor (yineleme {$n}, en çok {$of})
note-no-more-threads = eklenecek başka thread yok
note-nodes-raised = {$n} thread ile düğüm sayısı artırılıyor
note-again = yeniden: {$problem}
note-not-decided-yet = {$of} pencereden {$window}. pencere: henüz karar verilemedi, {$figures}
note-so-far = {$of} pencereden {$window}. pencere: şimdiye dek {$figures}
note-half = {$finding}; bu yüzden yarısı
note-double = {$finding}; bu yüzden iki katı
note-between = {$finding}; bu yüzden {$low} ile {$high} arası
note-between-widest = {$finding}; sırada kalan en geniş aralık var: {$low} ile {$high} arası
note-lowest-again = {$finding}; bu en düşük hız olduğundan bir kez daha
note-fail-again = kapasitenin bunun altında olduğu söylenmeden önce bir kez daha: {$finding}
note-confirm = doğrulamak için {$n} pencere: {$finding}

## Bir aramanın neden bittiği.

note-nothing-succeeded = ilk adımın ölçüm penceresi içinde hiçbir istek başarıyla bitmedi; istekler bu kadar uzun sürüyorsa adımlar uzatılmalı
note-too-many-steps = arama {$n} adımda bitmedi
note-found = kapasite {$low} ile {$high} arasında: {$holds}, {$n} pencerede doğrulandı; {$fails}
note-highest-holds = {$finding}; istenen en yüksek hız bu: kapasite en az bu kadar
note-lowest-fails = ulaşılamıyor: daha en düşük hızda {$finding}
note-at-rate = {$rate} hızında {$problem}
note-not-judged = hiçbir pencere değerlendirilmedi
note-revised = aynı hız aynı yanıtı vermiyor, {$decisions} karardan {$revisions} tanesi geri alındı
note-windows-used-up = {$n} pencereden sonra bir yanıt yok
note-undecided-at-lowest = denenen en düşük hızlarda, sürede karar vermeye yetecek kadar istek tamamlanmıyor: daha uzun adımlar karar verdirir
note-nothing-fails = en yüksek hıza kadar karşılanmadığı kesin olan bir gereksinim yok
note-undecided-between = aradaki hızlar hakkında karar verilemiyor
note-more-decides = daha uzun adımlar ya da daha çok yineleme daha kesin karar verir

## Bir hızdaki pencerelerin gösterdiği.

note-rate-holds = {$rate} hızında gereksinimler karşılanıyor ({$figures})
note-rate-fails = {$rate} hızında gereksinimler karşılanmıyor ({$figures})
note-rate-open = {$rate} hızında gereksinimlerin karşılanıp karşılanmadığı belirsiz ({$figures})
note-share-over = {$share} sınırın üzerinde ({$bounds})
note-longest = {$longest}, {$over} tanesi sınırın üzerinde
note-no-success = hiçbiri başarılı olmadı
note-unknown-transaction = "{$name}" diye bir şey yok
note-no-such-request = bu adda hiçbir istek sona ermedi
note-arrivals-started = her geliş başladı
note-no-arrival-due = zamanı gelmiş bir geliş yoktu
note-no-request-ended = hiçbir istek sona ermedi
note-interfered = biri pencereye müdahale etti
note-window-cut = pencere {$time} sonra yarıda kesildi
note-window-invalid = pencere geçersiz ({$why})
