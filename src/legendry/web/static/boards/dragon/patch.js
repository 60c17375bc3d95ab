/** Redrawing without losing focus, hover or motion: what a board shows follows from its state. */

/** Makes `old` look like `fresh`, touching only what differs; another `data-key` is another thing. */
export const patch = (old, fresh) => {
  if (old.nodeName !== fresh.nodeName || old.dataset?.key !== fresh.dataset?.key) {
    old.replaceWith(fresh);
    return;
  }
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
  const wanted = [...fresh.childNodes];
  wanted.forEach((node, place) => (there[place] ? patch(there[place], node) : old.append(node)));
  there.slice(wanted.length).forEach((node) => node.remove());
};
