import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { captioned, paperOf } from '#domain/documents/document.ts'
import { api, faultOf } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { paperFacts } from '#web/features/documents/document-data.ts'
import { NoPaper, PaperPage } from '#web/features/documents/document-page.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { firstNow } from '#web/ui/hydration.ts'
import { LinkButton } from '#web/ui/links.tsx'

const TITLE = 'Print or Save'

/** The estimate or the completed ticket on paper, for its customer. */
export function PrintFollowedPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useQuery(api.follow.get.queryOptions({ input: { token } }))
  const [now] = useState(firstNow)
  const back = `/follow/${token}`
  // The question of the link is asked on its own page.
  if (error !== null && faultOf(error).code === 'REFUSED')
    return (
      <NoPaper title={TITLE}>
        <ErrorState
          sentence={faultOf(error).message}
          action={<LinkButton to={back}>Open your ticket</LinkButton>}
        />
      </NoPaper>
    )
  if (error !== null)
    return (
      <NoPaper title={TITLE}>
        <LoadFault error={error} onRetry={() => refetch()} />
      </NoPaper>
    )
  if (data === undefined)
    return (
      <NoPaper title={TITLE}>
        <PanelSkeleton />
      </NoPaper>
    )
  const { company, customer, progress, totals } = data
  const kind = progress === 'ready' || progress === 'done' ? 'completed' : 'estimate'
  const facts = paperFacts({ ...data, laborRate: totals.laborRate }, { kind, company, customer })
  return (
    <PaperPage
      paper={paperOf(facts, now)}
      sign={company.imageURL}
      photos={captioned(data.jobs)}
      pdf={`/api/follow/${token}/paper.pdf`}
      back={back}
    />
  )
}
