experiment-configuration = Systemets konfiguration
