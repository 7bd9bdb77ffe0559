import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { send as limits } from '../../../core/limits.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SendDeps, SendEvents, SendState } from './send.ts'

/** Finds the recipient's address: normalizes a typed address, and resolves a typed name. */
export class RecipientLookup {
  readonly #deps: SendDeps
  readonly #host: FeatureHost<SendState, SendEvents>
  /** Changes the form. */
  readonly #change: (part: Partial<SendState>) => void
  /** Aborted by the next keystroke. */
  #typed = new AbortController()
  #stopWaiting: Unsubscribe | undefined
  #reformatted = false
  /** The adapter of the last lookup. */
  #adapter: ChainAdapter | undefined

  constructor(
    deps: SendDeps,
    host: FeatureHost<SendState, SendEvents>,
    change: (part: Partial<SendState>) => void,
  ) {
    this.#deps = deps
    this.#host = host
    this.#change = change
    host.own(() => this.cancel())
  }

  /**
   * Whether the visitor entered the recipient's address in the format of another network. The generic SS58 format doesn't
   * count.
   */
  get reformatted(): boolean {
    return this.#reformatted
  }

  cancel(): void {
    this.#typed.abort()
  }

  async find(text: string): Promise<void> {
    this.#typed.abort()
    this.#stopWaiting?.()
    this.#typed = new AbortController()
    const { signal } = this.#typed
    const typed = text.trim()
    const { activeNetwork: network } = this.#deps.network
    const noRecipient = {
      receiver: text,
      receiverAddress: undefined,
      receiverProfileName: undefined,
      receiverProfileImageUrl: undefined,
      receiverConfirmed: false,
      resolving: typed !== '',
    }
    this.#reformatted = false
    try {
      // If the adapter is loaded, change the state once per keystroke, so that the form renders once.
      const ready = this.#adapter?.namespace === network.chainNamespace ? this.#adapter : undefined
      const known = typed !== '' && ready ? this.#readAddress(ready, typed, network) : undefined
      this.#change({ ...noRecipient, ...known })
      if (typed === '' || known) return
      const adapter = ready ?? ((await this.#deps.adapters.get(network.chainNamespace)) as ChainAdapter)
      this.#adapter = adapter
      if (signal.aborted) return
      const read = ready ? undefined : this.#readAddress(adapter, typed, network)
      if (read) return this.#change(read)
      await new Promise<void>((resolve) => {
        this.#stopWaiting = this.#host.after(this.#deps.clock, limits.nameWait, resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      if (signal.aborted) return
      const named = await this.#deps.names.resolve(typed, { network: network.caipNetworkId, signal })
      if (signal.aborted) return
      this.#change({
        resolving: false,
        receiverAddress: adapter.normalizeAddress(named.address, network),
        receiverProfileName: named.name,
        receiverProfileImageUrl: named.avatar,
      })
    } catch (error) {
      if (signal.aborted) return
      this.#deps.log.debug('Looking up the recipient failed', error)
      this.#change({ resolving: false })
      // Show an error if a name service failed. Don't show an error for an unknown name.
      if (!isLatchkeyError(error, 'name/resolve-failed') || error.cause !== undefined)
        this.#host.patch({ error: toLatchkeyError(error) })
    }
  }

  /**
   * Returns the change of the state if the text is an address or can't be a name. Returns undefined if the text may be a name.
   */
  #readAddress(adapter: ChainAdapter, typed: string, network: ChainNetwork): Partial<SendState> | undefined {
    const address = adapter.normalizeAddress(typed, network)
    if (address && adapter.isMistyped?.(typed, network)) return { resolving: false }
    if (!address) return typed.includes('.') ? undefined : { resolving: false }
    this.#reformatted =
      network.chainNamespace === 'polkadot' && ![address, adapter.normalizeAddress(typed)].includes(typed)
    return { receiverAddress: address, resolving: false }
  }
}
