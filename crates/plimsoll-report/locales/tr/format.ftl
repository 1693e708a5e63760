### format
format-rows-left-out = ve {$n} satır daha; satırların tümü CSV ve JSON raporundadır
format-viewer-back = Tüm süreyi göster
format-viewer-find = Bu tabloda ara
format-viewer-hide = Bu çizgiyi gizle veya göster
format-viewer-link = Bu şekle bağlantı
format-page = s. {$number}
