// A page of the report's own renderer in a frame. It is sandboxed: its scripts run, but know nothing of the lab.

import { useEffect, useRef } from "preact/hooks";

interface FrameProps {
  title: string;
  src: string;
  anchor?: string;
}

export function Frame({ title, src, anchor = "" }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef("");
  useEffect(() => {
    // Set once per address: an anchor alone moves within the page that is there.
    const address = anchor ? `${src}#${encodeURIComponent(anchor)}` : src;
    if (frame.current && shown.current !== address) {
      shown.current = address;
      frame.current.src = address;
    }
  }, [src, anchor]);
  return <iframe class="report" ref={frame} title={title} sandbox="allow-scripts allow-popups" />;
}
