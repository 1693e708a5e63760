// The frame around every page: who is signed in, which language, which page.

import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, getJson, SIGNED_OUT } from "./api/client";
import type { Language, Session } from "./api/types";
import { ComparePage } from "./compare/page";
import { formatFor } from "./format";
import { Header } from "./header";
import { HistoryPage } from "./history/page";
import { LabContext, useLab } from "./lab";
import { LibraryPage } from "./library/page";
import { useLoaded } from "./loaded";
import { LoginPage } from "./login";
import { Page } from "./parts/page";
import { PeoplePage } from "./people/page";
import {
  applyTheme,
  browserLanguage,
  saveLanguage,
  savedLanguage,
  savedTheme,
  useDark,
  type Theme,
} from "./preferences";
import { QueuePage } from "./queue/page";
import { decoded, followLinks, usePlace, type Place } from "./route";
import { RunPage } from "./run/page";
import { StartPage } from "./start/page";
import { TrashPage } from "./trash/page";
import { WORDS } from "./words";

export function App() {
  const session = useLoaded(() => getJson<Session>("/session"), []);
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const [chosen, setChosen] = useState<Language | null>(savedLanguage);
  const dark = useDark(theme);
  const place = usePlace();

  const language = chosen ?? session.value?.language ?? browserLanguage();
  const words = WORDS[language];
  const format = useMemo(() => formatFor(language, words.unit), [language]);

  useEffect(() => {
    document.addEventListener("click", followLinks);
    return () => document.removeEventListener("click", followLinks);
  }, []);
  useEffect(() => {
    window.addEventListener(SIGNED_OUT, session.reload);
    return () => window.removeEventListener(SIGNED_OUT, session.reload);
  }, [session.reload]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset["dark"] = String(dark);
  }, [language, dark]);
  useEffect(() => {
    const again = window.setTimeout(() => session.error && session.reload(), 5_000);
    return () => window.clearTimeout(again);
  }, [session.error]);

  if (!session.value) return <Starting error={session.error} words={words} />;
  const lab = { words, format, language, dark, session: session.value, reloadSession: session.reload };
  const lockedOut = session.value.authentication !== "open" && !session.value.user;

  return (
    <LabContext.Provider value={lab}>
      <Header
        place={place}
        theme={theme}
        chooseTheme={(wish) => {
          applyTheme(wish);
          setTheme(wish);
        }}
        chooseLanguage={(wish) => {
          saveLanguage(wish);
          setChosen(wish);
        }}
      />
      {lockedOut ? <LoginPage place={place} /> : <CurrentPage place={place} />}
    </LabContext.Provider>
  );
}

function Starting({ error, words }: { error: unknown; words: (typeof WORDS)["en"] }) {
  if (!error) return <p class="starting">{words.common.loading}</p>;
  const unreachable = error instanceof ApiError && error.status === 0;
  return (
    <main class="starting">
      <h1>{unreachable ? words.common.unreachable : words.common.failed}</h1>
      <p role="alert">{unreachable ? words.common.unreachableHint : String((error as Error).message)}</p>
    </main>
  );
}

function CurrentPage({ place }: { place: Place }) {
  const [, first = "", second = "", third] = place.path.split("/");
  if (third === undefined) {
    if (first === "") return <LibraryPage place={place} />;
    if (first === "runs" && second) return <RunPage key={second} id={decoded(second)} place={place} />;
    if (first === "studies" && second) return <HistoryPage study={decoded(second)} />;
    if (first === "compare") return <ComparePage place={place} />;
    if (first === "start") return <StartPage place={place} />;
    if (first === "queue") return <QueuePage place={place} />;
    if (first === "trash") return <TrashPage />;
    if (first === "people") return <PeoplePage place={place} />;
    if (first === "login") return <LoginPage place={place} />;
  }
  return <Missing />;
}

function Missing() {
  const { words } = useLab();
  return (
    <Page title={words.common.notFound}>
      <p>
        <a href="/">{words.common.toLibrary}</a>
      </p>
    </Page>
  );
}
