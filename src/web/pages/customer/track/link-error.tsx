import { IconLinkOff } from '@tabler/icons-react'
import { LINK_DAYS } from '#domain/customer-links/link.ts'
import { CompanyHeader } from '#web/pages/customer/booking/company-header.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { CompanyView } from './track-view.ts'

const SENTENCES = {
  shut: 'There were too many wrong answers at this link.',
  revoked: 'This link was closed.',
  expired: 'This link has ended.',
} as const

type LinkErrorProps = { company: CompanyView; status: keyof typeof SENTENCES }

/** The link was right and shows nothing any more: whom to ask for another. */
export function LinkError({ company, status }: LinkErrorProps) {
  const { companyName } = company
  const contactHint =
    status === 'expired' ? `It showed your RV until ${LINK_DAYS} days after it was done. ` : ''
  return (
    <Page title="Your RV" tabTitle={`Your RV at ${companyName}`} width="reading">
      <CompanyHeader company={company} />
      <EmptyState
        icon={IconLinkOff}
        sentence={SENTENCES[status]}
        next={`${contactHint}Call ${companyName} and ask for a new one.`}
      />
    </Page>
  )
}

/** Nobody knows whose link it was meant to be. */
export const IncompleteLink = () => (
  <Page title="Your RV" width="reading">
    <EmptyState
      icon={IconLinkOff}
      sentence="This link is not whole."
      next="Open it again just as you were sent it: a piece of it may have been lost on the way. If that does not help, call the company that sent it and ask for a new one."
      action={<LinkButton to="/">Find the company</LinkButton>}
    />
  </Page>
)
