import { throwIfAborted } from '../../../core/async/abort.ts'
import { bitcoinChainName } from '../../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../../core/errors/rpc-errors.ts'
import { transport } from '../../../core/limits.ts'
import type { BitcoinWallet } from '../../../core/wallet/bitcoin-wallet.ts'
import type { ConnectorContext, ConnectorSession, ConnectorType } from '../../../core/wallet/connector.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import { InjectedConnector, whenShown } from '../injected-connector.ts'
import type { BitcoinAccounts, BitcoinDialect, BitcoinNews } from './dialect.ts'

export interface BitcoinConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The wallet's object in the page. */
  readonly provider: object
  readonly dialect: BitcoinDialect
  readonly imageUrl?: string | undefined
}

type Network = CaipNetworkId<'bip122'>

/** The connector of a Bitcoin wallet that is injected into the page or supplied by the host. */
export class BitcoinConnector extends InjectedConnector {
  readonly provider: object
  readonly #dialect: BitcoinDialect
  readonly #page: ConnectorContext['page']
  readonly #context: Pick<ConnectorContext, 'networks'>
  #accounts: BitcoinAccounts = []
  #network: Network | undefined
  #looking: Promise<void> | undefined
  /** Counts the wallet's events. */
  #changes = 0

  constructor(
    options: BitcoinConnectorOptions,
    context: Pick<ConnectorContext, 'clock' | 'log' | 'page' | 'networks'>,
  ) {
    super({ ...options, chains: ['bip122'] }, context)
    this.provider = options.provider
    this.#page = context.page
    this.#context = context
    this.#dialect = options.dialect
  }

  protected establish(signal: AbortSignal) {
    return this.#establish(
      this.#ask('connect', () => this.#dialect.connect(), signal),
      signal,
    )
  }

  protected reestablish(signal: AbortSignal) {
    return this.#establish(
      this.#question('accounts', () => this.#dialect.accounts(), signal),
      signal,
    )
  }

  async #establish(
    answer: Promise<BitcoinAccounts | undefined>,
    signal: AbortSignal,
  ): Promise<ConnectorSession | null> {
    const changes = this.#changes
    // After news from the wallet, the answers may be outdated.
    let news: BitcoinNews | undefined
    const stop = this.#hear((told) => {
      news = told
    })
    try {
      const accounts = (await answer) ?? []
      if (accounts.length === 0) return null
      // A wallet that was locked or disconnected before this answer is available again.
      const isChanged = news !== undefined
      news = undefined
      const network = await this.#question('network', () => this.#reported(), signal)
      throwIfAborted(signal)
      if (isGone(news)) return null
      if (this.session) {
        if (changes === this.#changes) this.#take(accounts, network)
        return this.session ?? null
      }
      this.#accounts = accounts
      this.#network = network
      this.session = this.#newSession()
      this.attach()
      if (isChanged || news) this.#look()
      return this.session
    } finally {
      stop()
    }
  }

  #hear(told: (news: BitcoinNews) => void): Unsubscribe {
    try {
      return this.#dialect.listen(told)
    } catch (error) {
      this.debug('refused a listener', error)
      return () => {}
    }
  }

  /**
   * Returns the network that the wallet reports. If the wallet and the host both have a network that isn't listed, returns undefined,
   * because the wallet's name can't be compared with the host's id.
   */
  async #reported(): Promise<Network | undefined> {
    const network = await this.#dialect.network()
    const isUnlisted = (id: CaipNetworkId) => id.startsWith('bip122:') && !bitcoinChainName(id)
    const hasUnlisted = this.#context.networks.some(({ caipNetworkId }) => isUnlisted(caipNetworkId))
    return network && hasUnlisted && isUnlisted(network) ? undefined : network
  }

  /** Creates a session. Its accounts and networks are getters, so that they always return the wallet's latest state. */
  #newSession(): ConnectorSession {
    const current = () => ({ accounts: this.#accounts, network: this.#network })
    const session: ConnectorSession = {
      get accounts() {
        return current().accounts
      },
      get networks() {
        const { network } = current()
        return network ? [network] : []
      },
      methods: { bip122: new Set(this.#dialect.methods) },
      channel: (namespace) => {
        this.requireFamily(namespace)
        return { kind: 'native', dialect: 'bitcoin', provider: this.#wallet(session) }
      },
    }
    return session
  }

  #wallet(session: ConnectorSession): BitcoinWallet {
    const dialect = this.#dialect
    const open = async <T>(run: () => Promise<T>) => {
      this.requireOpen(session)
      return run()
    }
    const prompt = <T>(method: string, run: () => Promise<T>, opts?: CallOptions) =>
      open(() => this.#ask(method, run, opts?.signal))
    const question = <T>(method: string, run: () => Promise<T>, opts?: CallOptions) =>
      open(() => this.#question(method, run, opts?.signal))
    return {
      accounts: async (opts) =>
        (await question('accounts', () => dialect.accounts(), opts)) ?? this.#accounts,
      network: (opts) => question('network', () => this.#reported(), opts),
      switchNetwork: (network, opts) =>
        prompt(
          'switchNetwork',
          async () => {
            if (!dialect.switchNetwork)
              throw latchkeyError('adapter/unsupported', {
                values: { capability: 'network.switch', subject: this.name },
              })
            await dialect.switchNetwork(network)
          },
          opts,
        ),
      signMessage: (message, opts) => prompt('signMessage', () => dialect.signMessage(message), opts),
      signPsbt: (psbt, opts) => prompt('signPsbt', () => dialect.signPsbt(psbt), opts),
    }
  }

  /** Sends a request that prompts the visitor. Waits until the wallet answers, the signal aborts or the session ends. */
  #ask<T>(method: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const deliver = async () => {
      try {
        return await run()
      } catch (error) {
        throw rpcErrorFrom(error, { method, source: 'wallet' })
      }
    }
    return this.untilEnd(deliver, signal)
  }

  /** Sends a request that doesn't prompt the visitor. Rejects after a time limit. */
  #question<T>(method: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.bounded(transport.timeout, (inner) => this.#ask(method, run, inner), signal)
  }

  protected override revocation() {
    const { disconnect } = this.#dialect
    return disconnect && (async () => disconnect())
  }

  protected override observe(news: () => void): Unsubscribe {
    return this.#dialect.listen((told) => told === 'changed' && news())
  }

  protected listen(): Unsubscribe {
    const stops = [
      this.#dialect.listen((news) => {
        if (news === 'changed') this.#look()
        else this.end(news === 'locked' ? 'locked' : 'wallet')
      }),
      // Add the listener on the wallet first, because the wallet may refuse it. In this case, no listener on the page has to be
      // removed.
      whenShown(this.#page, () => this.#look(true)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /**
   * Reads accounts and network after an event, because wallets emit incomplete events in any order. If there was no event
   * (`isUntold`) and the wallet shows no account, the wallet may just be locked, so the session continues.
   */
  #look(isUntold = false): void {
    const session = this.session
    if (!session) return
    const change = isUntold ? this.#changes : ++this.#changes
    // After a later event, ignore this read: its answers may mix the old network with the new accounts.
    const counts = () => this.session === session && change === this.#changes
    const run = async () => {
      if (!counts()) return
      const network = await this.#question('network', () => this.#reported())
      const accounts = await this.#question('accounts', () => this.#dialect.accounts())
      if (counts() && !(isUntold && accounts?.length === 0)) this.#take(accounts ?? this.#accounts, network)
    }
    const failed = (error: unknown) => {
      if (!counts()) return
      if (!isUntold && isLatchkeyError(error, 'wallet/unauthorized')) this.end('locked')
      else this.debug("couldn't be read", error)
    }
    this.#looking = (this.#looking ?? Promise.resolve()).then(run).catch(failed)
  }

  /** Reports the network before the accounts, because an account has another address on another network. */
  #take(accounts: BitcoinAccounts, network: Network | undefined): void {
    if (accounts.length === 0) {
      this.end('locked')
      return
    }
    const before = listOf(this.#accounts)
    const moved = network !== undefined && network !== this.#network
    this.#accounts = accounts
    this.#network = network ?? this.#network
    if (moved) this.events.emit('networkChanged', { namespace: 'bip122', network })
    if (listOf(accounts) !== before) this.events.emit('accountsChanged', { namespace: 'bip122', accounts })
  }
}

function listOf(accounts: BitcoinAccounts): string {
  return accounts.map(({ address, type }) => `${type} ${address}`).join()
}

/** Returns whether the wallet is locked or disconnected. */
function isGone(news: BitcoinNews | undefined): boolean {
  return news !== undefined && news !== 'changed'
}
