import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import styles from '#web/features/account/security.module.css'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { formatRelativeTime } from '#web/ui/relative-time.tsx'

type Session = Awaited<ReturnType<typeof api.account.sessions.call>>[number]

const formatAgo = (since: Date, now: Date): string => {
  const age = formatRelativeTime(since, now)
  return age === 'now' ? 'just now' : `${age} ago`
}

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(api.account.sessions.queryOptions())
  const now = useNow()
  const queries = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const ended = async (message: string) => {
    await queries.invalidateQueries({ queryKey: api.account.sessions.key() })
    notify.success(message)
    // The tapped button is gone; keyboard focus stays in the list.
    list.current?.focus()
  }
  const endOthers = useMutationOnce(client.account.endOtherSessions, {
    onDone: () => ended('You’re logged out on all other devices.'),
  })
  return (
    <Panel title="Active sessions">
      <div className={styles.form} ref={list} tabIndex={-1}>
        {sessions === undefined && error === null && (
          <PanelSkeleton lines={3} label="Loading your sessions..." />
        )}
        {sessions === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
        {sessions !== undefined && (
          <ul className={styles.rows} aria-label="Active sessions">
            {sessions.map(session => (
              <SessionRow key={session.id} session={session} now={now} onEnded={ended} />
            ))}
          </ul>
        )}
        {sessions?.length === 1 && <p className={styles.muted}>No other active sessions.</p>}
        {sessions !== undefined && sessions.length > 1 && (
          <div>
            <Button
              disabled={endOthers.isRunning}
              onClick={ignoreDoubleClick(() => endOthers.run(undefined))}
            >
              Log out other devices
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

type SessionRowProps = {
  readonly session: Session
  readonly now: Date
  readonly onEnded: (message: string) => Promise<void>
}

function SessionRow({ session, now, onEnded }: SessionRowProps) {
  const { id, device, address, signedInAt, lastUsedAt, isCurrent } = session
  const queries = useQueryClient()
  const end = useMutationOnce(client.account.endSession, {
    onDone: () => onEnded(`${device} was logged out.`),
    onError: ({ code, message, requestId }) => {
      // It already ended: refresh the list.
      if (code === 'NOT_FOUND') void queries.invalidateQueries({ queryKey: api.account.sessions.key() })
      else notify.failure(message, { requestId })
    },
  })
  return (
    <li className={styles.row}>
      <div className={styles.description}>
        <span className={styles.name}>
          <strong>{device}</strong>
          {isCurrent && <span className={styles.mark}>This device</span>}
        </span>
        <span className={styles.muted}>
          {address === '' ? '' : `${address} · `}logged in {formatAgo(signedInAt, now)} · last used{' '}
          {formatAgo(lastUsedAt, now)}
        </span>
      </div>
      {!isCurrent && (
        <Button
          variant="subtle"
          color="red"
          aria-label={`Log out ${device}, logged in ${formatAgo(signedInAt, now)}`}
          disabled={end.isRunning}
          onClick={ignoreDoubleClick(() => end.run({ sessionId: id }))}
        >
          Log Out
        </Button>
      )}
    </li>
  )
}
