import type { ChainNamespace } from 'latchkey'
import { createHeadlessWallet, type HeadlessWallet } from 'latchkey/testing'
import { dangers } from 'latchkey/wallets'
import type { World } from './world.ts'

/** The WalletConnect wallet as the page's panel shows it. */
export interface HeadlessWalletState {
  readonly holder: string
  /** Its sessions: the page's name and the families. */
  readonly sessions: readonly { readonly page: string; readonly families: readonly ChainNamespace[] }[]
  /** The method of its last request. */
  readonly asked?: string | undefined
}

/** The owners of its accounts; pages see the first one's accounts first. */
const holders = ['dave', 'carol'] as const
const [holder] = holders

/** Answers pairings of pages over the world's relay. It starts at the first pairing, and its keys stay on the server. */
export function headlessWallet(world: World, tell: (state: HeadlessWalletState) => void) {
  let wallet: Promise<HeadlessWallet> | undefined
  let sessions: HeadlessWalletState['sessions'] = []
  let asked: string | undefined
  const state = (): HeadlessWalletState => ({ holder, sessions, asked })

  async function make(relayUrl: string): Promise<HeadlessWallet> {
    const made = await createHeadlessWallet({
      relayUrl,
      name: 'Headless Wallet',
      networks: world.networks,
      accounts: holders.map((name) => world.accounts[name] ?? {}),
      // Its accounts hold test money, and the page tries everything.
      allowDanger: dangers,
    })
    const look = () => {
      sessions = made.sessions.map(({ peer, namespaces }) => ({
        page: peer.name,
        families: Object.keys(namespaces) as ChainNamespace[],
      }))
      tell(state())
    }
    made.on('session', look)
    made.on('ended', look)
    made.on('request', ({ method }) => {
      asked = method
      look()
    })
    return made
  }

  function running(): Promise<HeadlessWallet> {
    if (!world.relay) throw new Error('There is no relay')
    wallet ??= make(world.relay.url).catch((error) => {
      wallet = undefined
      throw error
    })
    return wallet
  }

  return {
    state,
    async pair(uri: string): Promise<HeadlessWalletState> {
      await (await running()).pair(uri)
      return state()
    },
    /** Ends its sessions from the wallet's side. */
    async leave(): Promise<HeadlessWalletState> {
      const made = await wallet
      await Promise.all(made?.sessions.map(({ topic }) => made.disconnect(topic)) ?? [])
      return state()
    },
    stop(): void {
      wallet?.then((made) => made.stop()).catch(() => {})
    },
  }
}
