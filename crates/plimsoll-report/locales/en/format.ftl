### format
format-viewer-back = Show the whole time
format-viewer-hide = Hide or show this line
