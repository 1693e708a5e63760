// What a reader can do with figures beyond looking: read values under a cursor that all figures over time share, look
// closer at a stretch of time in all of them, hide a series. The page is complete without it. Values are read from the
// picture: its axes are in data-axes as [least, greatest, place of least, place of greatest, logarithmic, quantity].
"use strict";
// Whoever shows the report in a frame learns which place of it is shown, so that its address can be shared.
if (window.parent !== window) {
  window.addEventListener("hashchange", () => {
    window.parent.postMessage({ reportAnchor: window.location.hash.slice(1) }, "*");
  });
}
/** Rows of a long table by their words: all that were typed must be in a row. */
for (const table of document.querySelectorAll("table.searched")) {
  const field = document.createElement("input");
  field.type = "search";
  field.className = "search";
  field.placeholder = JSON.parse(document.getElementById("viewer-words").textContent).find;
  field.setAttribute("aria-label", field.placeholder);
  const rows = [...table.tBodies[0].rows].map((row) => [row, row.textContent.toLowerCase()]);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const [row, text] of rows) row.hidden = !words.every((word) => text.includes(word));
  });
  table.parentElement.before(field);
}
(() => {
  const drawn = document.querySelector("figure svg[data-axes]");
  if (!drawn) return;
  const svgNs = drawn.namespaceURI;
  const language = document.documentElement.lang || "en";
  const said = JSON.parse(document.getElementById("viewer-words").textContent);
  const numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });

  const make = (name, attributes, text) => {
    const element = document.createElementNS(svgNs, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  /** From a value to its place along an axis, and back. */
  const toPlace = ([low, high, from, to, log], value) =>
    from + (to - from) * (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
  const toValue = ([low, high, from, to, log], place) => {
    const share = (place - from) / (to - from);
    return log ? low * Math.pow(high / low, share) : low + share * (high - low);
  };

  const clock = (seconds) => {
    const whole = Math.max(0, Math.round(seconds));
    const two = (n) => String(n).padStart(2, "0");
    const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  };
  const micros = (us) =>
    us < 1e3 ? `${numbers.format(us)} µs` : us < 1e6 ? `${numbers.format(us / 1e3)} ms` : `${numbers.format(us / 1e6)} s`;
  const nines = (value) => `p${numbers.format(Number((100 - 100 * Math.pow(10, -value)).toPrecision(6)))}`;
  const written = (quantity, value) => {
    if (quantity === "time-s") return clock(value);
    if (quantity === "percentile-nines") return nines(value);
    if (quantity.endsWith("-us")) return micros(value);
    return numbers.format(value) + (quantity.includes("percent") || quantity.startsWith("cpu") ? " %" : "");
  };

  /** The corners of a path as the report writes it: M, then l with relative steps. */
  const corners = (path) => {
    const found = [];
    let [x, y] = [0, 0];
    for (const step of path.getAttribute("d").split(/[Ml]/).slice(1)) {
      const [dx, dy] = step.match(/-?(?:\d+\.?\d*|\.\d+)/g).map(Number);
      [x, y] = [x + dx, y + dy];
      found.push([x, y]);
    }
    return found;
  };

  class Plot {
    constructor(svg) {
      this.svg = svg;
      this.figure = svg.closest("figure");
      [this.x, this.y] = JSON.parse(svg.dataset.axes);
      this.shown = [this.x[0], this.x[1]];
      this.overTime = this.x[5] === "time-s";
      this.legend = [...this.figure.querySelectorAll(".legend li")].map((item) => item.textContent.trim());
      this.layers = [...svg.querySelectorAll("svg.z")].map((layer) => [layer, layer.getAttribute("viewBox").split(" ").map(Number)]);
      this.line = make("line", { y1: this.y[3], y2: this.y[2], stroke: "#1b1f24", "stroke-width": 1, visibility: "hidden", class: "cursor" });
      this.box = make("rect", { y: this.y[3], height: this.y[2] - this.y[3], fill: "#0072b2", "fill-opacity": 0.15, visibility: "hidden" });
      svg.append(this.box, this.line);
      this.listen();
    }

    /** Lines by series, taken apart when first asked for. */
    get series() {
      this.taken ??= [...this.svg.querySelectorAll("svg.z g[data-s]")].map((group) => ({
        index: Number(group.dataset.s),
        points: [...group.querySelectorAll("path[stroke]")].flatMap(corners),
      })).sort((a, b) => a.index - b.index);
      return this.taken;
    }

    /** Places on the picture as a pointer sees it, and as it was drawn. */
    placeOf(event) {
      const frame = this.svg.getBoundingClientRect();
      const width = this.svg.viewBox.baseVal.width;
      const place = (event.clientX - frame.left) * (width / frame.width);
      return Math.min(Math.max(place, this.x[2]), this.x[3]);
    }
    valueAt(place) { return toValue(this.axis, place); }
    get axis() { return [this.shown[0], this.shown[1], ...this.x.slice(2)]; }

    /** Each series' value next to this place of the drawn picture. */
    read(value) {
      const place = toPlace(this.x, value);
      const near = (this.x[3] - this.x[2]) / 40;
      const found = [];
      for (const { index, points } of this.series) {
        let best = null;
        for (const point of points) if (best === null || Math.abs(point[0] - place) < Math.abs(best[0] - place)) best = point;
        if (best && Math.abs(best[0] - place) <= near && !this.hidden(index)) {
          found.push([this.legend[index] ?? "", written(this.y[5], toValue(this.y, best[1]))]);
        }
      }
      return found;
    }
    hidden(index) { return this.svg.querySelector(`g[data-s="${index}"]`)?.classList.contains("off"); }

    cursor(value) {
      const place = toPlace(this.axis, value);
      const inside = place >= this.x[2] - 0.5 && place <= this.x[3] + 0.5;
      this.line.setAttribute("visibility", inside ? "visible" : "hidden");
      if (inside) for (const end of ["x1", "x2"]) this.line.setAttribute(end, place.toFixed(1));
    }
    noCursor() { this.line.setAttribute("visibility", "hidden"); }

    /** Shows this stretch of the x axis. */
    zoom(from, to) {
      this.shown = [Math.max(from, this.x[0]), Math.min(to, this.x[1])];
      const whole = this.shown[0] <= this.x[0] && this.shown[1] >= this.x[1];
      const [left, right] = this.shown.map((value) => toPlace(this.x, value));
      const scale = (right - left) / (this.x[3] - this.x[2]);
      for (const [layer, [x, y, width, height]] of this.layers) {
        const margin = (this.x[2] - x) * scale;
        layer.setAttribute("viewBox", whole ? `${x} ${y} ${width} ${height}` : `${left - margin} ${y} ${width * scale} ${height}`);
      }
      const move = (element, place) => {
        const now = this.x[2] + (place - left) / scale;
        const outside = now < this.x[2] - 1 || now > this.x[3] + 1;
        element.setAttribute("transform", whole ? "" : `translate(${(now - place).toFixed(1)} 0)`);
        element.setAttribute("visibility", outside ? "hidden" : "inherit");
      };
      for (const element of this.svg.querySelectorAll("g.p text, g.p circle, g.p path")) {
        const place = element.getAttribute("x") ?? element.getAttribute("cx") ?? corners(element)[0][0];
        move(element, Number(place));
      }
      this.ticks(whole);
    }

    /** Of the closer look: round times; the drawn ones would be too few. */
    ticks(whole) {
      this.extra?.remove();
      if (whole || !this.overTime) return;
      const [from, to] = this.shown;
      const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].find((s) => (to - from) / s <= 6) ?? 14400;
      this.extra = make("g", { class: "ticks" });
      const bottom = this.y[2];
      for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
        const x = toPlace(this.axis, at).toFixed(1);
        this.extra.append(make("line", { x1: x, x2: x, y1: bottom, y2: bottom + 4, stroke: "#333" }));
        const font = Number(this.svg.getAttribute("font-size"));
        this.extra.append(make("text", { x, y: bottom + 7 + 0.76 * font, "text-anchor": "middle", fill: "#333" }, clock(at)));
      }
      for (const text of this.svg.querySelectorAll("g.p text, g.p path")) {
        const low = Number(text.getAttribute("y") ?? corners(text)[0][1]);
        if (low >= bottom) text.setAttribute("visibility", "hidden");
      }
      this.svg.append(this.extra);
    }

    listen() {
      let start = null;
      this.svg.addEventListener("pointermove", (event) => {
        const place = this.placeOf(event);
        everyone(this, (plot) => plot.cursor(this.valueAt(place)));
        tell(this, event, this.valueAt(place));
        if (start !== null) {
          this.box.setAttribute("x", Math.min(start, place));
          this.box.setAttribute("width", Math.abs(place - start));
          this.box.setAttribute("visibility", "visible");
        }
      });
      this.svg.addEventListener("pointerleave", () => {
        everyone(this, (plot) => plot.noCursor());
        readout.hidden = true;
      });
      if (!this.overTime) return;
      this.svg.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse" && event.button === 0) start = this.placeOf(event); });
      addEventListener("pointerup", (event) => {
        if (start === null) return;
        const [from, to] = [start, this.placeOf(event)].sort((a, b) => a - b);
        start = null;
        this.box.setAttribute("visibility", "hidden");
        if (to - from > 8) look(this, this.valueAt(from), this.valueAt(to));
      });
      this.svg.addEventListener("dblclick", () => look(this, -Infinity, Infinity));
    }
  }

  /** Figures over time of the same run have one time; any other figure is alone. */
  const everyone = (plot, act) => {
    const run = plot.figure.closest("[data-run]");
    for (const other of plots) {
      if (other === plot || (plot.overTime && other.overTime && other.figure.closest("[data-run]") === run)) act(other);
    }
  };
  const look = (plot, from, to) => {
    everyone(plot, (other) => { other.zoom(from, to); other.noCursor(); });
    readout.hidden = true;
    back.hidden = from === -Infinity;
    back.onclick = () => look(plot, -Infinity, Infinity);
  };
  const tell = (plot, event, value) => {
    const lines = plot.read(value);
    readout.replaceChildren();
    const head = document.createElement("strong");
    head.textContent = written(plot.x[5], value);
    readout.append(head);
    for (const [name, text] of lines) {
      const line = document.createElement("div");
      line.textContent = name ? `${name}: ${text}` : text;
      readout.append(line);
    }
    readout.hidden = false;
    const width = readout.offsetWidth;
    const left = event.clientX + 16 + width > innerWidth ? event.clientX - 16 - width : event.clientX + 16;
    readout.style.left = `${Math.max(4, left)}px`;
    readout.style.top = `${event.clientY + 16}px`;
  };

  const element = (name, className) => {
    const made = document.createElement(name);
    made.className = className;
    made.hidden = true;
    document.body.append(made);
    return made;
  };
  const readout = element("div", "readout");
  const back = element("button", "back");
  back.textContent = said.back;

  /** A figure's name in the legend hides its line, in every form of the figure. */
  for (const item of document.querySelectorAll(".legend li[data-s]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    button.title = said.hide;
    button.append(...item.childNodes);
    item.append(button);
    button.addEventListener("click", () => {
      const off = item.classList.toggle("off");
      button.setAttribute("aria-pressed", String(!off));
      for (const part of item.closest("figure").querySelectorAll(`g[data-s="${item.dataset.s}"]`)) part.classList.toggle("off", off);
    });
  }

  /** A link to each figure, to send to somebody. */
  for (const caption of document.querySelectorAll("figure[id] > figcaption")) {
    const link = document.createElement("a");
    link.href = `#${caption.parentElement.id}`;
    link.className = "link";
    link.textContent = "#";
    link.title = said.link;
    caption.append(" ", link);
  }

  const plots = [...document.querySelectorAll("figure svg[data-axes]")].map((svg) => new Plot(svg));
})();
