/** Opens the phone's map app, or the web. */
export const mapUrlOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
