import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { deleteImage } from '#web/api/uploads/delete-image.ts'
import { ImageUploader } from '#web/api/uploads/image-uploader.tsx'
import { COMPANY_IMAGE } from '#web/api/uploads/upload-image.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import type { MyCompany } from './company-form.ts'
import styles from './own-company.module.css'

/** The image on the company's card; a new one is uploaded when chosen. */
export function CompanyImage({ company: { companyName, imageURL } }: { company: MyCompany }) {
  const queries = useQueryClient()
  const refetch = () => queries.invalidateQueries({ queryKey: api.companies.mine.key() })
  const { run, isRunning } = useMutationOnce(deleteImage, {
    onDone: async () => {
      await refetch()
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
            question="Remove the image? This can’t be undone."
            confirmLabel="Remove"
            loading={isRunning}
            onConfirm={() => run(COMPANY_IMAGE.url)}
          />
        </div>
      )}
      <ImageUploader label="Company Image" target={COMPANY_IMAGE} onUploaded={refetch} />
    </>
  )
}
