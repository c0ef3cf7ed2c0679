import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { type Beginning, beginSecondStep, endSecondStep, makeRecoveryCodes } from './account-api.ts'
import { AskPassword } from './confirm-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { SecondStepSetup } from './two-factor-setup.tsx'

/** What stands in the panel besides whether it is on. */
type Stage =
  | { readonly kind: 'rest' | 'begin' | 'end' | 'renew' }
  | { readonly kind: 'setup'; readonly beginning: Beginning }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const REST: Stage = { kind: 'rest' }

/** A code of an app, asked after the password. */
export function SecondStep() {
  const { data: account, error, refetch } = useQuery(api.account.get.queryOptions())
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>(REST)
  const rest = () => setStage(REST)
  // With another second step, this browser has another session as well.
  const refresh = () => queries.invalidateQueries({ queryKey: api.account.key() })
  const show = (content: ReactNode) => <Panel title="Second step">{content}</Panel>

  if (stage.kind === 'setup')
    return show(
      <SecondStepSetup
        beginning={stage.beginning}
        onCancel={rest}
        onDone={async () => {
          await refresh()
          notify.success('The second step is on.')
          setStage({ kind: 'codes', codes: stage.beginning.recoveryCodes })
        }}
      />,
    )
  if (stage.kind === 'codes') return show(<RecoveryCodes codes={stage.codes} onKept={rest} />)
  if (stage.kind === 'begin')
    return show(
      <AskPassword
        why="Then you get a key for the app."
        confirmLabel="Go On"
        act={beginSecondStep}
        onDone={beginning => setStage({ kind: 'setup', beginning })}
        onCancel={rest}
      />,
    )
  if (stage.kind === 'end')
    return show(
      <AskPassword
        why="Then your password alone lets you in again."
        confirmLabel="Turn Off"
        act={endSecondStep}
        onDone={async () => {
          await refresh()
          notify.success('The second step is off.')
          rest()
        }}
        onCancel={rest}
      />,
    )
  if (stage.kind === 'renew')
    return show(
      <AskPassword
        why="Then the recovery codes you have now work no more."
        confirmLabel="Make New Codes"
        act={makeRecoveryCodes}
        onDone={async codes => {
          await refresh()
          setStage({ kind: 'codes', codes })
        }}
        onCancel={rest}
      />,
    )
  if (account === undefined)
    return show(
      error === null ? (
        <PanelSkeleton lines={2} label="Loading your account..." />
      ) : (
        <LoadFault error={error} onRetry={() => refetch()} />
      ),
    )
  if (!account.hasSecondStep)
    return show(
      <div className={styles.form}>
        <p className={styles.sentence}>
          After your password, a code from an app on your phone. Whoever has only your password stays out.
        </p>
        <div>
          <Button onClick={firstClick(() => setStage({ kind: 'begin' }))}>Turn On</Button>
        </div>
      </div>,
    )
  const { recoveryCodes } = account
  return show(
    <div className={styles.form}>
      <p className={styles.sentence}>
        It is on: after your password you enter a code. You have {recoveryCodes} recovery{' '}
        {recoveryCodes === 1 ? 'code' : 'codes'} left.
      </p>
      <div className={styles.acts}>
        <Button onClick={firstClick(() => setStage({ kind: 'renew' }))}>New Recovery Codes</Button>
        <Button variant="subtle" color="red" onClick={firstClick(() => setStage({ kind: 'end' }))}>
          Turn Off
        </Button>
      </div>
    </div>,
  )
}
