import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { faultOf } from '#web/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Section } from '#web/ui/panel.tsx'
import { CompanyCard } from './company-card.tsx'
import { directoryQuery } from './directory.ts'
import styles from './home.module.css'
import { Legend } from './legend.tsx'

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

function List() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(directoryQuery)
  if (data === undefined && error !== null) {
    const { message, requestId } = faultOf(error)
    return <ErrorState sentence={message} requestId={requestId} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Waiting />
  const companies = data.pages.flatMap(page => page.companies)
  if (companies.length === 0)
    return (
      <EmptyState
        icon={IconBuildingStore}
        sentence="No companies found."
        next="The first company that registers will stand here."
        action={<LinkButton to="/register">Register Your Company</LinkButton>}
      />
    )
  return (
    <>
      <ul className={styles.cards}>
        {companies.map(company => (
          <CompanyCard company={company} key={company.companyUUID} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="md" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
          {isFetchNextPageError && <span role="alert">{faultOf(error).message}</span>}
        </div>
      )}
    </>
  )
}

export const RegisteredCompanies = () => (
  <Section title="Registered Companies">
    <Legend />
    <List />
  </Section>
)
