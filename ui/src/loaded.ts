// Something that is fetched, with its error and a way to fetch it again.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Loaded<T> {
  value: T | null;
  error: unknown;
  reload: () => void;
}

/** What was fetched stays while it is fetched again. Answers that come out of order are dropped. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; error: unknown }>({ value: null, error: null });
  const latest = useRef(0);
  const current = useRef(load);
  current.current = load;

  const reload = useCallback(() => {
    const turn = ++latest.current;
    current.current().then(
      (value) => turn === latest.current && setState({ value, error: null }),
      (error: unknown) => turn === latest.current && setState((before) => ({ value: before.value, error })),
    );
  }, []);
  useEffect(() => {
    reload();
    return () => {
      latest.current += 1;
    };
  }, inputs);
  return { ...state, reload };
}
