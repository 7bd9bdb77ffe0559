import type { OpenOptions } from '../controllers/coordinators/modal.ts'
import type { SessionConnectParams } from '../controllers/coordinators/session.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { fillOptions, type LatchkeyOptions, type ResolveOptions } from '../core/options/options.ts'
import type { AdapterOf } from '../core/wallet/adapter.ts'
import type { ConnectionOf } from '../core/wallet/connection.ts'
import { detectPlatform } from '../platform/detect.ts'
import { isDevelopment } from '../platform/is-development.ts'
import type { CallOptions, Frames, Page, PageTraits, Platform } from '../ports.ts'
import { claimName } from './realm-guard.ts'
import { type Wired, wire } from './wiring.ts'

/** The wallet to connect, and optionally the network and families. */
export type ConnectOptions<N extends ChainNamespace = ChainNamespace> = SessionConnectParams<N>

/** A client: its controllers, and shortcuts to the methods that hosts call most. */
export interface Latchkey<N extends ChainNamespace = ChainNamespace> extends Readonly<Wired['controllers']> {
  readonly name: string
  /** What is known about the page and its device. */
  readonly traits: PageTraits
  /** Calls a function when the browser is idle, to prepare for a later click. See `Page.whenIdle`. */
  readonly whenIdle: Page['whenIdle']
  /**
   * Places the embedded wallet's frame: the wallet's connector adds the frame, and the modal sets the frame's position. Undefined
   * on a server.
   */
  readonly frames: Frames | undefined
  /**
   * Starts the client. You needn't call this method in a browser, where the client starts by itself. Resolves when installed
   * wallets are discovered, and each stored connection is restored, dropped, or waits for its wallet. Never prompts the visitor.
   */
  ready(): Promise<void>
  /**
   * Returns the family's adapter. If `networks` has the family but `adapters` doesn't, returns an adapter that connects over
   * WalletConnect and passes `request` to the wallet.
   * @throws `config/no-adapter` if the host configured neither networks nor an adapter for the family.
   */
  adapter<M extends N>(namespace: M): Promise<AdapterOf<M>>
  /** Connects a wallet, and resolves with one connection per family. See `SessionController.connect`. */
  connect<M extends N = N>(
    params: ConnectOptions<M>,
    opts?: CallOptions,
  ): Promise<readonly [ConnectionOf<M>, ...ConnectionOf<M>[]]>
  /** Disconnects a family, or all families. See `SessionController.disconnect`. */
  disconnect(namespace?: ChainNamespace, opts?: CallOptions): Promise<void>
  /** Switches to a network. See `NetworkSwitchController.switchTo`. */
  switchNetwork(network: CaipNetworkId, opts?: CallOptions): Promise<void>
  /**
   * Opens the modal.
   * @throws `config/no-modal` in development builds, if no component shows the modal; any error of `ModalController.open`.
   */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal. */
  close(): void
  /**
   * Stops the client, and releases its resources and its name. Wallets stay connected. Later calls of the client reject with
   * `config/disposed`.
   */
  dispose(): Promise<void>
}

/**
 * The `createLatchkey` of production builds (see `index.production.ts`). The code that checks the options loads when the page is
 * idle, so that visitors don't wait for it. An invalid option is logged, but used as it is. Only the options that `fillOptions`
 * checks throw at once. With Save-Data, the other options aren't checked.
 */
export function createLatchkey(input: LatchkeyOptions): Latchkey {
  return createClient(input, checkedLater)
}

function checkedLater({ page, log }: Platform): ResolveOptions {
  return (input, changes) => {
    const check = () => {
      import('../core/options/checked-options.ts')
        .then(({ resolveOptions }) => void resolveOptions(input, changes))
        .catch((error) => log.error('Latchkey got an invalid option', error))
    }
    // Schedule the check first, so that an invalid option is logged even if it makes this function throw.
    if (page.kind !== 'browser') check()
    else if (!page.traits.saveData) page.whenIdle(check)
    return fillOptions(input)
  }
}

/** Creates a client. `resolver` fills in the defaults of the options. */
export function createClient<N extends ChainNamespace>(
  input: LatchkeyOptions,
  resolver: (platform: Platform) => ResolveOptions,
): Latchkey<N> {
  const platform = { ...detectPlatform(), ...input?.platform }
  const resolve = resolver(platform)
  const options = resolve(input)
  const release = claimName(platform.page, options.name)
  let wired: Wired
  try {
    wired = wire(options, platform, resolve)
  } catch (error) {
    release()
    throw error
  }
  const { controllers, adapters, start, dispose } = wired
  const mustShow = isDevelopment() && platform.page.kind === 'browser'
  let started: Promise<void> | undefined
  let ended: Promise<void> | undefined

  function begin(): Promise<void> {
    if (ended) return Promise.reject(latchkeyError('config/disposed'))
    started ??= start()
    return started
  }

  function beginUnattended(): void {
    if (!ended) begin().catch((error) => platform.log.error('Starting failed', error))
  }

  /** Runs a call when the client has started. Doesn't wait until connections are restored. */
  async function running<T>(run: () => T | Promise<T>): Promise<T> {
    if (ended) throw latchkeyError('config/disposed')
    beginUnattended()
    return run()
  }

  if (platform.page.kind === 'browser') Promise.resolve().then(beginUnattended)

  return {
    ...controllers,
    name: options.name,
    traits: platform.page.traits,
    whenIdle: platform.page.whenIdle,
    frames: platform.page.frames,
    ready: async () => {
      await Promise.all([begin(), controllers.connector.discover()])
    },
    adapter: (namespace) => running(() => adapters.get(namespace) as Promise<never>),
    // The cast is safe: the call rejects unless there is at least one connection.
    connect: (params, opts) => running(() => controllers.session.connect(params, opts) as Promise<never>),
    disconnect: (namespace, opts) => running(() => controllers.session.disconnect(namespace, opts)),
    switchNetwork: (network, opts) => running(() => controllers.networkSwitch.switchTo(network, opts)),
    open: (view) => running(() => controllers.modal.open(view, { mustShow })),
    close: () => controllers.modal.close(),
    dispose() {
      ended ??= dispose().finally(release)
      return ended
    },
  }
}
