/** What just happened, shown briefly: shots fly, numbers rise. Nobody waits for it. */

import { still, svg } from "../../js/dom.js";
import { HULL } from "./layout.js";

const SHOT = 260;

export class Motion {
  layer = svg("g", { class: "motion", "aria-hidden": "true" });
  #running = [];

  stop() {
    for (const one of this.#running) one.cancel();
    this.#running = [];
    this.layer.replaceChildren();
  }

  /** Shows these events one after another at these places. */
  play(events, places) {
    this.stop();
    if (still()) return;
    let clock = 0;
    let aim = null;
    for (const event of events) {
      const at = places.get(event.at ?? event.who);
      switch (event.event) {
        case "Fired":
          aim = at;
          if (places.has(event.who) && at) this.#shot(places.get(event.who), at, clock);
          clock += SHOT;
          break;
        case "Checked":
          if (!event.passed && aim) this.#rise(aim, "miss", "miss", clock);
          break;
        case "Damaged":
          if (at) this.#rise(at, event.points ? `−${event.points}` : "0", "harm", clock);
          if (at && event.points) this.#burst(at, 44, clock);
          clock += 200;
          break;
        case "Crippled":
          if (at) this.#burst(at, 80, clock);
          break;
      }
    }
  }

  #run(element, frames, delay, duration, easing = "ease-out") {
    this.layer.append(element);
    const run = element.animate(frames, { delay, duration, easing });
    this.#running.push(run);
    run.finished.then(() => element.remove(), () => {});
  }

  #shot(from, to, delay) {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const line = svg("line", { class: "shot", x1: from.x, y1: from.y + HULL, x2: to.x, y2: to.y + HULL, "stroke-dasharray": `40 ${far}` });
    this.#run(line, [{ opacity: 1, strokeDashoffset: 40 }, { opacity: 1, strokeDashoffset: -far }], delay, SHOT, "linear");
  }

  #rise({ x, y }, text, kind, delay) {
    this.#run(svg("text", { class: `rise ${kind}`, x, y: y - 14 }, text), [
      { opacity: 0, transform: "translateY(0)" }, { opacity: 1, transform: "translateY(-14px)", offset: 0.2 },
      { opacity: 1, transform: "translateY(-26px)", offset: 0.75 }, { opacity: 0, transform: "translateY(-36px)" },
    ], delay, 1100);
  }

  #burst({ x, y }, radius, delay) {
    const circle = svg("circle", { class: "burst", cx: x, cy: y + HULL, r: radius });
    circle.style.transformOrigin = `${x}px ${y + HULL}px`;
    this.#run(circle, [{ opacity: 0.9, transform: "scale(0.15)" }, { opacity: 0, transform: "scale(1)" }], delay, 420);
  }
}
