// With what a run was made: plan, study, machine, configuration, command.

import type { RunDetails } from "../api/types";
import { useLab } from "../lab";
import { Foreign, Lines } from "../parts/foreign";

export function SetUp({ run }: { run: RunDetails }) {
  const { words } = useLab();
  const text = words.setup;
  const labels = Object.entries(run.labels);
  return (
    <>
      {run.command.length > 0 && (
        <section>
          <h2>{text.command}</h2>
          <pre dir="auto" class="wrapped">
            {run.command.map(quoted).join(" ")}
          </pre>
        </section>
      )}
      <div class="columns">
        <Pairs title={text.environment} pairs={run.environment} />
        <Pairs title={text.configuration} pairs={run.configuration} />
        {labels.length > 0 && <Pairs title={text.labels} pairs={labels} />}
      </div>
      {run.study_text !== null && <Source title={text.study} content={run.study_text} />}
      <Source title={text.plan} content={run.plan_text} />
      {run.plan_hash && (
        <p class="soft">
          {text.planHash}: <code>{run.plan_hash}</code>
        </p>
      )}
    </>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: [string, string][] }) {
  const { words } = useLab();
  return (
    <section>
      <h2>{title}</h2>
      {pairs.length === 0 && <p class="soft">{words.setup.notKept}</p>}
      <dl class="pairs">
        {pairs.map(([name, value]) => (
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
    </section>
  );
}

function Source({ title, content }: { title: string; content: string | null }) {
  const { words } = useLab();
  return (
    <section>
      <h2>{title}</h2>
      {content ? <Lines text={content} label={title} /> : <p class="soft">{words.setup.notKept}</p>}
    </section>
  );
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
