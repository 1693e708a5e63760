// Results of other tools, dropped anywhere on the page: progress, then the messages that the command would print.

import { useState } from "preact/hooks";
import { upload } from "../api/client";
import type { RunSummary } from "../api/types";
import { useLab } from "../lab";
import { Dialog } from "../parts/dialog";
import { Drop } from "../parts/drop";
import { Foreign } from "../parts/foreign";
import { Problem } from "../parts/problem";
import { runPath } from "../route";

interface Imported {
  run: RunSummary;
  /** All of them: of some tools a file holds several. */
  runs: string[];
  messages: string[];
}

const MOST_LINKS = 20;

type State =
  | { at: "idle" }
  | { at: "sending"; files: File[]; share: number }
  | { at: "done"; files: File[]; result: Imported }
  | { at: "failed"; files: File[]; error: unknown };

export function Importing({ disabled, done }: { disabled: boolean; done: () => void }) {
  const { words } = useLab();
  const [state, setState] = useState<State>({ at: "idle" });
  const take = async (files: File[]) => {
    setState({ at: "sending", files, share: 0 });
    try {
      const result = await upload<Imported>("/import", files, (share) => setState({ at: "sending", files, share }));
      setState({ at: "done", files, result });
      done();
    } catch (error) {
      setState({ at: "failed", files, error });
    }
  };
  return (
    <>
      <Drop
        invitation={words.importing.drop}
        button={words.importing.choose}
        take={take}
        disabled={disabled || state.at === "sending"}
      />
      {state.at !== "idle" && <Progress state={state} close={() => setState({ at: "idle" })} />}
    </>
  );
}

function Progress({ state, close }: { state: Exclude<State, { at: "idle" }>; close: () => void }) {
  const { words } = useLab();
  const text = words.importing;
  const title = { sending: text.sending(state.files.length), done: text.done, failed: text.failed }[state.at];
  return (
    <Dialog title={title} close={close}>
      <ul class="files">
        {state.files.slice(0, 20).map((file) => (
          <li>
            <Foreign text={file.name} />
          </li>
        ))}
      </ul>
      {state.at === "sending" && (
        <p role="status">
          <progress max={1} value={state.share < 1 ? state.share : undefined} aria-label={title} />{" "}
          {state.share === 1 && text.reading}
        </p>
      )}
      {state.at === "failed" && <Problem error={state.error} />}
      {state.at === "done" && state.result.messages.length > 0 && (
        <pre dir="auto" tabIndex={0}>{state.result.messages.join("\n")}</pre>
      )}
      <div class="buttons">
        {state.at === "done" &&
          state.result.runs.slice(0, MOST_LINKS).map((run, index) => (
            <a class="button main" href={runPath(run)}>
              {text.open}
              {state.result.runs.length > 1 && ` ${index + 1}`}
            </a>
          ))}
        <button onClick={close}>{words.common.close}</button>
      </div>
    </Dialog>
  );
}
