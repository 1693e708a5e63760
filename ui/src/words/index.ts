// The words of a language. All languages have the shape of the English ones; a missing word does not compile.

import type { Language } from "../api/types";
import { da } from "./da";
import { de } from "./de";
import { en } from "./en";
import { tr } from "./tr";

export type Words = typeof en;

export const WORDS: Record<Language, Words> = { en, da, de, tr };
