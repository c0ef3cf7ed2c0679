import { Button, Progress } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconAlertTriangle, IconCheck, IconClock, IconLoader } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { EXPORT_HOURS } from '#domain/export/company-export.ts'
import { formatFileSize } from '#domain/lib/file-size.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { PasswordForm } from '#web/features/account/password-form.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Section } from '#web/ui/layout/panel.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './downloads.module.css'

type CompanyExport = NonNullable<InferContractRouterOutputs<Contract>['companyExports']['get']['export']>
type State = CompanyExport['state']

const BADGES: Readonly<Record<State, StateBadgeProps>> = {
  running: { word: 'In progress', icon: IconLoader, tone: 'lake' },
  ready: { word: 'Ready', icon: IconCheck, tone: 'pine' },
  failed: { word: 'Failed', icon: IconAlertTriangle, tone: 'brick' },
  expired: { word: 'Expired', icon: IconClock, tone: 'slate' },
}

const START_LABELS: Readonly<Record<Exclude<State, 'running'>, string>> = {
  ready: 'Make a New Export',
  failed: 'Try Again',
  expired: 'Export Everything',
}

/** Only while an export is in progress. */
const POLL_MS = 1500

/** What happens, in one sentence for the eye and for screen readers. Without numbers that change every second. */
function sentenceOf({ state, failure, bytes, missingImages }: CompanyExport, isEmailed: boolean): string {
  switch (state) {
    case 'running':
      return isEmailed
        ? 'Your export is being made. You can leave this page: we email you when it is ready.'
        : 'Your export is being made. This server can’t email you: come back to this page.'
    case 'ready': {
      const missing =
        missingImages === 0
          ? ''
          : ` ${missingImages.toLocaleString('en-US')} ${missingImages === 1 ? 'image is' : 'images are'} missing: not in storage.`
      return `One archive, ${formatFileSize(bytes ?? 0)}. It is deleted after ${EXPORT_HOURS} hours.${missing}`
    }
    case 'failed':
      return failure ?? ''
    case 'expired':
      return 'An export is deleted after 24 hours, and when a customer is forgotten. Make a new one.'
  }
}

/** For the owner: everything the company has can always be taken elsewhere. */
export const CompanyData = () => (
  <Section
    title="Your company’s data"
    lead="Everything your company has, in one archive: tickets, customers, employees, messages, reviews and the activity log as JSON and as spreadsheets, with all images. Passwords are excluded."
  >
    <LatestExport />
  </Section>
)

function LatestExport() {
  const queries = useQueryClient()
  const now = useNow()
  const { data, error, refetch } = useQuery({
    ...api.companyExports.get.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'running' ? POLL_MS : false),
  })
  const start = useMutationOnce(client.companyExports.start, {
    onDone: () => queries.invalidateQueries({ queryKey: api.companyExports.get.key() }),
  })
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={2} label="Looking for your export…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  const { export: latest, isEmailed } = data
  const startButton = (label: string) => (
    <PrimaryButton loading={start.isRunning} loadingText="Starting…" onClick={() => start.run({})}>
      {label}
    </PrimaryButton>
  )
  if (latest === null) return startButton('Export Everything')
  const { state, requestedAt, requestedBy, progress } = latest
  return (
    <div className={styles.export}>
      <p className={styles.exportHead}>
        <StateBadge {...BADGES[state]} />
        <span className={styles.kind}>
          <span>{`${requestedBy}, `}</span>
          <RelativeTime since={requestedAt} now={now} />
        </span>
      </p>
      <p className={styles.sentence} role="status">
        {sentenceOf(latest, isEmailed)}
      </p>
      {state === 'running' && (
        <Progress
          className={styles.progress ?? ''}
          value={100 * (progress ?? 0)}
          aria-label="Export of everything"
        />
      )}
      {state === 'ready' && <OpenDownload key={latest.exportId} exportId={latest.exportId} />}
      {state !== 'running' &&
        (state === 'ready' ? (
          <Button
            variant="subtle"
            disabled={start.isRunning}
            onClick={ignoreDoubleClick(() => start.run({}))}
          >
            {START_LABELS.ready}
          </Button>
        ) : (
          startButton(START_LABELS[state])
        ))}
    </div>
  )
}

/** Asks for the password, then downloads without leaving the page. */
function OpenDownload({ exportId }: { exportId: string }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (!isOpen)
    return (
      <Button ref={opener} variant="filled" onClick={() => setOpen(true)}>
        Download
      </Button>
    )
  return (
    <PasswordForm
      sentence="Enter your password once more: the archive has all of your customers’ details."
      label="Download"
      busyLabel="Checking…"
      command={({ password }, options) => client.companyExports.openDownload({ exportId, password }, options)}
      onDone={({ url }) => {
        setOpen(false)
        const link = document.createElement('a')
        link.href = url
        link.download = ''
        link.click()
      }}
      onCancel={() => setOpen(false)}
    />
  )
}
