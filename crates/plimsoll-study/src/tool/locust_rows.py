"""Locust's events as rows of a JMeter result file, one for each request: Locust itself writes none."""
import csv
import io
import os
import time

from locust import events

COLUMNS = ["timeStamp", "elapsed", "label", "responseCode", "responseMessage", "threadName", "success",
           "failureMessage", "bytes", "allThreads", "URL"]
environment_of_run = None
rows = os.open(os.environ["PLIMSOLL_RESULTS"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def write(row):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    os.write(rows, text.getvalue().encode("utf-8", "replace"))


if os.fstat(rows).st_size == 0:
    write(COLUMNS)


@events.init.add_listener
def keep(environment, **_):
    global environment_of_run
    environment_of_run = environment


@events.request.add_listener
def request(request_type, name, response_time, response_length, response=None, exception=None, start_time=None, url=None, **_):
    elapsed = max(float(response_time or 0), 0.0)
    started = float(start_time) if start_time else time.time() - elapsed / 1000
    status = getattr(response, "status_code", None) or ""
    why = "" if exception is None else " ".join(str(exception).split()) or type(exception).__name__
    if exception is not None and not status:
        why = f"{type(exception).__name__}: {why}"
    users = getattr(getattr(environment_of_run, "runner", None), "user_count", 0)
    write([int(started * 1000), f"{elapsed:.3f}", name, status, getattr(response, "reason", "") or "", "", str(exception is None).lower(),
           why[:500], int(response_length or 0), users, url or getattr(response, "url", "") or ""])
