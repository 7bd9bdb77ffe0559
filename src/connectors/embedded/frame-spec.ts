import { frameDefaults } from '../../core/limits.ts'
import type { FrameSpec } from '../../ports.ts'
import type { EmbeddedWalletOptions } from './options.ts'

/** Returns the iframe's attributes and style (S3.1.2). The sandbox and the permissions are the minimum that the frame needs. */
export function frameSpec(
  url: string,
  { enableLogger = frameDefaults.enableLogger }: EmbeddedWalletOptions,
  { projectId = '', chainId }: { readonly projectId?: string | undefined; readonly chainId: string },
): FrameSpec {
  const src = new URL(url)
  const query = { projectId, chainId, version: frameDefaults.version, enableLogger: String(enableLogger) }
  for (const [name, value] of Object.entries(query)) src.searchParams.set(name, value)
  return {
    attributes: {
      id: frameDefaults.id,
      name: frameDefaults.name,
      title: 'Wallet',
      src: src.href,
      sandbox:
        'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-storage-access-by-user-activation',
      allow: 'clipboard-write',
      referrerpolicy: 'strict-origin',
    },
    style: { position: 'fixed', zIndex: '999999', display: 'none', border: 'none' },
  }
}
