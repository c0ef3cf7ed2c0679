import { IconClipboardList, IconHistory } from '@tabler/icons-react'
import { Page } from '#web/ui/page.tsx'
import { AndroidApp } from './android-app.tsx'
import { DownloadEntry } from './download-entry.tsx'
import styles from './downloads.module.css'

const PAPER = 'PDF, one page, Letter'

export function DownloadsPage() {
  return (
    <Page title="Downloads" width="reading">
      <ul className={styles.entries}>
        <AndroidApp />
        <DownloadEntry
          icon={IconHistory}
          title="Sample work history report"
          kind={PAPER}
          href="/files/sample-work-history-report.pdf"
        >
          <p>What anyone finds under a VIN: when work was completed, by whom and for how much.</p>
        </DownloadEntry>
        <DownloadEntry
          icon={IconClipboardList}
          title="Blank intake sheet"
          kind={PAPER}
          href="/files/blank-intake-sheet.pdf"
        >
          <p>For the counter: everything a ticket needs to know, to fill in by hand.</p>
        </DownloadEntry>
      </ul>
    </Page>
  )
}
