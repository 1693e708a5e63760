### figure
