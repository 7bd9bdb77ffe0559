import { throwIfAborted } from '../core/async/abort.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { allOrNone } from './all-or-none.ts'
import type { DevCatalogue } from './catalogue.ts'
import type { DevDataService } from './data.ts'
import { devAccounts } from './dev-accounts.ts'
import { devZone } from './dev-zone.ts'
import type { DevExchange } from './exchange/deploy-exchange.ts'
import type { FamilyDevnet, StartFamily, StartOptions } from './family-devnet.ts'
import type { DevOnRamp } from './onramp/start-on-ramp.ts'
import type { DevProjectConfig } from './project-config.ts'
import type { Relay } from './relay.ts'
import { callerRule } from './server/callers.ts'
import type { DevTelemetry } from './telemetry.ts'

/** A local world: real nodes on loopback, funded accounts, tokens. */
export interface Devnet extends FamilyDevnet {
  /** By name (`alice`, `bob`, …), each with the native coin and every token of its families. */
  readonly accounts: typeof devAccounts
  /** Carries WalletConnect sessions, when the options ask for it. */
  readonly relay?: Relay | undefined
  /** Lists wallets, when the options ask for it. */
  readonly catalogue?: DevCatalogue | undefined
  /** Swaps coins and tokens, on each chain of eip155, when the options ask for it. */
  readonly exchange?: readonly DevExchange[] | undefined
  /** Knows accounts, prices and names, when the options ask for it; with an exchange, what it gives. */
  readonly data?: DevDataService | undefined
  /** Sells coins, when the options ask for it. */
  readonly onramp?: DevOnRamp | undefined
  /** Tells pages what their host has switched, when the options ask for it. */
  readonly config?: DevProjectConfig | undefined
  /** Takes the events of pages, when the options ask for it. */
  readonly telemetry?: DevTelemetry | undefined
  /** Ends every node, the relay and the services, and waits for them. Calling it again is harmless. */
  stop(): Promise<void>
}

export interface DevnetOptions extends StartOptions {
  readonly families: readonly ChainNamespace[]
  /** Told of each part whose program or library is not installed; the others start all the same. Absent: then the start fails. */
  readonly onMissing?:
    | ((part: ChainNamespace | 'relay' | 'exchange', error: LatchkeyError) => void)
    | undefined
  /** A relay too. Default false. */
  readonly relay?: boolean | undefined
  /** A catalogue of generated wallets too. Default false. */
  readonly catalogue?: boolean | undefined
  /** An exchange on the chains of eip155 too, whose contracts are installed beside. Default false. */
  readonly exchange?: boolean | undefined
  /** A service of accounts, prices and names too. Default false. */
  readonly data?: boolean | undefined
  /** A provider's page too, where visitors buy from the faucet; the data service knows of it. Default false. */
  readonly onramp?: boolean | undefined
  /** The configuration of a host's projects too. Default false. */
  readonly config?: boolean | undefined
  /** What takes the events of pages too. Default false. */
  readonly telemetry?: boolean | undefined
}

const families: Partial<Record<ChainNamespace, () => Promise<StartFamily>>> = {
  eip155: async () => (await import('./nodes/eip155.ts')).startEip155,
  cosmos: async () => (await import('./nodes/cosmos.ts')).startCosmos,
  bip122: async () => (await import('./nodes/bip122.ts')).startBip122,
  polkadot: async () => (await import('./nodes/polkadot.ts')).startPolkadot,
  solana: async () => (await import('./nodes/solana.ts')).startSolana,
}

const nothing: FamilyDevnet = { networks: [], tokens: [], nodes: [], stop: async () => {} }

/**
 * Starts the nodes of the families, funds the accounts and deploys the tokens. Node only. Nothing outlives this process,
 * however it ends. `signal` aborts the start; a running devnet ends with `stop`.
 *
 * @throws `config/peer-missing` with the install line of a node that is not there, `validation/invalid-input` for a
 * family without a local node or what is no origin, `flow/aborted`.
 * @example
 * const devnet = await startDevnet({ families: ['eip155'] })
 * console.log(devnet.nodes, devnet.accounts.alice?.eip155?.address)
 * await devnet.stop()
 */
export async function startDevnet({
  families: wanted,
  onMissing,
  relay: withRelay = false,
  catalogue: withCatalogue = false,
  exchange: withExchange = false,
  data: withData = false,
  onramp: withOnramp = false,
  config: withConfig = false,
  telemetry: withTelemetry = false,
  signal,
  log,
  allowedOrigins,
}: DevnetOptions): Promise<Devnet> {
  throwIfAborted(signal)
  callerRule(allowedOrigins)
  const options: StartOptions = { signal, log, allowedOrigins }
  const loaders = [...new Set(wanted)].map((family) => {
    const load = families[family]
    if (load) return { family, load }
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'families', reason: `there is no local node for ${family}` },
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
  const started = await allOrNone([...starting, relayPart]).catch((error: unknown) => {
    throwIfAborted(signal)
    throw error
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
    const catalogue = withCatalogue
      ? await (await import('./catalogue.ts')).startCatalogue({ ...options, networks })
      : undefined
    if (catalogue) running.push(catalogue)
    const onramp = withOnramp
      ? await (await import('./onramp/start-on-ramp.ts')).startOnRamp({ ...options, networks, tokens })
      : undefined
    if (onramp) running.push(onramp)
    const data = withData
      ? await (await import('./data.ts')).startDataService({
          ...options,
          networks: catalogue?.networks ?? networks,
          tokens,
          zone: devZone,
          exchange,
          onramp,
          pictures: catalogue?.url,
        })
      : undefined
    if (data) running.push(data)
    const config = withConfig
      ? await (await import('./project-config.ts')).startProjectConfig(options)
      : undefined
    if (config) running.push(config)
    const telemetry = withTelemetry
      ? await (await import('./telemetry.ts')).startTelemetry(options)
      : undefined
    if (telemetry) running.push(telemetry)
    return {
      accounts: devAccounts,
      networks: data?.networks ?? catalogue?.networks ?? networks,
      tokens,
      nodes,
      relay: await startedRelay,
      catalogue,
      exchange,
      data,
      onramp,
      config,
      telemetry,
      stop,
    }
  } catch (error) {
    await stop()
    throwIfAborted(signal)
    throw error
  }
}
