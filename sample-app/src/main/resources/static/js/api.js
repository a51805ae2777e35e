/** The server's answers, and its problems as errors with a code. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body.code ?? `HTTP ${status}`;
  }
}

async function checked(response) {
  if (response.ok) return response;
  throw new Problem(response.status, await response.json().catch(() => ({})));
}

export async function get(path) {
  return (await checked(await fetch(`/api/${path}`))).json();
}

export async function post(path, body) {
  await checked(await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }));
}

export async function remove(path) {
  await checked(await fetch(`/api/${path}`, { method: "DELETE" }));
}

/** Starts a turn; the body of the answer is its events. */
export async function send(conversation, text, file) {
  const headers = { Accept: "text/event-stream, application/problem+json" };
  let body;
  if (file) {
    body = new FormData();
    body.append("text", text);
    body.append("file", file);
  } else {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify({ text });
  }
  return checked(await fetch(`/api/conversations/${encodeURIComponent(conversation)}/messages`, { method: "POST", headers, body }));
}

/** The events of a turn after the one that was seen last. */
export async function replay(conversation, turnId, lastEventId) {
  const headers = { Accept: "text/event-stream, application/problem+json" };
  if (lastEventId) headers["Last-Event-ID"] = String(lastEventId);
  return checked(await fetch(`/api/conversations/${encodeURIComponent(conversation)}/turns/${turnId}/events`, { headers }));
}

/** Server-sent events of any response: EventSource only knows GET. */
export async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += value;
      let end;
      while ((end = buffer.indexOf("\n\n")) >= 0) {
        const event = { id: 0, name: "message", data: "" };
        for (const line of buffer.slice(0, end).split("\n")) {
          if (line.startsWith("id:")) event.id = Number(line.slice(3));
          if (line.startsWith("event:")) event.name = line.slice(6).trim();
          if (line.startsWith("data:")) event.data += (event.data ? "\n" : "") + line.slice(5).trimStart();
        }
        buffer = buffer.slice(end + 2);
        if (event.data) yield { id: event.id, name: event.name, data: JSON.parse(event.data) };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
