import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { addendumLabel } from '#domain/tickets/addendum.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { PhotoRow } from './photo-row.tsx'

type AddendumView = {
  addendumId: string
  addedAt: Date
  text: string
  photos: JobView['photos']
}

type AddendumListProps<A extends AddendumView> = {
  addenda: readonly A[]
  timeZone: string
  /** Below each one. */
  footer?: (addendum: A) => ReactNode
}

/** What was added to a completed ticket, each with its date. */
export const AddendumList = <A extends AddendumView>({ addenda, timeZone, footer }: AddendumListProps<A>) => (
  <Stack gap="md">
    {addenda.map(addendum => (
      <section key={addendum.addendumId}>
        <Title order={3} size="h5">
          {addendumLabel(addendum.addedAt, timeZone)}
        </Title>
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{addendum.text}</Text>
        {addendum.photos.length > 0 && <PhotoRow problem={addendum.text} photos={addendum.photos} />}
        {footer?.(addendum)}
      </section>
    ))}
  </Stack>
)
