// The head of every page: navigation, language, theme, who is signed in.

import { send } from "./api/client";
import type { Language } from "./api/types";
import { mayAdminister, useLab } from "./lab";
import { Foreign } from "./parts/foreign";
import { LANGUAGES, type Theme } from "./preferences";
import type { Place } from "./route";

interface HeaderProps {
  place: Place;
  theme: Theme;
  chooseTheme: (theme: Theme) => void;
  chooseLanguage: (language: Language) => void;
}

export function Header({ place, theme, chooseTheme, chooseLanguage }: HeaderProps) {
  const { words, language, session } = useLab();
  const text = words.header;
  const links: [string, string][] = [
    ["/", text.runs],
    ["/start", text.start],
    ["/queue", text.queue],
    ["/trash", text.trash],
  ];
  if (mayAdminister(session)) links.push(["/people", text.people]);
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {text.skip}
      </a>
      <header class="lab">
        <a class="brand" href="/">
          <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
            <circle cx="12" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2" />
            <path d="M1 8h22" stroke="currentColor" stroke-width="2" />
          </svg>
          Plimsoll
        </a>
        <nav aria-label={text.navigation}>
          {links.map(([href, label]) => (
            <a href={href} aria-current={isCurrent(place.path, href) ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div class="preferences">
          <select
            aria-label={text.language}
            value={language}
            onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
          >
            {LANGUAGES.map(([code, name]) => (
              <option value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label={text.theme}
            value={theme}
            onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}
          >
            <option value="system">{text.themes.system}</option>
            <option value="light">{text.themes.light}</option>
            <option value="dark">{text.themes.dark}</option>
          </select>
          <Account />
        </div>
      </header>
    </>
  );
}

function Account() {
  const { words, session, reloadSession } = useLab();
  if (session.authentication === "open") return null;
  if (!session.user) return <a href="/login">{words.header.signIn}</a>;
  const signOut = async () => {
    await send("DELETE", "/session").catch(() => undefined);
    reloadSession();
  };
  return (
    <span class="account">
      <span title={words.header.roles[session.user.role]}>
        <Foreign text={session.user.name} limit={24} />
      </span>
      <button class="quiet" onClick={signOut}>
        {words.header.signOut}
      </button>
    </span>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function isCurrent(path: string, href: string): boolean {
  if (href === "/") return path === "/" || path.startsWith("/runs") || path.startsWith("/studies") || path === "/compare";
  return path === href;
}
