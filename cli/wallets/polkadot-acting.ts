import type { InjectedAccount, PolkadotWallet } from 'latchkey/wallets'
import type { ActingWallet, ActingWalletOptions } from './acting-wallet.ts'

type Listener = (payload: never) => void
type Enabled = Awaited<ReturnType<PolkadotWallet['injected']['enable']>>

/**
 * A local wallet that stays locked until its key is needed. It takes an extension's calls: `enable`, `accounts.get`,
 * `signRaw` and `signPayload`. An extension isn't told of a disconnection; it only loses its account listeners. So
 * `accounts.heard` returns accounts only while there are listeners.
 */
export function actingWallet({ address, open }: ActingWalletOptions): ActingWallet {
  const listeners = new Set<Listener>()
  const authorized = address !== undefined
  let opening: Promise<Enabled> | undefined
  const unlocked = () => {
    opening ??= openWallet()
    return opening
  }

  async function openWallet(): Promise<Enabled> {
    const [{ polkadotWallet }, secret] = await Promise.all([import('latchkey/wallets'), open()])
    const enabled = await polkadotWallet({ secrets: [secret], authorized }).injected.enable('latchkey')
    enabled.accounts.subscribe((accounts) => {
      for (const listener of [...listeners]) listener(accounts as never)
    })
    return enabled
  }

  return {
    unlock: async () => void (await unlocked()),
    async request({ method, params }) {
      const [input] = Array.isArray(params) ? params : [params]
      if (method === 'accounts.heard' && listeners.size === 0) return []
      if (!opening && address !== undefined) {
        if (method === 'enable') return undefined
        if (method.startsWith('accounts.')) return [lockedAccount(address)]
      }
      const { accounts, signer } = await unlocked()
      switch (method) {
        case 'enable':
          return undefined
        case 'accounts.get':
        case 'accounts.heard':
          return accounts.get()
        case 'signRaw':
          return signer.signRaw(input)
        case 'signPayload':
          return signer.signPayload(input)
        default:
          throw new Error(`The wallet has no ${method}`)
      }
    },
    on: (_, listener) => void listeners.add(listener),
    removeListener: (_, listener) => void listeners.delete(listener),
  }
}

/** The account as shown while the wallet is locked. */
function lockedAccount(address: string): InjectedAccount {
  return { address, genesisHash: null, name: 'Account 1', type: 'sr25519' }
}
