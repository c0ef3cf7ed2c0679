// Places: what an address being typed may become.

import * as z from 'zod'
import { base, coordinates, text } from './schema.ts'

const addressSuggestion = z.object({
  id: z.string(),
  label: z.string(),
  /** A second, smaller line. */
  detail: z.string().nullable(),
  /** What goes into the field. */
  address: z.string(),
  coordinates: coordinates.nullable(),
  /** The coordinates are those of the area around it, or nobody knows how exact they are. */
  isApproximate: z.boolean(),
  source: z.enum(['own', 'embedded', 'photon', 'google']),
})

export const addressSearch = {
  suggest: base
    .route({
      method: 'GET',
      path: '/places',
      summary: 'Suggest addresses in the United States and Canada for 3 or more typed characters',
      tags: ['Places'],
    })
    .input(z.object({ q: text(300) }))
    .output(z.array(addressSuggestion).max(6).readonly()),
  getMap: base.route({ method: 'GET', path: '/map', summary: 'Get the map source', tags: ['Places'] }).output(
    z.object({
      /** Pictures of another server, with whose they are; null for a plain ground. */
      tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
    }),
  ),
}
