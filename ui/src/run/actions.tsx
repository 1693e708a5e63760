// What can be done with a run: again, edit, tag, pin, compare, delete.

import { useId, useState } from "preact/hooks";
import { address, getJson, send } from "../api/client";
import type { Job, PlanFile, RunDetails, RunList } from "../api/types";
import { mayOperate, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Confirm, Dialog } from "../parts/dialog";
import { Foreign } from "../parts/foreign";
import { Problem } from "../parts/problem";
import { go } from "../route";
import { jobFromFile } from "../start/request";

type Open = "delete" | "edit" | "again" | null;

export function RunActions({ run, changed }: { run: RunDetails; changed: () => void }) {
  const { words, session } = useLab();
  const [open, setOpen] = useState<Open>(null);
  const [error, setError] = useState<unknown>(null);
  const path = `/runs/${encodeURIComponent(run.id)}`;
  const operator = mayOperate(session);
  const pin = () =>
    send("PATCH", path, { pinned: !run.pinned }).then(() => {
      setError(null);
      changed();
    }, setError);

  return (
    <>
      <div class="actions">
        {!run.live && operator && session.can_start && (
          <>
            <button onClick={() => setOpen("again")}>{words.run.again}</button>
            {run.study_text !== null && (
              <a class="button" href={`/start?from=${encodeURIComponent(run.id)}`}>
                {words.run.edit}
              </a>
            )}
          </>
        )}
        {!run.live && <Baseline run={run} />}
        <a class="button" href={address(`${path}/file`)} download>
          {words.run.download}
        </a>
        {operator && (
          <>
            <button aria-pressed={run.pinned} onClick={pin}>
              {run.pinned ? words.run.unpin : words.run.pin}
            </button>
            <button onClick={() => setOpen("edit")}>{words.run.editTags}</button>
            {!run.live && <button onClick={() => setOpen("delete")}>{words.run.delete}</button>}
          </>
        )}
      </div>
      <Problem error={error} />
      <TagsAndNote run={run} />
      {open === "again" && <RunAgain run={run} close={() => setOpen(null)} />}
      {open === "edit" && <EditTags run={run} changed={changed} close={() => setOpen(null)} />}
      {open === "delete" && (
        <Confirm
          title={words.run.deleteTitle}
          text={words.run.deleteText}
          action={words.run.delete}
          dangerous
          perform={() => send("DELETE", path).then(() => go("/"))}
          close={() => setOpen(null)}
        />
      )}
    </>
  );
}

function TagsAndNote({ run }: { run: RunDetails }) {
  if (run.tags.length === 0 && !run.note) return null;
  return (
    <p class="tags">
      {run.tags.map((tag) => (
        <a class="tag" href={`/?tag=${encodeURIComponent(tag)}`}>
          <Foreign text={tag} limit={40} />
        </a>
      ))}
      {run.note && <Foreign text={run.note} limit={500} inert={false} />}
    </p>
  );
}

/** The pinned run of the same study, else of the same name. */
function Baseline({ run }: { run: RunDetails }) {
  const { words } = useLab();
  const list = useLoaded(
    () => getJson<RunList>("/runs", { pinned: "true", study: run.study ?? "", limit: "50" }),
    [run.id, run.study, run.pinned],
  );
  const same = (other: { id: string; name: string }) => other.id !== run.id && (run.study !== null || other.name === run.name);
  const baseline = list.value?.runs.find(same);
  if (!baseline) return null;
  const [a, b] = [encodeURIComponent(baseline.id), encodeURIComponent(run.id)];
  return (
    <a class="button" href={`/compare?runs=${a},${b}&baseline=${a}`}>
      {words.run.compareBaseline}
    </a>
  );
}

function EditTags({ run, changed, close }: { run: RunDetails; changed: () => void; close: () => void }) {
  const { words } = useLab();
  const [tags, setTags] = useState(run.tags.join(", "));
  const [note, setNote] = useState(run.note);
  const [error, setError] = useState<unknown>(null);
  const hint = useId();
  const save = async (event: Event) => {
    event.preventDefault();
    const list = tags.split(",").map((tag) => tag.trim()).filter(Boolean);
    try {
      await send("PATCH", `/runs/${encodeURIComponent(run.id)}`, { tags: [...new Set(list)], note });
      changed();
      close();
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <Dialog title={words.run.editTags} close={close}>
      <form class="stacked" onSubmit={save}>
        <label>
          <span>{words.run.tags}</span>
          <input dir="auto" value={tags} aria-describedby={hint} onInput={(event) => setTags(event.currentTarget.value)} />
        </label>
        <p class="soft" id={hint}>
          {words.run.tagsHint}
        </p>
        <label>
          <span>{words.run.note}</span>
          <textarea dir="auto" rows={4} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <Problem error={error} />
        <div class="buttons">
          <button class="main">{words.common.save}</button>
          <button type="button" onClick={close}>
            {words.common.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Queues the file that this run came from, if the folder of plans has it. */
function RunAgain({ run, close }: { run: RunDetails; close: () => void }) {
  const { words } = useLab();
  const plans = useLoaded(() => getJson<{ files: PlanFile[] }>("/plans"), []);
  const file = plans.value && fileOf(run, plans.value.files);
  if (file) {
    return (
      <Confirm
        title={words.run.again}
        text={file}
        action={words.start.go}
        perform={async () => {
          await send<Job>("POST", "/jobs", jobFromFile(file, run.labels));
          go("/queue");
        }}
        close={close}
      />
    );
  }
  return (
    <Dialog title={words.run.again} close={close}>
      <Problem error={plans.error} />
      {plans.value && <p>{words.run.planMissing(run.plan)}</p>}
      <div class="buttons">
        {plans.value && (
          <a class="button main" href="/start">
            {words.start.upload}
          </a>
        )}
        <button onClick={close}>{words.common.close}</button>
      </div>
    </Dialog>
  );
}

/** A study's own file before its plan: the file of the command that made the run, else one of the plan's name. */
function fileOf(run: RunDetails, files: PlanFile[]): string | null {
  const base = (path: string) => path.split("/").pop() ?? path;
  const runnable = files.filter((file) => file.kind !== "data" && file.kind !== "other");
  const named = (name: string) => (runnable.find((file) => file.path === name) ?? runnable.find((file) => base(file.path) === base(name)))?.path;
  for (const argument of run.command) {
    const found = argument.startsWith("-") ? undefined : named(argument);
    if (found) return found;
  }
  return (run.plan && named(run.plan)) || null;
}
