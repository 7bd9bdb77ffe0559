import { TypeRegistry } from '@polkadot/types'
import { signatureVerify } from '@polkadot/util-crypto'
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { describeRequest, polkadotKeys, polkadotRuntime } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../../src/core/chain/network.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import type { Fetch } from '../../../src/ports.ts'
import { metadataDigest } from '../../../src/wallets/decode/polkadot/metadata-digest.ts'
import { type RuntimeMetadata, readMetadata } from '../../../src/wallets/decode/polkadot/runtime-metadata.ts'
import { ScaleReader } from '../../../src/wallets/decode/polkadot/scale.ts'
import { readValue } from '../../../src/wallets/decode/polkadot/scale-value.ts'
import { polkadotOverRelay } from '../../../src/wallets/polkadot/over-relay.ts'
import { type KnownRuntime, knownRuntime } from '../../support/polkadot-runtimes.ts'

const alice = devAccounts.alice!.polkadot!
const coin = { decimals: 10, symbol: 'DOT' }
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const hashOf = ({ metadata }: KnownRuntime, { decimals, symbol } = coin) =>
  hex(merkleizeMetadata(Buffer.from(metadata.slice(2), 'hex'), { decimals, tokenSymbol: symbol }).digest())
const inHex = (value: number) => `0x${value.toString(16).padStart(8, '0')}`

const hub = await knownRuntime('asset-hub-polkadot', 'v15')
const extensions = [
  ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality'],
  ...['CheckNonce', 'CheckWeight', 'ChargeAssetTxPayment', 'CheckMetadataHash'],
]
const genesisHash = `0x${'1a7c4de7'.repeat(8)}`
const id = genesisHash.slice(2, 34)

/** `Balances.transfer_keep_alive` of 1.5 DOT to the all-zero account. */
const transfer = `0x0a0300${'00'.repeat(32)}0700d6117e03`
const payload = {
  address: alice.address,
  ...{ blockHash: genesisHash, blockNumber: '0x00000000', genesisHash, era: '0x00' },
  ...{ method: transfer, nonce: '0x00000007', tip: '0x00', version: 4, signedExtensions: extensions },
  specVersion: inHex(hub.versions.specVersion),
  transactionVersion: inHex(hub.versions.transactionVersion),
  ...{ mode: 1, metadataHash: hashOf(hub) },
}

/** Creates a wallet on a node with this runtime. `shown` returns what the approval shows for a payload. */
function walletOn(runtime: KnownRuntime | undefined, nativeCurrency = { name: 'DOT', ...coin }) {
  const asked: string[] = []
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32LE(((runtime?.metadata.length ?? 2) / 2 - 1) * 4 + 2)
  const fetch: Fetch = async (_, init) => {
    const body = JSON.parse(String(init?.body))
    if (Array.isArray(body)) return Response.json(body.map(answerTo))
    return Response.json(answerTo(body))
  }
  const answerTo = ({ id, method, params }: { id: number; method: string; params: string[] }) => {
    asked.push(String(method === 'state_call' ? params[0] : method))
    if (!runtime) throw new TypeError('fetch failed')
    const answers: Record<string, unknown> = {
      state_getRuntimeVersion: runtime.versions,
      state_getMetadata: runtime.metadata,
      Metadata_metadata_at_version: `0x01${prefix.toString('hex')}${runtime.metadata.slice(2)}`,
    }
    const result = answers[asked.at(-1)!]
    return { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: 1, message: '' } }) }
  }
  const network = {
    ...{ id, caipNetworkId: `polkadot:${id}`, chainNamespace: 'polkadot', name: 'Hub', ss58Prefix: 0 },
    ...{ nativeCurrency, rpcUrls: { default: { http: ['http://node.example/'] } } },
  } as ChainNetwork
  const log = { debug() {}, warn() {}, error() {} }
  const wallet = polkadotOverRelay({ secrets: [alice.secret], networks: [network], fetch, log })
  return {
    asked,
    async shown(changed: object = {}) {
      const params = { address: alice.address, transactionPayload: { ...payload, ...changed } }
      const request = { method: 'polkadot_signTransaction', params }
      const completed = await wallet.complete!(request, network)
      const { rows, summary, fee } = await describeRequest({ ...request, completed } as never, network)
      return { rows: Object.fromEntries(rows.map(([name, value]) => [name.trim(), value])), summary, fee }
    },
  }
}

describe('the metadata hash of a runtime', () => {
  it.each(['asset-hub-polkadot', 'asset-hub-kusama', 'polkadot', 'kusama', 'substrate'])(
    'equals the hash that a second library computes for %s',
    async (name) => {
      const runtime = await knownRuntime(name, 'v15')
      const metadata = readMetadata(runtime.metadata)
      const [low = 0, high = 0] = metadata.constants.get('System.SS58Prefix')!.value
      const { specVersion, specName } = runtime.versions
      for (const { decimals, symbol } of [coin, { decimals: 12, symbol: 'lol' }])
        expect(
          metadataDigest(metadata, {
            ...{ specVersion, specName, base58Prefix: low + high * 256, decimals, tokenSymbol: symbol },
          }),
        ).toBe(hashOf(runtime, { decimals, symbol }))
    },
  )
})

describe('a polkadot payload before it is signed', () => {
  it('is shown as verified if it signs the metadata hash', async () => {
    const { rows, summary } = await walletOn(hub).shown()
    expect(rows).toMatchObject({
      call: 'balances.transferKeepAlive',
      dest: '111111111111111111111111111111111HC1',
      value: '1.5 DOT',
      description: 'verified: the signature commits to this decoding',
      nonce: '7',
      valid: 'forever, until its nonce is used',
    })
    expect(summary).toBe(
      `sign with ${alice.address} balances.transferKeepAlive(dest: 111111111111111111111111111111111HC1, value: 1.5 DOT)`,
    )
  })

  it('is shown as unverified if it does not sign the metadata hash', async () => {
    const plain = { mode: 0, metadataHash: null }
    const unsure = 'UNVERIFIED: only the node says what the call does'
    const { rows, summary } = await walletOn(hub).shown(plain)
    expect(rows).toMatchObject({ value: '1.5 DOT', description: unsure })
    expect(summary).toContain('(UNVERIFIED)')
    // A node that has only metadata of version 14 has no hash to compare.
    const old = await knownRuntime('polkadot', 'v14')
    const there = {
      ...{ method: `0x05${transfer.slice(4)}`, signedExtensions: signedOf(readMetadata(old.metadata)) },
      specVersion: inHex(old.versions.specVersion),
      transactionVersion: inHex(old.versions.transactionVersion),
    }
    expect((await walletOn(old).shown(there)).rows).toMatchObject({ value: '1.5 DOT', description: unsure })
    // If no extension signs the hash, the hash proves nothing.
    const unbound = { signedExtensions: extensions.filter((name) => name !== 'CheckMetadataHash') }
    expect((await walletOn(undefined).shown(unbound)).rows.description).toMatch(/^UNVERIFIED/)
  })

  it('is refused if it signs a wrong metadata hash', async () => {
    const refusal = {
      code: 'validation/invalid-input',
      values: {
        field: 'payload.metadataHash',
        reason: expect.stringContaining("isn't the runtime's"),
      },
    }
    await expect(walletOn(hub).shown({ metadataHash: `0x${'00'.repeat(32)}` })).rejects.toMatchObject(refusal)
    // With 8 decimals instead of 10, the wallet would show 1.5 DOT as 150 DOT.
    const scaled = walletOn(hub, { name: 'DOT', symbol: 'DOT', decimals: 8 })
    await expect(scaled.shown()).rejects.toMatchObject(refusal)
  })

  it('is shown as unverified bytes if the node does not answer', async () => {
    const { rows } = await walletOn(undefined).shown()
    expect(rows.call).toContain(transfer)
    expect(rows.description).toBe("UNVERIFIED: the call can't be decoded")
  })

  it('is shown with its tip, its lifetime and its fee asset', async () => {
    const assetId = '0x01000300a10f043205011f' // The location of an asset on Asset Hub.
    const { rows, fee } = await walletOn(hub).shown({ tip: '0x2540be400', era: '0x3600', assetId })
    expect(rows).toMatchObject({ tip: '1 DOT', valid: expect.stringMatching(/^for 128 blocks at most, /) })
    expect(rows['fee asset']).toContain('parents: 0')
    expect(fee).toContain('unknown: the chain sets the fee, in the asset above')
  })

  it.each([
    ['an unknown extension', { signedExtensions: [...extensions, 'ChargeFromElsewhere'] }],
    ['an extension that the runtime does not have', { signedExtensions: [...extensions, 'WeightReclaim'] }],
    ['extensions in the wrong order', { signedExtensions: [...extensions].reverse() }],
    ['a repeated extension', { signedExtensions: [...extensions, 'CheckNonce'] }],
    ['an invalid mode', { mode: 2 }],
    ['mode 1 without a hash', { metadataHash: null }],
    ['mode 0 with a hash', { mode: 0 }],
    ['an era that starts after its end', { era: '0x5100' }],
    ['an era of two bytes that starts with zero', { era: '0x0001' }],
    ['an asset that is not an encoded option', { assetId: '0x02' }],
    ['an asset of a wrong type', { assetId: '0x01ff' }],
    ['a nonce that is too large', { nonce: '0x0100000000' }],
    ['a call with extra bytes', { method: `${transfer}00` }],
    ['a call that is cut off', { method: transfer.slice(0, -2) }],
    ['an amount with a longer encoding than necessary', { method: `0x0a0300${'00'.repeat(32)}01000000` }],
    ['an old runtime version', { specVersion: '0x00000001' }],
  ])('is refused if it has %s', async (_, changed) => {
    await expect(walletOn(hub).shown(changed)).rejects.toMatchObject({ code: 'validation/invalid-input' })
  })

  it('is refused for an unknown extension if the node does not answer', async () => {
    const signedExtensions = [...extensions, 'ChargeFromElsewhere']
    await expect(walletOn(undefined).shown({ signedExtensions })).rejects.toMatchObject({
      values: { field: 'payload.signedExtensions', reason: expect.stringContaining('ChargeFromElsewhere') },
    })
    const keys = await polkadotKeys([alice.secret])
    expect(() => keys.signPayload({ ...payload, signedExtensions } as never)).toThrow('ChargeFromElsewhere')
  })

  it("the wallet loads the runtime's metadata once for many payloads", async () => {
    const { asked, shown } = walletOn(hub)
    for (let left = 3; left > 0; left--) await shown()
    expect(asked.filter((method) => method === 'Metadata_metadata_at_version')).toHaveLength(1)
    expect(asked.filter((method) => method === 'state_getRuntimeVersion')).toHaveLength(3)
  })
})

describe('the signature of a polkadot payload', () => {
  it('covers the mode, the metadata hash and the asset', async () => {
    const keys = await polkadotKeys([alice.secret])
    const registry = new TypeRegistry()
    registry.setSignedExtensions(extensions, {
      ChargeAssetTxPayment: { extrinsic: { tip: 'Compact<Balance>', assetId: 'Option<u32>' }, payload: {} },
    })
    for (const [assetId, asset] of [
      [undefined, undefined],
      ['0x01c0070000', 1984],
    ] as const) {
      const given = { ...payload, ...(assetId && { assetId }) }
      const bytes = registry
        .createType('ExtrinsicPayload', { ...payload, assetId: asset } as never, { version: 4 })
        .toU8a({ method: true })
      expect(hex(bytes)).toContain(`${assetId?.slice(2) ?? '00'}01`)
      expect(hex(bytes).endsWith(`01${payload.metadataHash.slice(2)}`)).toBe(true)
      expect(signatureVerify(bytes, keys.signPayload(given as never), alice.address).isValid).toBe(true)
    }
  })
})

describe('the metadata of a hostile node', () => {
  const types = (shapes: readonly object[]) =>
    ({
      types: new Map(shapes.map((shape, at) => [at, { path: [], params: [], shape }])),
      extrinsic: { call: -1 },
    }) as never

  it('is refused quickly if it would take long to read', () => {
    // Each type contains the next type twice. A full decoding would exceed the time limit of the test.
    const shapes = Array.from({ length: 200 }, (_, at) => ({
      kind: 'tuple',
      of: at === 199 ? [] : [at + 1, at + 1],
    }))
    expect(() => readValue(types(shapes), new ScaleReader(new Uint8Array(), 'call'), 0)).toThrow(
      'is nested too deep',
    )
    const vast = [
      { kind: 'array', of: 1, length: 2 ** 32 - 1 },
      { kind: 'tuple', of: [] },
    ]
    expect(() => readValue(types(vast), new ScaleReader(new Uint8Array(9), 'call'), 0)).toThrow('is cut off')
  })

  it('is refused with an error code when it cannot be decoded', () => {
    for (const metadata of [
      '',
      '0x',
      '0x6d657461',
      '0x6d6574610d00',
      '0x6d6574610e04',
      `${hub.metadata.slice(0, 9000)}`,
    ])
      expect(() => polkadotRuntime({ specVersion: 1, transactionVersion: 1, metadata, ...coin })).toThrow(
        expect.objectContaining({ code: 'validation/invalid-input' }),
      )
  })
})

function signedOf({ extrinsic }: RuntimeMetadata): readonly string[] {
  return extrinsic.extensions.map(({ name }) => name)
}
