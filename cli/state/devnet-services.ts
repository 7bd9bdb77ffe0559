import type { ChainNetwork } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import { isLoopback } from '../families/families.ts'

/** The services that the status names by their URL. The relay's gate is for the page under test. */
type UrlService = 'relay' | 'relayGate' | 'catalogue' | 'data' | 'config' | 'telemetry'
type Node = Devnet['nodes'][number]

/**
 * The status of a running devnet, for other commands. Contains no secret: the devnet keys are public, and
 * looked up by name.
 */
export interface DevnetStatus extends Readonly<Partial<Record<UrlService, string>>> {
  /** A new id for each start. */
  readonly id: string
  readonly pid: number
  readonly startedAt: string
  readonly networks: readonly ChainNetwork[]
  readonly tokens: Devnet['tokens']
  readonly nodes: readonly (Pick<Node, 'network' | 'url'> & Partial<Node>)[]
  /** The exchange's router on each network; the data service quotes for it. */
  readonly exchange?: readonly { readonly network: string; readonly router: string }[] | undefined
  /** The on-ramp that simulates Meld and pays from the faucet. */
  readonly meld?: { readonly publicKey: string; readonly url: string } | undefined
  /** The zone that the data service registers names in. */
  readonly zone?: string | undefined
  /** Parts that aren't installed, with the command that installs each, by family or part name such as `relay`. */
  readonly missing?: Readonly<Record<string, string>> | undefined
  /** eip155 addresses by account name. */
  readonly accounts: Readonly<Record<string, string>>
  /** Addresses by family, then by account name. */
  readonly addresses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

/** A service beside the devnet's nodes. */
interface DevnetService {
  /** The option of `startDevnet` that starts it. */
  readonly option: UrlService | 'exchange' | 'onramp'
  /** The service's part of the status. Undefined if the service doesn't run. */
  describe(devnet: Devnet): Partial<DevnetStatus> | undefined
  /** The part of the status that other commands may trust: loopback addresses on the devnet's networks. */
  checked(status: DevnetStatus, networks: DevnetStatus['networks']): Partial<DevnetStatus>
  /** The rows of the service's table in `devnet status`, the title first. Empty if the service doesn't run. */
  rows(status: DevnetStatus): readonly (readonly string[])[]
}

/** Describes a service that has one URL. */
function urlService(option: UrlService, title: string, scheme = /^http:/): DevnetService {
  return {
    option,
    describe: ({ [option]: service }) => service && { [option]: service.url },
    checked: ({ [option]: url }) => ({ [option]: local(scheme, url) }),
    rows: ({ [option]: url }) => (url === undefined ? [] : [[title], [url]]),
  }
}

/** The devnet's services. Start, status and other commands read this table. */
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

/** Returns the objects of a list from a file. The list may be missing or malformed. */
export function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : []
}
