/** Who sits at the table: the strip in the header, the dialog to lend and invite, the gathering. */

import { announce, api, freshId, h, refill } from "./dom.js";

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

  const change = (seat, wish) => async () => {
    try {
      await api(`/api/tables/${table.id}/seats/${encodeURIComponent(seat)}`, { method: "POST", body: wish });
      words.hidden = true;
    } catch (error) {
      refill(words, error.message).hidden = false;
    }
    await draw();
  };
  const act = (text, seat, wish) => h("button", { type: "button", onclick: change(seat, wish) }, text);

  const draw = async () => {
    const invitations = owner ? await linksOf(table.id).catch(() => null) : null;
    const acting = document.activeElement.closest(".seat-card")?.dataset.seat;
    const links = new Map((invitations?.seats ?? []).map((seat) => [seat.name, seat.link]));
    const side = sideOf(page.seats);
    refill(body, page.seats.map((seat) => {
      const mine = page.you.includes(seat.name);
      const mayLend = mine || owner;
      return h("section", { class: `seat-card ${side(seat.name)}`, dataset: { seat: seat.name } },
        h("h3", null, seat.name, h("span", { class: "soft" }, ` ${playedBy(seat, page.you)}`)),
        h("div", { class: "row" },
          mine && !seat.bot ? act(seat.typed ? "Let the table roll" : "Roll my own dice", seat.name, { typed: !seat.typed }) : null,
          mayLend && seat.bot ? act(seat.lent ? "Take it back" : "Let a person play", seat.name, { bot: "" }) : null,
          mayLend && !seat.bot ? bots.map((bot) => act(`Lend to the ${bot} bot`, seat.name, { bot })) : null,
          mine ? act("Leave", seat.name, { leave: true }) : null,
          owner && links.has(seat.name) ? act("New link", seat.name, { revoke: true }) : null),
        links.has(seat.name) ? linkField(links.get(seat.name), `invitation for ${seat.name}`) : null);
    }), invitations?.watch_link
      ? h("section", { class: "seat-card" }, h("h3", null, "Watch"), linkField(invitations.watch_link, "link to watch"))
      : null);
    if (acting) [...body.children].find((card) => card.dataset.seat === acting)?.querySelector("button, input")?.focus();
  };

  await draw();
  page.peopleChanged = draw;
  document.body.append(dialog);
  dialog.showModal();
};

const randomSeed = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const seedKey = (table, seat) => `seed ${table} ${seat}`;

/** Gives the table a seed for each own seat that has none, and keeps it for the check at the end. */
export const sow = (page) => {
  for (const seat of page.seats) {
    if (!page.you.includes(seat.name) || seat.seeded || page.sown.has(seat.name)) continue;
    page.sown.add(seat.name);
    const key = seedKey(page.table.id, seat.name);
    const seed = localStorage.getItem(key) ?? randomSeed();
    localStorage.setItem(key, seed);
    page.send({ type: "seed", seat: seat.name, seed });
  }
};

/** What is shown until the game begins: who is missing, links for the owner, a start. */
export class TableGathering extends HTMLElement {
  #links = null;
  #people = h("ul", { class: "stack plain-list" });
  #start = h("button", { type: "button", class: "primary", onclick: () => this.page.send({ type: "start" }) }, "Begin without waiting");

  async begin(page) {
    this.page = page;
    refill(this, h("div", { class: "card story" },
      h("h2", null, "The table is being set"),
      this.#people,
      page.owner ? h("div", { class: "row" }, this.#start) : null));
    this.show();
    if (page.owner) {
      this.#links = await linksOf(page.table.id).catch(() => null);
      this.show();
    }
  }

  show() {
    const { seats, you, owner } = this.page;
    const links = new Map((this.#links?.seats ?? []).map((seat) => [seat.name, seat.link]));
    const side = sideOf(seats);
    const drawn = [...this.#people.children].map((item) => item.dataset.state).join();
    const items = seats.map((seat) => {
      const free = !seat.taken && !seat.bot;
      const state = free ? "waits for somebody to sit down" : seat.bot || seat.seeded ? "is ready" : "has sat down";
      return h("li", { class: side(seat.name), dataset: { state: `${seat.name} ${state} ${links.has(seat.name)}` } },
        h("strong", { class: "who" }, seat.name), ` ${you.includes(seat.name) ? "(you) " : ""}${state}.`,
        free && owner && links.has(seat.name) ? linkField(links.get(seat.name), `invitation for ${seat.name}`) : null);
    });
    if (items.map((item) => item.dataset.state).join() !== drawn) refill(this.#people, items);
    if (this.#links?.watch_link && !this.querySelector(".watch-link")) {
      this.#people.after(h("div", { class: "watch-link small" }, "Others may watch: ", linkField(this.#links.watch_link, "link to watch")));
    }
  }
}

customElements.define("table-gathering", TableGathering);
