import { IconClipboardList, IconHistory } from '@tabler/icons-react'
import { PAGES } from '#contract/pages/pages.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { AndroidApp } from './android-app.tsx'
import { DownloadEntry } from './download-entry.tsx'
import styles from './downloads.module.css'
import { InstallApp } from './install-app.tsx'

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
