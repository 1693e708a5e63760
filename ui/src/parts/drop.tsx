// Files that are dropped anywhere on the page, or chosen with a button.

import { useEffect, useRef, useState } from "preact/hooks";

interface DropProps {
  /** Shown over the page while files are dragged over it. */
  invitation: string;
  /** Text of the button that opens the file dialog. */
  button: string;
  take: (files: File[]) => void;
  disabled?: boolean;
}

export function Drop({ invitation, button, take, disabled }: DropProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const current = useRef(take);
  current.current = take;

  useEffect(() => {
    if (disabled) return;
    // Entering a child leaves its parent; the count tells when the page itself was left.
    let depth = 0;
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!withFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hover = (event: DragEvent) => withFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) current.current(files);
    };
    document.addEventListener("dragenter", enter);
    document.addEventListener("dragleave", leave);
    document.addEventListener("dragover", hover);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragenter", enter);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("dragover", hover);
      document.removeEventListener("drop", drop);
    };
  }, [disabled]);

  if (disabled) return null;
  return (
    <>
      <button onClick={() => input.current?.click()}>{button}</button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={button}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) take(files);
        }}
      />
      {over && <div class="dropping">{invitation}</div>}
    </>
  );
}
