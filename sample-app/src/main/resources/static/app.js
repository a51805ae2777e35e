const entries = document.getElementById("entries");
const status = document.getElementById("status");
const list = document.getElementById("conversations");
const form = document.getElementById("ask");
const text = document.getElementById("text");
const send = document.getElementById("send");

let conversation = location.hash.slice(1);

function newId() {
  return crypto.randomUUID ? crypto.randomUUID() : `c-${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
}

function entry(kind, content) {
  const li = document.createElement("li");
  li.className = `entry ${kind}`;
  li.textContent = content;
  entries.append(li);
  li.scrollIntoView({ block: "nearest" });
  return li;
}

function toolText(call) {
  const args = JSON.stringify(call.args ?? {});
  const result = (call.results ?? []).map((item) => item.text ?? item.preview ?? item.filename).join(", ");
  return `${call.tool}(${args})${call.complete ? (call.error ? " failed: " : " → ") + result : " …"}`;
}

async function showList() {
  const response = await fetch("/api/conversations");
  const { conversations } = await response.json();
  list.replaceChildren(...conversations.map(({ id }) => {
    const li = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = id;
    button.setAttribute("aria-current", String(id === conversation));
    button.addEventListener("click", () => open(id));
    li.append(button);
    return li;
  }));
}

/** A conversation without a word in it is not on the server yet. */
async function begin() {
  conversation = newId();
  entries.replaceChildren();
  await showList();
  text.focus();
}

async function open(id) {
  conversation = id;
  location.hash = id;
  entries.replaceChildren();
  const response = await fetch(`/api/conversations/${encodeURIComponent(id)}`);
  if (response.ok) {
    for (const item of (await response.json()).entries) {
      if (item.type === "message") entry(item.message.role, item.message.content ?? "");
      if (item.type === "thought") entry("thought", item.thought.content);
      if (item.type === "toolCall") entry(item.toolCall.isError ? "tool failed" : "tool", toolText({ ...item.toolCall, complete: true, error: item.toolCall.isError }));
    }
  }
  await showList();
  text.focus();
}

/** Server-sent events of a POST: EventSource only knows GET. */
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += value;
    let end;
    while ((end = buffer.indexOf("\n\n")) >= 0) {
      const block = buffer.slice(0, end).split("\n");
      buffer = buffer.slice(end + 2);
      const event = { name: "message", data: "" };
      for (const line of block) {
        if (line.startsWith("event:")) event.name = line.slice(6).trim();
        if (line.startsWith("data:")) event.data += (event.data ? "\n" : "") + line.slice(5).trimStart();
      }
      if (event.data) yield { name: event.name, data: JSON.parse(event.data) };
    }
  }
}

async function ask(question) {
  entry("user", question);
  const response = await fetch(`/api/conversations/${encodeURIComponent(conversation)}/messages`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/problem+json" },
    body: JSON.stringify({ text: question }),
  });
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    entry("failed", problem.detail ?? `The server answered ${response.status}.`);
    return;
  }
  const shown = new Map();
  for await (const { name, data } of events(response)) {
    if (name === "message" || name === "thought") {
      const key = `${name}:${data.id}`;
      const kind = name === "message" ? "assistant" : "thought";
      if (!shown.has(key)) shown.set(key, entry(kind, ""));
      const li = shown.get(key);
      li.textContent = data.full ?? li.textContent + data.delta;
      li.scrollIntoView({ block: "nearest" });
    } else if (name === "toolCall") {
      const key = `toolCall:${data.id}`;
      if (!shown.has(key)) shown.set(key, entry("tool", ""));
      shown.get(key).textContent = toolText(data);
      shown.get(key).classList.toggle("failed", data.error);
    } else if (name === "error") {
      entry("failed", `${data.code}: ${data.message}`);
    }
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const question = text.value.trim();
  if (!question) return;
  text.value = "";
  send.disabled = true;
  status.textContent = "The agent is answering …";
  location.hash = conversation;
  try {
    await ask(question);
  } catch (e) {
    entry("failed", `The connection was lost: ${e.message}`);
  } finally {
    send.disabled = false;
    status.textContent = "";
    text.focus();
    await showList();
  }
});

document.getElementById("new").addEventListener("click", () => {
  history.replaceState(null, "", location.pathname);
  begin();
});
if (conversation) {
  open(conversation);
} else {
  begin();
}
