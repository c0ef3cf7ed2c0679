import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '#web/api/client.ts'
import styles from '#web/features/account/security.module.css'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import {
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  type TwoFactorSetup,
} from './two-factor-api.ts'
import { TwoFactorSetupForm } from './two-factor-setup.tsx'

/** The panel's current step, besides whether two-factor is on. */
type TwoFactorStage =
  | { readonly kind: 'idle' | 'enable' | 'disable' | 'new-codes' }
  | { readonly kind: 'setup'; readonly setup: TwoFactorSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const IDLE_STAGE: TwoFactorStage = { kind: 'idle' }

/** Turns two-factor authentication on and off. */
export function TwoFactor() {
  const { data: account, error, refetch } = useQuery(api.account.get.queryOptions())
  const queries = useQueryClient()
  const [stage, setStage] = useState<TwoFactorStage>(IDLE_STAGE)
  const reset = () => setStage(IDLE_STAGE)
  // Changing two-factor also replaces this browser's session.
  const refresh = () => queries.invalidateQueries({ queryKey: api.account.key() })
  const show = (content: ReactNode) => <Panel title="Two-factor authentication">{content}</Panel>

  if (stage.kind === 'setup')
    return show(
      <TwoFactorSetupForm
        setup={stage.setup}
        onCancel={reset}
        onDone={async () => {
          await refresh()
          notify.success('Two-factor authentication is on.')
          setStage({ kind: 'codes', codes: stage.setup.recoveryCodes })
        }}
      />,
    )
  if (stage.kind === 'codes') return show(<RecoveryCodes codes={stage.codes} onSaved={reset} />)
  if (stage.kind === 'enable')
    return show(
      <ConfirmPassword
        why="Next you’ll set up your authenticator app."
        confirmLabel="Continue"
        action={enableTwoFactor}
        onDone={setup => setStage({ kind: 'setup', setup })}
        onCancel={reset}
      />,
    )
  if (stage.kind === 'disable')
    return show(
      <ConfirmPassword
        why="After this, you’ll log in with only your password."
        confirmLabel="Turn Off"
        action={disableTwoFactor}
        onDone={async () => {
          await refresh()
          notify.success('Two-factor authentication is off.')
          reset()
        }}
        onCancel={reset}
      />,
    )
  if (stage.kind === 'new-codes')
    return show(
      <ConfirmPassword
        why="Your current recovery codes will stop working."
        confirmLabel="Create New Codes"
        action={createRecoveryCodes}
        onDone={async codes => {
          await refresh()
          setStage({ kind: 'codes', codes })
        }}
        onCancel={reset}
      />,
    )
  if (account === undefined)
    return show(
      error === null ? (
        <PanelSkeleton lines={2} label="Loading your account..." />
      ) : (
        <QueryError error={error} onRetry={() => refetch()} />
      ),
    )
  if (!account.hasTwoFactor)
    return show(
      <div className={styles.form}>
        <p className={styles.sentence}>
          Use a code from an authenticator app when you log in. A password alone isn’t enough.
        </p>
        <div>
          <Button onClick={ignoreDoubleClick(() => setStage({ kind: 'enable' }))}>Turn On</Button>
        </div>
      </div>,
    )
  const { recoveryCodes } = account
  return show(
    <div className={styles.form}>
      <p className={styles.sentence}>
        Two-factor authentication is on. You have {recoveryCodes} recovery{' '}
        {recoveryCodes === 1 ? 'code' : 'codes'} left.
      </p>
      <div className={styles.actions}>
        <Button onClick={ignoreDoubleClick(() => setStage({ kind: 'new-codes' }))}>New Recovery Codes</Button>
        <Button variant="subtle" color="red" onClick={ignoreDoubleClick(() => setStage({ kind: 'disable' }))}>
          Turn Off
        </Button>
      </div>
    </div>,
  )
}

/** Shown only once: the server stores hashes. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const file = `Rigwright recovery codes. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <div className={styles.form}>
      <p ref={text} tabIndex={-1} className={styles.sentence}>
        Save these recovery codes somewhere safe. Without your phone, each lets you log in once. They won’t be
        shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="filled" onClick={ignoreDoubleClick(onSaved)}>
          I Saved Them
        </Button>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="rigwright-recovery-codes.txt"
        >
          Save as a File
        </Button>
      </div>
    </div>
  )
}
