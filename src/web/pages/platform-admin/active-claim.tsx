import { dayOf, printDayOfYear } from '#domain/lib/company-time.ts'
import { type api, client } from '#web/api/client.ts'
import { useOwnZone } from '#web/api/use-time-zone.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'

type Claim = Awaited<ReturnType<typeof api.founders.history.call>>['claim']
type StandingClaimProps = { vin: string; claim: Claim }

/** Whether somebody holds the rig, and by what; who that is, founders are not told. */
export function StandingClaim({ vin, claim }: StandingClaimProps) {
  return (
    <Panel title="Claim">
      {claim === null ? (
        <p className={styles.text}>Nobody holds this rig.</p>
      ) : (
        <div className={styles.stack}>
          <Facts claim={claim} />
          <ReasonForm
            isGrave
            label="End Claim"
            description={`Whoever holds the rig reads it, so name nobody. This cannot be undone: what they wrote on visits goes, they can never claim this rig with a code of its papers again${claim.how === 'code' ? ', and nobody can with the one named above' : ''}.`}
            act={client.founders.endClaim}
            input={{ vin, claimId: claim.claimId }}
            said={`The claim of ${vin} has ended.`}
          />
        </div>
      )}
    </Panel>
  )
}

function Facts({ claim }: { claim: NonNullable<Claim> }) {
  const zone = useOwnZone()
  const { claimedAt, how, companyName, ticketId, openedFrom } = claim
  const paper = `${ticketId} of ${companyName ?? 'a company that has left'}`
  const from = openedFrom === null ? null : printDayOfYear(dayOf(openedFrom, zone))
  return (
    <KeyValues
      rows={[
        { label: 'Held since', value: printDayOfYear(dayOf(claimedAt, zone)) },
        {
          label: 'Claimed with',
          value: how === 'code' ? `Ticket ${paper}` : `A transfer code; first came ticket ${paper}`,
        },
        { label: 'Sees', value: from === null ? 'The whole history' : `What was done from ${from} on` },
      ]}
    />
  )
}
