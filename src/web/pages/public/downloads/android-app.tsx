import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { renderSVG } from 'uqr'
import { appLink } from '#domain/downloads/android-app-link.ts'
import { formatFileSize } from '#domain/lib/file-size.ts'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { DownloadEntry } from './download-entry.tsx'
import styles from './downloads.module.css'

const TITLE = 'Android customer app'

/** The product's own app file or the operator's, and what to know before installing it. */
export function AndroidApp() {
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
