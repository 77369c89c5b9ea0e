// Where an anchor leads: to the element of this id, or of the id that it begins with, such as `createPayin` for
// `createPayin-code-python`.

/** `find`: what has this id, or null. null: nothing. */
export function nearest(anchor, find) {
  for (let at = anchor; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('-')))) {
    const found = find(at);
    if (found) return found;
  }
  return null;
}
