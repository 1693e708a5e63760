### appendix
