// An employee of one company. Their account's id is their id; what they may do follows from the
// two flags (permission.ts).

export type Employee = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly licenseNumber: string
  readonly isInsured: boolean
  readonly roles: { readonly isServiceWriter: boolean; readonly isTechnician: boolean }
}
