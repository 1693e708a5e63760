// Server-sent events that come back by themselves after the server was away. A hidden tab listens to nothing: browsers
// open six connections to a server for all of their tabs, and a seventh tab would never load.

import { useEffect, useRef, useState } from "preact/hooks";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

export interface EventHandlers {
  /** Called at each connection, also the first: what was missed is fetched here. */
  opened?: () => void;
  on: Record<string, (data: unknown) => void>;
}

/** Listens until it is unmounted. Says whether the server is there. */
export function useEvents(url: string | null, handlers: EventHandlers): boolean {
  const [connected, setConnected] = useState(true);
  const current = useRef(handlers);
  current.current = handlers;
  const names = Object.keys(handlers.on).join(" ");

  useEffect(() => {
    if (url === null) return;
    let source: EventSource | null = null;
    let timer = 0;
    let wait = FIRST_WAIT_MS;

    const connect = () => {
      source?.close();
      source = new EventSource(url);
      source.onopen = () => {
        wait = FIRST_WAIT_MS;
        setConnected(true);
        current.current.opened?.();
      };
      source.onerror = () => {
        // The browser's own retry gives up at any answer that is no event stream; ours does not.
        source?.close();
        setConnected(false);
        timer = window.setTimeout(connect, wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      };
      for (const name of names.split(" ")) {
        source.addEventListener(name, (event) => {
          current.current.on[name]?.(parsed((event as MessageEvent<string>).data));
        });
      }
    };
    const seen = () => {
      window.clearTimeout(timer);
      if (document.hidden) source?.close();
      else connect();
    };
    document.addEventListener("visibilitychange", seen);
    seen();
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.clearTimeout(timer);
      source?.close();
    };
  }, [url, names]);
  return connected;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
