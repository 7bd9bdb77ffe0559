import { randomBytes } from 'node:crypto'
import type { ChainNetwork } from 'latchkey'
import type { InjectedAccount } from 'latchkey/wallets'
import type { ActingWallet, WalletFamily } from './acting-wallet.ts'
import { actingWallet } from './polkadot-acting.ts'

/** The secret is an sr25519 mini secret as `0x` and 64 hex digits, as `subkey` and the extensions export it. */
export const polkadotWallets: WalletFamily = {
  secretForm: 'a secret seed of this chain family (64 hex digits)',
  readSecret,
  makeSecret: () => `0x${randomBytes(32).toString('hex')}`,
  async addressOf(secret, network?: Partial<ChainNetwork>) {
    const { encodeAddress, sr25519PairFromSeed } = await import('@polkadot/util-crypto').catch(missingLibrary)
    const { publicKey } = sr25519PairFromSeed(Buffer.from(secret.slice(2), 'hex'))
    return encodeAddress(publicKey, network?.ss58Prefix ?? 42)
  },
  actingWallet,
  async connector({ id, name, wallet }) {
    const { injectedWeb3Connector } = await import('latchkey/connectors')
    return injectedWeb3Connector({ id, name, provider: extensionOf(wallet) })
  },
  async accountsOf(wallet) {
    const accounts = (await wallet.request({ method: 'accounts.heard' })) as readonly InjectedAccount[]
    return accounts.map(({ address }) => address)
  },
  // Each request names its network.
  networkOf: async () => undefined,
}

function readSecret(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  return digits && `0x${digits.toLowerCase()}`
}

/** The wallet in the shape of an extension. */
function extensionOf(acting: ActingWallet) {
  const ask =
    (method: string) =>
    (...params: readonly unknown[]) =>
      acting.request({ method, params })
  return {
    async enable(origin: string) {
      await ask('enable')(origin)
      return {
        accounts: {
          get: ask('accounts.get'),
          subscribe(listener: (accounts: unknown) => void) {
            acting.on('accounts', listener)
            return () => acting.removeListener('accounts', listener)
          },
        },
        signer: { signRaw: ask('signRaw'), signPayload: ask('signPayload') },
      }
    },
  }
}

async function missingLibrary(cause: unknown): Promise<never> {
  const { latchkeyError } = await import('latchkey/testing')
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'A wallet with polkadot keys', install: 'npm install @polkadot/api' },
    cause,
  })
}
