// What the lab's API (/api/v1) answers. Moments are ISO 8601 in UTC; `_s` is seconds of the run's clock, `_us`
// microseconds.

export type Language = "en" | "da" | "de" | "tr";
export type Role = "viewer" | "operator" | "admin";
export type Verdict = "holds" | "requirement-failed" | "requests-failed" | "inconclusive";
export type RunState = "running" | "complete" | "cut-off" | "damaged";
export type Judgement = "pass" | "fail" | "inconclusive";

export interface Session {
  authentication: "open" | "password" | "oidc";
  oidc_label: string | null;
  user: { name: string; role: Role } | null;
  version: string;
  folder: string;
  language: Language | null;
  can_start: boolean;
  machine: string;
}

/** A sentence in every language. */
export type Translations = Partial<Record<Language, string>>;

export interface RunSummary {
  id: string;
  file: string;
  name: string;
  study: string | null;
  variant: string;
  repeat: number;
  started: string | null;
  duration_s: number | null;
  state: RunState;
  problem: string | null;
  source: string;
  verdict: Verdict | null;
  headline: string;
  headlines: Translations;
  capacity_per_s: number | null;
  capacity_is_lower_bound: boolean;
  throughput_per_s: number | null;
  p95_us: number | null;
  requests: number;
  errors: number;
  tags: string[];
  note: string;
  pinned: boolean;
  plan: string;
  plan_hash: string;
  machine: string;
  labels: Record<string, string>;
  bytes: number;
}

export interface Counted {
  name: string;
  runs: number;
}

export interface RunList {
  total: number;
  runs: RunSummary[];
  studies: Counted[];
  tags: Counted[];
  indexing: { done: number; total: number } | null;
}

export interface RunDetails extends RunSummary {
  environment: [string, string][];
  configuration: [string, string][];
  command: string[];
  plan_text: string | null;
  study_text: string | null;
  siblings: RunSummary[];
  tables: { id: string; title: string }[];
  live: boolean;
  languages: Language[];
}

export interface Example {
  transaction: string;
  /** `slow`, or the kind of failure. */
  reason: string;
  detail: string;
  step: number;
  at_s: number;
  took_us: number;
  first_byte_us: number | null;
  method: string;
  url: string;
  status: string;
  user: number;
  iteration: number;
  variables: [string, string][];
  request: string;
  answer: string;
  trace_url: string | null;
}

export interface LiveStep {
  number: number;
  load: string;
  loads: Translations;
  started_s: number;
  measured_from_s: number | null;
  measured_to_s: number | null;
  ended_s: number | null;
  name: string;
}

export interface LiveNote {
  at_s: number;
  kind: "information" | "warning" | "decision";
  text: string;
  texts: Translations;
}

export interface LiveTransaction {
  name: string;
  requests: number;
  errors: number;
  p50_us: number | null;
  p95_us: number | null;
  last_per_s: number | null;
}

export interface LiveNode {
  number: number;
  requests_per_s: number | null;
  cpu_percent: number | null;
  p95_us: number | null;
  missing: boolean;
}

export interface LiveRequirement {
  text: string;
  judgement: Judgement | null;
  measured: string | null;
  measured_texts: Translations | null;
}

export interface Control {
  paused: boolean;
  factor: number;
}

export type LiveRow = (number | null)[];
export type ErrorCounts = { kind: string; per: [number, number][] };

/** What changes from second to second; `rows`, `errors` and `notes` only hold what is new. */
export interface LiveUpdate {
  now_s: number;
  state: RunState;
  /** Seconds that a row covers: more than one in long runs. */
  resolution_s: number;
  rows: LiveRow[];
  errors: ErrorCounts[];
  transactions: LiveTransaction[];
  steps: LiveStep[];
  notes: LiveNote[];
  requirements: LiveRequirement[];
  nodes: LiveNode[];
  control: Control | null;
}

/** The whole picture of a run so far. */
export interface Live extends LiveUpdate {
  id: string;
  started: string;
  columns: string[];
}

export type ControlAction = "pause" | "resume" | "raise" | "lower" | "next" | "end";

export interface DiffRow {
  area: "plan" | "properties" | "machine" | "configuration" | "requirements";
  name: string;
  values: (string | null)[];
  differs: boolean;
}

export interface HistoryPoint {
  id: string;
  started: string | null;
  label: string | null;
  variant: string;
  capacity_per_s: number | null;
  throughput_per_s: number | null;
  p95_us: number | null;
  error_percent: number | null;
  verdict: Verdict | null;
  pinned: boolean;
}

export interface HistoryChange {
  figure: "throughput-per-s" | "mean-us" | "p95-us" | "errors-percent";
  load: string;
  transaction: string | null;
  /** The first run of the new level. */
  at: string;
  before: number;
  after: number;
  percent: number | null;
  effect: "better" | "worse" | "equivalent" | "unproven" | "not-comparable";
}

export interface History {
  study: string;
  points: HistoryPoint[];
  changes: HistoryChange[];
}

export interface PlanFile {
  path: string;
  kind: "plan" | "study" | "har" | "data" | "other";
  bytes: number;
}

export interface Check {
  ok: boolean;
  exit_code: number | null;
  text: string;
}

export interface JobRequest {
  file: string;
  properties: Record<string, string>;
  users: number | null;
  rate: string | null;
  duration: string | null;
  requirements: string[];
  label: Record<string, string>;
  at: string | null;
  find_capacity_from: string | null;
  notify: { webhook: string | null; email: string | null };
}

export type JobState = "waiting" | "scheduled" | "running" | "done" | "failed" | "cancelled";

export interface Job {
  id: string;
  file: string;
  state: JobState;
  at: string | null;
  queued: string;
  started: string | null;
  ended: string | null;
  by: string | null;
  exit_code: number | null;
  runs: string[];
  output: string;
  position: number | null;
  request: JobRequest;
}

export interface TrashedRun {
  id: string;
  file: string;
  name: string;
  deleted: string;
  by: string | null;
  bytes: number;
}

export interface User {
  name: string;
  role: Role;
  created: string;
  last_seen: string | null;
}

export type TokenScope = "read" | "operate" | "admin";

export interface Token {
  id: string;
  name: string;
  scope: TokenScope;
  created: string;
  expires: string | null;
  last_used: string | null;
}

export interface AuditEntry {
  at: string;
  who: string | null;
  what: string;
  target: string | null;
  from: string | null;
}
