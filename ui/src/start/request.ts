// What is asked of the queue: a job, as the form has it.

import type { JobRequest } from "../api/types";

export type LoadKind = "plan" | "users" | "rate" | "capacity";

/** The form as typed. */
export interface Settings {
  properties: string;
  load: LoadKind;
  users: string;
  rate: string;
  from: string;
  duration: string;
  requirements: string;
  labels: string;
  at: string;
  webhook: string;
  email: string;
}

export const NO_SETTINGS: Settings = {
  properties: "",
  load: "plan",
  users: "",
  rate: "",
  from: "",
  duration: "",
  requirements: "",
  labels: "",
  at: "",
  webhook: "",
  email: "",
};

export function jobFromFile(file: string, label: Record<string, string> = {}): JobRequest {
  return {
    file,
    properties: {},
    users: null,
    rate: null,
    duration: null,
    requirements: [],
    label,
    at: null,
    find_capacity_from: null,
    notify: { webhook: null, email: null },
  };
}

export function jobOf(file: string, settings: Settings): JobRequest {
  const { load } = settings;
  const users = Number.parseInt(settings.users, 10);
  return {
    file,
    properties: pairsOf(settings.properties).pairs,
    users: load === "users" && users > 0 ? users : null,
    rate: load === "rate" ? orNull(settings.rate) : null,
    find_capacity_from: load === "capacity" ? orNull(settings.from) : null,
    duration: orNull(settings.duration),
    requirements: linesOf(settings.requirements),
    label: pairsOf(settings.labels).pairs,
    at: settings.at ? new Date(settings.at).toISOString() : null,
    notify: { webhook: orNull(settings.webhook), email: orNull(settings.email) },
  };
}

export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** Lines of `name=value`; `wrong` are those that are none. */
export function pairsOf(text: string): { pairs: Record<string, string>; wrong: string[] } {
  const pairs: Record<string, string> = {};
  const wrong: string[] = [];
  for (const line of linesOf(text)) {
    const at = line.indexOf("=");
    if (at <= 0) wrong.push(line);
    else pairs[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { pairs, wrong };
}

function orNull(text: string): string | null {
  return text.trim() || null;
}
