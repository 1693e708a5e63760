// The report as it stands while the run goes: sections of the report's own renderer, in a shadow root with its style
// sheet. It is the only HTML that is taken as HTML, and it comes from our own server.

import { useEffect, useRef, useState } from "preact/hooks";
import { getText } from "../api/client";
import { useLab } from "../lab";
import { decoded } from "../route";

let sheet: Promise<CSSStyleSheet> | null = null;

function reportStyle(): Promise<CSSStyleSheet> {
  sheet ??= getText("/report.css").then((text) => {
    const style = new CSSStyleSheet();
    style.replaceSync(text);
    return style;
  });
  sheet.catch(() => (sheet = null));
  return sheet;
}

export function SoFar({ path, turn }: { path: string; turn: number }) {
  const { words, language } = useLab();
  const host = useRef<HTMLDivElement>(null);
  const [there, setThere] = useState(false);

  useEffect(() => {
    // Places of the fragment are in the shadow root, where the browser does not look for them.
    const follow = (event: Event) => {
      const link = (event.composedPath()[0] as Element).closest?.('a[href^="#"]');
      const place = link && host.current?.shadowRoot?.getElementById(decoded(link.getAttribute("href")?.slice(1) ?? ""));
      if (!link) return;
      event.preventDefault();
      place?.scrollIntoView({ block: "start" });
    };
    const element = host.current;
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, []);
  useEffect(() => {
    let stale = false;
    const fetched = Promise.all([getText(`${path}/sofar`, { language }), reportStyle()]);
    fetched.then(
      ([html, style]) => {
        if (stale || !host.current) return;
        const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
        root.adoptedStyleSheets = [style];
        root.innerHTML = html;
        setThere(html.trim() !== "");
      },
      // There is none before the first step ended; the next event asks again.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [path, turn, language]);

  return (
    <section class="sofar" hidden={!there}>
      <h2>{words.live.sofar}</h2>
      <div class="sheet" ref={host} />
    </section>
  );
}
