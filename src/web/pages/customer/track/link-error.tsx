import { IconLinkOff } from '@tabler/icons-react'
import { PAGES } from '#contract/pages/pages.ts'
import { LINK_DAYS } from '#domain/customer-links/link.ts'
import { CompanyHeader } from '#web/features/companies/company-header.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { CompanyView } from './tracked-ticket-query.ts'

const SENTENCES = {
  locked: 'This link is locked after too many wrong answers.',
  revoked: 'This link was turned off.',
  expired: 'This link has expired.',
} as const

type LinkErrorProps = { company: CompanyView; status: keyof typeof SENTENCES }

/** A link that no longer works, and whom to ask for a new one. */
export function LinkError({ company, status }: LinkErrorProps) {
  const { companyName } = company
  const contactHint =
    status === 'expired' ? `It worked until ${LINK_DAYS} days after your visit was completed. ` : ''
  return (
    <Page title={PAGES.track.title} tabTitle={`${PAGES.track.title} at ${companyName}`} width="reading">
      <CompanyHeader company={company} />
      <EmptyState
        icon={IconLinkOff}
        sentence={SENTENCES[status]}
        next={`${contactHint}Call ${companyName} and ask for a new one.`}
      />
    </Page>
  )
}

/** For an incomplete or unknown link: its company is unknown, too. */
export const IncompleteLink = () => (
  <Page title={PAGES.track.title} width="reading">
    <EmptyState
      icon={IconLinkOff}
      sentence="This link is incomplete."
      next="Open it exactly as you received it; it may have been cut off. If that doesn’t help, call the company that sent it and ask for a new one."
      action={<LinkButton to="/">Find the company</LinkButton>}
    />
  </Page>
)
