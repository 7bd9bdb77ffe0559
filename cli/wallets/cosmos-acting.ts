import type { ExternalKeplrOptions } from 'latchkey/connectors'
import type { CosmosWallet } from 'latchkey/wallets'
import type { ActingWallet, ActingWalletOptions } from './acting-wallet.ts'

export type KeplrLike = ExternalKeplrOptions['provider']

const methods = [
  'enable',
  'disable',
  'isConnected',
  'getKey',
  'signDirect',
  'signAmino',
  'signArbitrary',
  'experimentalSuggestChain',
] as const

/**
 * A local wallet that stays locked until its key is needed. It takes the names of Keplr's methods with their arguments, and
 * `approved` for the chains that the page may use.
 */
export function actingWallet({ networks, address, open }: ActingWalletOptions): ActingWallet {
  const chains = networks.map(({ id, cosmos }) => ({
    id: String(id),
    bech32Prefix: cosmos?.bech32Prefix ?? 'cosmos',
  }))
  let approved: readonly string[] = address === undefined ? [] : chains.map(({ id }) => id)
  let opening: Promise<CosmosWallet> | undefined
  const unlocked = () => {
    opening ??= openWallet()
    return opening
  }

  async function openWallet(): Promise<CosmosWallet> {
    const [{ cosmosWallet }, secret] = await Promise.all([import('latchkey/wallets'), open()])
    return cosmosWallet({ privateKeys: [secret], chains, approved })
  }

  /** Answers from the address alone, while the key is locked. */
  async function locked(method: string, [input]: readonly unknown[]): Promise<unknown> {
    const ids = [input].flat().map(String)
    if (method === 'approved') return approved
    if (method === 'isConnected') return approved.includes(ids[0] ?? '')
    if (method === 'disable') approved = approved.filter((id) => !ids.includes(id))
    if (method !== 'getKey') return undefined
    const { bech32 } = await import('@scure/base')
    const chain = chains.find(({ id }) => id === ids[0])
    if (!chain || !approved.includes(chain.id)) throw new Error(`Unauthorized: ${ids[0]} is not approved`)
    const { words } = bech32.decode(address as `${string}1${string}`)
    return { bech32Address: bech32.encode(chain.bech32Prefix, words), pubKey: new Uint8Array() }
  }

  return {
    unlock: async () => void (await unlocked()),
    async request({ method, params }) {
      const inputs = Array.isArray(params) ? params : params === undefined ? [] : [params]
      const known = /^(approved|isConnected|disable|getKey)$/.test(method)
      const enabled = method === 'enable' && [inputs[0]].flat().every((id) => approved.includes(String(id)))
      if (!opening && address !== undefined && (known || enabled)) return locked(method, inputs)
      const wallet = await unlocked()
      if (method === 'approved') return wallet.approved
      const run = wallet.provider[method as (typeof methods)[number]] as
        | ((...inputs: readonly unknown[]) => Promise<unknown>)
        | undefined
      if (typeof run !== 'function') throw new Error(`The wallet has no ${method}`)
      return run(...inputs)
    },
    // The key never changes, so there are no events.
    on: () => {},
    removeListener: () => {},
  }
}

/** The wallet in the shape of Keplr. */
export function keplrLike(wallet: ActingWallet): KeplrLike {
  return Object.fromEntries(
    methods.map((method) => [method, (...params: readonly unknown[]) => wallet.request({ method, params })]),
  ) as unknown as KeplrLike
}
