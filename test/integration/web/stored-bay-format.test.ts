import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { me } from '#contract/account.ts'
import { bookings } from '#contract/bookings.ts'
import { clocks } from '#contract/clocks.ts'
import { tickets } from '#contract/tickets.ts'
import { FORMAT } from '#web/bay/stored-bay.ts'

/** What the answers that are stored on phones look like in this format. */
const SHAPES: Readonly<Record<number, string>> = { 8: '79a3064b6297' }

// Phones show answers that an earlier version has stored. If the pages can do that without what is new here, write the
// new value above; otherwise raise the format, and they drop what they have.
test('the stored answers look as their format says', () => {
  const outputs = [me, tickets.board, tickets.get, clocks.mine, bookings.listStops].map(
    procedure => procedure['~orpc'].outputSchema as z.ZodType,
  )
  const shapes = outputs.map(output => z.toJSONSchema(output, { unrepresentable: 'any' }))
  const hash = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 12)
  expect(hash).toBe(SHAPES[FORMAT])
})
