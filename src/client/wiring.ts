import { ConnectorRegistry } from '../connectors/registry.ts'
import { ModalController } from '../controllers/coordinators/modal-controller.ts'
import { NetworkSwitchController } from '../controllers/coordinators/network-switch-controller.ts'
import { PairingController } from '../controllers/coordinators/pairing-controller.ts'
import { SessionController } from '../controllers/coordinators/session-controller.ts'
import { ActivityController } from '../controllers/features/activity/activity-controller.ts'
import { EmbeddedWalletController } from '../controllers/features/embedded-wallet/embedded-wallet-controller.ts'
import { NamesController } from '../controllers/features/names/names-controller.ts'
import { OnRampController } from '../controllers/features/onramp/onramp-controller.ts'
import { PortfolioController } from '../controllers/features/portfolio/portfolio-controller.ts'
import { SendController } from '../controllers/features/send/send-controller.ts'
import { SignInController } from '../controllers/features/sign-in/sign-in-controller.ts'
import { SmartSessionsController } from '../controllers/features/smart-sessions/smart-sessions-controller.ts'
import { SwapController } from '../controllers/features/swap/swap-controller.ts'
import { AlertController } from '../controllers/shell/alert-controller.ts'
import { OptionsController } from '../controllers/shell/options-controller.ts'
import { RouterController } from '../controllers/shell/router-controller.ts'
import { SnackbarController } from '../controllers/shell/snackbar-controller.ts'
import { ThemeController } from '../controllers/shell/theme-controller.ts'
import { AccountController } from '../controllers/wallet/account-controller.ts'
import { CatalogueController } from '../controllers/wallet/catalogue-controller.ts'
import { ConnectionsController } from '../controllers/wallet/connections-controller.ts'
import { ConnectorController } from '../controllers/wallet/connector-controller.ts'
import { NetworkController } from '../controllers/wallet/network-controller.ts'
import { loadOnce } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { createGuard } from '../core/errors/guard.ts'
import { type Options, type ResolveOptions, rpcUrlsOf } from '../core/options/options.ts'
import { onRampProvidersOf } from '../core/wallet/payments/onramp-providers.ts'
import type { Platform, Unsubscribe } from '../ports.ts'
import { createPersistence } from '../services/persistence.ts'
import { createAdapterPool } from './adapter-pool.ts'
import { discoveriesFor } from './discoveries.ts'
import { createRpcPorts } from './rpc-ports.ts'
import { hasHistory, swapProviderNames } from './swap-providers.ts'

/**
 * Creates all parts of the client, and decides in which order they start and end. Nothing runs before `start`. With few
 * exceptions, a part doesn't call the parts that are created after it. It emits events, to which those parts or this function
 * listen.
 */
export function wire(options: Options, platform: Platform, resolve: ResolveOptions) {
  const { clock, page, log, storage } = platform
  const { name } = options
  const sellers = onRampProvidersOf(options)
  const providers = { swaps: swapProviderNames(options), onramp: sellers.map((seller) => seller.name) }
  /** Returns the requested networks. The host may add and remove networks. */
  const networks = () => network.state.requestedNetworks

  const persistence = createPersistence({ store: storage, log, name })
  const guard = createGuard({ clock, log, report: (error) => alert.report(error) })
  const urls = {
    ...options,
    get networks() {
      return networks()
    },
    ...(options.endpoints.data && { proxy: async () => (await parts()).service }),
  }
  const rpc = createRpcPorts(urls, platform, (values) => alert.raise('endpointMismatch', { values }))
  const adapterContext = {
    ...platform,
    get networks() {
      return networks()
    },
    endpoints: (network: CaipNetworkId) => rpcUrlsOf(urls, network),
    rpc: rpc.of,
    http: rpc.http,
  }
  const adapters = createAdapterPool(options.adapters, adapterContext, async (adapter) =>
    (await import('../controllers/coordinators/session-payments.ts')).listPayments(adapter, {
      ...wallet,
      activity,
    }),
  )

  const discoveries = discoveriesFor(options, adapters.namespaces, page, persistence)
  const registry = new ConnectorRegistry({
    context: {
      page,
      clock,
      log,
      storage,
      app: options,
      rpc: rpc.of,
      get networks() {
        return networks()
      },
    },
    connectors: options.connectors,
    discoveries,
  })

  const settings = new OptionsController({ options, resolve, log })
  const theme = new ThemeController(options, log)
  const snackbar = new SnackbarController(platform)
  const alert = new AlertController({ debug: () => settings.state.debug, log })
  const router = new RouterController({
    connected: (): boolean => account.active.caipAddress !== undefined,
    whyOff: (view) => modal.whyOff(view),
    log,
  })

  const common = {
    adapters,
    alert,
    clock,
    guard,
    log,
    options: settings,
    page,
    persistence,
    router,
    snackbar,
    theme,
  }
  const connections = new ConnectionsController(common)
  const network = new NetworkController({ ...options, ...common, connections })
  const discovering = discoveries !== undefined
  const connector = new ConnectorController({ ...common, connections, network, registry, discovering })
  const account = new AccountController({ ...common, connections, network })

  const wallet = { ...common, connections, network, connector, account }
  const { siwx, siweConfig } = options
  const signInEnabled = siwx !== undefined || (siweConfig !== undefined && siweConfig.enabled !== false)
  // `signIn` is set below, because it depends on the session.
  const sessionDeps: typeof wallet & { signIn?: SignInController } = { ...wallet }
  const session = new SessionController(sessionDeps)
  const networkSwitch = new NetworkSwitchController(wallet)
  const catalogue = new CatalogueController({
    ...wallet,
    parts: async () => (await import('./catalogue-parts.ts')).catalogueParts(options, platform, alert),
  })
  const { load: parts } = loadOnce(async () =>
    (await import('./data-parts.ts')).dataParts(urls, platform, persistence, alert, rpc.of),
  )
  const dataDeps = { ...wallet, parts }
  const known = { ...wallet, parts: async () => ({ service: (await parts()).known }) }
  const swaps = async () => (await import('./swap-parts.ts')).swapParts(options, platform, rpc.of, parts)
  const activity = new ActivityController({ ...known, swaps, off: !hasHistory(options) })
  const portfolio = new PortfolioController({ ...known, activity })
  const names = new NamesController({ ...dataDeps, off: !options.endpoints.data })
  const pairing = new PairingController({ ...wallet, catalogue, session, storage })
  const send = new SendController({ ...wallet, names })
  const swap = new SwapController({ ...dataDeps, activity, parts: swaps }, providers.swaps)
  const onramp = new OnRampController({
    ...wallet,
    providers: sellers,
    parts: async () => (await import('./onramp-parts.ts')).onRampParts(options, platform, parts),
  })
  const signIn: SignInController = new SignInController(
    {
      ...wallet,
      session,
      parts: async () =>
        (await import('./sign-in-parts.ts')).signInParts(options, platform, {
          account,
          signIn,
          session,
          modal,
        }),
    },
    signInEnabled,
  )
  if (signInEnabled) sessionDeps.signIn = signIn
  const smartSessions: SmartSessionsController = new SmartSessionsController({
    ...wallet,
    parts: async () =>
      (await import('./smart-session-parts.ts')).smartSessionParts(options, platform, parts, {
        smartSessions,
        modal,
      }),
  })
  /** The remote configuration and analytics. Loaded only if the host configured their services. */
  let remote: Promise<Unsubscribe | undefined> | undefined
  const configured = () => remote
  const modal: ModalController = new ModalController({
    ...wallet,
    catalogue,
    session,
    networkSwitch,
    pairing,
    signIn,
    configured,
    providers,
  })
  const embeddedWallet = new EmbeddedWalletController({ ...wallet, registry, session, modal })

  catalogue.watch(
    ({ excluded }) => excluded,
    (excluded) => connector.setExcluded(excluded),
  )
  activity.on('settled', ({ namespace }) => {
    account.updateBalance(namespace, { fresh: true }).catch(() => {})
  })
  network.on('removed', (gone) => rpc.forget(gone.network.caipNetworkId))

  const started = { network, connector, account, session, pairing, modal }
  const controllers = {
    options: settings,
    theme,
    snackbar,
    alert,
    router,
    connections,
    catalogue,
    portfolio,
    activity,
    names,
    networkSwitch,
    send,
    swap,
    onramp,
    signIn,
    embeddedWallet,
    smartSessions,
    ...started,
  }

  let stopWaiting: Unsubscribe | undefined
  return {
    controllers,
    adapters,
    /**
     * Starts the client. Resolves when each stored connection is restored, dropped, or waits for its wallet. Wallet discovery
     * waits until the page is idle or a caller needs it, so that the page renders first.
     */
    async start() {
      for (const controller of Object.values(started)) controller.start()
      registry.start()
      if (signInEnabled) void signIn.prepare()
      if (page.kind === 'browser') stopWaiting = page.whenIdle(() => void connector.discover())
      else void connector.discover()
      const { config, analytics } = options.endpoints
      if (page.kind === 'browser' && (config ?? analytics))
        remote = import('./remote-parts.ts')
          .then(({ joinRemote }) => joinRemote(options, platform, persistence, controllers))
          .catch((error) => void log.warn('The remote parts could not be loaded', error))
      if (persistence.get('sent')) activity.sent().catch(() => {})
      let told: Promise<void> | undefined
      for (const { embedded, problem } of registry.list()) {
        if (embedded) void embeddedWallet.prepare()
        // Visitors don't see this connector, so alert the host's developers.
        if (problem?.code === 'config/project-id-not-configured')
          told = alert.raise('projectIdNotConfigured', { once: true })
      }
      await Promise.all([session.reconnect(), told])
    },
    async dispose() {
      stopWaiting?.()
      remote?.then((leave) => leave?.())
      for (const controller of Object.values(controllers).reverse()) controller.dispose()
      registry.dispose()
      rpc.dispose()
      persistence.dispose()
      await adapters.dispose()
    },
  }
}

export type Wired = ReturnType<typeof wire>
