// Runs that were deleted, until they are deleted for good.

import { useState } from "preact/hooks";
import { getJson, send } from "../api/client";
import type { TrashedRun } from "../api/types";
import { mayAdminister, mayOperate, useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Confirm } from "../parts/dialog";
import { Foreign } from "../parts/foreign";
import { Page } from "../parts/page";
import { Problem } from "../parts/problem";
import { Scroll } from "../parts/scroll";

export function TrashPage() {
  const { words, format, session } = useLab();
  const text = words.trash;
  const trash = useLoaded(() => getJson<{ runs: TrashedRun[] }>("/trash"), []);
  const [asked, setAsked] = useState<TrashedRun | null>(null);
  const [error, setError] = useState<unknown>(null);
  const pathOf = (run: TrashedRun) => `/trash/${encodeURIComponent(run.id)}`;
  const restore = (run: TrashedRun) =>
    send("POST", `${pathOf(run)}/restore`).then(() => {
      setError(null);
      trash.reload();
    }, setError);
  const runs = trash.value?.runs ?? [];
  return (
    <Page title={text.title}>
      <Problem error={error ?? trash.error} />
      {trash.value && runs.length === 0 && <p class="empty">{text.empty}</p>}
      {runs.length > 0 && (
        <Scroll label={text.title}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{words.library.columns.name}</th>
                <th scope="col">{text.deleted}</th>
                <th scope="col">{text.by}</th>
                <th scope="col" class="number">{text.size}</th>
                <th scope="col">{words.queue.actions}</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id}>
                  <th scope="row">
                    <Foreign text={run.name || run.file} limit={80} />
                  </th>
                  <td data-head={text.deleted}>{format.moment(run.deleted)}</td>
                  <td data-head={text.by}>{run.by === null ? "–" : <Foreign text={run.by} limit={40} />}</td>
                  <td data-head={text.size} class="number">
                    {format.bytes(run.bytes)}
                  </td>
                  <td class="buttons">
                    {mayOperate(session) && <button onClick={() => restore(run)}>{text.restore}</button>}
                    {mayAdminister(session) && (
                      <button class="danger" onClick={() => setAsked(run)}>
                        {text.forGood}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {runs.length > 0 && !mayAdminister(session) && <p class="soft">{text.onlyAdmin}</p>}
      {asked && (
        <Confirm
          title={text.question(asked.name)}
          action={text.forGood}
          dangerous
          perform={() => send("DELETE", pathOf(asked)).then(trash.reload)}
          close={() => setAsked(null)}
        />
      )}
    </Page>
  );
}
