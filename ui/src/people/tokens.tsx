// Tokens for pipelines, with scope and expiry. A token is shown once.

import { useState } from "preact/hooks";
import { getJson, send } from "../api/client";
import type { Token, TokenScope } from "../api/types";
import { useLab } from "../lab";
import { useLoaded } from "../loaded";
import { Confirm } from "../parts/dialog";
import { Foreign } from "../parts/foreign";
import { Problem } from "../parts/problem";
import { Scroll } from "../parts/scroll";

const SCOPES: TokenScope[] = ["read", "operate", "admin"];

export function Tokens() {
  const { words, format } = useLab();
  const text = words.people;
  const tokens = useLoaded(() => getJson<{ tokens: Token[] }>("/tokens"), []);
  const [asked, setAsked] = useState<Token | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const list = tokens.value?.tokens ?? [];
  return (
    <section>
      <h2>{text.tabs.tokens}</h2>
      <Problem error={tokens.error} />
      {made !== null && <MadeToken token={made} />}
      {tokens.value && list.length === 0 && <p class="empty">{text.noTokens}</p>}
      {list.length > 0 && (
        <Scroll label={text.tabs.tokens}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{text.name}</th>
                <th scope="col">{text.scope}</th>
                <th scope="col">{text.created}</th>
                <th scope="col">{text.expires}</th>
                <th scope="col">{text.lastUsed}</th>
                <th scope="col">{text.actions}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((token) => (
                <tr key={token.id}>
                  <th scope="row">
                    <Foreign text={token.name} limit={60} />
                  </th>
                  <td data-head={text.scope}>{text.scopes[token.scope] ?? token.scope}</td>
                  <td data-head={text.created}>{format.moment(token.created)}</td>
                  <td data-head={text.expires}>{token.expires ? format.moment(token.expires) : text.never}</td>
                  <td data-head={text.lastUsed}>{token.last_used ? format.moment(token.last_used) : text.never}</td>
                  <td class="buttons">
                    <button class="danger" onClick={() => setAsked(token)}>
                      {text.deleteToken}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <AddToken
        added={(token) => {
          setMade(token);
          tokens.reload();
        }}
      />
      {asked && (
        <Confirm
          title={text.deleteTokenQuestion(asked.name)}
          action={text.deleteToken}
          dangerous
          perform={() => send("DELETE", `/tokens/${encodeURIComponent(asked.id)}`).then(tokens.reload)}
          close={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function MadeToken({ token }: { token: string }) {
  const { words } = useLab();
  const [copied, setCopied] = useState(false);
  return (
    <div class="done" role="status">
      <p>{words.people.tokenOnce}</p>
      <p>
        <code class="token">{token}</code>{" "}
        <button onClick={() => navigator.clipboard?.writeText(token).then(() => setCopied(true))}>
          {copied ? words.common.copied : words.common.copy}
        </button>
      </p>
    </div>
  );
}

function AddToken({ added }: { added: (token: string) => void }) {
  const { words } = useLab();
  const text = words.people;
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const [days, setDays] = useState("30");
  const [error, setError] = useState<unknown>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      const made = await send<{ token: string }>("POST", "/tokens", { name, scope, expires_days: Number(days) });
      setName("");
      setError(null);
      added(made.token);
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
        <span>{text.scope}</span>
        <select value={scope} onChange={(event) => setScope(event.currentTarget.value as TokenScope)}>
          {SCOPES.map((value) => (
            <option value={value}>{text.scopes[value]}</option>
          ))}
        </select>
      </label>
      <label>
        <span>{text.days}</span>
        <input type="number" min={1} max={3650} required value={days} onInput={(event) => setDays(event.currentTarget.value)} />
      </label>
      <button class="main">{text.addToken}</button>
      <Problem error={error} />
    </form>
  );
}
