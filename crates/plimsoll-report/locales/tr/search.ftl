### Kapasite araması: ne bulundu, hangi pencerelerle.

search-figure-not-reachable = ulaşılamıyor
search-kind-found = Kapasite: bulundu
search-kind-not-reachable = Kapasite: ulaşılamıyor
search-kind-inconclusive = Kapasite: belirsiz

search-found = {$holds}; {$fails}: kapasite ikisinin arasında.
search-not-reachable = Ulaşılamıyor: denenen hiçbir hızda gereksinimler karşılanmıyor
search-inconclusive = Belirsiz: {$why}.
search-inconclusive-known = Belirsiz: {$why}. Bilinen: {$known}.
search-nothing-decided = hiçbir karar verilemedi
search-at-least = {$known}. Kapasite en az bu kadar.
search-at-least-why = {$known}. Kapasite en az bu kadar: {$why}.
search-between = {$holds}; {$fails}: kapasite ikisinin arasında; tam yeri bilinmiyor.
search-between-why = {$holds}; {$fails}: kapasite ikisinin arasında; tam yeri bilinmiyor: {$why}.
search-no-rate-holds = karşıladığı gösterilen bir hız yok
search-holding = {$rate} hızında tüm gereksinimler karşılanıyor ({$windows})
search-holding-but = {$rate} hızında {$requirements} dışındaki tüm gereksinimler karşılanıyor ({$windows})
search-failing = {$rate} hızında karşılanmıyor ({$why})
search-only-window = tek pencerede
search-together = birlikte {$n} pencere; bunların {$passed} tanesi bunu tek başına gösteriyor, hiçbiri aksini göstermiyor
search-failed-before = { $n ->
    [one] bu hızdaki daha önceki bir pencere başarısız oldu
   *[other] bu hızdaki daha önceki {$n} pencere başarısız oldu
}
search-superseded = bu hıza yeni pencereler karar verir
search-confirmed = {$n} pencereden {$passed} tanesinde doğrulandı

## Bir pencere hakkındaki kararın nedeni.

search-every-requirement-holds = tüm gereksinimler karşılanıyor
search-falls-behind = yanıtlar gelişlerin gerisinde kalıyor: pencerenin sonunda meşgul olan {$users} ve bu sayı artıyor
search-began = başlayan gelişlerin oranı yalnızca {$share}
search-dropped = {$n} düşürülen
search-waiting = sonda bekleyen {$n}
search-invalid = geçersiz: {$why}
search-nothing-to-judge = değerlendirilecek bir şey yoktu

## Aramanın neden böyle bittiği.

search-highest-tried = daha yüksek bir hız denenmeyecekti
search-higher-invalid = daha yüksek hızlarda ({$steps}) pencereler geçersiz
search-higher-undecided = daha yüksek hızlar ({$steps}) hakkında karar verilemedi
search-undecided = gereksinimleri karşıladığı ya da karşılamadığı gösterilen bir hız yok

search-note = Her pencere tek başına, bir hızın geçerli tüm pencereleri ise birlikte değerlendirilir; yanıt ikincisine dayanır. Bir yüzdelik veya hata oranı için karar, ancak tüm isteklerin aralığı (Wilson) ile saniyelerin aralığı (bootstrap) aynı şeyi söylüyorsa ve hiçbir pencere tek başına tersini söylemiyorsa verilir: yavaş istekler kümeler hâlinde gelir. Gelişlerin %99'undan azı başlarsa ya da meşgul kullanıcı sayısı sürekli artarsa o hızda da gereksinimler karşılanmamış sayılır. Düşürülen bir geliş başarısız bir istek sayılır. Verim gereksinimi belirleyici değildir; bulunan hızda değerlendirilir. `spacing: poisson` istenmedikçe gelişler eşit aralıklıdır: birbirinden bağımsız gelen kullanıcıların bir bölümü daha düşük hızlarda da bekler; öyle bir durumda değeri onunla doğrulayın.
search-parts-differ = {$said}; parçaları karar verilemeyecek kadar farklı
