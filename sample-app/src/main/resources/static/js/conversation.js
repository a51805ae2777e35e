import { events, get, post, Problem, replay, send } from "./api.js";
import { announce, byId, duration, el } from "./dom.js";
import { Entries } from "./entries.js";
import { Gate } from "./gate.js";

const POLL_MS = 2000;
const RETRIES = 5;

/** The conversation on the page: what is stored, what streams in, and what others do in it. */
export class ConversationPage {
  #entries = new Entries(byId("entries"));
  #id = null;
  #version = -1;
  #following = new Map();
  #gates = new Map();
  #seen = new Set();
  /** Turns whose connection was lost for good, with the last event that was seen. */
  #lost = new Map();
  #onChange;
  #working = null;

  constructor(onChange) {
    this.#onChange = onChange;
    setInterval(() => this.#poll(), POLL_MS);
    document.addEventListener("visibilitychange", () => this.#poll());
  }

  get id() {
    return this.#id;
  }

  get busy() {
    return this.#following.size > 0;
  }

  get isEmpty() {
    return this.#entries.size === 0;
  }

  async open(id, exists) {
    this.#id = id;
    this.#version = -1;
    this.#following.clear();
    this.#gates.clear();
    this.#seen.clear();
    this.#lost.clear();
    this.#entries.clear(id);
    this.#work(false);
    if (exists) await this.#sync();
    this.#onChange();
    if (exists) this.#poll();
  }

  async ask(text, file) {
    const id = this.#id;
    const key = `pending:${Date.now()}`;
    this.#entries.place(key, this.#entries.said("user", text, file ? [{ filename: file.name }] : []));
    this.#show(true);
    announce(file ? `Uploading ${file.name}` : "The agent is answering");
    this.#work(true);
    const token = Symbol("turn");
    this.#following.set(token, key);
    this.#onChange();
    try {
      const response = await send(id, text, file);
      announce("The agent is answering");
      await this.#read(id, response, token, key);
      // nobody has named the message of a turn that ran elsewhere: it is read from what is stored
      if (this.#following.get(token) !== key) this.#entries.drop(key);
    } catch (e) {
      if (id === this.#id) {
        this.#entries.place(`failure:${Date.now()}`, this.#entries.failure(this.#words(e)));
        if (e instanceof Problem) this.#entries.drop(key);
      }
    } finally {
      this.#following.delete(token);
      await this.#settle(id);
    }
  }

  async stop() {
    const turns = [...this.#following.values()].filter((turn) => !turn.startsWith("pending:"));
    for (const turn of turns) {
      await post(`conversations/${encodeURIComponent(this.#id)}/turns/${turn}/stop`, {}).catch(() => {});
    }
  }

  /** A turn that this page did not start, or was loaded in the middle of. */
  async #follow(turnId) {
    // on a slow server two looks at the state overlap and both find the turn: its deltas count once
    if (!this.#isStrange(turnId)) return;
    const after = this.#lost.get(turnId) ?? 0;
    this.#lost.delete(turnId);
    const id = this.#id;
    const token = Symbol("turn");
    this.#following.set(token, turnId);
    this.#seen.add(turnId);
    this.#work(true);
    this.#onChange();
    try {
      await this.#read(id, await replay(id, turnId, after), token, null, after);
    } catch (e) {
      if (!(e instanceof Problem)) {
        if (!this.#lost.has(turnId)) this.#lost.set(turnId, after);
        announce("The connection was lost.");
      }
    } finally {
      this.#following.delete(token);
      await this.#settle(id);
    }
  }

  #isStrange(turnId) {
    return !this.#seen.has(turnId) || this.#lost.has(turnId);
  }

  /** Reads a turn to its end, over as many connections as it takes. */
  async #read(id, response, token, pendingKey, after = 0) {
    let turnId = null;
    let lastId = after;
    for (let tries = 0; ; tries++) {
      try {
        for await (const { id: number, name, data } of events(response)) {
          if (id !== this.#id) return;
          tries = 0;
          lastId = number || lastId;
          if (turnId === null && data.turnId) {
            turnId = data.turnId;
            // there is something to ask for now, even if this connection ends before all is read
            this.#version = Math.max(this.#version, 0);
            this.#following.set(token, turnId);
            this.#seen.add(turnId);
            if (pendingKey) this.#identify(id, turnId, pendingKey);
          }
          this.#event(name, data);
          if (name === "end") return;
        }
        if (turnId === null) return;
      } catch (e) {
        if (e instanceof Problem || turnId === null) throw e;
      }
      if (tries >= RETRIES) {
        this.#lost.set(turnId, lastId);
        throw new Error("The connection to the server was lost.");
      }
      announce("The connection was lost. Trying again.");
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** tries));
      response = await replay(id, turnId, lastId).catch((e) => {
        if (e instanceof Problem) throw e;
        return new Response("");
      });
    }
  }

  /** The server names the message that was sent from here. */
  async #identify(id, turnId, pendingKey) {
    const turn = await get(`conversations/${encodeURIComponent(id)}/turns/${turnId}`).catch(() => null);
    if (!turn?.messageIds.length || id !== this.#id) return;
    this.#entries.rename(pendingKey, `message:${turn.messageIds[0]}`);
    this.#onChange();
  }

  #event(name, data) {
    const near = this.#isAtEnd();
    if (name === "message" || name === "thought") {
      const key = `${name}:${data.id}`;
      const entry = this.#entries.get(key) ?? this.#entries.place(key, name === "message" ? this.#entries.said("assistant", "") : this.#entries.thought(""));
      entry.element.classList.toggle("streaming", !data.complete && !data.partial);
      if (data.full !== undefined) entry.write(data.full);
      else if (!entry.done) {
        entry.stream = (entry.stream ?? "") + data.delta;
        if (entry.stream.length >= entry.text.length) entry.write(entry.stream);
      }
      if (data.complete) {
        entry.done = true;
        if (name === "message") announce(`Answer: ${data.full}`);
      }
      this.#work(name === "thought" || data.complete);
    } else if (name === "toolCall") {
      const key = `toolCall:${data.id}`;
      (this.#entries.get(key) ?? this.#entries.place(key, this.#entries.tool())).show(data);
      this.#work(true);
    } else if (name === "turnGateOpen") {
      if (!this.#gates.has(data.gateId)) {
        const gate = new Gate(this.#id, data);
        this.#gates.set(data.gateId, gate);
        this.#entries.place(`gate:${data.gateId}`, gate);
        if (document.activeElement === document.body || document.activeElement === byId("text") || document.activeElement === byId("send")) gate.heading.focus({ preventScroll: true });
      }
      this.#entries.wait(this.#gates.get(data.gateId).tool, true);
      this.#work(false);
    } else if (name === "turnGateClosed") {
      const gate = this.#gates.get(data.gateId);
      const hadFocus = gate?.close(data.result);
      this.#entries.wait(gate?.tool, false);
      if (hadFocus) byId("text").focus({ preventScroll: true });
      this.#work(true);
    } else if (name === "error") {
      this.#entries.place(`failure:${data.turnId}:${data.n}`, this.#entries.failure(`${data.code}: ${data.message}`));
    } else if (name === "reset") {
      // another process goes on with the turn: what it said so far is void
      for (const id of data.ids) ["message", "thought", "toolCall"].forEach((type) => this.#entries.drop(`${type}:${id}`));
      this.#work(true);
    } else if (name === "waiting" || name === "end") {
      this.#work(false);
    }
    this.#show(near);
  }

  /** After a turn: what was stored, with numbers. */
  async #settle(id) {
    if (id !== this.#id) return;
    if (!this.busy) this.#work(false);
    const near = this.#isAtEnd();
    await this.#sync().catch(() => {});
    this.#show(near);
    this.#onChange();
  }

  /** Puts what is stored where it belongs, between what is there. */
  async #sync() {
    const id = this.#id;
    const path = `conversations/${encodeURIComponent(id)}`;
    const [shown, { turns }, state] = await Promise.all([
      get(path).catch((e) => { if (e.status === 404) return { entries: [] }; throw e; }), get(`${path}/turns`), get(`${path}/state`)]);
    if (id !== this.#id) return;
    // a message of ours that nobody has named yet is named here
    const pending = [...this.#following.values()].filter((key) => key.startsWith("pending:"));
    let previous = null;
    for (const item of shown.entries) {
      const record = item[item.type];
      const key = `${item.type}:${record.id}`;
      let entry = this.#entries.get(key);
      if (!entry) {
        if (record.role === "user" && pending.length) continue;
        entry = this.#make(item);
        this.#entries.insert(key, entry, previous);
      } else if (item.type === "message" && record.attachments?.length && !entry.stored) {
        const full = this.#make(item);
        entry.element.replaceWith(full.element);
        entry = this.#entries.insert(key, full, previous);
      }
      if (record.partial && !entry.cut) {
        entry.cut = true;
        entry.element.append(el("p", { class: "muted" }, "Not finished: the turn ended before."));
      }
      previous = entry;
    }
    turns.forEach((turn) => this.#entries.footer(turn));
    this.#version = state.version;
    this.#markUnanswered(shown.entries, state.openTurns.length > 0 || this.busy);
  }

  #make(item) {
    const record = item[item.type];
    if (item.type === "message") return Object.assign(this.#entries.said(record.role, record.content ?? "", record.attachments), { done: true, stored: true });
    if (item.type === "thought") return Object.assign(this.#entries.thought(record.content), { done: true });
    const tool = this.#entries.tool();
    tool.show({ ...record, complete: true, error: record.isError });
    return tool;
  }

  /** The last word is a person's and nobody works on it here. */
  #markUnanswered(stored, open) {
    this.#entries.drop("unanswered");
    const last = stored.at(-1);
    if (last?.type === "message" && last.message.role === "user" && !open) {
      this.#entries.place("unanswered", { element: el("li", { class: "entry muted" }, "No answer is stored here yet. If the server was stopped meanwhile, ask again.") });
    }
  }

  async #poll() {
    if (!this.#id || document.hidden || this.#version < 0) return;
    const id = this.#id;
    try {
      const { version, openTurns } = await get(`conversations/${encodeURIComponent(id)}/state`);
      if (id !== this.#id) return;
      const starting = [...this.#following.values()].some((key) => key.startsWith("pending:"));
      // one that was lost may have ended meanwhile
      const strange = starting ? [] : [...new Set([...openTurns, ...this.#lost.keys()])].filter((turn) => this.#isStrange(turn));
      if (strange.length || (version !== this.#version && !this.busy)) {
        const near = this.#isAtEnd();
        await this.#sync();
        this.#show(near);
        this.#onChange();
      }
      strange.forEach((turn) => this.#follow(turn));
    } catch {
      // the next one may succeed; sending says what is wrong
    }
  }

  /** Says that something is being done, and for how long once that is over a second. */
  #work(on) {
    if (!on) {
      clearInterval(this.#working);
      this.#working = null;
      this.#entries.drop("working");
      return;
    }
    const since = this.#entries.get("working")?.since ?? Date.now();
    this.#entries.drop("working");
    const text = el("span", {}, "Working");
    this.#entries.place("working", { since, element: el("li", { class: "entry working" }, el("span", { class: "dots", "aria-hidden": "true" }), text) });
    clearInterval(this.#working);
    const tick = () => { if (Date.now() - since > 1000) text.textContent = `Working for ${duration(Math.floor((Date.now() - since) / 1000) * 1000)}`; };
    tick();
    this.#working = setInterval(tick, 500);
  }

  #isAtEnd() {
    const scroll = byId("scroll");
    return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 120;
  }

  #show(follow) {
    const scroll = byId("scroll");
    if (follow) scroll.scrollTop = scroll.scrollHeight;
  }

  #words(e) {
    if (e instanceof Problem) return `${e.message} (${e.code})`;
    return e.message?.startsWith("The ") ? e.message : "The server cannot be reached. Check that it runs, and send again.";
  }
}
