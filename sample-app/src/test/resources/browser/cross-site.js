/**
 * Everything that a page can send to another site. Answers with what it could read or show of it, which
 * has to be nothing. Every request says in its query how it was sent.
 */
async ({ base, redirect, changes, reads, some }) => {
  const readable = [];
  const name = (target) => `${target.method} ${target.path}`;
  const at = (target, via) => `${base}${target.path}${target.path.includes("?") ? "&" : "?"}via=${via}`;
  const ended = async (via, target, promise) => {
    let timer;
    const late = new Promise((done) => { timer = setTimeout(done, 10_000, "late"); });
    const result = await Promise.race([promise, late]);
    clearTimeout(timer);
    if (result === "late") readable.push(`${via}: ${name(target)} never ended`);
    return result;
  };
  const wait = (element, ...events) => new Promise((done) => events.forEach((event) => element.addEventListener(event, () => done(event), { once: true })));

  function fetched(via, target, options) {
    return ended(via, target, fetchedNow(via, target, options));
  }
  async function fetchedNow(via, target, options) {
    try {
      const response = await fetch(at(target, via), { credentials: "include", cache: "no-store", ...options });
      if (response.type !== "opaque") readable.push(`${via}: ${name(target)} answered ${response.status}`);
      else if (await response.text()) readable.push(`${via}: ${name(target)} has a body`);
    } catch {
      // not readable
    }
  }

  function asked(via, target, method, body, headers) {
    return ended(via, target, new Promise((done) => {
      const request = new XMLHttpRequest();
      request.open(method, at(target, via));
      request.withCredentials = true;
      Object.entries(headers).forEach(([header, value]) => request.setRequestHeader(header, value));
      request.onloadend = () => {
        if (request.status || request.responseText) readable.push(`${via}: ${name(target)} answered ${request.status}`);
        done();
      };
      request.send(body);
    }));
  }

  let frames = 0;
  async function framed(via, target, start) {
    const frame = document.createElement("iframe");
    frame.name = `frame-${frames++}`;
    document.body.append(frame);
    const loaded = wait(frame, "load", "error");
    start(frame);
    await ended(via, target, loaded);
    frame.remove();
  }

  async function form(via, target, action, enctype, fields) {
    const element = document.createElement("form");
    element.action = action;
    element.method = "post";
    element.enctype = enctype;
    for (const [field, value] of fields) {
      const input = document.createElement("input");
      input.type = value instanceof File ? "file" : "hidden";
      input.name = field;
      if (value instanceof File) {
        const files = new DataTransfer();
        files.items.add(value);
        input.files = files.files;
      } else {
        input.value = value;
      }
      element.append(input);
    }
    document.body.append(element);
    await framed(via, target, (frame) => {
      element.target = frame.name;
      element.submit();
    });
    element.remove();
  }

  const json = JSON.stringify({ text: "remember that I was here", decision: "approve", action: "resolve", value: {} });
  const fields = Object.entries(JSON.parse(json)).map(([field, value]) => [field, String(value)]);
  const multipart = () => {
    const data = new FormData();
    data.append("text", "remember that I was here");
    data.append("file", new File(["hello"], "here.txt"));
    return data;
  };

  for (const target of changes) {
    const { method } = target;
    const sends = [
      fetched("cors-json", target, { method, body: json, headers: { "Content-Type": "application/json" } }),
      fetched("cors-plain", target, { method: "POST", body: json }),
      fetched("cors-overridden", target, { method: "POST", body: json, headers: { "X-HTTP-Method-Override": method } }),
      fetched("no-cors-plain", target, { method: "POST", mode: "no-cors", body: json }),
      fetched("no-cors-json", target, { method: "POST", mode: "no-cors", body: json, headers: { "Content-Type": "application/json" } }),
      fetched("no-cors-form", target, { method: "POST", mode: "no-cors", body: new URLSearchParams(fields) }),
      fetched("no-cors-multipart", target, { method: "POST", mode: "no-cors", body: multipart() }),
      fetched("no-cors-keepalive", target, { method: "POST", mode: "no-cors", keepalive: true, body: json }),
      fetched("no-cors-anonymous", target, { method: "POST", mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer", body: json }),
      asked("xhr-plain", target, "POST", json, {}),
      asked("xhr-json", target, method, json, { "Content-Type": "application/json" }),
      form("form-encoded", target, at(target, "form-encoded"), "application/x-www-form-urlencoded", [...fields, ["_method", method]]),
      form("form-multipart", target, at(target, "form-multipart"), "multipart/form-data", [["text", "I was here"], ["file", new File(["hello"], "here.txt")]]),
      // a text form whose only field reads as JSON
      form("form-plain", target, at(target, "form-plain"), "text/plain", [[`${json.slice(0, -1)},"x":"`, '"}']]),
    ];
    if (redirect) {
      sends.push(form("form-redirected", target, `${redirect}?to=${at(target, "form-redirected")}`, "text/plain", [[`${json.slice(0, -1)},"x":"`, '"}']]));
    }
    navigator.sendBeacon(at(target, "beacon-plain"), json);
    navigator.sendBeacon(at(target, "beacon-form"), new URLSearchParams(fields));
    navigator.sendBeacon(at(target, "beacon-multipart"), multipart());
    try {
      navigator.sendBeacon(at(target, "beacon-json"), new Blob([json], { type: "application/json" }));
    } catch {
      // some browsers refuse to
    }
    await Promise.all(sends);
  }

  async function loaded(via, target, tag, attribute, event = "load") {
    const element = document.createElement(tag);
    if (tag === "link") element.rel = "stylesheet";
    element[attribute] = at(target, via);
    const done = wait(element, event, "error");
    document.body.append(element);
    if ((await ended(via, target, done)) === event) readable.push(`${via}: ${name(target)} was loaded`);
    element.remove();
  }

  for (const target of reads) {
    await Promise.all([
      fetched("cors", target, {}),
      fetched("cors-anonymous", target, { credentials: "omit" }),
      fetched("no-cors", target, { mode: "no-cors" }),
      asked("xhr", target, "GET", null, {}),
      ended("event-source", target, new Promise((done) => {
        const source = new EventSource(at(target, "event-source"), { withCredentials: true });
        source.onopen = () => readable.push(`event-source: ${name(target)} was opened`);
        source.onerror = () => { source.close(); done(); };
      })),
      loaded("script", target, "script", "src"),
      loaded("stylesheet", target, "link", "href"),
      loaded("image", target, "img", "src"),
      loaded("video", target, "video", "src", "loadedmetadata"),
      ended("module", target, import(at(target, "module"))).then(() => readable.push(`module: ${name(target)} was loaded`), () => {}),
    ]);
  }
  // browsers wait longer and longer after each socket that was refused
  for (const target of some) {
    await Promise.all([
      ended("web-socket", target, new Promise((done) => {
        const socket = new WebSocket(at(target, "web-socket").replace("http", "ws"));
        socket.onopen = () => readable.push(`web-socket: ${name(target)} was opened`);
        socket.onclose = done;
      })),
      framed("frame", target, (frame) => { frame.src = at(target, "frame"); }),
      framed("object", target, (frame) => { frame.srcdoc = `<object data="${at(target, "object")}"></object><embed src="${at(target, "embed")}">`; }),
    ]);
  }
  return readable;
}
