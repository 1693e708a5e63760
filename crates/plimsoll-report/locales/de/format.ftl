### format
format-rows-left-out = { $n ->
    [one] und {$n} weitere Zeile; alle Zeilen stehen im Bericht als CSV und als JSON
   *[other] und {$n} weitere Zeilen; alle Zeilen stehen im Bericht als CSV und als JSON
}
format-viewer-back = Gesamte Zeit zeigen
format-viewer-find = In dieser Tabelle suchen
format-viewer-hide = Diese Linie aus- oder einblenden
format-viewer-link = Verweis auf dieses Diagramm
format-page = S. {$number}
