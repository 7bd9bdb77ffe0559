import { EmailForm } from '../parts/email-form.tsx'

/** The email field alone, for who has come by a button of the host. */
export function EmailLoginView() {
  return <EmailForm focus />
}
