### panel
