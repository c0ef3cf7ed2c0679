// Google Places (New), Autocomplete. Its terms let us keep the text that a person chose but none of
// its content, coordinates included; so the place's details are never asked for, and the gazetteer
// says where it is. The web names Google under the list.

import * as z from 'zod'
import type { Coordinates } from '#domain/customers/customer.ts'
import type { RemoteGeocoder, Suggestion } from './types.ts'

const GOOGLE = 'https://places.googleapis.com'
/** Only these are sent back; Google bills by what is asked for. */
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

/** Nothing found is an empty object, without the list. */
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

/** `url`: only tests have another one. */
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
        // The key goes to the one address that it is for.
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
