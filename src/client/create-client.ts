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

/** A client: its controllers, and shortcuts for the most used methods. */
export interface Latchkey<N extends ChainNamespace = ChainNamespace> extends Readonly<Wired['controllers']> {
  readonly name: string
  /** Facts about the page and its device. */
  readonly traits: PageTraits
  /** Runs a function when the browser is idle, to prepare for a later click. See `Page.whenIdle`. */
  readonly whenIdle: Page['whenIdle']
  /** Places the embedded wallet's frame: the wallet's connector adds the frame, and the modal provides its position. Absent on a server. */
  readonly frames: Frames | undefined
  /**
   * Starts the client; in a browser this happens automatically. Resolves when wallet discovery has run and stored
   * connections are restored or dropped. Never prompts the visitor.
   */
  ready(): Promise<void>
  /**
   * Returns the family's adapter. If `networks` contains the family but `adapters` has no adapter for it, returns an adapter that
   * connects over WalletConnect and passes `request` to the wallet.
   * @throws `config/no-adapter` when the host configured neither networks nor an adapter for the family.
   */
  adapter<M extends N>(namespace: M): Promise<AdapterOf<M>>
  /** Connects a wallet; resolves with one connection per family. See `SessionController.connect`. */
  connect<M extends N = N>(
    params: ConnectOptions<M>,
    opts?: CallOptions,
  ): Promise<readonly [ConnectionOf<M>, ...ConnectionOf<M>[]]>
  /** Disconnects one or all families. See `SessionController.disconnect`. */
  disconnect(namespace?: ChainNamespace, opts?: CallOptions): Promise<void>
  /** Switches to a network. See `NetworkSwitchController.switchTo`. */
  switchNetwork(network: CaipNetworkId, opts?: CallOptions): Promise<void>
  /**
   * Opens the modal.
   * @throws `config/no-modal` in development builds, if no component shows the modal; the errors of `ModalController.open`
   */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal. */
  close(): void
  /** Releases all resources and the client's name. Wallets stay connected; later calls reject with `config/disposed`. */
  dispose(): Promise<void>
}

/**
 * The `createLatchkey` of production builds: see `index.production.ts`. The code that checks the options loads when the page is idle, so that visitors
 * don't wait for it. The log then names an invalid option, which is used as it is. With Save-Data, the code doesn't load, and the options are not checked.
 */
export function createLatchkey(input: LatchkeyOptions): Latchkey {
  return createClient(input, checkedLater)
}

function checkedLater({ page, log }: Platform): ResolveOptions {
  return (input) => {
    let use = ''
    const check = () => {
      import('../core/options/checked-options.ts')
        .then(({ resolveOptions }) => void resolveOptions(input))
        .catch((error) => log.error(`Latchkey got an invalid option${use}`, error))
    }
    // Schedule the check first: the log then also names an option because of which this function throws.
    if (page.kind !== 'browser') check()
    else if (!page.traits.saveData) page.whenIdle(check)
    const options = fillOptions(input)
    use = ', and uses it as it is'
    return options
  }
}

/** Creates a client whose options `resolver` fills in. */
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

  /** Runs a call on a started client. Does not wait for connections being restored. */
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
    // `params` determines the families of the connections. The result has at least one connection, or the call rejects.
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
