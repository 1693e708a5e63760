// An empty folder says what to do next.

import { mayOperate, useLab } from "../lab";

export function EmptyLibrary() {
  const { words, session } = useLab();
  const text = words.library;
  return (
    <section class="empty">
      <h2>{text.emptyTitle}</h2>
      <p>{text.emptyDemo}</p>
      <pre>plimsoll demo -o {session.folder}</pre>
      {mayOperate(session) && <p>{text.emptyDrop}</p>}
      {session.can_start && mayOperate(session) && (
        <p>
          <a href="/start">{text.emptyStart}</a>
        </p>
      )}
    </section>
  );
}
