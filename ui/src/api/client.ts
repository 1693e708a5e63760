// Requests to /api/v1. Everything that is not a success becomes an ApiError with the server's own words.

const BASE = "/api/v1";

/** Told to the window when the server no longer knows who asks: a session ended. */
export const SIGNED_OUT = "plimsoll:signed-out";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string | null,
    readonly lines: string[],
  ) {
    super(message);
  }
}

/** The address of something that the browser itself fetches: a frame, a download. */
export function address(path: string, query: Record<string, string | undefined> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, value);
  }
  const text = parameters.toString();
  return BASE + path + (text ? `?${text}` : "");
}

export function getJson<T>(path: string, query?: Record<string, string | undefined>): Promise<T> {
  return request<T>("GET", address(path, query));
}

export async function getText(path: string, query?: Record<string, string | undefined>): Promise<string> {
  return (await answer("GET", address(path, query))).text();
}

export function send<T>(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  return request<T>(method, BASE + path, body);
}

async function request<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await answer(method, url, body);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

async function answer(method: string, url: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["X-Plimsoll"] = "1";
  let content: BodyInit | undefined;
  if (body instanceof FormData || typeof body === "string") {
    content = body;
  } else if (body !== undefined) {
    content = JSON.stringify(body);
    headers["Content-Type"] = "application/json";
  }
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body: content });
  } catch {
    throw new ApiError(0, "unreachable", "", null, []);
  }
  if (!response.ok) throw errorOf(response.status, await response.text());
  return response;
}

function errorOf(status: number, text: string): ApiError {
  if (status === 401) window.dispatchEvent(new Event(SIGNED_OUT));
  try {
    const error = (JSON.parse(text) as { error: Partial<ApiError> }).error;
    return new ApiError(status, error.code ?? "", error.message ?? "", error.hint ?? null, error.lines ?? []);
  } catch {
    return new ApiError(status, "", text.slice(0, 500), null, []);
  }
}

/** Sends files, saying how far it is (0 to 1). `fetch` can't say that of what it sends. */
export function upload<T>(path: string, files: File[], progress: (share: number) => void): Promise<T> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", BASE + path);
    request.setRequestHeader("X-Plimsoll", "1");
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new ApiError(0, "unreachable", "", null, []));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else reject(errorOf(request.status, request.responseText));
    };
    request.send(form);
  });
}
