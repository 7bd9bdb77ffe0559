import type { ChainNamespace } from 'latchkey'
import { createHeadlessWallet, type HeadlessWallet } from 'latchkey/testing'
import { dangers } from 'latchkey/wallets'
import type { World } from './world.ts'

/** The state of the WalletConnect wallet, for the panel on the page. */
export interface HeadlessWalletState {
  readonly holder: string
  /** The wallet's sessions. Each has the page's name and the chain families. */
  readonly sessions: readonly { readonly page: string; readonly families: readonly ChainNamespace[] }[]
  readonly asked?: string | undefined
}

/** The wallet holds the devnet accounts with these names. Pages list the accounts of the first name first. */
const holders = ['dave', 'carol'] as const
const [holder] = holders

/**
 * Creates a wallet that answers pairings over the devnet's relay. The wallet starts at the first pairing. Its keys stay
 * on the server.
 */
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
      // The accounts hold only test money, so dangerous requests are approved too.
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
    /** Ends all sessions. */
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
