import { eip155 } from 'latchkey/adapters/eip155'
import { adapterContract, type ContractStep, type ContractWallet, type ContractWorld } from 'latchkey/testing'
import { discoverEip6963 } from '../../../src/connectors/injected/eip6963.ts'
import type { Connector } from '../../../src/core/wallet/connector.ts'
import { browserPlatform } from '../../../src/platform/browser.ts'
import { createRpcPool } from '../../../src/transport/json-rpc/rpc-pool.ts'
import { dearerFetch } from '../../support/dearer-node.ts'
import { page } from './page-globals.ts'
import { pack, unpack } from './wire.ts'

type World = ContractWorld<'eip155'>

const factory = eip155()
const contract = adapterContract<'eip155'>(factory.capabilities)
const platform = browserPlatform()

const node = async <T>(path: string, ...values: unknown[]) =>
  unpack(await page.latchkeyNode(pack([path, ...values]))) as T

/**
 * Creates what a test of the contract suite needs (`ContractWorld`). The adapter runs in this page. The wallet's keys,
 * the direct access to the chains and the library that verifies are in the test's process.
 */
async function openWorld(): Promise<World> {
  const { mail, ...facts } = await node<
    Pick<
      World,
      | 'namespace'
      | 'networks'
      | 'foreignNetwork'
      | 'addresses'
      | 'strangerAddress'
      | 'receiver'
      | 'token'
      | 'missingToken'
      | 'unknownHash'
      | 'smallAmount'
      | 'invalidAddresses'
      | 'unsafeReceivers'
    > & { mail: unknown }
  >('open')
  const { networks } = facts
  const releases: (() => unknown)[] = []
  const prices = dearerFetch('eip155', platform.fetch as typeof fetch)

  const make = async () => {
    const pools = new Map(
      networks.map(({ caipNetworkId, rpcUrls }) => [
        caipNetworkId as string,
        createRpcPool({ ...platform, fetch: prices.fetch, urls: rpcUrls.default.http, retries: 0 }),
      ]),
    )
    const adapter = await factory.create({
      ...platform,
      networks,
      endpoints: () => [],
      http: () => ({}) as never,
      rpc: (network) => pools.get(network)!,
    })
    const found: Connector[] = []
    discoverEip6963({ ...platform, networks }, (connector) => void found.push(connector))()
    const connector = found[0]
    if (!connector) throw new Error('no wallet announced itself')
    releases.push(
      () => adapter.dispose(),
      () => connector.dispose(),
    )
    return { adapter, connector }
  }

  const control =
    (name: string) =>
    (...values: unknown[]): Promise<never> =>
      node(`wallet.${name}`, ...values)
  const wallet = {
    ...Object.fromEntries(
      [
        'count',
        'prompts',
        'network',
        'moveTo',
        'select',
        'revoke',
        'forget',
        'emitNonsense',
        'emitNetwork',
      ].map((name) => [name, control(name)]),
    ),
    async next(kind: string, step: ContractStep) {
      if (typeof step === 'string') return node<void>('wallet.next', kind, step)
      const id = crypto.randomUUID()
      void step.until.then(() => node('release', id))
      return node<void>('wallet.nextUntil', kind, id)
    },
    listenerCount: () => page.latchkeyListeners(),
  } as unknown as ContractWallet

  return {
    ...facts,
    capabilities: factory.capabilities,
    ...(await make()),
    reload: make,
    wallet,
    chain: {
      balance: (...values) => node('chain.balance', ...values),
      transaction: (...values) => node('chain.transaction', ...values),
      failedTransaction: (...values) => node('chain.failedTransaction', ...values),
      async holdBlocks(network) {
        const id = await node<string>('hold', network)
        return () => node('releaseBlocks', id)
      },
      raiseFee: prices.raise,
    },
    verifyMessage: (...values) => node('verifyMessage', ...values),
    typedData: { value: mail, verify: (...values) => node('verifyTypedData', ...values) },
    transfer: (to) => ({ to: to as `0x${string}`, value: facts.smallAmount }),
    async dispose() {
      for (const release of releases.splice(0)) await release()
    },
  }
}

page.behaviorNames = () => contract.map(({ name }) => name)
page.runBehavior = async (name) => {
  try {
    await contract.find((behavior) => behavior.name === name)?.run(openWorld)
    return null
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
