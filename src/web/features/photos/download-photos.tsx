import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

/** All photos of a ticket as one file. */
export const DownloadPhotos = ({ href }: { href: string }) => (
  <Button
    component="a"
    href={href}
    download
    size="compact-sm"
    leftSection={<IconDownload size={16} aria-hidden />}
  >
    Download All Photos
  </Button>
)
