### search
search-windows = { $n ->
    [one] {$n} window
   *[other] {$n} windows
}
