import { EmailForm } from '../../parts/form/email-form.tsx'

/** Shows the email field alone, for visitors who come from a button of the host. */
export function EmailLoginView() {
  return <EmailForm alone />
}
