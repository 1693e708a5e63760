experiment-configuration = The system's configuration
