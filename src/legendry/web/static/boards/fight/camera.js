/** What part of the board is seen: zoom by wheel, pinch and buttons, pan by dragging. */

const CLOSEST = 5;
const SLACK = 6;

export class Camera {
  #whole;
  #view;
  #pointers = new Map();
  #dragged = false;
  #pinch = 0;

  constructor(drawing, changed) {
    this.drawing = drawing;
    this.changed = changed;
    drawing.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    drawing.addEventListener("pointerdown", (event) => this.#down(event));
    drawing.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      drawing.addEventListener(name, (event) => this.#up(event));
    }
  }

  /** Whether the pointer that was lifted had dragged the board: then it was no click. */
  get dragged() {
    return this.#dragged;
  }

  get zoom() {
    return this.#whole ? this.#whole.width / this.#view.width : 1;
  }

  /** Pixels of the screen to a unit of the drawing. */
  get scale() {
    const { width, height } = this.drawing.getBoundingClientRect();
    return this.#view ? Math.min(width / this.#view.width, height / this.#view.height) : 1;
  }

  set whole(box) {
    this.#whole = box;
    this.reset();
  }

  reset() {
    this.#view = { ...this.#whole };
    this.#show();
  }

  /** Closer (above 1) or farther, about a point of the drawing or the middle of what is seen. */
  by(factor, about = null) {
    const view = this.#view;
    const centre = about ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const width = this.#whole.width / zoom;
    const height = this.#whole.height / zoom;
    this.#set({
      x: centre.x - ((centre.x - view.x) / view.width) * width,
      y: centre.y - ((centre.y - view.y) / view.height) * height,
      width,
      height,
    });
  }

  /** Brings a point into view, if it is not. */
  seek({ x, y }, margin) {
    const view = this.#view;
    const inside = (at, from, size) => Math.min(Math.max(from, at + margin - size), at - margin);
    this.#set({ ...view, x: inside(x, view.x, view.width), y: inside(y, view.y, view.height) });
  }

  #set(view) {
    const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));
    const whole = this.#whole;
    this.#view = {
      ...view,
      x: clamp(view.x, whole.x, whole.x + whole.width - view.width),
      y: clamp(view.y, whole.y, whole.y + whole.height - view.height),
    };
    this.#show();
  }

  #show() {
    const { x, y, width, height } = this.#view;
    this.drawing.setAttribute("viewBox", [x, y, width, height].map((number) => number.toFixed(1)).join(" "));
    this.drawing.classList.toggle("zoomed", this.zoom > 1.01);
    this.changed();
  }

  #at(event) {
    const matrix = this.drawing.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  #wheel(event) {
    const page = document.scrollingElement;
    const scrolls = page.scrollHeight > page.clientHeight + 1;
    const outwards = event.deltaY > 0;
    if (!event.ctrlKey && (scrolls || outwards) && this.zoom <= 1.01) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.#at(event));
  }

  #down(event) {
    if (this.#pointers.size === 0) this.#dragged = false;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: { x: event.clientX, y: event.clientY } });
    this.#pinch = 0;
  }

  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const step = { x: event.clientX - pointer.x, y: event.clientY - pointer.y };
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 2) {
      const [a, b] = this.#pointers.values();
      const spread = Math.hypot(a.x - b.x, a.y - b.y);
      if (this.#pinch) this.by(spread / this.#pinch, this.#at({ clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 }));
      this.#pinch = spread;
      this.#dragged = true;
    } else if (this.zoom > 1.01) {
      const far = Math.hypot(event.clientX - pointer.from.x, event.clientY - pointer.from.y);
      if (!this.#dragged && far < SLACK) return;
      this.#dragged = true;
      this.drawing.setPointerCapture(event.pointerId);
      const scale = this.scale;
      this.#set({ ...this.#view, x: this.#view.x - step.x / scale, y: this.#view.y - step.y / scale });
    }
  }

  #up(event) {
    this.#pointers.delete(event.pointerId);
    this.#pinch = 0;
  }
}
