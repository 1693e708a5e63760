// What stands beside the charts of a run: requirements, transactions, nodes, notes.

import type { LiveNode, LiveNote, LiveRequirement, LiveTransaction } from "../api/types";
import { useLab } from "../lab";
import { JudgementBadge } from "../parts/badge";
import { Foreign } from "../parts/foreign";
import { Scroll } from "../parts/scroll";

export function Requirements({ requirements }: { requirements: LiveRequirement[] }) {
  const { words, language } = useLab();
  return (
    <section>
      <h2>{words.live.requirements}</h2>
      {requirements.length === 0 && <p class="soft">{words.live.noRequirements}</p>}
      <ul class="requirements">
        {requirements.map((requirement) => (
          <li>
            <JudgementBadge judgement={requirement.judgement} /> <Foreign text={requirement.text} limit={100} />
            {requirement.measured && (
              <span class="soft">
                <Foreign text={requirement.measured_texts?.[language] ?? requirement.measured} limit={100} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Transactions({ transactions }: { transactions: LiveTransaction[] }) {
  const { words, format } = useLab();
  const text = words.live.columns;
  if (transactions.length === 0) return null;
  const figure = (value: number | null, write: (value: number) => string) => (value === null ? "–" : write(value));
  return (
    <section>
      <h2>{words.live.transactions}</h2>
      <Scroll label={words.live.transactions} tall>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.transaction}</th>
              <th scope="col" class="number">{text.requests}</th>
              <th scope="col" class="number">{text.errors}</th>
              <th scope="col" class="number">p50</th>
              <th scope="col" class="number">p95</th>
              <th scope="col" class="number">{text.perSecond}</th>
            </tr>
          </thead>
          <tbody>
            {transactions.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <Foreign text={row.name} limit={36} />
                </th>
                <td class="number">{format.whole(row.requests)}</td>
                <td class={row.errors > 0 ? "number failed" : "number"}>{format.whole(row.errors)}</td>
                <td class="number">{figure(row.p50_us, format.time)}</td>
                <td class="number">{figure(row.p95_us, format.time)}</td>
                <td class="number">{figure(row.last_per_s, format.number)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

export function Nodes({ nodes }: { nodes: LiveNode[] }) {
  const { words, format } = useLab();
  const text = words.live.columns;
  if (nodes.length === 0) return null;
  const figure = (value: number | null, write: (value: number) => string) => (value === null ? "–" : write(value));
  return (
    <section>
      <h2>{words.live.nodes}</h2>
      <Scroll label={words.live.nodes}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.node}</th>
              <th scope="col" class="number">{text.perSecond}</th>
              <th scope="col" class="number">{text.cpu}</th>
              <th scope="col" class="number">p95</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.number} class={node.missing ? "missing" : undefined}>
                <th scope="row">
                  {node.number}
                  {node.missing && <span class="failed"> ✕ {text.missing}</span>}
                </th>
                <td class="number">{figure(node.requests_per_s, format.number)}</td>
                <td class="number">{figure(node.cpu_percent, format.number)}</td>
                <td class="number">{figure(node.p95_us, format.time)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

const NOTE_SHAPES = { information: "·", warning: "⚠", decision: "→" } as const;

/** The newest first. */
export function Notes({ notes }: { notes: LiveNote[] }) {
  const { words, format, language } = useLab();
  return (
    <section>
      <h2>{words.live.notes}</h2>
      {notes.length === 0 && <p class="soft">{words.live.noNotes}</p>}
      <div class="notes" role="log" aria-live="polite" tabIndex={0} aria-label={words.live.notes}>
        <ol>
        {[...notes].reverse().map((note) => (
          <li key={`${note.at_s} ${note.text}`} class={note.kind}>
            <span class="clock">{format.clock(note.at_s)}</span>
            <span class="shape" title={words.live.noteKinds[note.kind]} aria-hidden="true">
              {NOTE_SHAPES[note.kind] ?? "·"}
            </span>
            <span>
              <span class="unseen">{words.live.noteKinds[note.kind]}: </span>
              <Foreign text={note.texts[language] ?? note.text} limit={400} inert={false} />
            </span>
          </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
