/** Redrawing without losing focus, hover or motion: what a board shows follows from its state. */

/** Another key is another thing, and so is a control that does something else: nobody presses what he did not mean. */
const alike = (old, fresh) =>
  old.nodeName === fresh.nodeName && ["key", "do", "of"].every((what) => old.dataset?.[what] === fresh.dataset?.[what]);

/** Makes `old` look like `fresh`, which is the same thing; touches only what differs. */
export const patch = (old, fresh) => {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const there = [...old.childNodes];
  for (const node of [...fresh.childNodes]) {
    const place = there.findIndex((one) => alike(one, node));
    if (place < 0) {
      old.insertBefore(node, there[0] ?? null);
    } else {
      there.splice(0, place).forEach((gone) => gone.remove());
      patch(there.shift(), node);
    }
  }
  there.forEach((gone) => gone.remove());
};
