// A page of the lab: title, heading that takes the focus, main landmark.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cutAt } from "./foreign";

interface PageProps {
  title: string;
  /** What stands beside the heading. */
  aside?: ComponentChildren;
  heading?: ComponentChildren;
  className?: string;
  children?: ComponentChildren;
}

let firstPage = true;

export function Page({ title, heading, aside, className, children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${cutAt(title, 120)} · Plimsoll`;
  }, [title]);
  useEffect(() => {
    // A reader who followed a link hears where it led; at the first page the browser itself says it.
    if (!firstPage && document.activeElement === document.body) main.current?.focus();
    firstPage = false;
  }, []);
  return (
    <main id="content" tabIndex={-1} ref={main} class={className}>
      <div class="heading">
        <h1>{heading ?? title}</h1>
        {aside}
      </div>
      {children}
    </main>
  );
}
