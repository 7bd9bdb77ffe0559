import type { ChainNetwork } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import { isLoopback } from '../families/families.ts'

/**
 * The services that have a single URL each. `relayGate` is the relay's second address, which simulates failures for the page
 * under test.
 */
type UrlService = 'relay' | 'relayGate' | 'catalogue' | 'data' | 'config' | 'telemetry'
type Node = Devnet['nodes'][number]

/** The status of a running devnet, for other commands. It contains no secret, because the keys of a devnet are public. */
export interface DevnetStatus extends Readonly<Partial<Record<UrlService, string>>> {
  /** Each start has a new id. */
  readonly id: string
  readonly pid: number
  readonly startedAt: string
  readonly networks: readonly ChainNetwork[]
  readonly tokens: Devnet['tokens']
  readonly nodes: readonly (Pick<Node, 'network' | 'url'> & Partial<Node>)[]
  /** The exchange's router on each network. The data service has quotes for this router. */
  readonly exchange?: readonly { readonly network: string; readonly router: string }[] | undefined
  /** The on-ramp that simulates Meld. It pays from the faucet. */
  readonly meld?: { readonly publicKey: string; readonly url: string } | undefined
  /** The domain under which the data service registers names (its zone). */
  readonly zone?: string | undefined
  /** The commands that install missing parts, by family or by a name such as `relay`. */
  readonly missing?: Readonly<Record<string, string>> | undefined
  /** eip155 addresses by account name. */
  readonly accounts: Readonly<Record<string, string>>
  /** Addresses by family, then by account name. */
  readonly addresses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

interface DevnetService {
  /** The option of `startDevnet` that starts the service. */
  readonly option: UrlService | 'exchange' | 'onramp'
  /** Returns the service's part of the status; undefined if the service doesn't run. */
  describe(devnet: Devnet): Partial<DevnetStatus> | undefined
  /**
   * Returns the part of the status that other commands can trust: loopback URLs, and entries of the
   * devnet's networks.
   */
  checked(status: DevnetStatus, networks: DevnetStatus['networks']): Partial<DevnetStatus>
  /** Returns the rows of a table, title first; none if the service doesn't run. */
  rows(status: DevnetStatus): readonly (readonly string[])[]
}

function urlService(option: UrlService, title: string, scheme = /^http:/): DevnetService {
  return {
    option,
    describe: ({ [option]: service }) => service && { [option]: service.url },
    checked: ({ [option]: url }) => ({ [option]: local(scheme, url) }),
    rows: ({ [option]: url }) => (url === undefined ? [] : [[title], [url]]),
  }
}

/** The devnet's services. */
export const devnetServices: readonly DevnetService[] = [
  urlService('relay', 'WALLETCONNECT RELAY', /^ws:/),
  {
    ...urlService('relayGate', 'RELAY GATE', /^ws:/),
    rows: ({ relay, relayGate }) =>
      relay === undefined || relayGate === undefined
        ? []
        : [
            ['RELAY GATE', 'TO CHANGE IT'],
            [relayGate, `curl -X POST '${relay.replace('ws:', 'http:')}/gate/dead?seconds=20'`],
          ],
  },
  urlService('catalogue', 'WALLET CATALOGUE'),
  {
    option: 'exchange',
    describe: ({ exchange }) =>
      exchange && { exchange: exchange.map(({ network, router }) => ({ network, router })) },
    checked: ({ exchange }, networks) => ({
      exchange: listOf(exchange).filter(({ network }) =>
        networks.some(({ caipNetworkId }) => caipNetworkId === network),
      ),
    }),
    rows: ({ exchange = [] }) =>
      exchange.length === 0
        ? []
        : [['EXCHANGE', 'ROUTER'], ...exchange.map(({ network, router }) => [network, router])],
  },
  {
    ...urlService('data', 'DATA SERVICE'),
    describe: ({ data }) => data && { data: data.url, zone: data.zone },
  },
  {
    option: 'onramp',
    describe: ({ onramp }) => onramp && { meld: onramp.meld },
    checked: ({ meld }) => ({ meld: local(/^http:/, meld?.url) === undefined ? undefined : meld }),
    rows: ({ meld }) =>
      meld
        ? [
            ['BUYING, BY MELD', 'PUBLIC KEY'],
            [meld.url, meld.publicKey],
          ]
        : [],
  },
  urlService('config', 'PROJECT CONFIGURATION'),
  urlService('telemetry', 'TELEMETRY'),
]

function local(scheme: RegExp, url: unknown): string | undefined {
  return typeof url === 'string' && scheme.test(url) && isLoopback(url) ? url : undefined
}

/** Returns the objects in a list from a file, which may be missing or malformed. */
export function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : []
}
