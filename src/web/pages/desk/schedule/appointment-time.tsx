import { describeAppointment } from '#domain/bookings/appointment.ts'
import { formatTime } from '#domain/lib/company-time.ts'
import styles from './schedule.module.css'
import type { ScheduledTicket } from './week.ts'

type AppointmentTimeProps = {
  card: ScheduledTicket
  timeZone: string
  /** The day it is shown on; then only the time is added if the appointment is on that day. */
  day?: string
}

/** When the customer comes; nothing on a ticket without an appointment. */
export function AppointmentTime({ card, timeZone, day }: AppointmentTimeProps) {
  const { appointmentAt, bookedDay } = card
  if (appointmentAt === null) return null
  const at = new Date(appointmentAt)
  return (
    <span className={styles.appointment}>
      {bookedDay === day
        ? `Appointment ${formatTime(at, timeZone)}`
        : describeAppointment({ ...card, closeReason: null }, at, timeZone)}
    </span>
  )
}
