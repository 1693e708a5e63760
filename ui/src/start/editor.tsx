// A plain editor for plans and studies: text with line numbers, saved as a file of the plans folder.

import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, getText, send } from "../api/client";
import { mayOperate, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Confirm } from "../parts/dialog";
import { lineNumbers } from "../parts/foreign";
import { Problem } from "../parts/problem";

interface EditorProps {
  path: string;
  /** The text to begin with; null reads the file. */
  content: string | null;
  saved: (path: string) => void;
  removed: () => void;
}

/** Larger files are shown, not edited. */
const EDITABLE_CHARACTERS = 2_000_000;

type Open = "replace" | "delete" | null;

export function Editor({ path, content, saved, removed }: EditorProps) {
  const { words, session } = useLab();
  const text = words.start;
  const file = useLoaded(() => (content === null ? getText(planPath(path)) : Promise.resolve(content)), [path]);
  const [name, setName] = useState(path);
  const [edited, setEdited] = useState<string | null>(null);
  const [open, setOpen] = useState<Open>(null);
  const [message, setMessage] = useState("");
  const [error, setError] = useState<unknown>(null);
  const isNew = content !== null;
  const dirty = edited !== null || isNew;
  useWarning(edited !== null, text.discard);

  if (file.error) return <Problem error={file.error} />;
  if (file.value === null) return <p class="soft">{words.common.loading}</p>;
  const value = edited ?? file.value;
  const editable = mayOperate(session) && value.length <= EDITABLE_CHARACTERS;

  const write = async (replace: boolean) => {
    await send("PUT", planPath(name) + (replace ? "?replace=true" : ""), value);
    setError(null);
    setMessage(text.saved);
    file.reload();
    setEdited(null);
    saved(name);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      await write(name === path && !isNew);
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 409) setOpen("replace");
      else setError(reason);
    }
  };

  return (
    <form class="editor" onSubmit={save}>
      <div class="toolbar">
        <label class="file-name">
          <span>{text.fileName}</span>
          <input dir="auto" required value={name} readOnly={!editable} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        {editable && (
          <button class={dirty ? "main" : undefined} disabled={!dirty && name === path}>
            {name === path ? words.common.save : text.saveAs}
          </button>
        )}
        {editable && !isNew && (
          <button type="button" onClick={() => setOpen("delete")}>
            {text.deleteFile}
          </button>
        )}
        <span class="soft" role="status">
          {edited !== null ? text.unsaved : message}
        </span>
      </div>
      <Problem error={error} />
      <TextArea label={text.text} value={value} readOnly={!editable} change={setEdited} />
      {open === "replace" && (
        <Confirm
          title={text.exists}
          text={name}
          action={text.replace}
          dangerous
          perform={() => write(true)}
          close={() => setOpen(null)}
        />
      )}
      {open === "delete" && (
        <Confirm
          title={text.deleteQuestion(path)}
          action={text.deleteFile}
          dangerous
          perform={() => send("DELETE", planPath(path)).then(removed)}
          close={() => setOpen(null)}
        />
      )}
    </form>
  );
}

function planPath(path: string): string {
  return `/plans/${path.split("/").map(encodeURIComponent).join("/")}`;
}

interface TextAreaProps {
  label: string;
  value: string;
  readOnly: boolean;
  change: (value: string) => void;
}

function TextArea({ label, value, readOnly, change }: TextAreaProps) {
  const numbers = useRef<HTMLPreElement>(null);
  return (
    <div class="text-area">
      <pre class="numbers" aria-hidden="true" ref={numbers}>
        {lineNumbers(value.split("\n").length)}
      </pre>
      <textarea
        aria-label={label}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        value={value}
        readOnly={readOnly}
        onInput={(event) => change(event.currentTarget.value)}
        onScroll={(event) => {
          if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

/** Asks before a page with unsaved text is left. */
function useWarning(on: boolean, question: string): void {
  useEffect(() => {
    if (!on) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.("a[href]");
      if (link && !link.hasAttribute("download") && !window.confirm(question)) event.preventDefault();
    };
    window.addEventListener("beforeunload", unload);
    document.addEventListener("click", click, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, { capture: true });
    };
  }, [on, question]);
}
