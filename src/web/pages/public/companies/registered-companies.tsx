import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { SaidSearch } from '#domain/companies/directory.ts'
import { faultOf } from '#web/api/client.ts'
import { pageCode } from '#web/api/lazy-page.ts'
import styles from '#web/pages/public/home.module.css'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { CompanyCard } from './company-card.tsx'
import finding from './company-search.module.css'
import { FindCompany } from './company-search.tsx'
import { MapOfCompanies } from './lazy-company-map.tsx'
import { Legend } from './legend.tsx'
import {
  type Change,
  type List as Found,
  isSearching,
  NOTHING,
  useDirectory,
  useSaidSearch,
} from './use-directory.ts'

// What was searched is told by code of its own: most who come search for nothing.
const shownCode = pageCode(() => import('./company-list.tsx'))
const ShownCompanies = lazy(() => shownCode().then(code => ({ default: code.ShownCompanies })))

const Waiting = () => (
  <div role="status">
    <VisuallyHidden>Loading the companies…</VisuallyHidden>
    <div className={styles.cards} aria-hidden>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(card => (
        <Skeleton key={card} height={128} radius={8} />
      ))}
    </div>
  </div>
)

function List({ list, said, change }: { list: Found; said: SaidSearch; change: Change }) {
  const { data, error, refetch, isPlaceholderData } = list
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  if (data === undefined && error !== null) {
    const { message, requestId } = faultOf(error)
    return <ErrorState sentence={message} requestId={requestId} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Waiting />
  const companies = data.pages.flatMap(page => page.companies)
  if (companies.length === 0)
    return isSearching(said) ? (
      <EmptyState
        icon={IconBuildingStore}
        sentence="No companies found."
        next="Try fewer words or filters, or another place."
        action={<Button onClick={() => change(NOTHING)}>Show all companies</Button>}
      />
    ) : (
      <EmptyState
        icon={IconBuildingStore}
        sentence="No companies found."
        next="The first company that registers will stand here."
        action={<LinkButton to="/register">Register Your Company</LinkButton>}
      />
    )
  const shown =
    said.view === 'map' ? (
      <MapOfCompanies companies={companies} place={data.pages[0]?.place?.coordinates ?? null} />
    ) : (
      <ul className={styles.cards}>
        {companies.map(company => (
          <CompanyCard company={company} key={company.companyUUID} />
        ))}
      </ul>
    )
  return (
    <div className={isPlaceholderData ? finding.busy : undefined} aria-busy={isPlaceholderData}>
      {shown}
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="md" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
          {isFetchNextPageError && <span role="alert">{faultOf(error).message}</span>}
        </div>
      )}
    </div>
  )
}

export function RegisteredCompanies() {
  const [said, change] = useSaidSearch()
  const { list, placeFault } = useDirectory(said)
  const isAsked = isSearching(said)
  return (
    <Section title="Registered Companies">
      <FindCompany said={said} change={change} placeFault={placeFault} />
      <Legend />
      <div className={finding.shown} data-asked={isAsked || undefined}>
        <p role="status" className={finding.sentence}>
          {isAsked && (
            <Suspense>
              <ShownCompanies said={said} list={list} isPlaceKnown={placeFault === null} />
            </Suspense>
          )}
        </p>
        {isAsked && (
          <Button size="xs" onClick={() => change(NOTHING)}>
            Clear
          </Button>
        )}
      </div>
      <List list={list} said={said} change={change} />
    </Section>
  )
}
