/** Who sits at the table: the strip in the header, the dialog to lend and invite, the gathering. */

import { announce, api, freshId, h, refill, released } from "./dom.js";
import { sure } from "./keeping.js";

/** The class that colours a seat, by its place at the table. */
export const sideOf = (seats) => {
  const place = new Map(seats.map((seat, at) => [seat.name, (at % 4) + 1]));
  return (name) => (place.has(name) ? `side-${place.get(name)}` : "");
};

/** Who plays a seat, in a few words. */
export const playedBy = (seat, you) => {
  const bot = seat.bot.split(":")[0];
  if (seat.lent) return `${bot} bot, lent`;
  if (seat.bot) return `${bot} bot`;
  if (you.includes(seat.name)) return "you";
  if (!seat.taken) return "free";
  return seat.here ? "here" : "away";
};

/** Own seats that a bot plays meanwhile, each with a sentence that says so. */
export const lentSeats = (seats, you) => seats.filter((seat) => seat.lent && you.includes(seat.name))
  .map(({ name, bot }) => ({ name, words: `The ${bot.split(":")[0]} bot plays ${name} for you.` }));

/** Seats as they are told may leave out what is false. */
export const whole = (seat) => ({ taken: false, here: false, bot: "", lent: false, typed: false, seeded: false, ...seat });

/** `<seat-strip>`: `show({seats, you, asked, watchers})`. */
export class SeatStrip extends HTMLElement {
  show({ seats, you, asked, watchers }) {
    const side = sideOf(seats);
    refill(this, h("ul", { "aria-label": "Seats" }, seats.map((seat) => {
      const present = seat.bot || seat.here || you.includes(seat.name);
      return h("li", { class: `chip seat ${side(seat.name)}`, "aria-current": seat.name === asked ? "true" : null },
        h("span", { class: present ? "dot" : "dot away", "aria-hidden": "true" }),
        h("strong", null, seat.name),
        h("span", { class: "soft" }, playedBy(seat, you), seat.typed ? ", own dice" : ""));
    })), watchers ? h("span", { class: "soft small" }, `${watchers} watching`) : null);
  }
}

customElements.define("seat-strip", SeatStrip);

const copyButton = (text, what) => {
  const button = h("button", {
    type: "button", "aria-label": `Copy the ${what}`,
    onclick: async () => {
      await navigator.clipboard?.writeText(text);
      button.textContent = "Copied";
      announce(`The ${what} is copied.`);
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    },
  }, "Copy");
  return button;
};

/** A link in a field that can be selected, and a button that copies it. */
const linkField = (path, what) => {
  const address = new URL(path, location.href).href;
  const input = h("input", { type: "text", readonly: true, value: address, "aria-label": `The ${what}`, onfocus: (event) => event.currentTarget.select() });
  return h("div", { class: "link-field" }, input, copyButton(address, what));
};

const linksOf = (tableId) => api(`/api/tables/${tableId}/seats`);

/** A dialog to invite, lend, take back, leave and roll one's own dice. `page` is the table page. */
export const openSeats = async (page) => {
  const { table, owner } = page;
  const body = h("div", { class: "stack" });
  const words = h("p", { class: "reason", role: "alert", hidden: true });
  const heading = freshId("seats");
  const bots = (await api("/api/games").catch(() => [])).find((game) => game.name === table.game)?.bots ?? [];
  const closed = () => {
    page.peopleChanged = null;
    dialog.remove();
  };
  const dialog = h("dialog", { class: "seats-dialog", "aria-labelledby": heading, onclose: closed },
    h("h2", { id: heading }, "Seats"), words, body,
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Done")));

  const ask = async (what, wish) => {
    try {
      await api(`/api/tables/${table.id}/${what}`, { method: "POST", body: wish });
      words.hidden = true;
    } catch (error) {
      page.left = false;
      refill(words, error.message).hidden = false;
    }
    await draw();
  };
  const button = (text, onclick) => h("button", { type: "button", onclick }, text);
  const change = (seat, wish) => ask(`seats/${encodeURIComponent(seat)}`, wish);
  const act = (text, seat, wish) => button(text, () => change(seat, wish));
  const leave = async (seat) => {
    if (!(await sure(`Leave the seat ${seat}? Then it is free: whoever has its link may sit down there.`, "Leave", "Stay"))) return;
    page.left = page.you.every((one) => one === seat);
    await change(seat, { leave: true });
  };

  let drawing = 0;
  const draw = async () => {
    const mine = (drawing += 1);
    const invitations = owner ? await linksOf(table.id).catch(() => null) : null;
    await released();
    if (mine !== drawing) return; // what is known later is newer
    const acting = document.activeElement.closest(".seat-card")?.dataset.seat;
    const links = new Map((invitations?.seats ?? []).map((seat) => [seat.name, seat.link]));
    const side = sideOf(page.seats);
    refill(body, page.seats.map((seat) => {
      const mine = page.you.includes(seat.name);
      const mayLend = mine || owner;
      const free = !seat.taken && !seat.bot;
      return h("section", { class: `seat-card ${side(seat.name)}`, dataset: { seat: seat.name } },
        h("h3", null, seat.name, h("span", { class: "soft" }, ` ${playedBy(seat, page.you)}`)),
        h("div", { class: "row" },
          mine && !seat.bot ? act(seat.typed ? "Let the table roll" : "Roll my own dice", seat.name, { typed: !seat.typed }) : null,
          free && (owner || table.listed) ? button("Sit here", () => ask("sit", { seat: seat.name })) : null,
          mayLend && seat.bot ? act(seat.lent ? "Take it back" : mine ? "Play it myself" : "Let a person play", seat.name, { bot: "" }) : null,
          mayLend && !seat.bot ? bots.map((bot) => act(`Lend to the ${bot} bot`, seat.name, { bot })) : null,
          mine ? button("Leave", () => leave(seat.name)) : null,
          links.has(seat.name) ? act(seat.taken && !mine ? "New link (unseats the player)" : "New link", seat.name, { revoke: true }) : null),
        links.has(seat.name) ? linkField(links.get(seat.name), `invitation for ${seat.name}`) : null);
    }), invitations?.watch_link
      ? h("section", { class: "seat-card", dataset: { seat: "" } }, h("h3", null, "Watch"),
        h("div", { class: "row" }, button(table.listed ? "New link" : "New link (sends away who watches)", () => ask("watch"))),
        linkField(invitations.watch_link, "link to watch"))
      : null);
    if (acting !== undefined) [...body.children].find((card) => card.dataset.seat === acting)?.querySelector("button, input")?.focus();
  };

  await draw();
  if (document.querySelector("dialog.seats-dialog")) return; // who clicked twice has asked once
  page.peopleChanged = draw;
  document.body.append(dialog);
  dialog.showModal();
};

const randomSeed = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const seedKey = (table, seat) => `seed ${table} ${seat}`;

/** Gives the table a seed for each own seat that has none; which of them count it says later. */
export const sow = (page) => {
  for (const seat of page.seats) {
    if (!page.you.includes(seat.name) || seat.seeded || page.sown.has(seat.name)) continue;
    page.sown.set(seat.name, randomSeed());
    page.send({ type: "seed", seat: seat.name, seed: page.sown.get(seat.name) });
  }
};

/** What is shown until the game begins: who is missing, links for the owner, a start. */
export class TableGathering extends HTMLElement {
  #links = null;
  #asked = 0;
  #people = h("ul", { class: "stack plain-list" });
  #watch = h("div", { class: "watch-link small" });
  #start = h("button", { type: "button", class: "primary", onclick: () => this.page.send({ type: "start" }) }, "Begin without waiting");

  begin(page) {
    this.page = page;
    refill(this, h("div", { class: "card story" },
      h("h2", null, "The table is being set"),
      this.#people,
      this.#watch,
      page.owner ? h("div", { class: "row" }, this.#start) : null));
    this.refresh();
  }

  /** Who is here now, and by which links others may come: the owner may have changed those. */
  async refresh() {
    this.#show();
    if (!this.page.owner) return;
    const mine = (this.#asked += 1);
    const links = await linksOf(this.page.table.id).catch(() => this.#links);
    if (mine !== this.#asked) return; // what is known later is newer
    this.#links = links;
    this.#show();
  }

  #show() {
    const { seats, you, owner } = this.page;
    const links = new Map((this.#links?.seats ?? []).map((seat) => [seat.name, seat.link]));
    const side = sideOf(seats);
    const drawn = [...this.#people.children].map((item) => item.dataset.state).join();
    const items = seats.map((seat) => {
      const free = !seat.taken && !seat.bot;
      const state = free ? "waits for somebody to sit down" : seat.bot || seat.seeded ? "is ready" : "has sat down";
      return h("li", { class: side(seat.name), dataset: { state: `${seat.name} ${state} ${links.get(seat.name)}` } },
        h("strong", { class: "who" }, seat.name), ` ${you.includes(seat.name) ? "(you) " : ""}${state}.`,
        free && owner && links.has(seat.name) ? linkField(links.get(seat.name), `invitation for ${seat.name}`) : null);
    });
    if (items.map((item) => item.dataset.state).join() !== drawn) refill(this.#people, items);
    const watch = this.#links?.watch_link ?? "";
    if (this.#watch.dataset.link === watch) return;
    this.#watch.dataset.link = watch;
    refill(this.#watch, watch ? ["Others may watch: ", linkField(watch, "link to watch")] : null);
  }
}

customElements.define("table-gathering", TableGathering);
