// The client's IP address. Behind a proxy every socket is the proxy's: then X-Forwarded-For counts, only as far as
// proxies are trusted. A client's own entries are ignored.

import { BlockList, isIP, isIPv4 } from 'node:net'

/** Addresses with the same first `prefix` bits. */
export type AddressBlock = { readonly address: string; readonly prefix: number }

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

const stripMapping = (address: string): string => {
  // A link-local address has its network interface after a percent sign.
  const bare = address.replace(/%.*$/, '')
  return IPV4_IN_IPV6.exec(bare)?.[1] ?? bare
}

/** Parses `10.0.0.0/8, 2001:db8::1`; null if one of them is not an address or block. */
export function parseBlocks(text: string): readonly AddressBlock[] | null {
  const blocks = text.split(',').map(part => {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part.trim()) ?? []
    if (isIP(address) === 0) return null
    const whole = isIPv4(address) ? 32 : 128
    const prefix = bits === undefined ? whole : Number(bits)
    return prefix <= whole ? { address, prefix } : null
  })
  return blocks.some(block => block === null) ? null : blocks.filter(block => block !== null)
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** An entry as proxies write it: some add the port. Empty if it is not an address. */
function parseForwardedEntry(text: string): string {
  const entry = text.trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(bare) === 0 ? '' : stripMapping(bare)
}

/** Returns the client's address, from the socket's and X-Forwarded-For. */
export function createClientIpReader(
  trusted: readonly AddressBlock[],
): (socket: string, forwarded: string | null) => string {
  const proxies = new BlockList()
  for (const { address, prefix } of trusted) proxies.addSubnet(address, prefix, familyOf(address))
  const isProxy = (address: string): boolean =>
    trusted.length > 0 && proxies.check(address, familyOf(address))
  return (socket, forwarded) => {
    let client = stripMapping(socket)
    for (const text of (forwarded ?? '').split(',').toReversed()) {
      if (client === '' || !isProxy(client)) return client
      const entry = parseForwardedEntry(text)
      if (entry === '') return client
      client = entry
    }
    return client
  }
}

const GROUPS = 8

const NETWORK_64 = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/

/** The site of a network (see networkOf): an IPv6 /48, of which one customer of a provider gets all networks, or itself. */
export const siteOf = (network: string): string => network.replace(NETWORK_64, '$1::/48')

/** As many times as one network, what all of a site may do: a client can have 65,536 of them. */
export const NETWORKS_PER_SITE = 4

const FIRST_24_BITS = /^(\d+\.\d+\.\d+)\.\d+$/

/** The network that the people at one place share, by and large: an IPv4 /24, an IPv6 /48. */
export const sharedNetworkOf = (address: string): string =>
  siteOf(networkOf(address)).replace(FIRST_24_BITS, '$1.0/24')

/** The network that limits apply to: an IPv4 address, or an IPv6 /64, in which a client may choose any address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0')
  const groups = [...left, ...middle, ...right].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
