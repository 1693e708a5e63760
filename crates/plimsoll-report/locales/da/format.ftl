### format
format-viewer-back = Vis hele tiden
format-viewer-hide = Skjul eller vis denne linje
format-viewer-link = Link til denne figur
