import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatFileSize } from '#domain/lib/file-size.ts'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { AndroidAppLink } from './android-app-link.tsx'
import { DownloadEntry } from './download-entry.tsx'
import styles from './downloads.module.css'

const TITLE = 'Android customer app'

/** The product's own file or the operator's, and what to know before one installs it. */
export function AndroidApp() {
  const { data, error, refetch } = useQuery(api.downloads.androidApp.queryOptions())
  if (data === undefined)
    return (
      <DownloadEntry icon={IconDeviceMobile} title={TITLE}>
        {error === null ? (
          <PanelSkeleton lines={2} label="Looking whether the app is here…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </DownloadEntry>
    )
  const { file } = data
  if (file === null)
    return (
      <DownloadEntry icon={IconDeviceMobile} title={TITLE} kind="Not here">
        <p>This server has no file of the app. You can install the web app instead, as said below.</p>
      </DownloadEntry>
    )
  return (
    <DownloadEntry
      icon={IconDeviceMobile}
      title={TITLE}
      kind={`APK, ${formatFileSize(file.bytes)}`}
      href={file.url}
    >
      <p>Opens this server on a phone with Android 7 or newer, as an app of its own.</p>
      <p>
        It comes from here and from no store: open the file on the phone and, when Android asks, allow your
        browser to install apps.
      </p>
      {!file.isOperators && <p>Devices it was tried on: none so far.</p>}
      <AndroidAppLink />
      <p className={styles.digest}>
        SHA-256 <code>{file.sha256}</code>
      </p>
    </DownloadEntry>
  )
}
