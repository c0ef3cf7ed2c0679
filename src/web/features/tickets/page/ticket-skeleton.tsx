import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** A ticket's page while it loads. */
export const TicketSkeleton = () => (
  <Columns
    main={
      <>
        <Panel title="Job Lines">
          <PanelSkeleton lines={5} label="Loading job lines..." />
        </Panel>
        <Panel title="Parts">
          <PanelSkeleton lines={5} label="Loading parts..." />
        </Panel>
      </>
    }
    side={
      <>
        <Panel title="Technician">
          <PanelSkeleton lines={2} label="Loading technician..." />
        </Panel>
        <Panel title="Customer Info">
          <PanelSkeleton label="Loading customer info..." />
        </Panel>
        <Panel title="RV Info">
          <PanelSkeleton label="Loading RV info..." />
        </Panel>
      </>
    }
  />
)
