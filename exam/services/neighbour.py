#!/usr/bin/env python3
"""Other work on the machine: a quarter of a core, at a low priority, that has nothing to do with any load."""
import os
import time

os.nice(10)
while True:
    until = time.thread_time() + 0.02
    while time.thread_time() < until:
        pass
    time.sleep(0.06)
