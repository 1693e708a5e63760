// Users with their roles and passwords.

import { useState } from "preact/hooks";
import { getJson, send } from "../api/client";
import type { Role, User } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Confirm, Dialog } from "../parts/dialog";
import { cutAt, Foreign } from "../parts/foreign";
import { Problem } from "../parts/problem";
import { Scroll } from "../parts/scroll";

const ROLES: Role[] = ["viewer", "operator", "admin"];

type Asked = { user: User; what: "delete" | "password" } | null;

export function Users() {
  const { words, format } = useLab();
  const text = words.people;
  const users = useLoaded(() => getJson<{ users: User[] }>("/users"), []);
  const [asked, setAsked] = useState<Asked>(null);
  const [error, setError] = useState<unknown>(null);
  const list = users.value?.users ?? [];
  const done = () => {
    setError(null);
    users.reload();
  };
  const change = (user: User, role: Role) => send("PATCH", pathOf(user), { role }).then(done, setError);
  return (
    <section>
      <h2>{text.tabs.users}</h2>
      <Problem error={error ?? users.error} />
      {users.value && list.length === 0 && <p class="empty">{text.noUsers}</p>}
      {list.length > 0 && (
        <Scroll label={text.tabs.users}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{text.name}</th>
                <th scope="col">{text.role}</th>
                <th scope="col">{text.created}</th>
                <th scope="col">{text.lastSeen}</th>
                <th scope="col">{text.actions}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((user) => (
                <tr key={user.name}>
                  <th scope="row">
                    <Foreign text={user.name} limit={60} />
                  </th>
                  <td data-head={text.role}>
                    <RoleChoice label={`${text.role}: ${cutAt(user.name, 100)}`} role={user.role} choose={(role) => change(user, role)} />
                  </td>
                  <td data-head={text.created}>{format.moment(user.created)}</td>
                  <td data-head={text.lastSeen}>{user.last_seen ? format.moment(user.last_seen) : text.never}</td>
                  <td class="buttons">
                    <button onClick={() => setAsked({ user, what: "password" })}>{text.changePassword}</button>
                    <button class="danger" onClick={() => setAsked({ user, what: "delete" })}>
                      {text.deleteUser}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <AddUser added={done} />
      {asked?.what === "delete" && (
        <Confirm
          title={text.deleteUserQuestion(asked.user.name)}
          action={text.deleteUser}
          dangerous
          perform={() => send("DELETE", pathOf(asked.user)).then(done)}
          close={() => setAsked(null)}
        />
      )}
      {asked?.what === "password" && <ChangePassword user={asked.user} close={() => setAsked(null)} />}
    </section>
  );
}

function pathOf(user: User): string {
  return `/users/${encodeURIComponent(user.name)}`;
}

function RoleChoice({ label, role, choose }: { label: string; role: Role; choose: (role: Role) => void }) {
  const { words } = useLab();
  return (
    <select aria-label={label} value={role} onChange={(event) => choose(event.currentTarget.value as Role)}>
      {ROLES.map((name) => (
        <option value={name}>{words.header.roles[name]}</option>
      ))}
    </select>
  );
}

function AddUser({ added }: { added: () => void }) {
  const { words } = useLab();
  const text = words.people;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [error, setError] = useState<unknown>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      await send("POST", "/users", { name, password, role });
      setName("");
      setPassword("");
      setError(null);
      added();
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <form class="row" onSubmit={add}>
      <label>
        <span>{text.name}</span>
        <input required dir="auto" autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        <span>{text.password}</span>
        <input
          type="password"
          required
          autocomplete="new-password"
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <label>
        <span>{text.role}</span>
        <RoleChoice label={text.role} role={role} choose={setRole} />
      </label>
      <button class="main">{text.addUser}</button>
      <Problem error={error} />
    </form>
  );
}

function ChangePassword({ user, close }: { user: User; close: () => void }) {
  const { words } = useLab();
  const text = words.people;
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const change = (event: Event) => {
    event.preventDefault();
    send("PATCH", pathOf(user), { password }).then(close, setError);
  };
  return (
    <Dialog title={`${text.changePassword}: ${user.name}`} close={close}>
      <form class="stacked" onSubmit={change}>
        <label>
          <span>{text.newPassword}</span>
          <input
            type="password"
            required
            autocomplete="new-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
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
