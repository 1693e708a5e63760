// Parts of a page as links: each has an address, the current one is marked.

import { useLab } from "../lab";
import { withQuery, type Place } from "../route";

interface TabsProps<Name extends string> {
  place: Place;
  label: string;
  tabs: readonly (readonly [Name, string])[];
  current: Name;
}

export function Tabs<Name extends string>({ place, label, tabs, current }: TabsProps<Name>) {
  const first = tabs[0]?.[0];
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([name, title]) => (
        <a
          href={withQuery(place, { tab: name === first ? null : name })}
          aria-current={name === current ? "page" : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

export function currentTab<Name extends string>(place: Place, tabs: readonly (readonly [Name, string])[]): Name {
  const wish = place.query.get("tab");
  const found = tabs.find(([name]) => name === wish) ?? tabs[0];
  if (!found) throw new Error("a page without parts");
  return found[0];
}

/** Pages of a long list. */
export function Pages({ place, offset, limit, total }: { place: Place; offset: number; limit: number; total: number }) {
  const { words, format } = useLab();
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  const at = (value: number) => withQuery(place, { offset: value > 0 ? String(value) : null });
  return (
    <nav class="pages" aria-label={words.library.pages}>
      {offset > 0 && <a href={at(Math.max(0, offset - limit))}>‹ {words.common.previous}</a>}
      <span>
        {words.library.range(format.whole(Math.min(offset + 1, total)), format.whole(last), format.whole(total))}
      </span>
      {last < total && <a href={at(offset + limit)}>{words.common.next} ›</a>}
    </nav>
  );
}
