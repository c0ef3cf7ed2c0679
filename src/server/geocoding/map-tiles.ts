// The map background: tiles from another server, which the operator sets. Without the setting there is none.

export type MapTiles = {
  /** With `{z}`, `{x}` and `{y}`, and optionally `{s}` for the servers a, b and c. */
  readonly url: string
  /** The tiles' credit, shown as plain text on the map. */
  readonly attribution: string
}

export const TILES_FORMAT = 'an address such as https://tiles.example/{z}/{x}/{y}.png'

/** A host name, whose first part may be `{s}`. */
const HOST_PATTERN = /^https?:\/\/(?:\{s\}\.)?[a-z0-9.-]+(?::\d{1,5})?\//i

/** Whether a text is a tile URL. */
export const isTileUrl = (url: string): boolean =>
  HOST_PATTERN.test(url) &&
  URL.canParse(url.replace('{s}', 'a')) &&
  ['{z}', '{x}', '{y}'].every(part => url.split(part).length === 2) &&
  // These characters would end the source in the content security policy.
  !/[\s;,'"<>\\]/.test(url)

/** The source of these tiles for the content security policy. */
export function cspSourceOf({ url }: MapTiles): string {
  const { protocol, host } = new URL(url.replace('{s}.', 'a--b.'))
  return `${protocol}//${host.replace('a--b.', '*.')}`
}
