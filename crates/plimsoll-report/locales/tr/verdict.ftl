### verdict
