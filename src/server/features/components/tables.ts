import { sql } from 'kysely'
import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { COMPONENT_KIND_LIST, MAX_COMPONENT_TEXT_LENGTH } from '#domain/components/component.ts'
import type { ColumnErasure } from '#server/db/column-erasure.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'

const typed = words(MAX_COMPONENT_TEXT_LENGTH)

/** Its file in the export, as `imageFile` names it. */
const plateFile = sql`'images/' || company_id || '/' || ticket_id || '/' || plate_photo || '.webp' as plate_photo`

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ticketId,
      vin: words(17).min(1),
      componentId: uuid,
      how: z.enum(['entered', 'corrected', 'cleared', 'removed']),
      kind: z.enum(COMPONENT_KIND_LIST),
      name: typed,
      place: typed,
      maker: typed,
      model: typed,
      serial: typed,
      modelYear: words(10),
      day: orNull(z.iso.date()),
      warrantyUntil: orNull(z.iso.date()),
      replaces: orNull(uuid),
      enteredAt: at,
      enteredBy: words(200),
      enteredByName: words(200),
      // Its file is in the export; an import has no photos of plates.
      platePhoto: words(200)
        .nullish()
        .transform(() => null),
    }),
    {
      ...{ name: 'components', fileName: 'components', table: 'componentEntry', id: 'entryId' },
      ...{ key: ['vin', 'entryId'], time: 'enteredAt' },
      computed: { platePhoto: () => plateFile },
    },
  ),
]

/** Of a deleted company: what its RVs are made of stays with them, as their work history does, but not who entered it. */
export const COMPONENT_ERASURE: ColumnErasure<'componentEntry'> = {
  retained: [
    ...(['vin', 'entryId', 'companyId', 'componentId', 'how', 'kind', 'name', 'place'] as const),
    ...([
      'maker',
      'model',
      'serial',
      'modelYear',
      'day',
      'warrantyUntil',
      'replaces',
      'ticketId',
      'enteredAt',
    ] as const),
  ],
  erased: { enteredBy: '', enteredByName: '', platePhoto: null },
}
