### format
format-rows-left-out = { $n ->
    [one] og {$n} række mere; alle rækker er i rapporten som CSV og som JSON
   *[other] og {$n} rækker mere; alle rækker er i rapporten som CSV og som JSON
}
format-viewer-back = Vis hele tiden
format-viewer-find = Søg i denne tabel
format-viewer-hide = Skjul eller vis denne linje
format-viewer-link = Link til denne figur
format-page = s. {$number}
