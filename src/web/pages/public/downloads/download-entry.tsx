import { Button } from '@mantine/core'
import { type Icon, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
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

export function DownloadEntry({ icon: Icon, title, kind, href, children }: DownloadEntryProps) {
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
