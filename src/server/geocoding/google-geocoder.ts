// Google Places (New), Autocomplete. Its terms allow storing the text that a person chose but none of its content,
// coordinates included; so place details are never requested, and coordinates come from the gazetteer. The web client
// credits Google below the list.

import * as z from 'zod'
import type { Coordinates } from '#domain/customers/customer.ts'
import type { RemoteGeocoder, Suggestion } from './geocoder-types.ts'

const GOOGLE = 'https://places.googleapis.com'
/** Only these are returned; Google bills by field. */
const FIELDS =
  'suggestions.placePrediction.placeId,suggestions.placePrediction.text,suggestions.placePrediction.structuredFormat'
const BIAS_METERS = 50_000

const textSchema = z.object({ text: z.string().min(1) })

const suggestionSchema = z.object({
  placePrediction: z.object({
    placeId: z.string().min(1),
    text: textSchema,
    structuredFormat: z.object({ mainText: textSchema, secondaryText: textSchema.optional() }).optional(),
  }),
})

/** Without results the response is an empty object. */
const responseSchema = z.object({ suggestions: z.array(z.unknown()).default([]) })

function toSuggestion({ placePrediction }: z.infer<typeof suggestionSchema>): Suggestion {
  const { placeId, text, structuredFormat } = placePrediction
  return {
    id: `google ${placeId}`,
    label: structuredFormat?.mainText.text ?? text.text,
    detail: structuredFormat?.secondaryText?.text ?? null,
    address: text.text.replace(/, (USA|Canada)$/, ''),
    coordinates: null,
    isApproximate: true,
    source: 'google',
  }
}

/** `url` is different only in tests. */
export function createGoogleGeocoder(key: string, url = GOOGLE): RemoteGeocoder {
  return {
    mayStore: 'address',
    async suggest(text: string, near: Coordinates | null, signal: AbortSignal) {
      const body = {
        input: text,
        languageCode: 'en',
        includedRegionCodes: ['us', 'ca'],
        ...(near === null ? {} : { locationBias: { circle: { center: near, radius: BIAS_METERS } } }),
      }
      const response = await fetch(`${url}/v1/places:autocomplete`, {
        method: 'POST',
        signal,
        // The key must not be sent to another address.
        redirect: 'error',
        headers: { 'Content-Type': 'application/json', 'X-Goog-Api-Key': key, 'X-Goog-FieldMask': FIELDS },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`Google Places returned ${response.status}.`)
      const { suggestions } = responseSchema.parse(await response.json())
      return suggestions.flatMap(one => {
        const parsed = suggestionSchema.safeParse(one)
        return parsed.success ? toSuggestion(parsed.data) : []
      })
    },
  }
}
