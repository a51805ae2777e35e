import { el } from "./dom.js";

/**
 * The Markdown that answers and pages are written in, as elements. There is no HTML in it: what looks
 * like a tag is text. Links lead to pages of the documentation or to the web.
 */
export function markdown(text, openPage) {
  return blocks(text.split("\n"), openPage);
}

const FENCE = /^(```|~~~)\s*([\w-]*)/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const ITEM = /^(\s*)([-*]|\d+[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?[\s:|-]+\|[\s:|-]*$/;

function blocks(lines, openPage) {
  const out = document.createDocumentFragment();
  let i = 0;
  while (i < lines.length) {
    const line = lines[i];
    if (!line.trim() || line.startsWith("<!--")) {
      i++;
    } else if (FENCE.test(line)) {
      const [, mark] = FENCE.exec(line);
      const from = ++i;
      while (i < lines.length && !lines[i].startsWith(mark)) i++;
      out.append(el("pre", { tabindex: "0" }, el("code", {}, lines.slice(from, i++).join("\n"))));
    } else if (HEADING.test(line)) {
      const [, marks, heading] = HEADING.exec(line);
      out.append(el(`h${Math.min(6, marks.length + 2)}`, { "data-anchor": anchor(heading) }, ...inline(heading, openPage)));
      i++;
    } else if (line.startsWith(">")) {
      const quoted = [];
      while (i < lines.length && lines[i].startsWith(">")) quoted.push(lines[i++].replace(/^> ?/, ""));
      out.append(el("blockquote", {}, blocks(quoted, openPage)));
    } else if (line.startsWith("|") && TABLE_RULE.test(lines[i + 1] ?? "")) {
      const rows = [];
      while (i < lines.length && lines[i].startsWith("|")) rows.push(lines[i++]);
      out.append(table(rows, openPage));
    } else if (ITEM.test(line)) {
      const items = [];
      while (i < lines.length && (ITEM.test(lines[i]) || (/^\s+\S/.test(lines[i]) && items.length))) {
        const item = ITEM.exec(lines[i]);
        if (item) items.push({ depth: item[1].length, ordered: /\d/.test(item[2]), text: item[3] });
        else items.at(-1).text += ` ${lines[i].trim()}`;
        i++;
      }
      out.append(list(items, openPage));
    } else {
      const from = i++;
      while (i < lines.length && lines[i].trim() && !/^(>|\||#{1,6}\s|```|~~~)/.test(lines[i]) && !ITEM.test(lines[i])) i++;
      out.append(el("p", {}, ...inline(lines.slice(from, i).join("\n"), openPage)));
    }
  }
  return out;
}

function list(items, openPage) {
  const root = el(items[0].ordered ? "ol" : "ul");
  const open = [{ depth: items[0].depth, list: root }];
  for (const item of items) {
    while (open.length > 1 && item.depth < open.at(-1).depth) open.pop();
    if (item.depth > open.at(-1).depth && open.at(-1).list.lastElementChild) {
      const nested = el(item.ordered ? "ol" : "ul");
      open.at(-1).list.lastElementChild.append(nested);
      open.push({ depth: item.depth, list: nested });
    }
    open.at(-1).list.append(el("li", {}, ...inline(item.text, openPage)));
  }
  return root;
}

function table(rows, openPage) {
  const cells = (row) => row.trim().replace(/^\|/, "").replace(/\|$/, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  const head = cells(rows[0]);
  return el("div", { class: "table", tabindex: "0", role: "group", "aria-label": "Table" },
    // the roles stay when a phone lays the cells out below each other
    el("table", { role: "table" },
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, head.map((cell) => el("th", { scope: "col", role: "columnheader" }, ...inline(cell, openPage))))),
      el("tbody", { role: "rowgroup" }, rows.slice(2).map((row) => el("tr", { role: "row" }, cells(row).map((cell, column) => el("td", { role: "cell", "data-column": head[column] ?? "" }, el("span", {}, ...inline(cell, openPage)))))))));
}

const INLINE = /(`+)([^`]+?)\1|\[([^\]\n]+)\]\(([^)\s]+)\)|<(https?:\/\/[^>\s]+)>|\*\*([^*\n]+)\*\*|(?<![\w*])[*_]([^\s*_](?:[^*_\n]*[^\s*_])?)[*_](?!\w)/g;

function inline(text, openPage) {
  const nodes = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > last) nodes.push(text.slice(last, match.index));
    const [whole, , code, label, target, url, strong, emphasis] = match;
    if (code !== undefined) nodes.push(el("code", {}, code.trim()));
    else if (label !== undefined) nodes.push(link(label, target, openPage));
    else if (url !== undefined) nodes.push(link(url, url, openPage));
    else if (strong !== undefined) nodes.push(el("strong", {}, strong));
    else nodes.push(el("em", {}, emphasis ?? whole));
    last = match.index + whole.length;
  }
  if (last < text.length) nodes.push(text.slice(last));
  return nodes;
}

function link(label, target, openPage) {
  const text = label.replace(/`/g, "");
  if (/^https?:\/\//.test(target)) return el("a", { href: target, rel: "noopener noreferrer", target: "_blank" }, text);
  const page = /^([\w./-]+\.md)(?:#(.*))?$/.exec(target);
  if (page) return el("button", { type: "button", class: "source", onclick: () => openPage(page[1], page[2] ?? "") }, text);
  return document.createTextNode(text);
}

export function anchor(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");
}
