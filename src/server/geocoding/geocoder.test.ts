import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeGeocoder, createGeocoder, createGeocoderChain, type PastAddress } from './geocoder.ts'
import { createGoogleGeocoder } from './google-geocoder.ts'
import { createPhotonGeocoder } from './photon-geocoder.ts'

const ELKHART = { latitude: 41.6763, longitude: -85.9621 }
const TYPED = '123 Main St, Elkh'
const EMBEDDED = '123 Main St, Elkhart, IN'
/** For a provider that answers, however slow the machine is. */
const PATIENT = { timeoutMs: 20_000, cooldownMs: 60_000 }

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A provider's server for one test; returns its address and the requests it got. */
async function provider(answer: Answer) {
  const asked: { url: URL; headers: IncomingMessage['headers']; body: string; method?: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '' } = request
    asked.push({ url: new URL(request.url ?? '', 'http://here'), headers: request.headers, body, method })
    answer(Object.assign(request, { body }), response)
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const json =
  (body: unknown): Answer =>
  (_, response) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))

const services = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-85.97671, 41.68712] },
  properties: {
    osm_type: 'W',
    osm_id: 4711,
    osm_key: 'building',
    osm_value: 'yes',
    type: 'house',
    housenumber: '123',
    street: 'South Main Street',
    postcode: '46516',
    city: 'Elkhart',
    county: 'Elkhart',
    state: 'Indiana',
    country: 'United States',
    countrycode: 'US',
  },
}
const street = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-85.9, 41.7] },
  properties: {
    osm_type: 'W',
    osm_id: 4712,
    osm_key: 'highway',
    osm_value: 'residential',
    type: 'street',
    name: 'Main Street',
    postcode: '46514',
    city: 'Elkhart',
    state: 'Indiana',
    countrycode: 'US',
  },
}
const park = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-85.92, 41.72] },
  properties: {
    osm_type: 'N',
    osm_id: 4713,
    osm_key: 'tourism',
    osm_value: 'camp_site',
    type: 'house',
    name: 'Elkhart Campground',
    housenumber: '25608',
    street: 'County Road 4',
    postcode: '46514',
    city: 'Elkhart',
    state: 'Indiana',
    countrycode: 'US',
  },
}
const town = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-85.9767, 41.682] },
  properties: {
    osm_type: 'R',
    osm_id: 9,
    type: 'city',
    name: 'Elkhart',
    state: 'Indiana',
    countrycode: 'US',
  },
}
const berlin = {
  ...services,
  properties: { ...services.properties, countrycode: 'DE', osm_id: 1, city: 'Berlin' },
}
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features })

describe('address suggestions', () => {
  const june: PastAddress = { address: '123 Main St, Elkhart, IN 46517', coordinates: ELKHART }

  test('need three characters', async () => {
    const { url, asked } = await provider(json(collection(services)))
    const places = createGeocoderChain(createPhotonGeocoder(url))
    for (const text of ['', 'ab', '  a  ']) expect(await places.suggest(text, { own: [june] })).toEqual([])
    expect(asked).toEqual([])
  })

  test("have the company's own addresses first, then the gazetteer's", async () => {
    const found = await createGeocoder({ kind: 'embedded' }).suggest(TYPED, { own: [june] })
    expect(found[0]).toEqual({
      id: `own ${june.address}`,
      label: june.address,
      detail: 'Used before',
      ...june,
      isApproximate: true,
      source: 'own',
    })
    expect(found[1]?.address).toBe(EMBEDDED)
    expect(found).toHaveLength(6)
  })

  test('contain an address of two sources once', async () => {
    const own = [{ address: EMBEDDED.toUpperCase(), coordinates: null }]
    const found = await createGeocoder({ kind: 'embedded' }).suggest(TYPED, { own })
    expect(found.filter(({ address }) => address.toLowerCase() === EMBEDDED.toLowerCase())).toHaveLength(1)
    expect(found[0]?.source).toBe('own')
  })

  test("have the remote's between the company's and the gazetteer's, of which one always stays", async () => {
    const many = Array.from({ length: 8 }, (_, at) => ({
      ...services,
      properties: { ...services.properties, osm_id: at, housenumber: String(at + 1) },
    }))
    const { url } = await provider(json(collection(...many)))
    const found = await createGeocoderChain(createPhotonGeocoder(url)).suggest(TYPED, { own: [june] })
    expect(found.map(({ source }) => source)).toEqual([
      'own',
      'photon',
      'photon',
      'photon',
      'photon',
      'embedded',
    ])
  })
})

describe.each([
  ['Photon', (url: string) => createPhotonGeocoder(url)],
  ['Google', (url: string) => createGoogleGeocoder('a-key-that-is-long-enough', url)],
])('%s that fails leaves its place to the gazetteer', (_, open) => {
  const FAULTS: Record<string, Answer> = {
    'that refuses': (_request, response) => response.writeHead(403).end('{"error":{"code":403}}'),
    'that fails': (_request, response) => response.writeHead(500).end('oops'),
    'that hangs up': request => request.socket.destroy(),
    'that is no JSON': (_request, response) => response.end('<html>captive portal</html>'),
    'that answers null': json(null),
    'that answers a list': json([1, 2, 3]),
    'that answers with other names': json({ results: [{ formatted: 'x' }], features: 7, suggestions: 7 }),
    'that answers with features of nothing': json({
      features: [null, {}, { geometry: {}, properties: {} }],
      suggestions: [null, {}, { placePrediction: {} }, { queryPrediction: { text: { text: 'x' } } }],
    }),
    'that finds nothing': json({}),
  }

  test.each(Object.entries(FAULTS))('one %s', async (_name, answer) => {
    const { url, asked } = await provider(answer)
    const found = await createGeocoderChain(open(url), PATIENT).suggest(TYPED)
    expect(found[0]?.address).toBe(EMBEDDED)
    expect(found.every(({ source }) => source === 'embedded')).toBe(true)
    expect(asked).toHaveLength(1)
  })

  const UNFINISHED: Record<string, Answer> = {
    'that never answers': () => {},
    'that stops in the middle': (_request, response) => void response.write('{"features":['),
  }

  test.each(Object.entries(UNFINISHED))(
    'one %s, which is then skipped for a while',
    async (_name, answer) => {
      const remote = open((await provider(answer)).url)
      const asked = vi.fn(remote.suggest)
      const places = createGeocoderChain(
        { ...remote, suggest: asked },
        { timeoutMs: 150, cooldownMs: 60_000 },
      )
      expect((await places.suggest(TYPED))[0]?.address).toBe(EMBEDDED)
      expect((await places.suggest(`${TYPED}a`))[0]?.address).toBe(EMBEDDED)
      expect(asked).toHaveBeenCalledOnce()
    },
  )

  test('one that redirects elsewhere, which is not followed', async () => {
    const elsewhere = await provider(json(collection(services)))
    const { url, asked } = await provider((_request, response) =>
      response.writeHead(307, { Location: `${elsewhere.url}/api` }).end(),
    )
    const found = await createGeocoderChain(open(url), PATIENT).suggest(TYPED)
    expect(found[0]?.address).toBe(EMBEDDED)
    expect([asked.length, elsewhere.asked.length]).toEqual([1, 0])
  })

  test('one that refuses connections', async () => {
    const found = await createGeocoderChain(open('http://127.0.0.1:1'), PATIENT).suggest(TYPED)
    expect(found[0]?.address).toBe(EMBEDDED)
  })

  test('one that is aborted by further typing does not count as failed', async () => {
    let typing = new AbortController()
    const { url, asked } = await provider(() => typing.abort())
    const places = createGeocoderChain(open(url), PATIENT)
    await places.suggest(TYPED, { signal: typing.signal })
    typing = new AbortController()
    await places.suggest(TYPED, { signal: typing.signal })
    expect(asked).toHaveLength(2)
  })
})

describe('Photon', () => {
  test('is called as documented, near the company', async () => {
    const { url, asked } = await provider(json(collection()))
    await createPhotonGeocoder(url).suggest(TYPED, ELKHART, new AbortController().signal)
    expect(asked[0]?.method).toBe('GET')
    expect(asked[0]?.url.pathname).toBe('/api')
    expect(asked[0]?.url.search).toBe(
      '?q=123+Main+St%2C+Elkh&limit=8&lang=en&countrycode=US&countrycode=CA&lat=41.6763&lon=-85.9621',
    )
  })

  test('may have a path of its own', async () => {
    const { url, asked } = await provider(json(collection()))
    await createPhotonGeocoder(`${url}/photon`).suggest(TYPED, null, new AbortController().signal)
    expect(asked[0]?.url.pathname).toBe('/photon/api')
    expect(asked[0]?.url.searchParams.has('lat')).toBe(false)
  })

  const CASES = {
    'a house is exact': [services, '123 South Main Street, Elkhart, IN 46516', null, false],
    'a street takes the number that was typed': [street, '123 Main Street, Elkhart, IN 46514', null, true],
    'a place has its name before its street': [
      park,
      'Elkhart Campground, 25608 County Road 4, Elkhart, IN 46514',
      '25608 County Road 4, Elkhart, IN 46514',
      false,
    ],
    'a town is only roughly somewhere': [town, 'Elkhart, IN', null, true],
  }

  test.each(Object.entries(CASES))('%s', async (_, [feature, address, detail, isApproximate]) => {
    const { url } = await provider(json(collection(feature)))
    const [found] = await createPhotonGeocoder(url).suggest(TYPED, null, new AbortController().signal)
    const [longitude, latitude] = (feature as typeof services).geometry.coordinates
    expect(found).toMatchObject({ address, detail, isApproximate, coordinates: { latitude, longitude } })
  })

  test('other countries and broken features are left out', async () => {
    const off = { ...services, geometry: { coordinates: [-85, 999] } }
    const { url } = await provider(json(collection(berlin, off, { ...services, properties: null }, services)))
    const found = await createPhotonGeocoder(url).suggest(TYPED, null, new AbortController().signal)
    expect(found.map(({ id }) => id)).toEqual(['photon W4711'])
  })
})

describe('Google Places', () => {
  const prediction = {
    placePrediction: {
      place: 'places/ChIJ-elkhart',
      placeId: 'ChIJ-elkhart',
      text: { text: '123 S Main St, Elkhart, IN, USA', matches: [{ endOffset: 3 }] },
      structuredFormat: {
        mainText: { text: '123 S Main St', matches: [{ endOffset: 3 }] },
        secondaryText: { text: 'Elkhart, IN, USA' },
      },
      types: ['street_address', 'geocode'],
    },
  }

  test('is called as documented, near the company, with the key in its header', async () => {
    const { url, asked } = await provider(json({}))
    await createGoogleGeocoder('the-key', url).suggest(TYPED, ELKHART, new AbortController().signal)
    const [{ url: at, method, headers, body } = { url: new URL('x:y'), headers: {}, body: '{}' }] = asked
    expect([method, at.pathname, at.search]).toEqual(['POST', '/v1/places:autocomplete', ''])
    expect(headers['x-goog-api-key']).toBe('the-key')
    expect(headers['x-goog-fieldmask']).toContain('suggestions.placePrediction.placeId')
    expect(JSON.parse(body)).toEqual({
      input: TYPED,
      languageCode: 'en',
      includedRegionCodes: ['us', 'ca'],
      locationBias: { circle: { center: ELKHART, radius: 50_000 } },
    })
  })

  test("provides only text: coordinates are the gazetteer's, which may be stored", async () => {
    const { url } = await provider(json({ suggestions: [prediction] }))
    const [found] = await createGeocoderChain(createGoogleGeocoder('the-key', url)).suggest(TYPED)
    expect(found).toEqual({
      id: 'google ChIJ-elkhart',
      label: '123 S Main St',
      detail: 'Elkhart, IN, USA',
      address: '123 S Main St, Elkhart, IN',
      coordinates: ELKHART,
      isApproximate: true,
      source: 'google',
    })
  })
})

test('the fake provider returns what it was given, and records its callers', async () => {
  const places = createFakeGeocoder([{ address: EMBEDDED, coordinates: ELKHART }])
  expect((await places.suggest('123 main st')).map(({ address }) => address)).toEqual([EMBEDDED])
  expect(await places.suggest('456', { near: ELKHART })).toEqual([])
  expect(places.queries).toEqual([{}, { near: ELKHART }])
})
