// The permissions of what is no procedure, by the names that the API document gives them: each is checked before anything
// else of the request is read.

import type { Action } from '#domain/account/permission.ts'

export const ROUTE_PERMISSIONS = {
  book: 'ticket.book',
  live: 'profile.see',
  liveAccount: 'rv-owner.see',
  exportCompany: 'company.export',
  downloadCompanyExport: 'company.export',
  ticketDocument: 'money.see',
  invoiceDocument: 'money.see',
  receiptDocument: 'money.see',
  companyImage: 'directory.see',
  putCompanyImage: 'company.change',
  removeCompanyImage: 'company.change',
  customerImage: 'ticket.see',
  putCustomerImage: 'ticket.change-images',
  removeCustomerImage: 'ticket.change-images',
  rigImage: 'ticket.see',
  putRigImage: 'ticket.change-images',
  removeRigImage: 'ticket.change-images',
  photo: 'ticket.see',
  addPhotos: 'photo.add',
  removePhoto: 'photo.add',
  addPhotoPiece: 'photo.add',
  photoProgress: 'photo.add',
  handOverPhotoPiece: 'bay.see',
  handedOverPhotoProgress: 'bay.see',
  handedOverPhoto: 'bay.oversee',
  rigPhoto: 'rv-owner.see',
} as const satisfies Readonly<Record<string, Action>>
