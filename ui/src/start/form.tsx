// The settings of a test: check, properties, load, requirements, labels, time.

import { useId, useState } from "preact/hooks";
import { send } from "../api/client";
import type { Check, Job, PlanFile } from "../api/types";
import { useLab } from "../lab";
import { Badge } from "../parts/badge";
import { Lines } from "../parts/foreign";
import { Problem } from "../parts/problem";
import { go } from "../route";
import type { Words } from "../words";
import { jobOf, linesOf, NO_SETTINGS, pairsOf, type LoadKind, type Settings } from "./request";

type Set = (changes: Partial<Settings>) => void;

export function StartForm({ file, kind }: { file: string; kind: PlanFile["kind"] }) {
  const { words } = useLab();
  const text = words.start;
  const [settings, setSettings] = useState<Settings>(NO_SETTINGS);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const set: Set = (changes) => setSettings((before) => ({ ...before, ...changes }));
  const wrong = mistakes(settings, text);
  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send<Job>("POST", "/jobs", jobOf(file, settings));
      go("/queue");
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <>
      <Checking file={file} settings={settings} />
      <form class="settings" onSubmit={start}>
        <h2>{text.settings}</h2>
        <div class="fields">
          {kind !== "study" && <Load settings={settings} set={set} />}
          <Area name={text.properties} hint={text.propertiesHint} value={settings.properties} set={(properties) => set({ properties })} />
          <Area name={text.requirements} hint={text.requirementsHint} value={settings.requirements} set={(requirements) => set({ requirements })} />
          <Area name={text.labels} hint={text.labelsHint} value={settings.labels} set={(labels) => set({ labels })} />
          <When settings={settings} set={set} />
          <fieldset>
            <legend>{text.notify}</legend>
            <Field name={text.webhook} type="url" value={settings.webhook} set={(webhook) => set({ webhook })} />
            <Field name={text.email} type="email" value={settings.email} set={(email) => set({ email })} />
          </fieldset>
        </div>
        {wrong.map((line) => (
          <p class="problem" role="alert">
            <bdi>{line}</bdi>
          </p>
        ))}
        <Problem error={error} />
        <button class="main" disabled={busy || wrong.length > 0}>
          {text.go}
        </button>
      </form>
    </>
  );
}

function mistakes(settings: Settings, text: Words["start"]): string[] {
  const wrong = [...pairsOf(settings.properties).wrong, ...pairsOf(settings.labels).wrong].map(text.notPair);
  if (settings.at && new Date(settings.at).getTime() < Date.now() - 60_000) wrong.push(text.timePast);
  return wrong;
}

/** What the command `check` says, with the lines it speaks of. */
function Checking({ file, settings }: { file: string; settings: Settings }) {
  const { words } = useLab();
  const text = words.start;
  const [result, setResult] = useState<Check | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setError(null);
    const request = {
      file,
      properties: pairsOf(settings.properties).pairs,
      requirements: linesOf(settings.requirements),
    };
    await send<Check>("POST", "/check", request).then(setResult, setError);
    setBusy(false);
  };
  return (
    <section class="checking">
      <div class="toolbar">
        <button onClick={check} disabled={busy}>
          {text.check}
        </button>
        <span role="status">
          {busy && text.checking}
          {!busy && result && <Badge look={result.ok ? "pass" : "fail"}>{result.ok ? text.checkGood : text.checkBad}</Badge>}
        </span>
      </div>
      <Problem error={error} />
      {result && <Lines text={result.text} label={text.check} />}
    </section>
  );
}

function Load({ settings, set }: { settings: Settings; set: Set }) {
  const { words } = useLab();
  const text = words.start;
  const kinds: LoadKind[] = ["plan", "users", "rate", "capacity"];
  return (
    <fieldset>
      <legend>{text.load}</legend>
      {kinds.map((kind) => (
        <label class="check">
          <input type="radio" name="load" checked={settings.load === kind} onChange={() => set({ load: kind })} />
          <span>{text.loads[kind]}</span>
        </label>
      ))}
      {settings.load === "users" && (
        <Field name={text.users} type="number" value={settings.users} required set={(users) => set({ users })} />
      )}
      {settings.load === "rate" && (
        <Field name={text.rate} hint={text.rateHint} value={settings.rate} required set={(rate) => set({ rate })} />
      )}
      {settings.load === "capacity" && (
        <Field name={text.from} hint={text.rateHint} value={settings.from} required set={(from) => set({ from })} />
      )}
      <Field name={text.duration} hint={text.durationHint} value={settings.duration} set={(duration) => set({ duration })} />
    </fieldset>
  );
}

function When({ settings, set }: { settings: Settings; set: Set }) {
  const { words } = useLab();
  const [timed, setTimed] = useState(false);
  const text = words.start;
  return (
    <fieldset>
      <legend>{text.when}</legend>
      <label class="check">
        <input
          type="radio"
          name="when"
          checked={!timed}
          onChange={() => {
            setTimed(false);
            set({ at: "" });
          }}
        />
        <span>{text.now}</span>
      </label>
      <label class="check">
        <input type="radio" name="when" checked={timed} onChange={() => setTimed(true)} />
        <span>{text.at}</span>
      </label>
      {timed && <Field name={text.when} type="datetime-local" required value={settings.at} set={(at) => set({ at })} />}
    </fieldset>
  );
}

interface FieldProps {
  name: string;
  value: string;
  set: (value: string) => void;
  type?: "text" | "number" | "url" | "email" | "datetime-local";
  hint?: string;
  required?: boolean;
}

function Field({ name, value, set, type = "text", hint, required }: FieldProps) {
  const described = useId();
  return (
    <label>
      <span>{name}</span>
      <input
        // The types of attributes are told apart by a literal type; these fields have none of the others.
        type={type as "text"}
        {...(type === "number" && { min: 1 })}
        value={value}
        required={required}
        aria-describedby={hint ? described : undefined}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {hint && (
        <span class="soft" id={described}>
          {hint}
        </span>
      )}
    </label>
  );
}

function Area({ name, value, set, hint }: FieldProps) {
  const described = useId();
  return (
    <label>
      <span>{name}</span>
      <textarea
        rows={3}
        spellcheck={false}
        value={value}
        aria-describedby={described}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <span class="soft" id={described}>
        {hint}
      </span>
    </label>
  );
}
