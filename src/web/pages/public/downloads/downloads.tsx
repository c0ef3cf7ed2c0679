import { IconClipboardList, IconHistory } from '@tabler/icons-react'
import { usePermission } from '#web/api/use-permission.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { AndroidApp } from './android-app.tsx'
import { DownloadEntry, DownloadLink } from './download-entry.tsx'
import styles from './downloads.module.css'
import { InstallApp } from './install-app.tsx'

const PDF_DESCRIPTION = 'PDF, one page, Letter'

/** For the owner: nothing a company has written is held here. */
const CompanyData = () => (
  <Section
    title="Your company's data"
    lead="One JSON file with everything your company has written here: its details and settings, its employees and every ticket with its work, parts and times. Photos are in it as links. Passwords are not."
  >
    <DownloadLink href="/api/company/export" words="Download all data" />
  </Section>
)

export function DownloadsPage() {
  const may = usePermission()
  return (
    <Page title="Downloads" width="reading">
      <ul className={styles.entries}>
        <AndroidApp />
        <DownloadEntry
          icon={IconHistory}
          title="Sample work history report"
          kind={PDF_DESCRIPTION}
          href="/files/sample-work-history-report.pdf"
        >
          <p>What anyone finds under a VIN: when work was completed, by whom and for how much.</p>
        </DownloadEntry>
        <DownloadEntry
          icon={IconClipboardList}
          title="Blank intake sheet"
          kind={PDF_DESCRIPTION}
          href="/files/blank-intake-sheet.pdf"
        >
          <p>For the counter: everything a ticket needs to know, to fill in by hand.</p>
        </DownloadEntry>
      </ul>
      <Section
        title="Install this web app"
        lead="On any phone, tablet or computer: it gets an icon of its own and opens like any other app."
      >
        <InstallApp />
      </Section>
      {may('company.export') && <CompanyData />}
    </Page>
  )
}
