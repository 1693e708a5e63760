### Bir adımda istenen yük.

load-users = {$n} kullanıcı
load-threads = {$n} thread
load-with-users = {$n} kullanıcı ile
load-mean-users = ortalama {$n} kullanıcı
load-with-mean-users = ortalama {$n} kullanıcı ile
load-at-work = işlenmekte olan {$n} istek
load-with-at-work = işlenmekte olan {$n} istek ile
load-unknown = bilinmeyen bir yük
load-with-unknown = bilinmeyen bir yükte
load-at-rate = {$rate} hızında
load-rate-asked = istenen {$rate}
load-step = {$step} ({$load})
load-on-nodes = {$load} ({$threads} × {$nodes} düğüm)
load-range = {$from}–{$to}
