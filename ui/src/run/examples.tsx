// The exchanges that a run kept: failures of each kind and the slowest requests.

import { useState } from "preact/hooks";
import { getJson } from "../api/client";
import type { Example, RunDetails } from "../api/types";
import type { Format } from "../format";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { cutAt, Foreign } from "../parts/foreign";
import { Problem } from "../parts/problem";
import { go, withQuery, type Place } from "../route";
import type { Words } from "../words";

interface Answer {
  examples: Example[];
  left_out: number;
}

const SLOW = "slow";
const BODY_LIMIT = 20_000;

export function Examples({ run, place }: { run: RunDetails; place: Place }) {
  const { words, format } = useLab();
  const text = words.examples;
  const loaded = useLoaded(() => getJson<Answer>(`/runs/${encodeURIComponent(run.id)}/examples`), [run.id]);
  if (!loaded.value) return loaded.error ? <Problem error={loaded.error} /> : <p class="soft">{words.common.loading}</p>;
  const { examples, left_out } = loaded.value;
  if (examples.length === 0) {
    return (
      <section class="empty">
        <h2>{text.none}</h2>
        <p>{text.noneHint}</p>
      </section>
    );
  }
  const [reason, transaction] = [place.query.get("reason") ?? "", place.query.get("transaction") ?? ""];
  const matching = examples.filter(
    (example) => isOf(example, reason) && (!transaction || example.transaction === transaction),
  );
  const set = (name: string, value: string) => go(withQuery(place, { [name]: value }), "replace");
  return (
    <section>
      <h2>{text.title}</h2>
      <div class="filters">
        <Choice label={text.filter} value={reason} options={reasonsOf(examples, text)} choose={(value) => set("reason", value)} />
        <Choice
          label={text.transaction}
          value={transaction}
          options={[["", text.all], ...distinct(examples.map((example) => example.transaction)).map(pair)]}
          choose={(value) => set("transaction", value)}
        />
      </div>
      {matching.length === 0 && <p class="empty">{text.nothingMatches}</p>}
      {matching.map((example) => (
        <Exchange example={example} />
      ))}
      {left_out > 0 && <p class="soft">{text.leftOut(format.whole(left_out))}</p>}
    </section>
  );
}

function isOf(example: Example, reason: string): boolean {
  if (reason === "") return true;
  if (reason === "failed") return example.reason !== SLOW;
  return example.reason === reason;
}

function reasonsOf(examples: Example[], text: { all: string; failed: string; slow: string }): [string, string][] {
  const kinds = distinct(examples.map((example) => example.reason).filter((reason) => reason !== SLOW));
  return [["", text.all], ["failed", text.failed], [SLOW, text.slow], ...kinds.map(pair)];
}

const distinct = (values: string[]) => [...new Set(values)];
const pair = (value: string): [string, string] => [value, cutAt(value, 60)];

interface ChoiceProps {
  label: string;
  value: string;
  options: [string, string][];
  choose: (value: string) => void;
}

function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([name, title]) => (
          <option value={name}>{title}</option>
        ))}
      </select>
    </label>
  );
}

function Exchange({ example }: { example: Example }) {
  const { words, format } = useLab();
  const [open, setOpen] = useState(false);
  const text = words.examples;
  return (
    <details class="exchange" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={example.reason === SLOW ? "badge open" : "badge fail"}>
          <bdi>{example.reason === SLOW ? text.slow : example.reason}</bdi>
        </span>{" "}
        <code>
          <bdi>{example.method}</bdi> <Foreign text={example.url} limit={100} />
        </code>{" "}
        <span class="soft">
          <Foreign text={example.transaction} limit={40} /> · {text.at} {format.clock(example.at_s)}
          {` · ${text.took} ${format.time(example.took_us)}`}
          {example.status && (
            <>
              {` · ${text.status} `}
              <Foreign text={example.status} limit={40} />
            </>
          )}
        </span>
      </summary>
      {open && (
        <>
          {example.trace_url && /^https?:\/\//i.test(example.trace_url) && (
            <p>
              <a href={example.trace_url} target="_blank" rel="noopener noreferrer">
                {text.trace}
              </a>
            </p>
          )}
          {example.detail && (
            <p>
              <Foreign text={example.detail} limit={400} inert={false} />
            </p>
          )}
          <p class="soft">{whereOf(example, words, format)}</p>
          {example.variables.length > 0 && <Variables variables={example.variables} />}
          <div class="columns">
            <Body title={text.request} content={example.request} />
            <Body title={text.answer} content={example.answer || text.noAnswer} />
          </div>
        </>
      )}
    </details>
  );
}

function whereOf(example: Example, words: Words, format: Format): string {
  const text = words.examples;
  const facts = [`${text.step} ${example.step}`, `${text.user} ${example.user}`, `${text.iteration} ${example.iteration}`];
  if (example.first_byte_us !== null) facts.push(`${text.firstByte} ${format.time(example.first_byte_us)}`);
  return facts.join(" · ");
}

function Variables({ variables }: { variables: [string, string][] }) {
  const { words } = useLab();
  return (
    <details>
      <summary>{words.examples.variables}</summary>
      <dl class="pairs">
        {variables.map(([name, value]) => (
          <>
            <dt>
              <Foreign text={name} />
            </dt>
            <dd>
              <Foreign text={value} limit={300} inert={false} />
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}

function Body({ title, content }: { title: string; content: string }) {
  const { words } = useLab();
  const [whole, setWhole] = useState(false);
  const shown = whole ? content : content.slice(0, BODY_LIMIT);
  return (
    <div>
      <h3>{title}</h3>
      <pre dir="auto" class="wrapped" tabIndex={0}>
        {shown}
      </pre>
      {shown.length < content.length && <button onClick={() => setWhole(true)}>{words.common.showAll}</button>}
    </div>
  );
}
