// Starting a test: choose or upload a plan or study, look at it, check it, set the load, put it into the queue.

import { useEffect, useState } from "preact/hooks";
import { getJson, upload } from "../api/client";
import type { PlanFile, RunDetails } from "../api/types";
import { mayOperate, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Drop } from "../parts/drop";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { go, withQuery, type Place } from "../route";
import { Editor } from "./editor";
import { FileList } from "./files";
import { StartForm } from "./form";

/** Files that are looked at first after an upload; data files lie beside them. */
const RUNNABLE = /\.(jmx|ya?ml|har)$/i;

export function StartPage({ place }: { place: Place }) {
  const { words, session } = useLab();
  const text = words.start;
  const operator = mayOperate(session);
  const plans = useLoaded(() => getJson<{ files: PlanFile[] }>("/plans"), []);
  const [message, setMessage] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [sending, setSending] = useState(false);
  const files = plans.value?.files ?? [];
  const chosen = place.query.get("file");
  const choose = (path: string | null) => go(withQuery(place, { file: path, from: null, new: null }));

  const take = async (dropped: File[]) => {
    setSending(true);
    setError(null);
    try {
      const stored = await upload<{ files: string[] }>("/plans", dropped, () => undefined);
      setMessage(text.uploaded(stored.files.length));
      plans.reload();
      const first = stored.files.find((file) => RUNNABLE.test(file));
      if (first) choose(first);
    } catch (reason) {
      setError(reason);
    }
    setSending(false);
  };

  return (
    <Page
      title={text.title}
      aside={
        operator && (
          <>
            <Drop invitation={text.drop} button={text.upload} take={take} disabled={sending} />
            <a class="button" href={withQuery(place, { new: "1", file: null, from: null })}>
              {text.newStudy}
            </a>
          </>
        )
      }
    >
      {!operator && <p>{text.forOperators}</p>}
      {!session.can_start && <p>{text.cannotStart}</p>}
      <p class="soft" role="status">
        {sending ? words.common.loading : message}
      </p>
      <Problem error={error ?? plans.error} />
      <div class="start">
        <FileList files={files} loaded={plans.value !== null} chosen={chosen} place={place} />
        <div class="chosen">
          <Chosen place={place} files={files} changed={plans.reload} choose={choose} />
        </div>
      </div>
    </Page>
  );
}

interface ChosenProps {
  place: Place;
  files: PlanFile[];
  changed: () => void;
  choose: (path: string | null) => void;
}

function Chosen({ place, files, changed, choose }: ChosenProps) {
  const { words, session } = useLab();
  const [path, from, fresh] = [place.query.get("file"), place.query.get("from"), place.query.get("new")];
  const saved = (name: string) => {
    changed();
    if (name !== path) choose(name);
  };
  if (from) return <EditedStudy key={from} run={from} saved={saved} />;
  if (fresh) return <Editor key="new" path="" content={NEW_STUDY} saved={saved} removed={() => choose(null)} />;
  if (!path) return <p class="empty">{words.start.choose}</p>;
  const kind = files.find((file) => file.path === path)?.kind;
  const runnable = kind !== undefined && kind !== "data" && kind !== "other";
  return (
    <>
      <Editor
        key={path}
        path={path}
        content={null}
        saved={saved}
        removed={() => {
          changed();
          choose(null);
        }}
      />
      {runnable && mayOperate(session) && session.can_start && <StartForm key={`form ${path}`} file={path} kind={kind} />}
    </>
  );
}

/** The study of a run that was, to be saved under a name of its own. */
function EditedStudy({ run, saved }: { run: string; saved: (name: string) => void }) {
  const { words } = useLab();
  const details = useLoaded(() => getJson<RunDetails>(`/runs/${encodeURIComponent(run)}`), [run]);
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (details.value) setName(`${fileName(details.value.study ?? details.value.name)}-edited.yaml`);
  }, [details.value]);
  if (details.error) return <Problem error={details.error} />;
  if (!details.value || name === null) return <p class="soft">{words.common.loading}</p>;
  return <Editor path={name} content={details.value.study_text ?? ""} saved={saved} removed={() => undefined} />;
}

function fileName(text: string): string {
  return text.normalize("NFKD").replace(/[^\w.-]+/g, "-").replace(/^[-.]+|-+$/g, "").slice(0, 60) || "study";
}

const NEW_STUDY = `study: a name
plan: plan.jmx
properties: {host: localhost, port: 8080}
climb:
  threads: {start: 5, add: 5}
  step: 30 s
  goal: 60 %
requirements:
  - p95 <= 250 ms
  - errors < 1 %
`;
