// The RV owner's choice about sharing contact details, on sign-up and in the profile.

export const SHARING_LABEL = 'Share my contact info with any shop that looks up my RV’s VIN'
export const SHARING_DESCRIPTION =
  'Your name, phone, email and address, for rigs that you claimed. You can change this anytime.'
