import { Anchor } from '@mantine/core'
import { IconCalendarPlus, IconClock, IconMapPin, IconPhone, IconTruck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { formatOpeningTimes, isOpenAt } from '#domain/companies/opening-times.ts'
import { formatMiles } from '#domain/lib/distance.ts'
import { telOf } from '#domain/lib/phone.ts'
import { formatPeriod } from '#domain/platform-admin/verification-period.ts'
import { MAX_STARS, TRUST } from '#domain/reviews/review.ts'
import { api, toAppError } from '#web/api/client.ts'
import { afterInput, infinitePages } from '#web/api/infinite-pages.ts'
import { useLiveDirectory } from '#web/api/live/use-live.ts'
import { useNow } from '#web/api/use-now.ts'
import { BadgeLegend } from '#web/features/companies/badges.tsx'
import { CompanyLogo } from '#web/features/companies/company-logo.tsx'
import { CompanyNotFound } from '#web/features/companies/company-not-found.tsx'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ReviewItem } from '#web/features/reviews/review-item.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './company-page.module.css'
import { OnTime } from './on-time.tsx'

const REVIEWS_ANCHOR = 'reviews'

/** A company's public page. */
export function CompanyPage() {
  const { companyId } = useParams({ from: '/companies/$companyId' })
  useLiveDirectory()
  const { data, error, refetch } = useQuery(api.companies.get.queryOptions({ input: { companyId } }))
  // The company may be suspended while its page is open.
  if (error !== null && (data === undefined || toAppError(error).code === 'NOT_FOUND'))
    return (
      <Page title={PAGES.company.title} width="reading">
        <CompanyNotFound error={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (data === undefined)
    return (
      <Page title={PAGES.company.title} width="reading">
        <PanelSkeleton lines={5} label="Loading the company…" />
      </Page>
    )
  const { companyName } = data
  return (
    <Page title={companyName} width="reading">
      <Panel>
        <div className={styles.company}>
          <CompanyLogo name={companyName} src={data.imageURL} />
          <div className={styles.facts}>
            <CompanyFacts company={data} />
          </div>
        </div>
        <div className={styles.next}>
          <LinkButton
            next
            size="lg"
            to={`/companies/${companyId}/book`}
            leftSection={<IconCalendarPlus size={22} aria-hidden />}
          >
            Book an Appointment
          </LinkButton>
          <p>No account needed. It takes about three minutes.</p>
        </div>
      </Panel>
      <BadgeExplanations company={data} />
    </Page>
  )
}

type Company = Awaited<ReturnType<typeof api.companies.get.call>>

/** The badges on a company's card link here; the anchor exists only once the company has loaded. */
function BadgeExplanations({ company }: { company: Company }) {
  const section = useRef<HTMLDivElement>(null)
  const { trusted, verified } = company
  const isTargeted = useLocation({ select: ({ hash }) => hash === REVIEWS_ANCHOR })
  useEffect(() => {
    if (!isTargeted) return
    section.current?.scrollIntoView()
    section.current?.focus({ preventScroll: true })
  }, [isTargeted])
  return (
    <div id={REVIEWS_ANCHOR} ref={section} tabIndex={-1} className={styles.badgeBasis}>
      {(trusted || verified) && (
        <div>
          <BadgeLegend trusted={trusted} verified={verified} />
          {verified && company.verifiedSpan !== null && (
            <p
              className={styles.span}
            >{`Verified: spent ${formatPeriod(company.verifiedSpan)} working with our founders`}</p>
          )}
        </div>
      )}
      <OnTime count={company.onTime} />
      <CompanyReviews company={company} />
    </div>
  )
}

function CompanyFacts({ company }: { company: Company }) {
  const { companyAddress, companyPhone, mobileRange } = company
  const now = useNow()
  const isOpen = isOpenAt(now, company)
  return (
    <>
      {companyAddress !== null && (
        <Fact icon={<IconMapPin size={20} aria-hidden />} label="Address">
          {companyAddress}
        </Fact>
      )}
      <Fact icon={<IconPhone size={20} aria-hidden />} label="Phone">
        <Anchor href={telOf(companyPhone)} className={styles.phone ?? ''}>
          {companyPhone}
        </Anchor>
      </Fact>
      <Fact icon={<IconClock size={20} aria-hidden />} label="Hours">
        <span>{formatOpeningTimes(company, now)}</span>
        <br />
        <strong className={styles.open} data-tone={isOpen ? 'pine' : 'brick'}>
          {isOpen ? 'Open now' : 'Closed now'}
        </strong>
      </Fact>
      <Fact icon={<IconTruck size={20} aria-hidden />} label="Service area">
        {mobileRange !== null && mobileRange > 0
          ? `Mobile service within ${formatMiles(mobileRange)}`
          : 'At the shop'}
      </Fact>
    </>
  )
}

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    {icon}
    <div>
      <span className={styles.label}>{label}</span>
      <div>{children}</div>
    </div>
  </div>
)

/** A company's reviews, and the numbers behind its Trusted badge. */
function CompanyReviews({ company }: { company: Company }) {
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(
    api.reviews.list.infiniteOptions({
      input: (after: string | undefined) => ({
        companyId: company.companyUUID,
        ...afterInput(after),
      }),
      ...infinitePages,
    }),
  )
  const pages = query.data?.pages ?? []
  const reviews = pages.flatMap(page => page.reviews)
  const trust = pages[0]?.trust
  return (
    <Panel title="Reviews">
      {trust === undefined && query.error === null && <PanelSkeleton label="Loading the reviews…" />}
      {trust === undefined && query.error !== null && (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      )}
      {trust !== undefined && (
        <div className={styles.stack}>
          <p className={styles.reviewsFacts}>
            {`${
              trust.average === null
                ? `No reviews in the last ${TRUST.months} months.`
                : `${trust.average.toFixed(1)} of ${MAX_STARS} stars from ${trust.count} ${trust.count === 1 ? 'review' : 'reviews'} in the last ${TRUST.months} months.`
            } A company is Trusted with at least ${TRUST.reviews} reviews by customers whose email was confirmed, and ${TRUST.average} stars on average. Only customers with a completed visit can leave a review.`}
          </p>
          {reviews.length > 0 && (
            <ul ref={list} className={styles.list}>
              {reviews.map((review, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a review has no id; new ones come first and the whole list is fetched again.
                <li key={index}>
                  <ReviewItem review={review} companyName={company.companyName} timeZone={company.timeZone} />
                </li>
              ))}
            </ul>
          )}
          <LoadMore query={query} list={list} label="More reviews" />
        </div>
      )}
    </Panel>
  )
}
