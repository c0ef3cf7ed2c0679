import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { type api, client } from '#web/api/client.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'

type Claim = Awaited<ReturnType<typeof api.platformAdmin.getHistory.call>>['claim']
type ActiveClaimProps = { vin: string; claim: Claim }

/** The rig's claim and how it was made; founders do not see whose it is. */
export function ActiveClaim({ vin, claim }: ActiveClaimProps) {
  return (
    <Panel title="Claim">
      {claim === null ? (
        <p className={styles.text}>No one has claimed this RV.</p>
      ) : (
        <div className={styles.stack}>
          <ClaimFacts claim={claim} />
          <ReasonForm
            isDestructive
            label="End Claim"
            description={`The owner reads it, so don’t name anyone. This can’t be undone: their notes on visits are deleted, and they can never claim this RV with one of its codes again${claim.how === 'code' ? ', and no one can use the code named above' : ''}.`}
            action={client.platformAdmin.endClaim}
            input={{ vin, claimId: claim.claimId }}
            successMessage={`The claim on ${vin} has ended.`}
          />
        </div>
      )}
    </Panel>
  )
}

function ClaimFacts({ claim }: { claim: NonNullable<Claim> }) {
  const timeZone = useBrowserTimeZone()
  const { claimedAt, how, companyName, ticketId, openedFrom } = claim
  const origin = `${ticketId} of ${companyName ?? 'a company that has left'}`
  const from = openedFrom === null ? null : formatDayWithYear(dayOf(openedFrom, timeZone))
  return (
    <KeyValues
      rows={[
        { label: 'Claimed since', value: formatDayWithYear(dayOf(claimedAt, timeZone)) },
        {
          label: 'Claimed with',
          value: how === 'code' ? `Ticket ${origin}` : `Transfer code. First claimed with ticket ${origin}`,
        },
        { label: 'Sees', value: from === null ? 'The whole history' : `Work from ${from} on` },
      ]}
    />
  )
}
