import { en } from "./en"; export const da = en;
