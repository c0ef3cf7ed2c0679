import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf, printDayOfYear } from '#domain/lib/company-time.ts'
import { TRANSFER_DAYS } from '#domain/rig-claims/claim-code.ts'
import { client } from '#web/api/client.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './my-rig.module.css'
import { useRigCommand } from './use-rig-command.ts'

type HandOnProps = { vin: string; offerUntil: Date | null }

/** A sold rig goes to its buyer by a code, with everything; or is let go. */
export function HandOn({ vin, offerUntil }: HandOnProps) {
  const navigate = useNavigate()
  // Kept nowhere else: another visit of the page does not know it.
  const [code, setCode] = useState<string | null>(null)
  const make = useRigCommand(client.myRigs.offer, offer => setCode(offer.code))
  const withdraw = useRigCommand(client.myRigs.withdrawOffer, () => {
    setCode(null)
    notify.success('The code does not work any more.')
  })
  const letGo = useRigCommand(client.myRigs.letGo, async () => {
    notify.success('This rig is not on your list any more.')
    await navigate({ to: '/my' })
  })
  return (
    <Panel title="Hand it on">
      <div className={styles.stack}>
        <p className={styles.soft}>
          Sold it? Give the buyer a transfer code. With it and an account of their own they have everything;
          you see nothing of it from then on. A code works once, for {TRANSFER_DAYS} days.
        </p>
        <div role="status">
          {code !== null && <p className={styles.code}>{code}</p>}
          {offerUntil !== null && (
            <p>
              {code === null ? 'A code was made; it' : 'Write it down: it is shown only now. It'} works until{' '}
              {printDayOfYear(dayOf(offerUntil, 'UTC'))}.
            </p>
          )}
        </div>
        <span className={styles.acts}>
          <Button aria-disabled={make.isRunning} onClick={() => make.run({ vin })}>
            {make.isRunning
              ? 'Making…'
              : offerUntil === null
                ? 'Make a transfer code'
                : 'Make a new code instead'}
          </Button>
          {offerUntil !== null && (
            <Button aria-disabled={withdraw.isRunning} onClick={() => withdraw.run({ vin })}>
              {withdraw.isRunning ? 'Taking it back…' : 'Take the code back'}
            </Button>
          )}
          <ConfirmInline
            label="Let this rig go"
            question="You lose its history until you claim it again."
            confirmLabel="Let it go"
            loading={letGo.isRunning}
            onConfirm={() => letGo.run({ vin })}
          />
        </span>
      </div>
    </Panel>
  )
}
