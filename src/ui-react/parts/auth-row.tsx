import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { EmailRow } from './email-row.tsx'
import { Lazily } from './lazily.tsx'

/** The marks of the providers are fetched for those who came by one. */
const loadSocial = async () => (await import('./social-row.tsx')).SocialRow

/** As whom the visitor is logged in to the embedded wallet: by the provider that they came by, else by email. Facts 9.4. */
export function AuthRow({ namespace }: { readonly namespace: ChainNamespace }) {
  const { connector, embeddedWallet } = useRuntime().latchkey
  const { socialProvider } = useController(embeddedWallet)
  useController(connector)
  if (connector.activeOf(namespace)?.type !== 'AUTH') return null
  return socialProvider ? <Lazily load={loadSocial} /> : <EmailRow />
}
