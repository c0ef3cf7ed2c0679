// The current actor.

import * as z from 'zod'
import { base, uuid } from './shared-schemas.ts'

export const me = base
  .route({ method: 'GET', path: '/me', summary: 'Get the signed-in user', tags: ['Sign-in'] })
  .output(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('visitor') }),
      z.object({ kind: z.literal('unaffiliated'), id: uuid, name: z.string() }),
      z.object({ kind: z.literal('rv-owner'), id: uuid, name: z.string() }),
      z.object({ kind: z.literal('founder'), id: uuid, name: z.string() }),
      z.object({ kind: z.literal('owner'), id: uuid, name: z.string(), companyId: uuid }),
      z.object({
        kind: z.literal('employee'),
        id: uuid,
        name: z.string(),
        companyId: uuid,
        isServiceWriter: z.boolean(),
        isTechnician: z.boolean(),
      }),
    ]),
  )
