### Verimin yükle nasıl arttığı. N kullanıcı sayısı, X saniyedeki verimdir.

scalability-title = Ölçeklenebilirlik
scalability-from = Önceki kullanıcı
scalability-to = Sonraki kullanıcı
scalability-per-s = Verim /sn
scalability-efficiency = Marjinal etkinlik
scalability-law-linear = X = λN
scalability-law-amdahl = X = λN/(1 + α(N−1))
scalability-law-universal = X = λN/(1 + α(N−1) + βN(N−1))
scalability-series = uydurulan eğri: {$law}
scalability-series-inadequate = uydurulan eğri, yetersiz: {$law}
scalability-with-bounds = {$value} (GA {$bounds})
scalability-at-least = {$value} (GA alt sınırı {$low}, üst sınır yok)
scalability-fit-linear = Verim yükle orantılı artıyor: {$law}, λ = {$lambda} (saniyede), R² {$r_squared}, adım sayısı {$n}.
scalability-fit-linear-above = En düşük yükün üzerinde verim yükle orantılı artıyor: {$law}, λ = saniyede {$lambda}, {$n} adımda R² {$r_squared}.
scalability-fit-nearly-linear = Verim yükle neredeyse orantılı artıyor; en yüksek yükte bu artıştan kalan pay {$left}: {$law}, λ = {$lambda} (saniyede), R² {$r_squared}, adım sayısı {$n}.
scalability-fit-amdahl = Verim düzleşiyor: {$law}, λ = {$lambda} (saniyede), çekişme α = {$alpha}, R² {$r_squared}, adım sayısı {$n}.
scalability-fit-universal = Verimin bir tepe noktası var: {$law}, λ = {$lambda} (saniyede), çekişme α = {$alpha}, tutarlılık maliyeti β = {$beta}, R² {$r_squared}, adım sayısı {$n}.
scalability-fit-universal-open = Verim plato yapıyor; daha da fazla yükte düşüp düşmediği gösterilmiş değil, çünkü β 0 olabilir: {$law}, λ = saniyede {$lambda}, α = {$alpha}, β = {$beta}, {$n} adım üzerinden R² {$r_squared}.
scalability-fit-universal-level = Verim plato yapıyor; daha da fazla yükte düştüğü ölçülmedi: {$law}, λ = saniyede {$lambda}, α = {$alpha}, β = {$beta}, {$n} adım üzerinden R² {$r_squared}.
scalability-fit-universal-fall = Verim plato yapıyor ve daha yüksek yüklerde bu yasanın gösterdiğinden daha çok düşüyor: {$law}, λ = saniyede {$lambda}, α = {$alpha}, β = {$beta}, {$n} adım üzerinden R² {$r_squared}.
scalability-fit-no-knee = Verim, denenen en yüksek yükte hâlâ yükle artıyor; nerede büküldüğü ölçülmedi: {$law}, λ = {$lambda} (saniyede), R² {$r_squared}, adım sayısı {$n}.
scalability-off-at-lowest = En düşük yükte (N = {$load}) {$law} verir, ölçülen ise {$measured}: bu kadar düşük yükleri tanımlamaz.
scalability-fit-inadequate = Ölçülenleri hiçbir yasa betimlemiyor. En yakını {$law}, λ = {$lambda} (saniyede), R² {$r_squared}, adım sayısı {$n}.
scalability-too-few-loads = Bu eğri yetersiz: {$loads} farklı yük bir biçim göstermez; en az {$min} gerekir.
scalability-systematic = Bu eğri yetersiz: sapmalar art arda eğrinin aynı yanında kalıyor (diziler testi, p = {$p}). Eğriden hiçbir değer okunmaz.
scalability-large = Bu eğri yetersiz: sapmaların verime oranı {$off}. Eğriden hiçbir değer okunmaz.
scalability-lack = Bu eğri yetersiz: sapmaların verime oranı {$off}, adımların gürültüsünden büyük. Eğriden hiçbir değer okunmaz.
scalability-no-growth = Bu eğri yetersiz: verim en küçük yükte bile artmıyor, bu yüzden dirsekten öncesi ölçülmedi. Daha küçük yükler bunu gösterir.
scalability-below-measured = Bu eğri yetersiz: en çok {$law} veriyor, oysa {$measured} ölçüldü. Eğriden hiçbir değer okunmaz.
scalability-plateau-missed = Bu eğri yetersiz: verim en yüksek yüklerde artık artmadı, en çok {$measured}; eğri ise {$law} değerine kadar sürüyor. Eğriden hiçbir değer okunmaz.
scalability-peak = Bu eğriye göre verim {$load} kullanıcı ile en yüksek: {$per_s}.
scalability-peak-beyond = Bu eğriye göre verim {$load} kullanıcı ile en yüksek olurdu: {$per_s}. Bu, ölçülen aralığın dışındadır.
scalability-no-peak = Görünürde bir tepe noktası yok: en yüksek yükün ({$load_max} kullanıcı) iki katından ötesi için bir şey söylenmez.
scalability-knee = Verim {$load} kullanıcıya kadar yükü izliyor; ötesinde her yeni kullanıcı payının yüzde 60 değerinden azını ekliyor.
scalability-knee-between = Her yeni kullanıcı, {$after} kullanıcıya kadar payının kesinlikle yüzde 60 değerinden çoğunu, {$before} kullanıcıdan sonra kesinlikle azını ekliyor.
scalability-knee-before = En geç {$before} kullanıcıda, yeni bir kullanıcı orantılı payının kesinlikle yüzde 60'ından azını ekliyor.
scalability-knee-after = {$after} kullanıcıya kadar her yeni kullanıcı payının kesinlikle yüzde 60 değerinden çoğunu ekliyor.
scalability-bounds = İşlemsel yasalara göre daha yüksek hiçbir yük N/{$cycle} değerinden fazlasını veremez (ölçülen en kısa kullanıcı çevrimi); ölçülen en yüksek verim olan {$per_s} ile kullanıcılar en geç {$load} kullanıcıda beklemeye başlar.
scalability-bounds-open = İşlemsel yasalara göre daha yüksek hiçbir yük N/{$cycle} değerinden fazlasını veremez (ölçülen en kısa kullanıcı çevrimi). Kaç kullanıcıdan sonra beklemenin başlayacağı söylenemez, çünkü en yüksek verim bulunmadı.
scalability-note = Marjinal etkinlik (ΔX/X)/(ΔN/N): yükle orantılıysa 1, platoda 0. Aralıklar yüzde 95 güven aralığıdır; eğrininkiler sapmaların yeniden çekilmesiyle bulunur.
scalability-left-out = { $n ->
    [one] {$steps} ötekilerden az sunucuyla çalıştı ve burada yer almıyor: bu başka bir sistemdir.
   *[other] {$steps} ötekilerden az sunucuyla çalıştı ve burada yer almıyor: bu başka bir sistemdir.
}
scalability-demands = İşlemlerin kaynak gereksinimi
scalability-host = Makine
scalability-demand = Bir isteğin CPU süresi
scalability-highest = Tek başına en çok /sn
scalability-mix-constant = Bu koşumda istek karışımı neredeyse hiç değişmiyor; bu yüzden her birinin maliyeti ayrılamaz. Başka karışımlı adımlar bunu gösterirdi.
scalability-demands-note = Tüm makinenin CPU süresi, bütün çekirdekler birlikte, kullanım yasası U = Σ X·D ile: 10 sn’lik dilimler (okumalar daha seyrekse bir okumalık dilimler) üzerinde negatif olmayan en küçük kareler; %95 aralıkları dilimlerin bloklar hâlinde yeniden çekilmesiyle. En çok: 1/D; makine yalnız bu istekle meşgul olurdu.
