import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '#web/api/client.ts'
import { afterInput, infinitePages } from '#web/api/infinite-pages.ts'
import { CompanySearchField } from '#web/features/companies/company-search-field.tsx'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { CompanyBadges } from './company-badges.tsx'
import { CompanyDetail } from './company-detail.tsx'
import styles from './platform-admin.module.css'

export function CompaniesTab() {
  const { q = '', company } = useSearch({ from: '/signed-in/founders' })
  return (
    <div className={styles.beside} data-open={company !== undefined || undefined}>
      <div className={styles.list}>
        <CompanySearchForm q={q} />
        <Companies q={q} open={company} />
      </div>
      {company !== undefined && (
        <div>
          <Link to="/founders" search={q === '' ? {} : { q }} className={styles.back ?? ''}>
            <IconArrowLeft size={18} aria-hidden />
            All companies
          </Link>
          <CompanyDetail companyUUID={company} key={company} />
        </div>
      )}
    </div>
  )
}

function CompanySearchForm({ q }: { q: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  function submit(event: FormEvent) {
    event.preventDefault()
    const query = typed.trim()
    void navigate({ to: '/founders', search: query === '' ? {} : { q: query } })
  }
  return (
    <search aria-label="Find a company">
      <form action="/founders" onSubmit={submit} className={styles.search}>
        <CompanySearchField label="Name, town or email (with its @)" value={typed} onChange={setTyped} />
        <Button type="submit" size="md">
          Find
        </Button>
      </form>
    </search>
  )
}

function Companies({ q, open }: { q: string; open: string | undefined }) {
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(
    api.platformAdmin.listCompanies.infiniteOptions({
      input: (after: string | undefined) => ({
        ...(q === '' ? {} : { q }),
        ...afterInput(after),
      }),
      ...infinitePages,
    }),
  )
  const { data, error } = query
  if (data === undefined && error !== null)
    return <QueryError error={error} onRetry={() => void query.refetch()} />
  if (data === undefined) return <ListSkeleton rows={6} height={72} label="Loading companies…" />
  const companies = data.pages.flatMap(page => page.companies)
  if (companies.length === 0)
    return <EmptyState sentence="No companies found." next="Try fewer words, or a part of the email." />
  return (
    <>
      <ul ref={list} className={styles.companies} aria-label="Companies">
        {companies.map(company => (
          <li key={company.companyUUID}>
            <Link
              to="/founders"
              search={{ ...(q === '' ? {} : { q }), company: company.companyUUID }}
              className={styles.company ?? ''}
              {...(company.companyUUID === open && { 'aria-current': 'true' as const })}
            >
              <strong>{company.companyName}</strong>
              <span className={styles.muted}>{company.companyAddress ?? 'No address'}</span>
              <span className={styles.muted}>{company.email}</span>
              <CompanyBadges company={company} />
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore query={query} list={list} label="More companies" />
    </>
  )
}
