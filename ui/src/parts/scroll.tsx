// A box whose content may be wider or higher than itself. It takes the focus only when there is something to scroll, so
// that it can be scrolled with the keyboard and is no stop on the way otherwise.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ScrollProps {
  label: string;
  tall?: boolean;
  children: ComponentChildren;
}

export function Scroll({ label, tall, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const reachable = scrolls ? { tabIndex: 0, role: "region" as const, "aria-label": label } : {};
  return (
    <div class={tall ? "scroll tall" : "scroll"} ref={box} {...reachable}>
      {children}
    </div>
  );
}
