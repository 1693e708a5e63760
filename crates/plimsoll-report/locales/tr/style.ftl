### style
