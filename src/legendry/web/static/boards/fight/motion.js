/** What just happened, shown briefly: counters slide, blows flash, numbers rise. Nobody waits for it. */

import { still, svg } from "../../js/dom.js";
import { middle, SIZE } from "./geometry.js";
import { moved } from "./tokens.js";

const STEP = 120;
const LONGEST = 600;
const CLOSE = /strike|wrestle|goes for|grapple/;

export class Motion {
  #running = [];

  constructor(tokens) {
    this.tokens = tokens;
    this.layer = svg("g", { class: "motion", "aria-hidden": "true" });
  }

  /** Ends whatever still moves: everything is where it belongs. */
  stop() {
    for (const one of this.#running) one.cancel();
    this.#running = [];
    this.layer.replaceChildren();
  }

  /** Shows these events one after another; `before` tells where the counters were. */
  play(events, before) {
    this.stop();
    if (still() || !events.length) return;
    let clock = 0;
    let aim = "";
    const tracks = new Map();
    const track = (name) => {
      const start = before.get(name) ?? this.tokens.places.get(name);
      if (!tracks.has(name) && start) tracks.set(name, [{ ...start, at: 0 }]);
      return tracks.get(name);
    };
    const where = (name) => tracks.get(name)?.at(-1) ?? before.get(name) ?? this.tokens.places.get(name);
    const walk = (name, path, time) => {
      const frames = track(name);
      if (!frames) return;
      const from = frames.at(-1);
      frames.push({ ...from, at: clock });
      path.slice(1).forEach((hex, place) => {
        const by = { x: middle(hex).x - middle(path[0]).x, y: middle(hex).y - middle(path[0]).y };
        frames.push({ ...from, x: from.x + by.x, y: from.y + by.y, at: clock + (time * (place + 1)) / (path.length - 1) });
      });
      clock += time;
    };
    for (const event of events) {
      switch (event.event) {
        case "Moved":
          walk(event.who, event.path, Math.min(LONGEST, STEP * (event.path.length - 1)));
          break;
        case "Shifted": {
          const end = this.tokens.places.get(event.who);
          const frames = end && track(event.who);
          if (frames) frames.push({ ...frames.at(-1), at: clock }, { ...end, at: clock + 2 * STEP });
          clock += 2 * STEP;
          break;
        }
        case "Attacked":
        case "Entered": {
          aim = event.at ?? event.foe;
          const [from, to] = [where(event.who), where(aim)];
          if (from && to) clock = CLOSE.test(event.how ?? "goes for") ? this.#lunge(event.who, from, to, clock) : this.#shot(from, to, clock);
          break;
        }
        case "Checked":
          if (!event.passed && event.what.includes("hit") && where(aim)) this.#rise(where(aim), "miss", "miss", clock);
          break;
        case "Harmed": {
          const points = event.damage + event.fatigue;
          if (where(event.who)) this.#rise(where(event.who), points ? `−${points}` : "0", event.damage ? "harm" : "tire", clock);
          if (points && where(event.who)) this.#burst(where(event.who), 0.7 * SIZE, "hit", clock);
          clock += 160;
          break;
        }
        case "SpellCast": {
          aim = event.at;
          const hex = /\b\d{4}\b/.exec(aim)?.[0];
          const [from, to] = [where(event.who), where(aim) ?? (hex && middle(hex))];
          if (from) this.#burst(from, 0.9 * SIZE, "charm", clock);
          clock = from && to && to !== from ? this.#shot(from, to, clock + 160) : clock + 160;
          break;
        }
        case "SpellBegan":
          for (const hex of event.hexes) this.#burst(middle(hex), 0.9 * SIZE, "charm", clock);
          if (where(event.on)) this.#burst(where(event.on), 0.9 * SIZE, "charm", clock);
          break;
        case "Appeared":
        case "Vanished":
        case "Exposed":
        case "Morphed":
        case "Returned":
          if (where(event.being ?? event.who)) this.#burst(where(event.being ?? event.who), 1.2 * SIZE, "charm", clock);
          break;
        case "Exploded":
        case "Flashed":
          this.#burst(middle(event.hex), 4.4 * SIZE, event.event === "Flashed" ? "flash" : "blast", clock);
          clock += 220;
          break;
      }
    }
    for (const [name, frames] of tracks) this.#slide(name, frames);
  }

  #run(element, frames, delay, duration, easing = "ease-out") {
    const run = element.animate(frames, { delay, duration, easing });
    this.#running.push(run);
    run.finished.then(() => { if (element.parentNode === this.layer) element.remove(); }, () => {});
  }

  #slide(name, frames) {
    const element = this.tokens.element(name);
    const end = this.tokens.places.get(name);
    const time = frames.at(-1).at;
    if (!element?.isConnected || !end || time <= 0) return;
    const steps = frames.map((frame) => ({ transform: moved(frame), offset: Math.min(1, frame.at / time) }));
    steps[steps.length - 1] = { transform: moved(end), offset: 1 };
    this.#run(element, steps, 0, time, "linear");
    const bulk = this.tokens.bulk(name);
    const drag = ({ x, y, at }) => ({ transform: `translate(${(x - end.x).toFixed(1)}px, ${(y - end.y).toFixed(1)}px)`, offset: Math.min(1, at / time) });
    if (bulk) this.#run(bulk, frames.map(drag), 0, time, "linear");
  }

  #lunge(name, from, to, clock) {
    const element = this.tokens.element(name);
    const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const reach = Math.min(26, far / 2);
    const by = `translate(${(((to.x - from.x) / far) * reach).toFixed(1)}px, ${(((to.y - from.y) / far) * reach).toFixed(1)}px)`;
    if (element) {
      const run = element.animate(
        [{ transform: "translate(0, 0)" }, { transform: by, offset: 0.4 }, { transform: "translate(0, 0)" }],
        { delay: clock, duration: 260, easing: "ease-in-out", composite: "add" });
      this.#running.push(run);
    }
    this.#slash(to, Math.atan2(to.y - from.y, to.x - from.x), clock + 90);
    return clock + 220;
  }

  #slash({ x, y }, turn, delay) {
    const degrees = (turn * 180) / Math.PI + 62;
    const blade = svg("path", { class: "blade", pathLength: 1, d: "M-34 -5Q0 10 34 -5Q0 3 -34 -5Z", transform: `translate(${x} ${y}) rotate(${degrees.toFixed(0)})` });
    this.layer.append(blade);
    this.#run(blade, [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 0 }], delay, 240);
  }

  #shot(from, to, clock) {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const time = Math.min(320, 80 + far * 0.4);
    const line = svg("line", { class: "shot", x1: from.x, y1: from.y, x2: to.x, y2: to.y, "stroke-dasharray": `46 ${far}` });
    this.layer.append(line);
    this.#run(line, [{ opacity: 1, strokeDashoffset: 46 }, { opacity: 1, strokeDashoffset: -far }], clock, time, "linear");
    return clock + time;
  }

  #rise({ x, y }, text, kind, delay) {
    const label = svg("text", { class: `rise ${kind}`, x, y }, text);
    this.layer.append(label);
    this.#run(label, [
      { opacity: 0, transform: "translateY(-10px)" }, { opacity: 1, transform: "translateY(-26px)", offset: 0.2 },
      { opacity: 1, transform: "translateY(-40px)", offset: 0.75 }, { opacity: 0, transform: "translateY(-52px)" },
    ], delay, 1100);
  }

  #burst({ x, y }, radius, kind, delay) {
    const circle = svg("circle", { class: `burst ${kind}`, cx: x, cy: y, r: radius });
    circle.style.transformOrigin = `${x}px ${y}px`;
    this.layer.append(circle);
    this.#run(circle, [{ opacity: 0.9, transform: "scale(0.15)" }, { opacity: 0, transform: "scale(1)" }], delay, kind === "hit" ? 320 : 620);
  }
}
