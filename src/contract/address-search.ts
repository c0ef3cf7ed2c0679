// Address suggestions.

import * as z from 'zod'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { coordinates, text } from './shared-schemas.ts'

const procedure = proceduresTagged('Places')

const addressSuggestion = z.object({
  id: z.string(),
  label: z.string(),
  /** A second, smaller line. */
  detail: z.string().nullable(),
  /** The text for the field. */
  address: z.string(),
  coordinates: coordinates.nullable(),
  /** The coordinates are those of the area, or of unknown precision. */
  isApproximate: z.boolean(),
  source: z.enum(['own', 'embedded', 'photon', 'google']),
})

export const addressSearch = {
  suggest: procedure({
    permission: 'address.suggest',
    rateLimit: rateLimit(
      'server',
      limit(
        'visitor',
        300,
        HOUR,
        'Ten registrations, one request per typed character; providers may charge per request.',
      ),
      limit('account', 1500, HOUR, 'Fifty addresses, one request per typed character.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/places',
      summary: 'Suggest addresses in the United States and Canada for 3 or more typed characters',
    })
    .input(z.object({ q: text(300) }))
    .output(z.array(addressSuggestion).max(6).readonly()),
  getMap: procedure({ permission: 'directory.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/map', summary: 'Get the map source' })
    .output(
      z.object({
        /** Map tiles of another server, with their credit; null for no background. */
        tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
      }),
    ),
}
