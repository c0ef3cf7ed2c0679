import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { PicturePicker } from '#web/parts/picture-picker.tsx'
import { removePicture } from '#web/parts/remove-picture.ts'
import { COMPANY_IMAGE } from '#web/parts/upload.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { ConfirmInline } from '#web/ui/confirm-inline.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './company.module.css'
import type { OwnCompany } from './company-form.ts'

/** The picture on the company's card; another one is sent as soon as it is chosen. */
export function CompanyImage({ company: { companyName, imageURL } }: { company: OwnCompany }) {
  const queries = useQueryClient()
  const lookAgain = () => queries.invalidateQueries({ queryKey: api.companies.mine.key() })
  const { run, isRunning } = useCommand(removePicture, {
    onDone: async () => {
      await lookAgain()
      notify.success('Company image removed.')
    },
  })
  return (
    <>
      {imageURL !== null && (
        <div className={styles.image}>
          <img src={imageURL} alt={`${companyName}, as it stands on the card`} />
          <ConfirmInline
            label="Remove Image"
            question="Remove the image? It cannot come back."
            confirmLabel="Remove"
            loading={isRunning}
            onConfirm={() => run(COMPANY_IMAGE.url)}
          />
        </div>
      )}
      <PicturePicker label="Company Image" target={COMPANY_IMAGE} onUploaded={lookAgain} />
    </>
  )
}
