import type { Controller } from '../controllers/base/controller.ts'
import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { SessionController } from '../controllers/coordinators/session-controller.ts'
import type { EmbeddedWalletController } from '../controllers/features/embedded-wallet/embedded-wallet-controller.ts'
import type { SignInController } from '../controllers/features/sign-in/sign-in-controller.ts'
import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { OptionsController } from '../controllers/shell/options-controller.ts'
import type { RouterController, RouterState } from '../controllers/shell/router-controller.ts'
import type { AccountController } from '../controllers/wallet/account-controller.ts'
import type { CatalogueController } from '../controllers/wallet/catalogue-controller.ts'
import type { NetworkController } from '../controllers/wallet/network-controller.ts'
import { type LatchkeyError, toLatchkeyError } from '../core/errors/latchkey-error.ts'
import { catalogueLimits } from '../core/limits.ts'
import { disabledByDefault, enabledByDefault } from '../core/options/flags.ts'
import type { Options } from '../core/options/options.ts'
import type { Clock, Platform, Unsubscribe } from '../ports.ts'
import { createTelemetry, type Telemetry, type WireEvent } from '../services/telemetry/telemetry.ts'
import { sdkQuery } from './sdk-query.ts'
import {
  type AnalyticsEvents,
  type EventContext,
  eventRows,
  initialViews,
  isDeclined,
  onNetwork,
  track,
  viewRows,
  type WireEvents,
} from './telemetry-events.ts'

type Source = { on(event: never, listener: (payload: never) => void): Unsubscribe }
export interface AnalyticsClient extends Readonly<Record<keyof AnalyticsEvents, Source>> {
  readonly account: Pick<AccountController, 'active'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'state'>
  readonly options: Pick<OptionsController, 'state'>
  readonly alert: Pick<AlertController, 'on' | 'raise'>
  readonly modal: Pick<ModalController, 'on' | 'state'>
  readonly router: Pick<RouterController, 'state' | 'subscribe'>
  readonly session: Pick<SessionController, 'on' | 'watch'>
  readonly signIn: Pick<SignInController, 'on' | 'watch'>
  readonly embeddedWallet: Pick<EmbeddedWalletController, 'on' | 'state' | 'watch'>
  readonly catalogue: Pick<CatalogueController, 'watch'>
}

/**
 * Sends the client's events to the service of `endpoints.analytics` (S3.3.12). Holds the events until `open` is called on the
 * result. Controllers don't depend on this code.
 */
export function joinTelemetry(options: Options, platform: Platform, client: AnalyticsClient): Telemetry {
  const { page, clock } = platform
  const { endpoints, projectId } = options
  const address = () => {
    const { analytics } = client.options.state.features
    return typeof analytics === 'object' && analytics.address ? client.account.active.address : undefined
  }
  const telemetry = createTelemetry({
    baseUrl: endpoints.analytics ?? '',
    about: sdkQuery(options),
    platform,
    address,
    forbidden: () =>
      void client.alert.raise('originNotAllowed', { values: { origin: page.location?.origin ?? 'unknown' } }),
  })
  const context = (): EventContext => {
    const { active } = client.account
    return {
      network: client.network.activeNetwork.caipNetworkId,
      isSmartAccount: active.allAccounts[0]?.type === 'smartAccount',
      mobile: page.traits.mobile,
      projectId,
      address: address(),
      wallet: active.connectedWalletInfo,
      social: social(client.embeddedWallet),
    }
  }
  const report = (events: WireEvents) => {
    for (const one of events === undefined ? [] : Array.isArray(events) ? events : [events])
      telemetry.track(one)
  }

  const released = [
    ...subscribeEvents(client, (name, row) => {
      const events = row(context())
      // Report the modal's events later, to keep the order: a new connection, for example, closes the modal before the connection
      // itself is reported.
      if (name === 'modal') Promise.resolve().then(() => report(events))
      else report(events)
    }),
    subscribeViews(client.router, (view, from, data) => report(viewRows[view]?.(context(), from, data))),
    client.alert.on('reported', (error) => {
      // A decision of the visitor isn't a failure to report.
      if (!isDeclined(error)) telemetry.report(wireError(error))
    }),
    client.session.watch(
      ({ attempt }) => attempt,
      (attempt) => {
        if (attempt?.phase !== 'failed') return
        const error = toLatchkeyError(attempt.error)
        const { message } = error
        telemetry.track(track(isDeclined(error) ? 'USER_REJECTED' : 'CONNECT_ERROR', { message }))
      },
    ),
    client.signIn.watch(
      ({ signing }) => signing,
      (signing) => signing && telemetry.track(track('CLICK_SIGN_SIWX_MESSAGE', onNetwork(context()))),
    ),
    client.embeddedWallet.watch(
      ({ social }) => social,
      (now, before) => {
        if (!now) return
        const { provider, phase } = now
        const isNew = provider !== before?.provider || phase !== before.phase
        if (isNew && phase === 'window') telemetry.track(track('SOCIAL_LOGIN_STARTED', { provider }))
        if (isNew && phase === 'user') telemetry.track(track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider }))
        if (isNew && phase === 'failed') telemetry.track(track('SOCIAL_LOGIN_ERROR', { provider }))
      },
    ),
    ...subscribeSearches(client.catalogue, clock, (events) => telemetry.track(events)),
  ]
  telemetry.track(track('INITIALIZE', about(options, client)))
  // Report an opening that happened before this code was loaded.
  if (client.modal.state.open)
    telemetry.track(track('MODAL_OPEN', { connected: client.account.active.address !== undefined }))
  return {
    ...telemetry,
    dispose() {
      for (const release of released) release()
      telemetry.dispose()
    },
  }
}

type Row = (context: EventContext) => WireEvents

function subscribeEvents(
  client: AnalyticsClient,
  report: (name: string, row: Row) => void,
): readonly Unsubscribe[] {
  return Object.entries(eventRows).flatMap(([name, rows]) => {
    const source = client[name as keyof AnalyticsEvents] as Pick<
      Controller<object, Record<string, unknown>>,
      'on'
    >
    return Object.entries(
      rows as Record<string, (payload: unknown, context: EventContext) => WireEvents>,
    ).map(([event, row]) => source.on(event, (payload) => report(name, (context) => row(payload, context))))
  })
}

/** Reports a view when it is opened, but not when the visitor goes back to it. */
function subscribeViews(
  router: AnalyticsClient['router'],
  report: (view: RouterState['view'], from: RouterState['view'], data: RouterState['data']) => void,
): Unsubscribe {
  let before = router.state
  return router.subscribe(() => {
    const { view, history, data } = router.state
    const earlier = before
    before = router.state
    const isBack =
      history.length < earlier.history.length && history.every((one, at) => one === earlier.history[at])
    const isFirst = history.length === 1 && initialViews.includes(view)
    if (view !== earlier.view && !isBack && !isFirst) report(view, earlier.view, data)
  })
}

/** Reports a search when it is answered and the visitor has stopped typing, not at each keystroke. */
function subscribeSearches(
  catalogue: AnalyticsClient['catalogue'],
  clock: Pick<Clock, 'after'>,
  report: (events: WireEvent) => void,
): readonly Unsubscribe[] {
  let stopWaiting: Unsubscribe = () => {}
  const stop = catalogue.watch(
    ({ search }) => search,
    (search) => {
      stopWaiting()
      if (!search || search.loading || search.text.length < catalogueLimits.minSearchLength) return
      const { text, certified } = search
      stopWaiting = clock.after(catalogueLimits.searchWait, () =>
        report(track('SEARCH_WALLET', { badge: certified ? 'certified' : undefined, search: text })),
      )
    },
  )
  return [stop, () => stopWaiting()]
}

function social({ state }: AnalyticsClient['embeddedWallet']): string | undefined {
  return state.social?.phase === 'user' ? state.social.provider : undefined
}

function wireError(error: LatchkeyError) {
  const { category, name, message, stack = '' } = error
  return { event: category, errorType: name, errorMessage: message, stackTrace: stack }
}

/** Returns the host's configuration: options and families, but no data about the app or the visitor. */
function about({ siwx, siweConfig, adapters, defaultNetwork }: Options, client: AnalyticsClient) {
  const { state } = client.options
  const switches = Object.keys({ ...enabledByDefault, ...disabledByDefault }) as (keyof typeof state)[]
  return {
    networks: client.network.state.requestedNetworks.map(({ caipNetworkId }) => caipNetworkId),
    defaultNetwork: defaultNetwork.caipNetworkId,
    adapters: adapters.map(({ namespace }) => namespace),
    ...Object.fromEntries(switches.map((name) => [name, state[name]])),
    features: state.features,
    allWallets: state.allWallets,
    siwx: siwx !== undefined,
    siweConfig: siweConfig !== undefined,
  }
}
