// A page of the report's own renderer in a frame. It is sandboxed: its scripts run, but know nothing of the lab. The
// anchor is kept in the address of the lab's page, so that a place in a report is a link.

import { useEffect, useRef } from "preact/hooks";
import { address } from "../api/client";
import { useLab } from "../lab";
import { decoded } from "../route";

interface FrameProps {
  title: string;
  path: string;
  query?: Record<string, string | undefined>;
  anchor?: string;
}

export function Frame({ title, path, query = {}, anchor = "" }: FrameProps) {
  const { language, dark } = useLab();
  const src = address(path, { ...query, language, theme: dark ? "dark" : "light" });
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef("");
  const addressOf = (place: string) => (place ? `${src}#${encodeURIComponent(place)}` : src);

  useEffect(() => {
    // Set once per address: an anchor alone moves within the page that is there.
    const address = addressOf(anchor);
    if (frame.current && shown.current !== address) {
      shown.current = address;
      frame.current.src = address;
    }
  }, [src, anchor]);
  useEffect(() => {
    const followed = (event: MessageEvent<{ reportAnchor?: unknown } | null>) => {
      const place = event.data?.reportAnchor;
      if (event.source !== frame.current?.contentWindow || typeof place !== "string") return;
      shown.current = addressOf(decoded(place));
      history.replaceState(null, "", `${location.pathname}${location.search}#${place}`);
    };
    window.addEventListener("message", followed);
    return () => window.removeEventListener("message", followed);
  }, [src]);
  return <iframe class="report" ref={frame} title={title} sandbox="allow-scripts allow-popups" />;
}
