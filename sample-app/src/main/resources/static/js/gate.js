import { post } from "./api.js";
import { announce, el } from "./dom.js";

const SETTLED = {
  resolved: "Approved",
  rejected: "Rejected",
  aborted: "Stopped before a decision",
  timeout: "Nobody decided in time",
};

const QUESTIONS = {
  publish_note: "Publish this note?",
  forget: "Delete the memories about this?",
};

/** A decision that the agent waits for: agree, change and agree, or refuse. */
export class Gate {
  constructor(conversation, data) {
    const { tool = "a tool", args = {} } = data.payload ?? {};
    const question = Object.hasOwn(QUESTIONS, tool) ? QUESTIONS[tool] : `May the agent run ${tool}?`;
    this.path = `conversations/${encodeURIComponent(conversation)}/turns/${data.turnId}/gates/${data.gateId}`;
    this.tool = tool;
    this.args = args;
    this.fields = Object.entries(args).map(([name, value]) => this.#field(data.gateId, name, value));
    this.heading = el("h3", { id: `gate-${data.gateId}`, tabindex: "-1" }, question);
    this.state = el("p", { class: "gate-state" }, el("strong", {}, "Waiting for you. "), "The tool ", el("code", {}, tool), " runs only if you approve.");
    this.approve = el("button", { type: "submit", class: "primary" }, "Approve");
    this.edit = el("button", { type: "button", onclick: () => this.#startEditing() }, "Edit");
    this.reject = el("button", { type: "button", class: "danger", onclick: () => this.#settle({ decision: "reject", reason: this.reason.value || null }) }, "Reject");
    this.reason = el("input", { id: `reason-${data.gateId}`, maxlength: "300" });
    this.buttons = el("div", { class: "buttons" }, this.approve, this.edit, this.reject);
    this.why = el("div", { class: "field" }, el("label", { for: `reason-${data.gateId}` }, "Reason, if you reject (optional)"), this.reason);
    this.element = el("li", { class: "entry gate", "data-key": `gate:${data.gateId}` },
      el("form", { "aria-labelledby": this.heading.id, onsubmit: (event) => this.#submit(event) },
        this.heading, this.state, this.fields.map((field) => field.row), this.why, this.buttons));
    announce(`${question} The agent waits for your decision.`);
  }

  #field(gateId, name, value) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const long = text.length > 60 || name === "text";
    const id = `arg-${gateId}-${name}`;
    const input = long ? el("textarea", { id, rows: "3", readonly: true }) : el("input", { id, readonly: true });
    input.value = text;
    return { name, text, isText: typeof value === "string", input, row: el("div", { class: "field" }, el("label", { for: id }, name), input) };
  }

  #startEditing() {
    for (const { input } of this.fields) {
      input.readOnly = false;
      input.addEventListener("input", () => { this.approve.textContent = this.#changed() ? "Approve with changes" : "Approve"; });
    }
    this.edit.hidden = true;
    this.fields[0]?.input.focus();
  }

  #changed() {
    return this.fields.some(({ input, text }) => input.value !== text);
  }

  #submit(event) {
    event.preventDefault();
    if (!this.#changed()) return this.#settle({ decision: "approve" });
    try {
      const args = Object.fromEntries(this.fields.map(({ name, isText, input }) => [name, isText ? input.value : JSON.parse(input.value)]));
      return this.#settle({ decision: "approve", args });
    } catch {
      return this.#say("What is not text has to be JSON.");
    }
  }

  async #settle(decision) {
    this.#disable(true);
    try {
      await post(this.path, decision);
    } catch (e) {
      this.#disable(false);
      this.#say(e.message);
    }
  }

  #disable(disabled) {
    for (const button of [this.approve, this.edit, this.reject]) button.disabled = disabled;
  }

  #say(problem) {
    this.problem ??= el("p", { class: "failed", role: "alert" });
    this.problem.textContent = problem;
    this.buttons.before(this.problem);
  }

  /** Somebody decided, here or elsewhere. */
  close(result) {
    const hadFocus = this.element.contains(document.activeElement);
    const words = SETTLED[result] ?? result;
    this.element.classList.add("settled", result);
    this.state.replaceChildren(el("strong", {}, words));
    const values = el("dl", {}, this.fields.map(({ name, text, input }) => [el("dt", {}, name), el("dd", {}, result === "resolved" ? input.value : text)]).flat());
    this.fields.forEach(({ row }) => row.remove());
    this.state.after(values);
    for (const gone of [this.why, this.buttons, this.problem]) gone?.remove();
    announce(words);
    return hadFocus;
  }
}
