import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type captioned, type Paper, paperName } from '#domain/documents/document.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './document-page.module.css'
import { PaperPhotos } from './document-photos.tsx'
import { PaperSheet, type SheetPhoto } from './document-view.tsx'

type Caption = ReturnType<
  typeof captioned<SheetPhoto['photo'] & { readonly moment: 'before' | 'after' | '' }>
>

type PaperPageProps = {
  paper: Paper
  /** The company's image. */
  sign: string | null
  /** Every photo that may stand on it. */
  photos: Caption
  /** Where its PDF is. */
  pdf: string
  /** The page it was opened from. */
  back: string
}

/** A paper as it will lie on the counter, below what to do with it. Printed, it is the sheet alone. */
export function PaperPage({ paper, sign, photos, pdf, back }: PaperPageProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const onPaper = photos.filter(({ photo }) => chosen.includes(photo.photoId))
  const ids = onPaper.map(({ photo }) => photo.photoId).join(',')
  return (
    <div className={styles.page}>
      <title>{`${paperName(paper)} · Rigwright`}</title>
      <div className={styles.tools}>
        <div className={styles.bar}>
          <LinkButton to={back} variant="default">
            Back
          </LinkButton>
          <Button
            component="a"
            variant="default"
            href={ids === '' ? pdf : `${pdf}?photos=${ids}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
          >
            PDF
          </Button>
          <PrimaryButton onClick={() => window.print()} leftSection={<IconPrinter size={18} aria-hidden />}>
            Print
          </PrimaryButton>
        </div>
        {photos.length > 0 && <PaperPhotos photos={photos} chosen={chosen} onChoose={setChosen} />}
      </div>
      <PaperSheet paper={paper} sign={sign} photos={onPaper} />
    </div>
  )
}

/** Where the paper is not there yet, or will not be. */
export const NoPaper = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.page}>
    <title>{`${title} · Rigwright`}</title>
    {children}
  </div>
)
