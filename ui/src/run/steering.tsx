// Steering a run while it goes, each time with a confirmation.

import { useState } from "preact/hooks";
import { send } from "../api/client";
import type { Control, ControlAction } from "../api/types";
import { mayOperate, useLab } from "../lab";
import { Confirm } from "../parts/dialog";

export function Steering({ id, control }: { id: string; control: Control }) {
  const { words, format, session } = useLab();
  const [asked, setAsked] = useState<ControlAction | null>(null);
  const text = words.steer;
  const actions: ControlAction[] = [control.paused ? "resume" : "pause", "lower", "raise", "next", "end"];
  return (
    <section class="steering" aria-label={text.title}>
      {mayOperate(session) &&
        actions.map((action) => (
          <button class={action === "end" ? "danger" : undefined} onClick={() => setAsked(action)}>
            {text.actions[action]}
          </button>
        ))}
      <span role="status">
        {control.paused && <strong>❚❚ {text.paused} </strong>}
        {control.factor !== 1 && text.factor(format.percent(control.factor * 100))}
      </span>
      {asked && (
        <Confirm
          title={text.questions[asked]}
          text={text.effect}
          action={text.actions[asked]}
          dangerous={asked === "end"}
          perform={() => send<Control>("POST", `/runs/${encodeURIComponent(id)}/control`, { action: asked })}
          close={() => setAsked(null)}
        />
      )}
    </section>
  );
}
