### Bir cümleden dayandığı yere bağlantılar.

evidence-evidence = Kanıt:
evidence-requirement = {$n}. gereksinimin kanıtı
evidence-figure = “{$name}” şekli
evidence-validity = deneyin geçerliliği
evidence-setup = kurulum
evidence-search = denenen hızlar
evidence-steps = adım tablosu
evidence-errors = hata tablosu
evidence-errors-by-transaction = işleme göre hatalar tablosu
evidence-transactions = işlemler tablosu
evidence-generator = yük üreteci
evidence-findings = bulgular
evidence-servers = sunucular
evidence-limit = sınırlayan etken
evidence-panel = {$source}: “{$name}” şekli
