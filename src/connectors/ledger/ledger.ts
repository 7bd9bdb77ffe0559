import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { OptionalConnectorFactory } from '../../core/wallet/connector.ts'
import { initialIcon } from '../initial-icon.ts'
import { LazyConnector } from '../lazy-connector.ts'
import { defaultPaths, type LedgerFamily, type LedgerOptions } from './options.ts'

/** The wallet's catalogue id (S3.4.1). */
const explorerId = '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927'
const id = 'ledger'
const name = 'Ledger'
const families: readonly LedgerFamily[] = ['eip155', 'solana']

/**
 * Creates the connector for a Ledger device over USB (WebHID), in Chromium browsers. Other browsers don't list the Ledger. The
 * app that is open on the device decides the family: Ethereum or Solana. Needs the packages `@ledgerhq/hw-transport-webhid`,
 * `@ledgerhq/hw-app-eth` with `viem`, `@ledgerhq/hw-app-solana`, and `buffer`. These packages load when a visitor chooses the
 * Ledger.
 *
 * @throws `config/invalid-options` if a path isn't a BIP-32 path.
 * @example
 * createLatchkey({ networks, adapters, connectors: [ledger()] })
 */
export function ledger(options: LedgerOptions = {}): OptionalConnectorFactory {
  const { eip155 = defaultPaths.eip155, solana = defaultPaths.solana } = options.paths ?? {}
  const paths = { eip155, solana }
  for (const family of families)
    if (!/^\d+'?(\/\d+'?){1,9}$/.test(paths[family]))
      throw latchkeyError('config/invalid-options', {
        values: { field: `paths.${family}`, reason: "expected a path such as 44'/60'/0'/0/0" },
      })
  return (context) => {
    // Phones, Firefox and Safari have no WebHID.
    if (!Object(context.page.global('navigator')).hid) return undefined
    const requested = new Set(context.networks.map(({ chainNamespace }) => chainNamespace))
    const chains = families.filter((family) => requested.has(family))
    const face = { id, name, type: 'EXTERNAL', chains, explorerId, imageUrl: initialIcon(name) } as const
    return new LazyConnector({ ...face, provider: {} }, async () => {
      const [{ LedgerConnector }, { LedgerDevice }, { openTransport }] = await Promise.all([
        import('./ledger-connector.ts'),
        import('./device.ts'),
        import('./transport.ts'),
      ])
      const device = new LedgerDevice(() => openTransport(context.page))
      return new LedgerConnector({ ...face, device, paths }, context)
    })
  }
}
