import { get, remove, Problem } from "./api.js";
import { announce, byId, duration, el, when } from "./dom.js";
import { markdown } from "./markdown.js";

const dialog = byId("panel");
const title = byId("panel-title");
const body = byId("panel-body");

byId("panel-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

function show(heading, ...content) {
  title.textContent = heading;
  body.replaceChildren(...content);
  body.scrollTop = 0;
  if (!dialog.open) dialog.showModal();
  title.focus();
}

/** Shows that something is on its way, then that something, or what went wrong. */
async function load(heading, make) {
  show(heading, el("p", { class: "muted" }, "Loading …"));
  try {
    body.replaceChildren(...[await make()].flat());
  } catch (e) {
    body.replaceChildren(el("p", { class: "failed", role: "alert" }, e instanceof Problem ? e.message : "The server does not answer."));
  }
}

export function showMemory() {
  return load("Memory", memories);
}

async function memories() {
  const { memories: known } = await get("memories");
  if (known.length === 0) {
    return el("p", { class: "muted" }, "Nothing is remembered. Say: remember that my dog is called Rex");
  }
  const again = async (path, said) => {
    await remove(path);
    announce(said);
    body.replaceChildren(...[await memories()].flat());
    title.focus();
  };
  return [
    el("p", { class: "muted" }, "What the agent remembers of you, in every conversation. Erased is erased for good."),
    el("ul", { class: "cards" }, known.map((memory) => el("li", {},
      el("p", {}, memory.content),
      el("div", { class: "foot" },
        el("time", { datetime: memory.createdAt }, when(memory.createdAt)),
        twoStep("Erase", `Erase “${memory.content}”`, () => again(`memories/${memory.id}`, "Erased.")))))),
    el("div", { class: "foot end" }, twoStep("Erase everything", "Erase everything", () => again("memories", "Everything is erased."))),
  ];
}

/** A button that wants to be pressed twice, because there is no way back. */
function twoStep(label, name, act) {
  const button = el("button", { type: "button", class: "danger", "aria-label": name }, label);
  button.addEventListener("click", async () => {
    if (!button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = "Press again to erase";
      button.setAttribute("aria-label", `Press again: ${name}`);
      return;
    }
    button.disabled = true;
    button.textContent = "Erasing …";
    try {
      await act();
    } catch (e) {
      button.replaceWith(el("p", { class: "failed", role: "alert" }, e.message));
    }
  });
  button.addEventListener("blur", () => {
    if (button.disabled) return;
    delete button.dataset.sure;
    button.textContent = label;
    button.setAttribute("aria-label", name);
  });
  return button;
}

export function showNotes() {
  return load("Notes", async () => {
    const { notes } = await get("notes");
    if (notes.length === 0) return el("p", { class: "muted" }, "Nothing is published yet. Say: publish: Hello - This is my first note");
    return el("ul", { class: "cards" }, notes.map((note) => el("li", {},
      el("h3", {}, note.title), el("p", {}, note.text),
      el("div", { class: "foot" }, el("time", { datetime: note.publishedAt }, when(note.publishedAt))))));
  });
}

export function showDocuments() {
  return load("Documentation", async () => {
    const { documents } = await get("documents");
    return el("ul", { class: "pages" }, documents.map((page) => el("li", {},
      el("button", { type: "button", class: "page", onclick: () => showPage(page.path, "") },
        el("strong", {}, page.title), el("span", {}, page.path)))));
  });
}

export function showPage(path, fragment) {
  return load(path, async () => {
    const page = await get(`documents/${path.split("/").map(encodeURIComponent).join("/")}`);
    const article = el("article", { class: "prose" }, markdown(page.text, (target, inside) => showPage(resolve(path, target), inside)));
    queueMicrotask(() => {
      const heading = fragment ? article.querySelector(`[data-anchor="${CSS.escape(fragment)}"]`) : null;
      if (heading) {
        heading.classList.add("wanted");
        heading.scrollIntoView({ block: "start" });
      }
    });
    return article;
  });
}

function resolve(from, target) {
  return new URL(target, `https://docs/${from}`).pathname.slice(1);
}

const KINDS = { iteration: "Iteration", thought: "Thought", tool: "Tool", gate: "Approval", answer: "Answer", tokens: "Tokens", error: "Error", end: "End" };

export function showTimeline(conversation, turnId) {
  return load("What happened in this turn", async () => {
    const turn = await get(`conversations/${encodeURIComponent(conversation)}/turns/${turnId}`);
    const total = Math.max(1, turn.durationMs ?? Math.max(...turn.timeline.map((e) => e.atMs + (e.durationMs ?? 0))));
    const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
    return [
      el("dl", { class: "facts" },
        fact("Status", turn.status),
        fact("Took", turn.durationMs === undefined ? "still running" : duration(turn.durationMs)),
        fact("First word", turn.firstWordMs === undefined ? "–" : duration(turn.firstWordMs)),
        fact("Iterations", turn.iterations), fact("Tool calls", turn.toolCalls),
        turn.promptTokens ? fact("Tokens in", turn.promptTokens) : null,
        turn.completionTokens ? fact("Tokens out", turn.completionTokens) : null,
        fact("Answered by", turn.model ?? "no model"),
        turn.attempt ? fact("Attempt", turn.attempt) : null,
        turn.node ? fact("Node", turn.node) : null),
      el("table", { class: "timeline" },
        el("caption", { class: "sr" }, "Events in the order they began"),
        el("thead", {}, el("tr", {}, ["Event", "At", "Took"].map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, turn.timeline.map((event) => row(event, total)))),
    ];
  });
}

function row(event, total) {
  const bar = el("span", { class: `span ${event.kind}`, "aria-hidden": "true" });
  bar.style.marginInlineStart = `${(100 * Math.min(event.atMs, total)) / total}%`;
  bar.style.width = `${Math.max(0.8, (100 * (event.durationMs ?? 0)) / total)}%`;
  const kind = KINDS[event.kind] ?? event.kind;
  const label = event.label === kind || event.label.startsWith(kind) ? event.label : `${kind}: ${event.label}`;
  const state = ["done", "open"].includes(event.state) ? null : el("span", { class: "state" }, ` ${event.state}`);
  return el("tr", { class: event.state === "failed" ? "bad" : null },
    el("th", { scope: "row" }, label, state, el("span", { class: "track" }, bar)),
    el("td", {}, duration(event.atMs)),
    el("td", {}, event.durationMs === undefined ? (event.state === "open" ? "running" : "") : duration(event.durationMs)));
}
