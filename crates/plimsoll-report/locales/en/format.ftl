### format
format-viewer-back = Show the whole time
format-viewer-hide = Hide or show this line
format-viewer-link = Link to this figure
