import type { ConnectorDiscovery } from '../../core/wallet/connector.ts'
import { safeAround, safeId } from '../../core/wallet/safe.ts'
import { initialIcon } from '../initial-icon.ts'
import { LazyConnector } from '../lazy-connector.ts'

/** The wallet's catalogue id (S3.4.1). */
const explorerId = '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f'
const name = 'Safe'

/** Finds the Safe that shows this page as a Safe App (S3.5.4). On other pages, loads nothing. */
export const discoverSafe =
  (origins: readonly string[] | undefined): ConnectorDiscovery =>
  (context, found) => {
    const { page, clock } = context
    const { parent } = page
    const origin = safeAround(page, origins)
    if (!parent || !origin) return () => {}
    const face = {
      id: safeId,
      name,
      type: 'EXTERNAL',
      chains: ['eip155'],
      provider: parent,
      imageUrl: initialIcon(name),
      explorerId,
    } as const
    const load = async () => {
      const [{ Eip1193Connector }, { SafeProvider, safeMethods }, { SafeMessages }] = await Promise.all([
        import('../injected/eip1193-connector.ts'),
        import('./safe-provider.ts'),
        import('./safe-messages.ts'),
      ])
      const provider = new SafeProvider(new SafeMessages(page, parent, origin), clock)
      return new Eip1193Connector({ ...face, provider, methods: safeMethods }, context)
    }
    found(new LazyConnector(face, load))
    return () => {}
  }
