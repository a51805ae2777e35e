import { duration, el } from "./dom.js";
import { markdown } from "./markdown.js";
import { showPage, showTimeline } from "./panel.js";

const TRUST = {
  "first-party": "from the operator",
  "third-party-public": "from the public",
  "third-party-private": "from a person",
};
const HAZARD = {
  inert: "inert",
  "extractable-instructions": "may contain instructions",
  "opaque-perceptual": "seen or heard by a model",
};

/** What stands in a conversation, by a key that history and stream share. */
export class Entries {
  #list;
  #byKey = new Map();
  #conversation;

  constructor(list) {
    this.#list = list;
  }

  clear(conversation) {
    this.#conversation = conversation;
    this.#byKey.clear();
    this.#list.replaceChildren();
  }

  get size() {
    return this.#byKey.size;
  }

  has(key) {
    return this.#byKey.has(key);
  }

  get(key) {
    return this.#byKey.get(key);
  }

  /** At the end. */
  place(key, entry) {
    this.#byKey.set(key, entry);
    this.#list.append(entry.element);
    return entry;
  }

  /** After the entry before it, or first of all. */
  insert(key, entry, previous) {
    this.#byKey.set(key, entry);
    if (previous) previous.element.after(entry.element);
    else this.#list.prepend(entry.element);
    return entry;
  }

  rename(from, to) {
    const entry = this.#byKey.get(from);
    if (!entry) return;
    this.#byKey.delete(from);
    if (this.#byKey.has(to)) entry.element.remove();
    else this.#byKey.set(to, entry);
  }

  drop(key) {
    this.#byKey.get(key)?.element.remove();
    this.#byKey.delete(key);
  }

  said(role, text, attachments = []) {
    const body = el("div", { class: role === "user" ? "words" : "prose" });
    const files = attachments.map((file) => this.#attachment(file));
    const element = el("li", { class: `entry ${role}` }, el("span", { class: "sr" }, role === "user" ? "You: " : "Agent: "), body, ...files);
    const entry = { element, text: "", write: (words) => {
      entry.text = words;
      if (role === "user") body.textContent = words;
      else body.replaceChildren(markdown(words, showPage));
      body.hidden = !words;
    } };
    entry.write(text);
    return entry;
  }

  #attachment(file) {
    const path = file.id ? `/api/conversations/${encodeURIComponent(this.#conversation)}/attachments/${file.id}` : null;
    const name = path ? el("a", { href: path, download: file.kind === "image" ? null : file.filename, target: file.kind === "image" ? "_blank" : null, rel: "noopener" }, file.filename) : el("span", {}, file.filename);
    return el("div", { class: "attachment" },
      path && file.kind === "image" ? el("img", { src: path, alt: `Attached image ${file.filename}`, loading: "lazy" }) : null,
      el("div", {}, name,
        file.trustTier ? el("p", { class: "labels" }, el("span", { class: "label" }, TRUST[file.trustTier] ?? file.trustTier), el("span", { class: "label warn" }, HAZARD[file.modalityHazard] ?? file.modalityHazard)) : el("p", { class: "labels" }, el("progress", { "aria-label": "Uploading" }))));
  }

  thought(text) {
    const body = el("p", {});
    const element = el("li", { class: "entry thought" }, el("details", {}, el("summary", {}, "Thought"), body));
    const entry = { element, text: "", write: (words) => { entry.text = words; body.textContent = words; } };
    entry.write(text);
    return entry;
  }

  tool() {
    const name = el("code", {});
    const state = el("span", { class: "state" });
    const args = el("pre", { tabindex: "0" });
    const result = el("pre", { tabindex: "0" });
    const element = el("li", { class: "entry tool" },
      el("details", {}, el("summary", {}, "Tool ", name, " ", state),
        el("h4", {}, "Arguments"), args, el("h4", {}, "Result"), result));
    const entry = { element, wait: (on) => { state.textContent = on ? "waits for approval" : "running …"; }, show: (call) => {
      entry.open = !call.complete;
      entry.tool = name.textContent = call.tool;
      state.textContent = call.complete ? (call.error ? "failed" : "done") : "running …";
      element.classList.toggle("failed", Boolean(call.complete && call.error));
      element.classList.toggle("running", !call.complete);
      args.textContent = JSON.stringify(call.args ?? {}, null, 2);
      result.textContent = call.complete ? (call.results ?? []).map((item) => (item.text ?? item.preview ?? item.filename ?? "") + (item.truncated ? "\n… (more is kept as an artifact)" : "")).join("\n") : "…";
    } };
    return entry;
  }

  /** Says of the calls of a tool that are not complete whether they wait for a decision. */
  wait(tool, on) {
    for (const entry of this.#byKey.values()) if (entry.open && entry.tool === tool) entry.wait(on);
  }

  failure(text) {
    return { element: el("li", { class: "entry failure", role: "alert" }, text) };
  }

  /** Tokens and timings below the turn's answer. */
  footer(turn) {
    const last = turn.messageIds.map((id) => this.#byKey.get(`message:${id}`)).filter((entry) => entry?.element.classList.contains("assistant")).at(-1);
    if (!last || turn.durationMs === undefined) return;
    const tokens = turn.promptTokens + turn.completionTokens;
    const facts = [duration(turn.durationMs)];
    if (tokens) facts.push(`${tokens} tokens`);
    if (turn.status !== "completed") facts.unshift(turn.status);
    last.element.querySelector(".meta")?.remove();
    last.element.append(el("div", { class: "meta" },
      el("span", {}, facts.join(" · ")),
      el("button", { type: "button", class: "quiet", onclick: () => showTimeline(this.#conversation, turn.turnId) }, "Timeline")));
  }
}
