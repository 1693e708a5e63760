### Terminal özeti: sütun başlıkları kısadır.

terminal-step = adım
terminal-users = kullanıcı
terminal-at-work = işlenen
terminal-target = hedef
terminal-started = başlayan
terminal-per-s = /sn
terminal-dropped = düşürülen
terminal-waiting = bekleyen
terminal-gain = kazanç
terminal-goal = hedef
terminal-errors = hata %
terminal-both = Süreler: yanıt (planlanan başlangıçtan) | hizmet (gerçek başlangıçtan).
