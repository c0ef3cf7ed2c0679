import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../test/support/test-app.ts'
import { createClientIpReader, networkOf, parseBlocks, sharedNetworkOf, siteOf } from './client-ip.ts'

const blocks = (text: string) => {
  const parsed = parseBlocks(text)
  if (parsed === null) throw new Error(`${text} is no list of blocks`)
  return parsed
}

describe('address blocks', () => {
  test.each([
    ['10.0.0.0/8', [{ address: '10.0.0.0', prefix: 8 }]],
    ['127.0.0.1', [{ address: '127.0.0.1', prefix: 32 }]],
    [
      ' ::1 ,fd00::/8',
      [
        { address: '::1', prefix: 128 },
        { address: 'fd00::', prefix: 8 },
      ],
    ],
  ])('%j is read as %j', (text, expected) => expect(parseBlocks(text)).toEqual(expected))

  test.each([
    '',
    ',',
    'proxy',
    '10.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/8;::1',
    '10.0.0.0/-1',
    '/8',
  ])('%j is invalid', text => expect(parseBlocks(text)).toBeNull())
})

describe("a client's address", () => {
  test.each([
    ['nobody is trusted', '', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['an unknown address is no proxy', '10.0.0.0/8', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['the proxy says nothing', '10.0.0.0/8', '10.0.0.1', null, '10.0.0.1'],
    ['the proxy says who', '10.0.0.0/8', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'what the client wrote itself stands further left',
      '10.0.0.0/8',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9',
      '203.0.113.9',
    ],
    ['two proxies', '10.0.0.0/8', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['the client is inside as well', '10.0.0.0/8', '10.0.0.1', '10.0.0.7, 10.0.0.2', '10.0.0.7'],
    ['with a port', '10.0.0.0/8', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '10.0.0.0/8', '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
    ['IPv4 in an IPv6 socket', '10.0.0.0/8', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['an IPv6 proxy', 'fd00::/8', 'fd00::1', '2001:db8::9', '2001:db8::9'],
    ['nonsense is not believed', '10.0.0.0/8', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['an empty entry neither', '10.0.0.0/8', '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
    ['no socket any more', '10.0.0.0/8', '', '203.0.113.9', ''],
  ])('%s', (_, trusted, socket, forwarded, client) => {
    const read = createClientIpReader(trusted === '' ? [] : blocks(trusted))
    expect(read(socket, forwarded)).toBe(client)
  })

  test('is in the log and the session, instead of the proxy’s', async () => {
    const app = await createTestApp({ trustedProxies: blocks('127.0.0.0/8') })
    await app.fetch('/api/companies', { headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' } })
    expect(app.requests.at(-1)).toMatchObject({ address: '203.0.113.9' })
    await app.close()
  })
})

describe('the network of an address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8::5:6:7:8', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
})

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['203.0.113.9', '203.0.113.9'],
  ['', ''],
  ['0a4f7c1e-7c1e-4f0a-9c1e-0a4f7c1e7c1e', '0a4f7c1e-7c1e-4f0a-9c1e-0a4f7c1e7c1e'],
])('the site of %j is %j', (network, site) => expect(siteOf(network)).toBe(site))

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1::/48'],
  ['', ''],
])('%j shares the network %j', (address, network) => expect(sharedNetworkOf(address)).toBe(network))
