// Modal dialogs on the browser's own <dialog>: focus stays inside, Escape closes, focus returns.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useLab } from "../lab";
import { cutAt } from "./foreign";
import { Problem } from "./problem";

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog ref={element} aria-labelledby={heading} onClose={close}>
      <h2 id={heading}>
        <bdi>{cutAt(title, 300)}</bdi>
      </h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  text?: string;
  action: string;
  dangerous?: boolean;
  perform: () => Promise<unknown>;
  close: () => void;
}

/** Asks before something is done; stays open with the error when it could not be done. */
export function Confirm({ title, text, action, dangerous, perform, close }: ConfirmProps) {
  const { words } = useLab();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await perform();
      close();
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close}>
      {text && <p>{text}</p>}
      <Problem error={error} />
      <div class="buttons">
        <button class={dangerous ? "danger" : "main"} disabled={busy} onClick={confirm}>
          {action}
        </button>
        <button onClick={close}>{words.common.cancel}</button>
      </div>
    </Dialog>
  );
}
