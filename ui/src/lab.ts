// What every part of a page may ask for: words, formats, who is signed in.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language, Session } from "./api/types";
import type { Format } from "./format";
import type { Words } from "./words";

export interface Lab {
  words: Words;
  format: Format;
  language: Language;
  dark: boolean;
  session: Session;
  reloadSession: () => void;
}

export const LabContext = createContext<Lab | null>(null);

export function useLab(): Lab {
  const lab = useContext(LabContext);
  if (!lab) throw new Error("a part was used outside the lab");
  return lab;
}

/** Whether this reader may start, steer, tag, import and trash. An open lab is everybody's. */
export function mayOperate(session: Session): boolean {
  if (session.user) return session.user.role !== "viewer";
  return session.authentication === "open";
}

export function mayAdminister(session: Session): boolean {
  if (session.user) return session.user.role === "admin";
  return session.authentication === "open";
}
