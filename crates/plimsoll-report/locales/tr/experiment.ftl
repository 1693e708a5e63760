experiment-configuration = Sistemin yapılandırması
