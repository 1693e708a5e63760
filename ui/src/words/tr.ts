import { en } from "./en"; export const tr = en;
