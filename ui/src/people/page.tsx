// Who may do what: users, tokens, and the log of who did what.

import { getJson } from "../api/client";
import type { AuditEntry } from "../api/types";
import { mayAdminister, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Foreign } from "../parts/foreign";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { Scroll } from "../parts/scroll";
import { currentTab, Tabs } from "../parts/tabs";
import type { Place } from "../route";
import { Tokens } from "./tokens";
import { Users } from "./users";

export function PeoplePage({ place }: { place: Place }) {
  const { words, session } = useLab();
  const text = words.people;
  const tabs = [
    ["users", text.tabs.users],
    ["tokens", text.tabs.tokens],
    ["audit", text.tabs.audit],
  ] as const;
  const tab = currentTab(place, tabs);
  if (!mayAdminister(session)) {
    return (
      <Page title={text.title}>
        <p>{text.onlyAdmin}</p>
      </Page>
    );
  }
  return (
    <Page title={text.title}>
      {session.authentication === "open" && <p class="soft">{text.open}</p>}
      <Tabs place={place} label={text.title} tabs={tabs} current={tab} />
      {tab === "users" && <Users />}
      {tab === "tokens" && <Tokens />}
      {tab === "audit" && <Audit />}
    </Page>
  );
}

function Audit() {
  const { words, format } = useLab();
  const text = words.people;
  const log = useLoaded(() => getJson<{ entries: AuditEntry[] }>("/audit", { limit: "200" }), []);
  const entries = log.value?.entries ?? [];
  return (
    <section>
      <h2>{text.tabs.audit}</h2>
      <Problem error={log.error} />
      {log.value && entries.length === 0 && <p class="empty">{text.noEntries}</p>}
      {entries.length > 0 && (
        <Scroll label={text.tabs.audit}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{text.when}</th>
                <th scope="col">{text.who}</th>
                <th scope="col">{text.what}</th>
                <th scope="col">{text.target}</th>
                <th scope="col">{text.where}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr>
                  <th scope="row">{format.moment(entry.at)}</th>
                  <td data-head={text.who}>{shown(entry.who, 40)}</td>
                  <td data-head={text.what}>{shown(entry.what, 80)}</td>
                  <td data-head={text.target}>{shown(entry.target, 80)}</td>
                  <td data-head={text.where}>{shown(entry.from, 60)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

function shown(text: string | null, limit: number) {
  return text === null ? "–" : <Foreign text={text} limit={limit} />;
}
