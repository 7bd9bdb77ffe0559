import { Metadata, TypeRegistry } from '@polkadot/types'
import { blake2AsU8a, decodeAddress } from '@polkadot/util-crypto'
import { sr25519Verify } from '@polkadot/wasm-crypto'
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import type { Described } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import type { Fetch } from '../../src/ports.ts'
import { polkadotOverRelay } from '../../src/wallets/polkadot/over-relay.ts'
import type { WireCall } from '../support/loopback.ts'
import { knownRuntime } from '../support/polkadot-runtimes.ts'
import { testRandom } from '../support/seed.ts'
import type { Seeded } from '../support/seeded.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { cases, timeout } from './fuzz.ts'
import { type LoosePayload, randomValues, withFault } from './polkadot-payloads.ts'
import { inCoins, type SecondReading, secondRuntime } from './polkadot-second-reader.ts'
import { isRecognised, sentencesOf } from './polkadot-sentences.ts'

const { address, secret } = devAccounts.alice!.polkadot!
const key = decodeAddress(address)
const genesisHash = `0x${'1a7c4de7'.repeat(8)}`
const coin = { symbol: 'DOT', decimals: 10 }

/**
 * Returns the rows that the wallet must show, from the values that the second library reads in the signed
 * bytes.
 */
function expectedRows(read: SecondReading): readonly (readonly [string, string])[] {
  return [
    ['account', address],
    ['chain', read.genesisHash],
    ['call', read.call],
    ...read.args.map(([name, value]) => [`  ${name}`, value] as const),
    ['description', read.mode === 1 ? 'verified' : 'UNVERIFIED'],
    ['nonce', read.nonce],
    ['tip', inCoins(read.tip, coin)],
    ...(read.feeAsset === undefined ? [] : [['fee asset', read.feeAsset] as const]),
    [
      'valid',
      read.era === 'for ever'
        ? 'forever, until its nonce is used'
        : `${read.era} at most, on the chain of the block ${read.blockHash}`,
    ],
  ]
}

const shownRows = ({ rows }: Described) =>
  rows
    .filter(([name]) => name !== 'fee' && name !== 'WARNING')
    .map(([name, value]) => [name, name === 'description' ? value.split(':')[0]! : value])

/**
 * Returns the parts of a test on one runtime: a wallet with a fake node, and the libraries that build and
 * read payloads.
 */
async function openRuntime(name: string, version: 'v14' | 'v15') {
  const { metadata, versions } = await knownRuntime(name, version)
  const second = secondRuntime(metadata, coin)
  const registry = new TypeRegistry()
  registry.setMetadata(new Metadata(registry, metadata), undefined, undefined, true)
  const assetType = second.feeAssetType()
  if (assetType)
    registry.setSignedExtensions(
      second.extensions,
      {
        ChargeAssetTxPayment: {
          extrinsic: { tip: 'Compact<Balance>', assetId: `Lookup${assetType.id}` },
          payload: {},
        },
      },
      true,
    )
  const answers: Readonly<Record<string, unknown>> = {
    state_getRuntimeVersion: versions,
    state_getMetadata: metadata,
  }
  const answerTo = ({ id, method, params }: WireCall) => {
    const isMetadata = method === 'state_call' && params[0] === 'Metadata_metadata_at_version'
    const result = isMetadata && version === 'v15' ? optionOf(metadata) : answers[method]
    return { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: 1, message: 'no' } }) }
  }
  const fetch: Fetch = async (_, init) => {
    const body = JSON.parse(String(init?.body)) as WireCall | readonly WireCall[]
    return Response.json(Array.isArray(body) ? body.map(answerTo) : answerTo(body as WireCall))
  }
  const network = {
    ...{ id: genesisHash.slice(2, 34), caipNetworkId: `polkadot:${genesisHash.slice(2, 34)}` },
    ...{ chainNamespace: 'polkadot', name, nativeCurrency: { name: coin.symbol, ...coin } },
    ...{ rpcUrls: { default: { http: ['http://node.example/'] } }, ss58Prefix: second.prefix },
  } as ChainNetwork
  const log = { debug() {}, warn() {}, error() {} }
  const wallet = polkadotOverRelay({ secrets: [secret], networks: [network], fetch, log })
  const hash = () =>
    `0x${Buffer.from(merkleizeMetadata(Buffer.from(metadata.slice(2), 'hex'), { decimals: coin.decimals, tokenSymbol: coin.symbol }).digest()).toString('hex')}`
  const metadataHash = version === 'v15' ? hash() : undefined

  /**
   * Returns the payload of a random call, built by @polkadot/types. Throws if the random call has no bytes.
   */
  function payloadOf(random: Seeded): LoosePayload {
    const { call, value } = randomValues(second, random)
    const method = `0x${Buffer.from(second.encode(second.callType, call())).toString('hex')}`
    const hashed = metadataHash !== undefined && random.chance(0.5)
    const block = random.below(2 ** 20)
    const asset = assetType && random.chance(0.2) ? second.encode(assetType, value(assetType)) : undefined
    const period = 2 ** (2 + random.below(15))
    const era = random.chance(0.5)
      ? '0x00'
      : registry.createType('ExtrinsicEra', { current: block, period }).toHex()
    const tip = BigInt(random.below(2 ** 31)) ** BigInt(random.below(4))
    const payload = {
      ...{ address, genesisHash, method, era, version: 4, signedExtensions: second.extensions },
      ...{ blockHash: `0x${Buffer.from(random.bytes(32)).toString('hex')}`, blockNumber: inHex(block) },
      ...{ nonce: inHex(random.below(2 ** random.below(32))), tip: inHex(tip) },
      specVersion: inHex(versions.specVersion),
      transactionVersion: inHex(versions.transactionVersion),
      ...{ mode: hashed ? 1 : 0, metadataHash: hashed ? metadataHash : null },
    }
    // Encodes the same payload in another way. This second encoding is slow, so only some cases use it.
    const spelled = () =>
      registry.createType('SignerPayload', { ...payload, runtimeVersion: versions } as never) as unknown as {
        toPayload(): LoosePayload
      }
    return {
      ...(random.chance(0.1) ? spelled().toPayload() : payload),
      ...(asset && { assetId: `0x${Buffer.from(asset).toString('hex')}` }),
      address,
    }
  }

  /**
   * Returns the bytes that @polkadot/types would sign. The library supports only one type of asset, so it
   * gets the runtime's type.
   */
  function messageOf({ assetId, ...payload }: LoosePayload): Uint8Array {
    const bytes = typeof assetId === 'string' ? Buffer.from(assetId.slice(2), 'hex') : undefined
    const asset = bytes && assetType && registry.createType(`Lookup${assetType.id}`, Uint8Array.from(bytes))
    return registry
      .createType('ExtrinsicPayload', { ...payload, assetId: asset } as never, { version: 4 })
      .toU8a({ method: true })
  }

  function builtPayload(random: Seeded): LoosePayload {
    for (;;) {
      try {
        return payloadOf(random)
      } catch (error) {
        if (!String(error).includes('createType(SignerPayload)')) throw error
      }
    }
  }

  return { second, network, wallet, builtPayload, messageOf }
}

const inHex = (value: number | bigint) => `0x${value.toString(16).padStart(8, '0')}`

function optionOf(metadata: string): string {
  const { length } = Buffer.from(metadata.slice(2), 'hex')
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32LE(length * 4 + 2)
  return `0x01${prefix.toString('hex')}${metadata.slice(2)}`
}

describe.each([
  ['asset-hub-polkadot', 'v15'],
  ['polkadot', 'v15'],
  ['substrate', 'v14'],
] as const)('a polkadot transaction, on the runtime %s with metadata %s,', { timeout }, (name, version) => {
  it('is refused, or is signed as a second library reads it', async () => {
    const { second, network, wallet, builtPayload, messageOf } = await openRuntime(name, version)
    const random = testRandom()
    const count = Math.ceil(cases / 3)
    let [told, recognised, nested] = [0, 0, 0]
    for (let at = 0; at < count; at++) {
      const whole = builtPayload(random)
      const payload = random.chance(0.4) ? withFault(whole, random) : whole
      const call = { method: 'polkadot_signTransaction', params: { address, transactionPayload: payload } }
      const answer = await describeAndSign(wallet, call, network)
      if (!answer) continue
      told++
      const { described, result } = answer
      const message = messageOf(payload)
      const { signature } = result as { signature: string }
      const signed = message.length > 256 ? blake2AsU8a(message) : message
      const where = `case ${at}: ${JSON.stringify(payload)}`
      expect(sr25519Verify(Buffer.from(signature.slice(4), 'hex'), signed, key), where).toBe(true)
      const read = second.read(message)
      expect(shownRows(described), where).toEqual(expectedRows(read))
      const texts = described.effects.map(({ text }) => text)
      const expected = [...sentencesOf(read.named), ...(read.mode === 1 ? [] : [['Trust the node']])]
      for (const parts of expected)
        expect(
          texts.filter((text) => parts.every((part) => text.includes(part))),
          `${parts.join(' … ')} in ${where}`,
        ).not.toHaveLength(0)
      expect(texts, where).toHaveLength(expected.length)
      if (isRecognised(read.named)) recognised++
      if (read.named.inner.length > 0) nested++
    }
    expect(told).toBeGreaterThan(count / 3)
    expect(recognised).toBeGreaterThan(count / 20)
    expect(nested).toBeGreaterThan(count / 20)
  })
})
