import { ApiPromise, WsProvider } from '@polkadot/api'
import { encodeAddress } from '@polkadot/util-crypto'
import type { Devnet } from 'latchkey/devnet'
import type { Described } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { polkadotOverRelay } from '../../src/wallets/polkadot/over-relay.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type PolkadotChain, polkadotChain } from '../support/polkadot-chain.ts'
import { testRandom } from '../support/seed.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { nodeCases, nodeTimeoutFor } from './fuzz.ts'
import { withFault } from './polkadot-payloads.ts'

const count = nodeCases(300)
/** The number of transactions per block. More would fit into a block. */
const inBlock = 50
const decimals = 12

/** The part of the library that this test uses. The library's own types describe a different runtime. */
interface Loose {
  readonly tx: Record<string, Record<string, (...args: unknown[]) => Tx>> & ((call: unknown) => Tx)
  readonly query: {
    readonly system: { readonly events: { at(hash: unknown): Promise<readonly EventRecord[]> } }
  }
}
interface Tx {
  readonly method: { toHex(): string }
  readonly hash: { toHex(): string }
  addSignature(address: string, signature: string, payload: unknown): Tx
  toHex(): string
}
interface EventRecord {
  readonly phase: { readonly isApplyExtrinsic: boolean; readonly asApplyExtrinsic: { toNumber(): number } }
  readonly event: {
    readonly section: string
    readonly method: string
    readonly data: readonly { toString(): string }[]
  }
}

const plancks = (coins: string) => {
  const [whole = '', fraction = ''] = coins.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Returns the transfers that a description states in its text. */
function promised({ rows }: Described): readonly { to: string; value: bigint; asset?: string }[] {
  const of = new Map(rows.map(([name, value]) => [name.trim(), value]))
  const call = of.get('call') ?? ''
  if (call.startsWith('balances.'))
    return [{ to: of.get('dest')!, value: plancks(of.get('value')!.split(' ')[0]!) }]
  if (call.startsWith('assets.'))
    return [{ to: of.get('target')!, value: BigInt(of.get('amount')!), asset: of.get('id')! }]
  const inside = /balances\.transfer\w*\(dest: (\w+), value: ([\d.]+) UNIT\)/g
  return [...(of.get('calls') ?? '').matchAll(inside)].map(([, to, value]) => ({
    to: to!,
    value: plancks(value!),
  }))
}

const feeShown = ({ rows }: Described) =>
  plancks(/^up to ([\d.]+) UNIT/.exec(rows.find(([name]) => name === 'fee')?.[1] ?? '')?.[1] ?? '0')

describe('a described polkadot transaction, on chopsticks,', {
  timeout: nodeTimeoutFor(count),
}, () => {
  let devnet: Devnet
  let chain: PolkadotChain
  let api: ApiPromise
  let network: ChainNetwork
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['polkadot'] })
    network = devnet.networks[0]!
    chain = polkadotChain(devnet.networks, devnet.accounts.dave!.polkadot!.secret)
    const url = network.rpcUrls.default.http[0]!.replace(/^http/, 'ws')
    api = await ApiPromise.create({ provider: new WsProvider(url), noInitWarn: true })
  }, leaseTimeout)
  afterAll(async () => {
    await api?.disconnect()
    await chain?.close()
    await devnet?.stop()
  })

  it('transfers the shown amounts to the shown recipients, for at most the shown fee', {
    tags: ['ci'],
  }, async () => {
    const { tx, query } = api as unknown as Loose
    const { address, secret } = devnet.accounts.alice!.polkadot!
    const log = { debug() {}, warn() {}, error() {} }
    const wallet = polkadotOverRelay({ secrets: [secret], networks: [network], fetch: systemFetch, log })
    const random = testRandom()
    const stranger = () => api.registry.createType('AccountId', random.bytes(32)).toString()
    // Some amounts are below the minimum balance, so the transfers fail on the chain.
    const amount = () => BigInt(1 + random.below(2 ** 30)) * (random.chance(0.1) ? 1n : 10n)
    const transfer = () => tx.balances![random.pick(['transferKeepAlive', 'transfer'])]!(stranger(), amount())
    const calls = [
      transfer,
      () => tx.utility!.batchAll!(Array.from({ length: random.below(4) }, transfer)),
      () => tx.assets!.transfer!(1984, stranger(), 1 + random.below(1000)),
      () => tx.system!.remark!(`0x${Buffer.from(random.bytes(random.below(40))).toString('hex')}`),
    ]
    // Events contain addresses with the runtime's prefix.
    const isOwn = (who: unknown) => encodeAddress(String(who), 42) === address
    const genesisHash = api.genesisHash.toHex()
    let told = 0

    for (let made = 0; made < count; made += inBlock) {
      let nonce = (await api.rpc.system.accountNextIndex(address)).toNumber()
      const before = await chain.balance(network.caipNetworkId, address, undefined)
      const head = await api.rpc.chain.getHeader()
      const release = await chain.holdBlocks(network.caipNetworkId)
      const sent = new Map<string, Described>()
      try {
        for (let at = 0; at < Math.min(inBlock, count - made); at++) {
          const { method } = random.pick(calls)()
          const block = head.number.toNumber()
          const era = api.registry.createType('ExtrinsicEra', { current: block, period: 64 })
          const mortal = random.chance(0.5)
          const whole = {
            ...{
              address,
              genesisHash,
              method: method.toHex(),
              nonce: `0x${nonce.toString(16).padStart(8, '0')}`,
            },
            blockHash: mortal ? head.hash.toHex() : genesisHash,
            era: mortal ? era.toHex() : '0x00',
            blockNumber: head.number.toHex(),
            tip: `0x${random
              .below(random.chance(0.5) ? 1 : 2 ** 30)
              .toString(16)
              .padStart(2, '0')}`,
            specVersion: api.runtimeVersion.specVersion.toHex(),
            transactionVersion: api.runtimeVersion.transactionVersion.toHex(),
            ...{ signedExtensions: api.registry.signedExtensions, version: 4 },
          }
          const payload = random.chance(0.2)
            ? withFault({ ...whole, nonce: whole.nonce }, random)
            : (whole as Record<string, unknown>)
          const call = {
            method: 'polkadot_signTransaction',
            params: { address, transactionPayload: payload },
          }
          const answer = await describeAndSign(wallet, call, network)
          if (!answer) continue
          told++
          // The chain would not include a transaction with another nonce yet.
          if (payload.nonce !== whole.nonce) continue
          const { signature } = answer.result as { signature: string }
          const extrinsic = tx(api.registry.createType('Call', payload.method)).addSignature(
            address,
            signature,
            payload,
          )
          // The wallet may have signed a payload with a fault that the chain refuses.
          const refused = await api.rpc.author.submitExtrinsic(extrinsic as never).then(
            () => undefined,
            (error: unknown) => error,
          )
          if (refused === undefined) {
            sent.set(extrinsic.hash.toHex(), answer.described)
            nonce++
          } else if (payload === whole) throw refused
        }
      } finally {
        await release()
      }

      const { block } = await api.rpc.chain.getBlock()
      const records = await query.system.events.at(block.header.hash)
      let paid = 0n
      for (const [hash, described] of sent) {
        const index = block.extrinsics.findIndex((extrinsic) => extrinsic.hash.toHex() === hash)
        expect(index, 'the block contains the transaction').toBeGreaterThan(-1)
        const events = records
          .filter(({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.toNumber() === index)
          .map(({ event }) => event)
        // The chain takes the fee before the call, and refunds a part of it afterwards.
        const ofFee = (name: string) =>
          events
            .filter(
              ({ section, method, data }) => section === 'balances' && method === name && isOwn(data[0]),
            )
            .reduce((sum, { data }) => sum + BigInt(data[1]!.toString()), 0n)
        const fee = ofFee('Withdraw') - ofFee('Deposit')
        expect(fee).toBeGreaterThan(0n)
        expect(fee).toBeLessThanOrEqual(feeShown(described))
        paid += fee
        const succeeded = events.some(({ method }) => method === 'ExtrinsicSuccess')
        for (const { to, value, asset } of promised(described)) {
          const held = await chain.balance(
            network.caipNetworkId,
            to,
            asset === undefined ? undefined : (`${network.caipNetworkId}/asset:${asset}` as never),
          )
          expect(held).toBe(succeeded ? value : 0n)
          if (succeeded && !asset) paid += value
        }
      }
      expect(before - (await chain.balance(network.caipNetworkId, address, undefined))).toBe(paid)
    }
    expect(told).toBeGreaterThan(count / 3)
  })
})
