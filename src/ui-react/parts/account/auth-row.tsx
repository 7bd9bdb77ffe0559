import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useRuntime } from '../../runtime.ts'
import { LazyPart } from '../lazy-part.tsx'
import { EmailRow } from './email-row.tsx'

/** Provider icons are loaded only for social logins. */
const loadSocial = async () => (await import('./social-row.tsx')).SocialRow

/** Shows the user of the embedded wallet: the social login's name, otherwise the email address (S3.9.4). */
export function AuthRow({ namespace }: { readonly namespace: ChainNamespace }) {
  const { connector, embeddedWallet } = useRuntime().latchkey
  const { socialProvider } = useController(embeddedWallet)
  useController(connector)
  if (connector.activeOf(namespace)?.type !== 'AUTH') return null
  return socialProvider ? <LazyPart load={loadSocial} /> : <EmailRow />
}
