import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import type { Progress } from '#domain/customer-view/progress.ts'
import { captionPhotos, type DocumentKind, documentOf } from '#domain/documents/ticket-document.ts'
import { api, toAppError } from '#web/api/client.ts'
import { documentData, openInvoicePdfs } from '#web/features/documents/document-data.ts'
import { DocumentError, DocumentPage } from '#web/features/documents/document-page.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { initialNow } from '#web/ui/hydration.ts'
import { LinkButton } from '#web/ui/links.tsx'

const KIND_OF: Readonly<Partial<Record<Progress, DocumentKind>>> = {
  ready: 'completed',
  done: 'completed',
  canceled: 'closed',
  closed: 'closed',
}

/** The printable estimate or completed ticket, for its customer. */
export function PrintTrackedPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useQuery(api.customerView.get.queryOptions({ input: { token } }))
  const [now] = useState(initialNow)
  const back = `/follow/${token}`
  // The link's own page verifies the customer.
  if (error !== null && toAppError(error).code === 'REFUSED')
    return (
      <DocumentError title={PAGES.printTracked.title}>
        <ErrorState
          sentence={toAppError(error).message}
          action={<LinkButton to={back}>Open your ticket</LinkButton>}
        />
      </DocumentError>
    )
  if (error !== null)
    return (
      <DocumentError title={PAGES.printTracked.title}>
        <QueryError error={error} onRetry={() => refetch()} />
      </DocumentError>
    )
  if (data === undefined)
    return (
      <DocumentError title={PAGES.printTracked.title}>
        <PanelSkeleton />
      </DocumentError>
    )
  const { company, customer, progress } = data
  const kind = KIND_OF[progress] ?? 'estimate'
  const documentInput = documentData(data, { kind, company, customer })
  return (
    <DocumentPage
      document={{ ...documentOf(documentInput, now), terms: data.estimate }}
      logo={company.imageURL}
      photos={captionPhotos(data.jobs, data.addenda, data.timeZone)}
      pdf={`/api/follow/${token}/document.pdf`}
      back={back}
      invoices={openInvoicePdfs(`/api/follow/${token}`, data.money?.invoices ?? [])}
    />
  )
}
