### format
format-rows-left-out = { $n ->
    [one] and {$n} more row; all rows are in the report as CSV and as JSON
   *[other] and {$n} more rows; all rows are in the report as CSV and as JSON
}
format-viewer-back = Show the whole time
format-viewer-find = Find in this table
format-viewer-hide = Hide or show this line
format-viewer-link = Link to this figure
format-page = p. {$number}
