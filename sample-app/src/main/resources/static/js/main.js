import { get } from "./api.js";
import { ConversationPage } from "./conversation.js";
import { byId, el, when } from "./dom.js";
import { showDocuments, showMemory, showNotes } from "./panel.js";

const SUGGESTIONS = [
  ["How do I run the sample?", "Answered from the documentation"],
  ["What can you do?", "In words for people"],
  ["15% of 80", "Uses the calculator"],
  ["publish: Hello - My first note", "Asks you before it publishes"],
];

const text = byId("text");
const file = byId("file");
const menu = byId("menu");
const sidebar = byId("sidebar");
const page = new ConversationPage(changed);

function newId() {
  return crypto.randomUUID ? crypto.randomUUID() : `c-${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
}

function changed() {
  byId("welcome").hidden = !page.isEmpty;
  byId("send").hidden = page.busy;
  byId("stop").hidden = !page.busy;
  showList();
}

let listing = 0;

async function showList() {
  const mine = ++listing;
  const { conversations } = await get("conversations").catch(() => ({ conversations: null }));
  if (conversations === null || mine !== listing) return;
  const focused = document.activeElement?.dataset?.conversation;
  byId("conversations").replaceChildren(...conversations.map(({ id, title, lastActivityAt }) => el("li", {},
    el("button", { type: "button", class: "conversation", "data-conversation": id, "aria-current": id === page.id ? "true" : null, onclick: () => { location.hash = id; closeMenu(); } },
      el("span", { class: "title" }, title), el("time", { datetime: lastActivityAt }, when(lastActivityAt))))));
  if (focused) byId("conversations").querySelector(`[data-conversation="${CSS.escape(focused)}"]`)?.focus();
}

/** A conversation without a word in it is not on the server yet. */
async function begin() {
  history.replaceState(null, "", location.pathname);
  await page.open(newId(), false);
  text.focus();
}

/** What is no encoded text, such as "%", names no conversation. */
function idInAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

async function openFromAddress() {
  const id = idInAddress();
  if (!id) return begin();
  if (id !== page.id) {
    await page.open(id, true).catch(() => changed());
    text.focus();
  }
}

function choose() {
  const [chosen] = file.files;
  byId("chosen").hidden = !chosen;
  byId("chosen-name").textContent = chosen ? chosen.name : "";
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 180)}px`;
}

async function ask(question, attached) {
  if (page.busy || (!question && !attached)) return;
  text.value = "";
  file.value = "";
  choose();
  grow();
  if (location.hash.slice(1) !== page.id) history.replaceState(null, "", `#${page.id}`);
  await page.ask(question, attached);
  if (document.activeElement === document.body) text.focus();
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(text.value.trim(), file.files[0]);
});
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    byId("ask").requestSubmit();
  }
});
text.addEventListener("input", grow);
file.addEventListener("change", () => { choose(); text.focus(); });
byId("unchoose").addEventListener("click", () => { file.value = ""; choose(); text.focus(); });
byId("stop").addEventListener("click", () => page.stop());
byId("new").addEventListener("click", () => { closeMenu(); begin(); });
byId("show-memory").addEventListener("click", showMemory);
byId("show-notes").addEventListener("click", showNotes);
byId("show-docs").addEventListener("click", showDocuments);
window.addEventListener("hashchange", openFromAddress);

function closeMenu() {
  sidebar.classList.remove("open");
  menu.setAttribute("aria-expanded", "false");
}
menu.addEventListener("click", () => {
  const open = sidebar.classList.toggle("open");
  menu.setAttribute("aria-expanded", String(open));
  if (open) byId("new").focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && sidebar.classList.contains("open")) {
    closeMenu();
    menu.focus();
  }
});

byId("suggestions").append(...SUGGESTIONS.map(([question, hint]) => el("li", {},
  el("button", { type: "button", onclick: () => ask(question) }, el("strong", {}, question), el("span", {}, hint)))));

/** Says whether a model answers. */
async function showMode() {
  const agent = await get("agent").catch(() => null);
  if (!agent) return setTimeout(showMode, 1000);
  const offline = agent.mode === "offline";
  byId("mode").textContent = offline ? "Offline" : "Model";
  byId("mode").title = offline ? "Searches the documentation, without a language model" : "Answers with a chat model";
  byId("mode").hidden = false;
}

showMode();
openFromAddress();
