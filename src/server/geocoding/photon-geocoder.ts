// Photon, a search for OpenStreetMap (https://github.com/komoot/photon, version 1.0 or newer). Its data is under the
// ODbL: it may be stored, and the web client credits OpenStreetMap below the list.

import * as z from 'zod'
import type { Coordinates } from '#domain/customers/customer.ts'
import type { RemoteGeocoder, Suggestion } from './geocoder-types.ts'
import { regionCode } from './regions.ts'

const LIMIT = 8

const featureSchema = z.object({
  geometry: z.object({
    /** Longitude before latitude, as in all GeoJSON. */
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()),
  }),
  properties: z.object({
    osm_type: z.string(),
    osm_id: z.number(),
    osm_key: z.string().optional(),
    type: z.string().optional(),
    name: z.string().optional(),
    housenumber: z.string().optional(),
    street: z.string().optional(),
    postcode: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    countrycode: z.string(),
  }),
})

type Feature = z.infer<typeof featureSchema>

const joinParts = (parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join(', ')

const SETTLEMENTS = ['city', 'town', 'locality', 'district']

/** The street line, and the name of the place if it has one. */
function addressLines({ properties }: Feature, typedNumber: string | undefined) {
  const { name, street, housenumber, osm_key: key, type } = properties
  if (type !== undefined && SETTLEMENTS.includes(type)) return { line: undefined, name: undefined }
  const isStreet = type === 'street' || (type === undefined && key === 'highway')
  if (isStreet) return { line: [typedNumber, name ?? street].filter(Boolean).join(' '), name: undefined }
  return { line: [housenumber, street].filter(Boolean).join(' '), name }
}

function toSuggestion(found: Feature, typedNumber: string | undefined): Suggestion | null {
  const { name: own, city, type, state, postcode, housenumber, osm_type, osm_id } = found.properties
  const [longitude, latitude] = found.geometry.coordinates
  const { line, name } = addressLines(found, typedNumber)
  const town = city ?? (type !== undefined && SETTLEMENTS.includes(type) ? own : undefined)
  const region = state === undefined ? undefined : (regionCode(state) ?? state)
  const where = joinParts([line, town, [region, postcode].filter(Boolean).join(' ')])
  const address = joinParts([name, where])
  if (address === '') return null
  return {
    id: `photon ${osm_type}${osm_id}`,
    label: name ?? where,
    detail: name === undefined ? null : where,
    address,
    coordinates: { latitude, longitude },
    isApproximate: housenumber === undefined && name === undefined,
    source: 'photon',
  }
}

const responseSchema = z.object({ features: z.array(z.unknown()) })

/** `url`: the base URL of `/api`. There is no default, because public instances require their operator's consent. */
export function createPhotonGeocoder(url: string): RemoteGeocoder {
  return {
    mayStore: 'address and coordinates',
    async suggest(text: string, near: Coordinates | null, signal: AbortSignal) {
      const search = new URLSearchParams({ q: text, limit: String(LIMIT), lang: 'en' })
      for (const country of ['US', 'CA']) search.append('countrycode', country)
      if (near !== null) {
        search.set('lat', String(near.latitude))
        search.set('lon', String(near.longitude))
      }
      const headers = { 'User-Agent': 'Rigwright' }
      // Redirects are not followed: only the operator's host is called.
      const response = await fetch(`${url}/api?${search}`, { signal, headers, redirect: 'error' })
      if (!response.ok) throw new Error(`Photon returned ${response.status}.`)
      const { features } = responseSchema.parse(await response.json())
      const typedNumber = /^\d+[a-z]?(?= )/i.exec(text.trim())?.[0]
      return features.flatMap(one => {
        const parsed = featureSchema.safeParse(one)
        const isRelevant =
          parsed.success && ['US', 'CA'].includes(parsed.data.properties.countrycode.toUpperCase())
        return (isRelevant && toSuggestion(parsed.data, typedNumber)) || []
      })
    },
  }
}
