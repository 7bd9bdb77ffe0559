import { throwIfAborted } from '../core/async/abort.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { DevCatalogue } from './catalogue.ts'
import type { DevDataService } from './data.ts'
import { devAccounts } from './dev-accounts.ts'
import { devZone } from './dev-zone.ts'
import type { DevExchange } from './exchange/deploy-exchange.ts'
import type { FamilyDevnet, StartFamily, StartOptions } from './family-devnet.ts'
import { isInstalled, nodePackages } from './node-packages.ts'
import type { DevOnRamp } from './onramp/start-on-ramp.ts'
import type { DevProjectConfig } from './project-config.ts'
import type { DevProviders } from './providers/start-providers.ts'
import type { Relay, RelayGate, RelayGateMode } from './relay.ts'
import { callerRule } from './server/callers.ts'
import { startAll } from './start-all.ts'
import type { DevTelemetry } from './telemetry.ts'

/** Local networks: nodes or simulators on loopback, with funded accounts and tokens. */
export interface Devnet extends FamilyDevnet {
  /** The accounts by name (`alice`, `bob`, …). Each has the native token and all tokens of its families. */
  readonly accounts: typeof devAccounts
  /** The WalletConnect relay. Present if the option `relay` is set. */
  readonly relay?: Relay | undefined
  /**
   * The gate in front of the relay. Present if the options `relay` and `relayGate` are set. A gate makes connections fail on
   * request.
   */
  readonly relayGate?: RelayGate | undefined
  /** The wallet catalogue. Present if the option `catalogue` is set. */
  readonly catalogue?: DevCatalogue | undefined
  /** The exchanges on the eip155 networks. Present if the option `exchange` is set. */
  readonly exchange?: readonly DevExchange[] | undefined
  /**
   * The service for balances, prices and names. Present if the option `data` is set. With an exchange, the service also has
   * quotes for swaps.
   */
  readonly data?: DevDataService | undefined
  /**
   * Services that answer like the real providers, such as Blockscout, CoinGecko and MoonPay. Present if the option `providers` is
   * set.
   */
  readonly providers?: DevProviders | undefined
  /** The on-ramp that sells tokens. Present if the option `onramp` is set. */
  readonly onramp?: DevOnRamp | undefined
  /** The project configuration service. Present if the option `config` is set. */
  readonly config?: DevProjectConfig | undefined
  /** The analytics service. Present if the option `telemetry` is set. */
  readonly telemetry?: DevTelemetry | undefined
  /** Stops all nodes, the relay and the services. Resolves when they have stopped. Further calls do nothing. */
  stop(): Promise<void>
}

export interface DevnetOptions extends StartOptions {
  readonly families: readonly ChainNamespace[]
  /**
   * Called for each part whose program or library isn't installed. The other parts still start. If `onMissing` is absent, the
   * start fails.
   */
  readonly onMissing?:
    | ((part: ChainNamespace | 'relay' | 'exchange', error: LatchkeyError) => void)
    | undefined
  /** Starts a relay. Default: false. */
  readonly relay?: boolean | undefined
  /**
   * Opens a gate in front of the relay, in this mode. A gate can interrupt a page's connection, as a phone without a network
   * does. Needs the option `relay`. Default: no gate.
   */
  readonly relayGate?: RelayGateMode | undefined
  /** Starts a catalogue of generated wallets. Default: false. */
  readonly catalogue?: boolean | undefined
  /** Deploys an exchange on the eip155 networks. Its contracts must be installed. Default: false. */
  readonly exchange?: boolean | undefined
  /** Starts the service for balances, prices and names. Default: false. */
  readonly data?: boolean | undefined
  /** Starts services that answer like the providers of data, prices, swaps and purchases. Default: false. */
  readonly providers?: boolean | undefined
  /** Starts an on-ramp: a page where visitors buy from the faucet. The data service uses it too. Default: false. */
  readonly onramp?: boolean | undefined
  /** Starts the project configuration service. Default: false. */
  readonly config?: boolean | undefined
  /** Starts the analytics service. Default: false. */
  readonly telemetry?: boolean | undefined
  /**
   * Puts a proxy with these faults in front of each node (`startNodeFaults`). `networks` and `nodes` then have the proxies' URLs. The devnet's own
   * services call the nodes directly. Default: none.
   */
  readonly nodeFaults?: readonly string[] | undefined
}

const families: Partial<Record<ChainNamespace, () => Promise<StartFamily>>> = {
  eip155: async () => (await import('./nodes/eip155.ts')).startEip155,
  cosmos: async () => (await import('./nodes/cosmos.ts')).startCosmos,
  bip122: async () => (await import('./nodes/bip122.ts')).startBip122,
  polkadot: async () => (await import('./nodes/polkadot.ts')).startPolkadot,
  solana: async () => (await import('./nodes/solana.ts')).startSolana,
}

/** Changes the error for a missing package so that its command installs all missing packages. Returns other errors unchanged. */
function withAllMissing(error: unknown, families: readonly ChainNamespace[]): unknown {
  if (!isLatchkeyError(error, 'config/peer-missing')) return error
  const missing = nodePackages(families, process.env).filter((name) => !isInstalled(name))
  const install = `npm install ${missing.join(' ')}`
  if (missing.length < 2) return error
  return latchkeyError('config/peer-missing', { values: { feature: 'The devnet', install }, cause: error })
}

const nothing: FamilyDevnet = { networks: [], tokens: [], nodes: [], stop: async () => {} }

/**
 * Starts the nodes of the families, funds the accounts and deploys the tokens. Node only. Everything ends with this process. `signal` aborts the
 * start. To end a running devnet, call `stop`.
 * @throws `config/peer-missing` with one install command for all missing packages; `validation/invalid-input` for an invalid
 * origin, an unknown fault, or a family without a local node; `flow/aborted`.
 * @example
 * const devnet = await startDevnet({ families: ['eip155'] })
 * console.log(devnet.nodes, devnet.accounts.alice?.eip155?.address)
 * await devnet.stop()
 */
export async function startDevnet({
  families: wanted,
  onMissing,
  relay: withRelay = false,
  relayGate: gateMode,
  catalogue: withCatalogue = false,
  exchange: withExchange = false,
  data: withData = false,
  providers: withProviders = false,
  onramp: withOnramp = false,
  config: withConfig = false,
  telemetry: withTelemetry = false,
  nodeFaults = [],
  signal,
  log,
  allowedOrigins,
}: DevnetOptions): Promise<Devnet> {
  throwIfAborted(signal)
  if (nodeFaults.length > 0) (await import('./node-faults/fault-text.ts')).faultsFrom(nodeFaults)
  callerRule(allowedOrigins)
  const options: StartOptions = { signal, log, allowedOrigins }
  const loaders = [...new Set(wanted)].map((family) => {
    const load = families[family]
    if (load) return { family, load }
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'families', reason: `no local node for ${family}` },
    })
  })
  const orMissing = async <T>(
    part: ChainNamespace | 'relay' | 'exchange',
    start: () => Promise<T>,
    none: T,
  ) => {
    try {
      return await start()
    } catch (error) {
      if (!onMissing || !isLatchkeyError(error, 'config/peer-missing')) throw error
      onMissing(part, error)
      return none
    }
  }
  const starting = loaders.map(({ family, load }) =>
    orMissing(family, async () => (await load())(options), nothing),
  )
  const startedRelay = orMissing<Relay | undefined>(
    'relay',
    async () => (withRelay ? (await import('./relay.ts')).startRelay(options) : undefined),
    undefined,
  )
  const stopRelay = async () => (await startedRelay)?.stop()
  const relayPart = startedRelay.then(() => ({ ...nothing, stop: stopRelay }))
  const started = await startAll([...starting, relayPart]).catch((error: unknown) => {
    throwIfAborted(signal)
    throw withAllMissing(error, wanted)
  })
  const networks = started.flatMap((family) => family.networks)
  const tokens = started.flatMap((family) => family.tokens)
  const nodes = started.flatMap((family) => family.nodes)
  const running: { stop(): Promise<void> }[] = [...started]
  const stop = async () => void (await Promise.all(running.map((part) => part.stop())))
  try {
    const exchange = await orMissing<readonly DevExchange[] | undefined>(
      'exchange',
      async () =>
        withExchange
          ? (await import('./exchange/deploy-exchange.ts')).deployExchange({ networks, tokens, signal })
          : undefined,
      undefined,
    )
    const service = async <T extends { stop(): Promise<void> }>(
      isWanted: boolean,
      start: () => Promise<T>,
    ) => {
      if (!isWanted) return undefined
      throwIfAborted(signal)
      const started = await start()
      running.push(started)
      return started
    }
    const catalogue = await service(withCatalogue, async () =>
      (await import('./catalogue.ts')).startCatalogue({ ...options, networks }),
    )
    const onramp = await service(withOnramp, async () =>
      (await import('./onramp/start-on-ramp.ts')).startOnRamp({ ...options, networks, tokens }),
    )
    const data = await service(withData, async () =>
      (await import('./data.ts')).startDataService({
        ...{ ...options, networks: catalogue?.networks ?? networks, tokens, zone: devZone },
        ...{ exchange, onramp, pictures: catalogue?.url },
      }),
    )
    const providers = await service(withProviders, async () =>
      (await import('./providers/start-providers.ts')).startProviders({ ...options, networks, tokens }),
    )
    const config = await service(withConfig, async () =>
      (await import('./project-config.ts')).startProjectConfig(options),
    )
    const telemetry = await service(withTelemetry, async () =>
      (await import('./telemetry.ts')).startTelemetry(options),
    )
    const clean = { networks: data?.networks ?? catalogue?.networks ?? networks, nodes }
    const behind = await service(nodeFaults.length > 0, async () =>
      (await import('./node-faults/behind-faults.ts')).behindFaults({
        ...options,
        ...clean,
        faults: nodeFaults,
      }),
    )
    const relay = await startedRelay
    const relayGate = gateMode && (await relay?.openGate())
    if (gateMode) relayGate?.set(gateMode)
    throwIfAborted(signal)
    return {
      accounts: devAccounts,
      networks: behind?.networks ?? clean.networks,
      tokens,
      nodes: behind?.nodes ?? clean.nodes,
      relay,
      relayGate,
      catalogue,
      exchange,
      data,
      providers,
      onramp,
      config,
      telemetry,
      stop,
    }
  } catch (error) {
    await stop()
    throwIfAborted(signal)
    throw withAllMissing(error, wanted)
  }
}
