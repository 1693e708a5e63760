// Signing in, with a password or at a provider.

import { useState } from "preact/hooks";
import { address, ApiError, send } from "./api/client";
import type { Session } from "./api/types";
import { useLab } from "./lab";
import { Page } from "./parts/page";
import { Problem } from "./parts/problem";
import { go, type Place } from "./route";

export function LoginPage({ place }: { place: Place }) {
  const { words, session, reloadSession } = useLab();
  const text = words.login;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const signIn = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send<Session>("POST", "/session", { name, password });
      reloadSession();
      if (place.path === "/login") go("/", "replace");
    } catch (reason) {
      const wrong = reason instanceof ApiError && reason.status === 401;
      setError(wrong ? new ApiError(401, "wrong", text.wrong, null, []) : reason);
      setPassword("");
    }
    setBusy(false);
  };
  if (session.authentication === "open") {
    return (
      <Page title={text.title}>
        <p>{text.open}</p>
      </Page>
    );
  }
  return (
    <Page title={text.title} className="login">
      {session.authentication === "oidc" && (
        <p>
          <a class="button main" href={address("/oidc/start")}>
            {text.oidc(session.oidc_label ?? "OpenID Connect")}
          </a>
        </p>
      )}
      <form class="stacked" onSubmit={signIn}>
        <label>
          <span>{text.name}</span>
          <input required autocomplete="username" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          <span>{text.password}</span>
          <input
            type="password"
            required
            autocomplete="current-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        <Problem error={error} />
        <button class="main" disabled={busy}>
          {text.go}
        </button>
      </form>
    </Page>
  );
}
