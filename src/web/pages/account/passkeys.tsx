import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#web/api/client.ts'
import { AuthError, announceSession, meQuery, signOut } from '#web/api/session.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import styles from '#web/features/account/security.module.css'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import { addPasskey, removePasskey, useHasPasskeys } from './passkey-api.ts'

/** The account's passkeys. */
export function Passkeys() {
  const { data: account, error, refetch } = useQuery(api.account.get.queryOptions())
  const queries = useQueryClient()
  const timeZone = useBrowserTimeZone()
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const onError = (failure: Error) => {
    if (failure instanceof AuthError && failure.code === 'SESSION_NOT_FRESH') setNeedsSignIn(true)
    else notify.failure(failure.message)
  }
  const refresh = () => queries.invalidateQueries({ queryKey: api.account.get.key() })
  const remove = useMutation({
    mutationFn: removePasskey,
    networkMode: 'always',
    onSuccess: async () => {
      await refresh()
      notify.success('Passkey removed.')
      // The tapped button is gone; keyboard focus stays in the list.
      list.current?.focus()
    },
    onError,
  })
  const passkeys = account?.passkeys ?? []
  return (
    <Panel title="Passkeys">
      <div className={styles.form} ref={list} tabIndex={-1}>
        <p className={styles.sentence}>
          Log in with your fingerprint, face or device PIN. No password, no code.
        </p>
        {account === undefined && error === null && (
          <PanelSkeleton lines={2} label="Loading your passkeys..." />
        )}
        {account === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
        {account !== undefined && passkeys.length === 0 && <p className={styles.muted}>No passkeys yet.</p>}
        {passkeys.length > 0 && (
          <ul className={styles.rows} aria-label="Your passkeys">
            {passkeys.map(({ id, name, addedAt }) => (
              <li key={id} className={styles.row}>
                <div className={styles.description}>
                  <strong>{name}</strong>
                  <span className={styles.muted}>
                    Added {addedAt.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone })}
                  </span>
                </div>
                <ConfirmInline
                  label="Remove"
                  question={`Remove ${name}? You can’t log in with it anymore.`}
                  loading={remove.isPending}
                  onConfirm={() => remove.mutate(id)}
                />
              </li>
            ))}
          </ul>
        )}
        {needsSignIn && <SignInAgain />}
        {account !== undefined && !needsSignIn && <AddPasskey onAdded={refresh} onError={onError} />}
      </div>
    </Panel>
  )
}

type AddPasskeyProps = { readonly onAdded: () => Promise<void>; readonly onError: (error: Error) => void }

function AddPasskey({ onAdded, onError }: AddPasskeyProps) {
  const hasPasskeys = useHasPasskeys()
  const needsHttps = useNeedsHttps()
  const form = useForm({ initialValues: { name: '' } })
  const add = useMutation({
    mutationFn: ({ name }: typeof form.values) => addPasskey(name.trim() === '' ? 'Passkey' : name.trim()),
    networkMode: 'always',
    onSuccess: async () => {
      await onAdded()
      form.reset()
      notify.success('Passkey added.')
    },
    onError,
  })
  if (needsHttps) return <p className={styles.muted}>Passkeys need an https address.</p>
  if (!hasPasskeys) return <p className={styles.muted}>Passkeys aren’t available here.</p>
  const submit = form.onSubmit(values => {
    if (!add.isPending) add.mutate(values)
  })
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextInput
        className={styles.short ?? ''}
        label="Name"
        description="To recognize it later, such as “My phone”."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <div>
        <Button type="submit" disabled={add.isPending}>
          Add a Passkey
        </Button>
      </div>
    </form>
  )
}

/** Passkeys can be changed only soon after signing in. */
function SignInAgain() {
  const queries = useQueryClient()
  const signOutAndLogin = useMutation({
    mutationFn: signOut,
    networkMode: 'always',
    // The route guard redirects to Login, and from there back.
    onSuccess: () => {
      queries.setQueryData(meQuery.queryKey, { kind: 'visitor' })
      announceSession()
    },
    onError: ({ message }) => notify.failure(message),
  })
  return (
    <div role="alert" className={styles.form}>
      <p className={styles.sentence}>
        You logged in a while ago. Log in again to change your passkeys; you’ll come back to this page.
      </p>
      <div>
        <Button
          disabled={signOutAndLogin.isPending}
          onClick={ignoreDoubleClick(() => signOutAndLogin.mutate())}
        >
          Log In Again
        </Button>
      </div>
    </div>
  )
}
