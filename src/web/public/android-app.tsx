import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { printFileSize } from '#domain/file-size.ts'
import { api } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'
import { DownloadEntry } from './download-entry.tsx'
import { InstallApp } from './install-app.tsx'

const TITLE = 'Android customer app'

/** A file where the operator has put one; until then what is true: there is none, and what to do instead. */
export function AndroidApp() {
  const { data, error, refetch } = useQuery(api.downloads.androidApp.queryOptions())
  if (data === undefined)
    return (
      <DownloadEntry icon={IconDeviceMobile} title={TITLE}>
        {error === null ? (
          <PanelSkeleton lines={2} label="Looking whether the app is here…" />
        ) : (
          <LoadFault error={error} onRetry={() => void refetch()} />
        )}
      </DownloadEntry>
    )
  const { file } = data
  if (file !== null)
    return (
      <DownloadEntry
        icon={IconDeviceMobile}
        title={TITLE}
        kind={`APK, ${printFileSize(file.bytes)}`}
        href={file.url}
      >
        <p>Open the file on your phone and allow the installation when Android asks.</p>
      </DownloadEntry>
    )
  return (
    <DownloadEntry icon={IconDeviceMobile} title={TITLE} kind="Not ready yet">
      <p>
        When the app is ready, its file will be here. Until then you can install this web app instead: it gets
        an icon of its own and opens like any other app.
      </p>
      <InstallApp />
    </DownloadEntry>
  )
}
