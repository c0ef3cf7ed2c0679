import { Button, Stack } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useEffect } from 'react'
import { dayOf, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import {
  BAY_OCCASIONS,
  type BayOccasion,
  jobsToSign,
  OCCASION_LABELS,
} from '#domain/signatures/bay-signature.ts'
import { isRigHere } from '#domain/tickets/check-in.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { SIGN_LABELS } from '#web/features/signatures/sign-button.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { UnsentMark } from './unsent-mark.tsx'

// The pad is large; there may be no connection when it is needed.
const BaySignatureForm = lazyPanel(() =>
  import('./bay-signature-form.tsx').then(module => module.BaySignatureForm),
)

/** What the customer signed, and what they can sign on this phone; nothing in a company that does not ask. */
export function BaySignatures({ ticket }: { ticket: TicketView }) {
  const { signed, timeZone, jobs } = ticket
  const maySign = useTicketPermission()('signature.take-in-bay') && isRigHere(ticket)
  useEffect(() => {
    if (maySign && signed !== null) void BaySignatureForm.preload().catch(() => {})
  }, [maySign, signed])
  const occasions = maySign
    ? BAY_OCCASIONS.filter(occasion => occasion === 'drop-off' || jobsToSign(occasion, jobs).length > 0)
    : []
  if (signed === null || signed.length + occasions.length === 0) return null
  return (
    <Panel title="Signatures" {...(signed.length > 0 && { count: signed.length })}>
      <Stack gap="md">
        {signed.map(({ signatureId, occasion, signerName, signedAt, unsent }) => (
          <div key={signatureId}>
            {OCCASION_LABELS[occasion]}: {signerName}, {formatDayWithYear(dayOf(signedAt, timeZone))} at{' '}
            {formatTime(signedAt, timeZone)}{' '}
            {unsent && <UnsentMark tappedAt={unsent.tappedAt} of={`the signature of ${signerName}`} />}
          </div>
        ))}
        {occasions.map(occasion => (
          <SignInBay key={occasion} ticket={ticket} occasion={occasion} />
        ))}
      </Stack>
    </Panel>
  )
}

function SignInBay({ ticket, occasion }: { ticket: TicketView; occasion: BayOccasion }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen) return <BaySignatureForm ticket={ticket} occasion={occasion} onClose={() => setOpen(false)} />
  const isSigned = ticket.signed?.some(signature => signature.occasion === occasion)
  return (
    <Button
      ref={opener}
      size="md"
      variant={isSigned ? 'subtle' : 'default'}
      leftSection={<IconSignature size={20} aria-hidden />}
      onClick={ignoreDoubleClick(() => setOpen(true))}
    >
      {`${SIGN_LABELS[occasion]}${isSigned ? ' Again' : ''}`}
    </Button>
  )
}
