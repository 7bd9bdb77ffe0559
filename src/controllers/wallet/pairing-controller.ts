import { FlowError } from '../../core/errors/core-error.ts'
import { raceAbort } from '../../core/timing.ts'
import { type DeepLink, linkTo, type WalletLinks } from '../../core/wallet/deep-links.ts'
import { isPairingExpired, pairsEarly, reusesPairing } from '../../core/wallet/pairing.ts'
import type { CallOptions, Clock, KeyValueStore, LinkTarget, Logger, Page, Unsubscribe } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import { Controller } from '../base/controller.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { ConnectorController } from './connector-controller.ts'

/** The wallet that the visitor chose: what the catalogue says of it. */
export interface PairingWallet extends WalletLinks {
  readonly id: string
  readonly name?: string | undefined
  readonly [field: string]: unknown
}

export interface PairingState {
  /** What a wallet is to scan or to open; undefined until there is one, and once it is of no use. */
  readonly uri: string | undefined
  /** In ms of wall time. */
  readonly expiresAt: number | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected'
  /** The wallet declined, or it failed; until the next attempt. */
  readonly failed: boolean
  /** Where the visitor was sent; stored when that leads to a session. */
  readonly linking: { readonly name: string; readonly href: string } | undefined
  /** Newest first, at most two. */
  readonly recentWallets: readonly PairingWallet[]
}

export interface PairingEvents {
  /** How the visitor got there, for who counts: by a code, or by a link on the same device. Facts 3.3. */
  finished: { readonly method: 'qrcode' | 'mobile'; readonly name: string | undefined }
}

export interface PairingParams {
  /** Default `walletConnect`. */
  readonly connectorId?: string | undefined
}

export interface PairingDeps {
  readonly connector: Pick<ConnectorController, 'find' | 'onFound' | 'setRecent'>
  /** Opens the session; `SessionController.connect` is it. */
  readonly connect: (params: { readonly connectorId: string }, opts: CallOptions) => Promise<unknown>
  readonly options: Pick<OptionsController, 'state'>
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove' | 'addRecentWallet'>
  /** Where the library looks for the link that brings the wallet to the front. */
  readonly storage: Pick<KeyValueStore, 'set' | 'remove'>
  readonly page: Pick<Page, 'traits'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Pick<Logger, 'error' | 'debug'>
}

/** Facts 4.3: the library's own name for it. */
const deepLinkKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

interface Run {
  readonly control: AbortController
  readonly done: Promise<void>
  callers: number
  /** Whether it may go on without callers, where its uri is used again. */
  kept: boolean
}

/**
 * One pairing at a time: the uri that is shown and how long it is good for, where the visitor was sent, and which wallets
 * they used last. Specification 1, sections 3 and 9; facts 3.3, 4.3, 4.4.
 */
export class PairingController extends Controller<PairingState, PairingEvents> {
  readonly #deps: PairingDeps
  #run: Run | undefined
  #chosen: PairingWallet | undefined

  constructor(deps: PairingDeps) {
    super(
      {
        uri: undefined,
        expiresAt: undefined,
        status: 'disconnected',
        failed: false,
        linking: undefined,
        recentWallets: [],
      },
      deps.log,
    )
    this.#deps = deps
  }

  start(): void {
    this.#showRecent()
    this.own(() => this.#run?.control.abort())
  }

  /** Whether there is a uri that a visitor would still get through with. */
  get usable(): boolean {
    const { uri, expiresAt } = this.state
    return uri !== undefined && !isPairingExpired(expiresAt, this.#deps.clock.now())
  }

  /**
   * Pairs, and stays until a wallet has settled a session. A second call joins the first. Whoever leaves last ends it;
   * where a uri is used again (Telegram, Safari on iOS) it goes on until that has expired.
   * @throws what `SessionController.connect` does; `flow/aborted`.
   */
  async pair(params: PairingParams = {}, { signal }: CallOptions = {}): Promise<void> {
    const run = this.#running(params)
    run.callers++
    try {
      await raceAbort(run.done, signal)
    } finally {
      if (--run.callers === 0) this.#abandon(run)
    }
  }

  /** Pairs in advance where a link has to open inside the tap; elsewhere it does nothing. Facts 4.2. */
  prepare(params: PairingParams = {}): void {
    if (!pairsEarly(this.#deps.page.traits) || this.usable) return
    this.#running(params).done.catch((error) => this.#deps.log.debug('Pairing in advance ended', error))
  }

  /** How a wallet is reached with the uri that is shown; undefined without a uri, or without a safe link. */
  linkFor(
    wallet: WalletLinks,
    platform: 'mobile' | 'desktop' | 'web',
    { framed }: { readonly framed?: boolean | undefined } = {},
  ): (DeepLink & { readonly open: string; readonly target: LinkTarget }) | undefined {
    const { options, page, persistence } = this.#deps
    const { uri } = this.state
    if (uri === undefined || !this.usable) return undefined
    return linkTo(wallet, platform, uri, {
      traits: page.traits,
      framed,
      preferUniversal: options.state.experimental_preferUniversalLinks,
      telegramSocial: persistence.get('telegramSocialProvider') !== undefined,
    })
  }

  /** Notes which wallet is about to be used, and by which link; without one it is by a code. Facts 4.3, 4.4. */
  choose(wallet: PairingWallet | undefined, link?: Pick<DeepLink, 'href'>): void {
    this.#chosen = wallet
    this.patch({ linking: link && { name: wallet?.name ?? '', href: link.href } })
  }

  /** The modal was closed: a uri is not kept for the next time. Who still waits goes on waiting. Facts 3.2. */
  leave(): void {
    const run = this.#run
    if (!run) return
    run.kept = false
    this.#abandon(run)
  }

  /** Takes a failure off the view before the next attempt. */
  clearFailure(): void {
    this.patch({ failed: false })
  }

  /** Forgets the pairing: the view was left, or the session has ended. Facts 3.3. */
  override reset(): void {
    const { persistence, storage } = this.#deps
    const run = this.#run
    this.#run = undefined
    this.#chosen = undefined
    run?.control.abort()
    this.patch({
      uri: undefined,
      expiresAt: undefined,
      linking: undefined,
      status: 'disconnected',
      failed: false,
    })
    persistence.remove('deeplinkChoice')
    this.attempt(() => storage.remove(deepLinkKey))
  }

  #running({ connectorId = 'walletConnect' }: PairingParams): Run {
    if (this.#run) return this.#run
    const control = new AbortController()
    const run: Run = { control, callers: 0, kept: true, done: this.#begin(connectorId, control.signal) }
    run.done.catch(() => {})
    this.#run = run
    return run
  }

  async #begin(connectorId: string, signal: AbortSignal): Promise<void> {
    const { connector, connect } = this.#deps
    let stop: Unsubscribe | undefined
    // A client that has not started yet knows no connector.
    const listen = () => {
      stop ??= connector
        .find(connectorId)
        ?.on('displayUri', ({ uri, expiresAt }) => this.patch({ uri, expiresAt }))
    }
    listen()
    const stopLooking = connector.onFound(listen)
    const current = () => this.#run?.control.signal === signal
    this.patch({ uri: undefined, expiresAt: undefined, status: 'connecting', failed: false })
    try {
      // Known as the run before anything can settle.
      await Promise.resolve()
      await connect({ connectorId }, { signal })
      if (!current()) throw new FlowError('flow/aborted')
      this.#run = undefined
      this.#finish()
    } catch (error) {
      if (current()) {
        this.#run = undefined
        this.patch({ uri: undefined, expiresAt: undefined, status: 'disconnected', failed: !signal.aborted })
      }
      throw error
    } finally {
      stop?.()
      stopLooking()
    }
  }

  /** The last who waited has left. */
  #abandon(run: Run): void {
    if (this.#run !== run || run.callers > 0) return
    const { page, clock } = this.#deps
    const { expiresAt } = this.state
    if (!run.kept || !reusesPairing(page.traits) || !this.usable || expiresAt === undefined) {
      run.control.abort()
      return
    }
    this.after(clock, Math.max(0, expiresAt - clock.now()), () => {
      if (run.callers === 0) run.control.abort()
    })
  }

  #finish(): void {
    const { persistence, storage } = this.#deps
    const { linking } = this.state
    const chosen = this.#chosen
    if (linking) {
      persistence.set('deeplinkChoice', linking)
      this.attempt(() => storage.set(deepLinkKey, JSON.stringify(linking)))
    }
    if (chosen) persistence.addRecentWallet(chosen)
    this.#chosen = undefined
    this.batch(() => {
      this.patch({ uri: undefined, expiresAt: undefined, status: 'connected', linking: undefined })
      this.#showRecent()
    })
    this.emit('finished', { method: linking ? 'mobile' : 'qrcode', name: chosen?.name })
  }

  #showRecent(): void {
    const recentWallets = (this.#deps.persistence.get('recentWallets') ?? []) as readonly PairingWallet[]
    this.patch({ recentWallets })
    this.#deps.connector.setRecent(recentWallets.length > 0)
  }
}
