/**
 * Fair dice checked in the page itself. The house published the hash of its secret before the seats
 * named their seeds; all faces follow from both. Here they are worked out once more.
 */

const MOST_NAMED = 3;

const bytes = (text) => new TextEncoder().encode(text);
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

const joined = (parts) => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
  return all;
};

const prefixed = (text) => {
  const coded = bytes(text);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, coded.length);
  return joined([length, coded]);
};

const keyed = (raw) => crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const signed = async (key, message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));

/** Names in the order of their code points, whatever the language of the browser. */
const byCodePoint = (a, b) => {
  const [one, other] = [bytes(a), bytes(b)];
  const place = one.findIndex((byte, at) => byte !== other[at]);
  return place < 0 ? one.length - other.length : one[place] - (other[place] ?? -1);
};

export const commitmentOf = async (secret) =>
  toHex(await crypto.subtle.digest("SHA-256", joined([bytes("legendry-dice-commit-v1"), fromHex(secret)])));

const diceKey = async ({ secret, table, seeds }) => {
  const parts = [table];
  for (const seat of Object.keys(seeds).sort(byCodePoint)) parts.push(seat, seeds[seat]);
  return keyed(await signed(await keyed(fromHex(secret)), joined(parts.map(prefixed))));
};

const facesOf = async (key, { turn, name, nth, sides, dice }) => {
  const fair = 256 - (256 % sides);
  const faces = [];
  for (let block = 0; faces.length < dice; block += 1) {
    const moment = [turn, name, nth, ...(block ? [block] : [])].join("\0");
    const stream = await signed(key, bytes(moment));
    faces.push(...Array.from(stream).filter((byte) => byte < fair).map((byte) => (byte % sides) + 1));
  }
  return faces.slice(0, dice);
};

/** Cards that look alike are alike: where a roll names its cards, the first such one counts. */
const settled = ({ cards }, faces) => (cards?.length ? [cards.indexOf(cards[faces[0] - 1]) + 1] : faces);

/** Rolls that are not the house's, by their origin: what is said of one, and of several. */
const OTHERS = {
  typed: ["was typed in by hand", "were typed in by hand"],
  scripted: ["comes from the game this one goes on from", "come from the game this one goes on from"],
};

const told = (rolls) => Object.entries(OTHERS).map(([origin, [one, many]]) => {
  const count = rolls.filter((roll) => roll.origin === origin).length;
  return count ? ` ${count} ${count === 1 ? one : many}.` : "";
}).join("");

/** Seats of this page for which another page gave the seed that counts. */
const strangers = (names) => (names.length ? ` This page did not give the seed of ${names.join(" and ")}.` : "");

/**
 * Checks a proof of the server against the commitment seen when the game began, and the seeds that
 * this page gave for its seats. Gives `{good, words}`: good is true, false, or null where nothing can be said.
 */
export const verify = async (proof, { commitment, seeds = {}, seats = [] }) => {
  if (!globalThis.crypto?.subtle) {
    return { good: null, words: "This browser checks dice only over a secure connection. Download the record and use “legendry verify”." };
  }
  if ((await commitmentOf(proof.secret)) !== (commitment || proof.commitment)) {
    return { good: false, words: "The secret does not fit the commitment made before the game. Do not trust these dice." };
  }
  const strange = Object.keys(seeds).find((seat) => proof.seeds[seat] !== seeds[seat]);
  if (strange) return { good: false, words: `The seed of ${strange} is not the one this page gave. Do not trust these dice.` };
  const key = await diceKey(proof);
  const fair = proof.rolls.filter((roll) => roll.origin === "fair");
  const wrong = [];
  for (const [place, roll] of fair.entries()) {
    const faces = settled(roll, await facesOf(key, roll));
    if (faces.join() !== roll.faces.join()) {
      wrong.push(`Roll ${place + 1}, ${roll.name}, shows ${roll.faces.join(" ")} but should show ${faces.join(" ")}.`);
    }
  }
  if (wrong.length) {
    const more = wrong.length > MOST_NAMED ? [`So it is with ${wrong.length} of ${fair.length} rolls.`] : [];
    return { good: false, words: [...wrong.slice(0, MOST_NAMED), ...more].join(" ") };
  }
  const rest = told(proof.rolls) + strangers(seats.filter((seat) => seat in proof.seeds && !(seat in seeds)));
  const counted = fair.length === 1 ? "The one roll is" : `All ${fair.length} rolls are`;
  return { good: true, words: fair.length ? `${counted} verified.${rest}` : `No dice of the house fell.${rest}` };
};
