import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { EmailRow } from './email-row.tsx'
import { LazyPart } from './lazy-part.tsx'

/** Provider icons are loaded only for social logins. */
const loadSocial = async () => (await import('./social-row.tsx')).SocialRow

/** The user of the embedded wallet: the social login's name, otherwise the email address (S3.9.4). */
export function AuthRow({ namespace }: { readonly namespace: ChainNamespace }) {
  const { connector, embeddedWallet } = useRuntime().latchkey
  const { socialProvider } = useController(embeddedWallet)
  useController(connector)
  if (connector.activeOf(namespace)?.type !== 'AUTH') return null
  return socialProvider ? <LazyPart load={loadSocial} /> : <EmailRow />
}
