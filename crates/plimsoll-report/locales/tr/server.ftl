### Makineler, saatleri ve sürelerin nereden geldiği.

server-seconds = {$value} sn
server-clock-not-compared = karşılaştırılmadı
server-clock-own = yük üretecinin kendi saati
server-clock-ahead = {$by} ileride (± {$unsure}; {$how}); düzeltildi
server-clock-behind = {$by} geride (± {$unsure}; {$how}); düzeltildi
server-clock-asked = saati soruldu
server-clock-correlated = yüke göre hizalandı
server-clock-given = bildirildiği gibi

server-host-not-known = (makine bilinmiyor)
server-process = {$host}, süreç {$name}
server-container = {$host}, konteyner {$name}
server-service = {$host}, hizmet {$name}

server-gap = {$source}: koşumun {$from} ile {$to} arasında veri yok: {$reason}
server-gap-to-end = {$source}: koşumda {$from} anından sona kadar veri yok: {$reason}
server-placement = {$evidence} (± {$unsure})

## Zamanları yerleştirilmiş bir şeklin altında.

server-times-assumed = koşumla birlikte başladığı varsayıldı
server-times-correlated = yüke göre hizalandı
server-times-given = bildirilen bir başlangıçtan alındı
server-times-file-name = dosya adındaki başlangıçtan alındı
server-times-own = kendi zamanları
server-times-placed = Zamanlar: {$how}; ± {$unsure}, zaman eksenindeki çubuk genişliğinde.
server-times-unsure = Zamanlar: {$how}; ne kadar kaydığı bilinmiyor (kesikli zaman ekseni).

server-placed-own = kendi zamanları; saati karşılaştırılmadı
server-placed-own-ahead = kendi zamanları, saati belirtildiği gibi {$seconds} sn ileri
server-placed-fitted = {$to} ile eşleştirildi (korelasyon {$correlation})
server-placed-fitted-from = {$to} ile eşleştirildi (korelasyon {$correlation}, şundan {$by} sn: {$start})
server-placed-cpu = {$host} CPU kullanımı
server-placed-requests = istek hızı
server-placed-given = verilen başlangıç
server-placed-file-name = dosya adındaki {$text} başlangıcı
server-placed-assumed = koşumla başladığı varsayıldı
server-placed-no-times = zamanları yok
server-placed-beat = {$said}, her {$seconds} sn'de bir satır
server-placed-beat-assumed = {$said}, her {$seconds} sn'de bir satır (bilinmiyor)
