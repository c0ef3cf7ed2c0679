import { Button } from '@mantine/core'
import {
  type Icon,
  IconCircleCheck,
  IconClipboardList,
  IconDeviceMobile,
  IconDownload,
  IconHistory,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { renderSVG } from 'uqr'
import { PAGES } from '#contract/pages/page-routes.ts'
import { appLink } from '#domain/downloads/android-app-link.ts'
import { formatFileSize } from '#domain/lib/file-size.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { useInstall } from '#web/ui/install-prompt.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './downloads.module.css'

type DownloadEntryProps = {
  icon: Icon
  title: string
  /** What kind of file it is, and how large. */
  kind?: string | undefined
  /** The address of the file; without one there is no Download button. */
  href?: string | undefined
  children: ReactNode
}

function DownloadEntry({ icon: Icon, title, kind, href, children }: DownloadEntryProps) {
  const titleId = useId()
  return (
    <li className={styles.entry} aria-labelledby={titleId}>
      <span className={styles.icon}>
        <Icon size={24} stroke={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {kind !== undefined && <p className={styles.kind}>{kind}</p>}
        <div className={styles.text}>{children}</div>
      </div>
      {href !== undefined && <DownloadLink href={href} what={title} />}
    </li>
  )
}

/** Downloads a file without leaving the page. Screen readers also hear `what`, because a page may have several. */
const DownloadLink = ({
  href,
  what,
  label = 'Download',
}: {
  href: string
  what?: string
  label?: string
}) => (
  <Button
    component="a"
    href={href}
    download
    className={styles.link ?? ''}
    leftSection={<IconDownload size={18} aria-hidden />}
    aria-label={what === undefined ? undefined : `${label} ${what}`}
  >
    {label}
  </Button>
)

const PDF_DESCRIPTION = 'PDF, one page, Letter'

const CompanyData = lazyPanel(() => import('./company-data.tsx').then(({ CompanyData }) => CompanyData))

export function DownloadsPage() {
  const may = usePermission()
  return (
    <Page title={PAGES.downloads.title} width="reading">
      <ul className={styles.entries}>
        <AndroidApp />
        <DownloadEntry
          icon={IconHistory}
          title="Sample work history report"
          kind={PDF_DESCRIPTION}
          href="/files/sample-work-history-report.pdf"
        >
          <p>What anyone can look up by VIN: when work was completed, the technician and the total.</p>
        </DownloadEntry>
        <DownloadEntry
          icon={IconClipboardList}
          title="Blank intake sheet"
          kind={PDF_DESCRIPTION}
          href="/files/blank-intake-sheet.pdf"
        >
          <p>For the counter: an intake form to fill in by hand.</p>
        </DownloadEntry>
      </ul>
      <Section
        title="Install this web app"
        lead="On any phone, tablet or computer. It gets its own icon and opens like any other app."
      >
        <InstallApp />
      </Section>
      {may('company.export') && <CompanyData />}
    </Page>
  )
}

/** How to install by hand, for browsers without an install prompt. */
const MANUAL_INSTRUCTIONS = [
  ['Android', 'Open this page in Chrome. In its menu, tap Add to Home screen.'],
  ['iPhone or iPad', 'Open this page in Safari. Tap Share, then Add to Home Screen.'],
  ['Computer', 'Open this page in Chrome or Edge. Click the install icon at the end of the address bar.'],
] as const

/** Installs the web app: a button, instructions, or a note that it is already installed. */
function InstallApp() {
  const { state, install } = useInstall()
  const needsHttps = useNeedsHttps()
  if (state === 'installed')
    return (
      <p className={styles.installed}>
        <IconCircleCheck size={20} aria-hidden />
        Rigwright is installed on this device.
      </p>
    )
  if (state === 'by button') return <PrimaryButton onClick={install}>Install Rigwright</PrimaryButton>
  if (needsHttps) return <p className={styles.installed}>Installing needs an https address.</p>
  return (
    <dl className={styles.instructions}>
      {MANUAL_INSTRUCTIONS.map(([device, steps]) => (
        <div key={device}>
          <dt>{device}</dt>
          <dd>{steps}</dd>
        </div>
      ))}
    </dl>
  )
}

const TITLE = 'Android customer app'

/** The product's own app file or the operator's, and what to know before installing it. */
function AndroidApp() {
  const { data, error, refetch } = useQuery(api.downloads.androidApp.queryOptions())
  if (data === undefined)
    return (
      <DownloadEntry icon={IconDeviceMobile} title={TITLE}>
        {error === null ? (
          <PanelSkeleton lines={2} label="Checking for the app…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </DownloadEntry>
    )
  const { file } = data
  if (file === null)
    return (
      <DownloadEntry icon={IconDeviceMobile} title={TITLE} kind="Not available">
        <p>This server doesn’t offer the app. You can install the web app instead; see below.</p>
      </DownloadEntry>
    )
  return (
    <DownloadEntry
      icon={IconDeviceMobile}
      title={TITLE}
      kind={`APK, ${formatFileSize(file.bytes)}`}
      href={file.url}
    >
      <p>Opens Rigwright as an app. Android 7 or newer.</p>
      <p>Not in an app store. Open the file and allow installs when asked.</p>
      {!file.isCustom && <p>Not yet tested on devices.</p>}
      <AndroidAppLink />
      <p className={styles.digest}>
        SHA-256 <code>{file.sha256}</code>
      </p>
    </DownloadEntry>
  )
}

/** Gives the installed app this server's address: by a tap on the phone, or with its camera. */
function AndroidAppLink() {
  const link = appLink(location.origin)
  if (link === null) return <p>Requires an https address.</p>
  const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 4 }))}`
  return (
    <>
      <p>After installing, tap here to set this server’s address:</p>
      <Button component="a" href={link} variant="default">
        Open in the App
      </Button>
      <details className={styles.qr}>
        <summary>QR code for another phone</summary>
        <img src={qrCode} alt="QR code that opens this server in the app" width={192} height={192} />
      </details>
    </>
  )
}
