// The ground of the map of companies: pictures of another server, which the operator names. Without one there is none.

export type MapTiles = {
  /** With `{z}`, `{x}` and `{y}` in it, perhaps `{s}` for one of the servers a, b and c. */
  readonly url: string
  /** Whose pictures these are, as plain words on the map. */
  readonly attribution: string
}

export const TILES_FORMAT = 'an address such as https://tiles.example/{z}/{x}/{y}.png'

/** A server's name, where `{s}` may stand for its first part. */
const HOST_PATTERN = /^https?:\/\/(?:\{s\}\.)?[a-z0-9.-]+(?::\d{1,5})?\//i

/** Whether a text is the address of tiles. */
export const isTileUrl = (url: string): boolean =>
  HOST_PATTERN.test(url) &&
  URL.canParse(url.replace('{s}', 'a')) &&
  ['{z}', '{x}', '{y}'].every(part => url.split(part).length === 2) &&
  // These would end the source in the page's policy, or begin another.
  !/[\s;,'"<>\\]/.test(url)

/** From where browsers may take pictures for these tiles, as a content security policy says it. */
export function cspSourceOf({ url }: MapTiles): string {
  const { protocol, host } = new URL(url.replace('{s}.', 'a--b.'))
  return `${protocol}//${host.replace('a--b.', '*.')}`
}
