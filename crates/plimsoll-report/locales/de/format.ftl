### format
format-viewer-back = Gesamte Zeit zeigen
format-viewer-hide = Diese Linie aus- oder einblenden
format-viewer-link = Verweis auf dieses Diagramm
