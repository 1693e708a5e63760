### format
format-viewer-back = Tüm süreyi göster
format-viewer-hide = Bu çizgiyi gizle veya göster
format-viewer-link = Bu şekle bağlantı
