/** The companies of a visitor: found one, or bring one along as files. */

import { api, h, leave, once, refill } from "./dom.js";
import { linked } from "./ledger.js";
import { OptionsPart } from "./options.js";

const form = document.getElementById("founding");
const brought = document.getElementById("brought");
const problem = form.querySelector(".problem");

/** The table options of the company's fights; without them it can be founded all the same. */
const options = api("/api/games").then((games) => {
  const part = new OptionsPart(games.find((game) => game.name === "fight"));
  part.showFor(form.dataset.edition);
  document.getElementById("options").append(part.element);
  return part;
}).catch(() => null);

const recruits = () =>
  [...form.querySelectorAll("[name=who]:checked")].map((box) => {
    const { hero = "", character = "" } = box.dataset;
    const player = box.closest("li").querySelector(".player").value.trim();
    return { hero, character, player };
  });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  once(event.submitter ?? form, found, (error) => refill(problem, linked(error.message)));
});

const found = async () => {
  problem.textContent = "";
  const tongues = form.querySelector("#tongues").value.split(",").map((one) => one.trim()).filter(Boolean);
  const body = { name: form.querySelector("#name").value.trim(), edition: form.dataset.edition, members: recruits(), tongues };
  if (!body.members.length) throw new Error("A company needs somebody: tick who joins.");
  (await options)?.write(body);
  const { id } = await api("/api/companies", { method: "POST", body });
  await leave(`/companies/${id}`);
};

const refused = (name, words) =>
  h("div", { class: "notice bad" }, h("p", null, `${name} was not taken.`),
    h("ul", null, words.split("\n").map((one) => h("li", null, linked(one)))));

document.getElementById("files").addEventListener("change", async ({ target }) => {
  const files = [...target.files];
  const records = files.filter((file) => file.name.endsWith(".rec"));
  const notices = [];
  let last = "";
  for (const file of files.filter((one) => !records.includes(one))) {
    try {
      const { id } = await api("/api/companies/file", { method: "POST", body: await file.text() });
      last = id;
      for (const record of records) {
        const path = `/api/companies/${id}/records/${encodeURIComponent(record.name)}`;
        await api(path, { method: "POST", body: await record.text() }).catch((error) => notices.push(refused(record.name, error.message)));
      }
    } catch (error) {
      notices.push(refused(file.name, error.message));
    }
  }
  target.value = "";
  if (!last && !notices.length) notices.push(h("p", { class: "notice bad" }, "Choose the company’s own file, too; records alone say nothing of it."));
  if (last && !notices.length) location.assign(`/companies/${last}`);
  else refill(brought, notices, last ? h("p", { class: "notice good" }, h("a", { href: `/companies/${last}` }, "Open the company")) : null);
});
