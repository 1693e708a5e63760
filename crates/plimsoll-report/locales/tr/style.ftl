### style

## Tablolar, bilinen çalışmaların bastığı biçimde.

style-iteration = Adım
style-threads = Thread
style-nodes = Düğüm
style-start = Başlangıç
style-end = Bitiş
style-throughput = Verim (saniyedeki çağrı)
style-gain = Gerçek kazanç
style-goal = Hedef kazanç
style-error-share = Hata oranı
style-percent = %{$value}
style-server = Uygulama sunucusu
style-calls = Çağrı sayısı
style-calls-per-s = Saniyedeki çağrı
style-mean-s = Geçen süre (saniye)
style-calls-over = Çağrı >= {$limit} saniye
style-total = Toplam
style-number = No
style-thread-count = Thread sayısı
style-matrix-throughput = Verim
style-average = Ort.
style-setup = Kurulum
style-scenario = Senaryo
style-percentile = {$percent}. yüzdelik
style-processing = Ortalama işleme süresi
style-errors = Hata
style-cpu = En yüksek CPU kullanımı, %
style-job = İş
style-run = Koşum {$number}
style-difference = {$name}: fark
style-note = Not
