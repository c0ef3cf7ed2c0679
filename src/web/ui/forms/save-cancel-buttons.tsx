import { Button } from '@mantine/core'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

/** Save and Cancel of an inline form. */
export const SaveCancelButtons = ({ isRunning, onCancel }: { isRunning: boolean; onCancel: () => void }) => (
  <>
    <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
      {isRunning ? 'Saving…' : 'Save'}
    </Button>
    <Button variant="subtle" disabled={isRunning} onClick={onCancel}>
      Cancel
    </Button>
  </>
)
