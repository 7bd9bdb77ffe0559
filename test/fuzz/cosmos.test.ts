import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import fc from 'fast-check'
import { type CosmosDoc, decodeCosmosDoc } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { cosmosTransaction, faultyCosmosTransaction } from './cosmos-transactions.ts'
import { cases, seed, timeout } from './fuzz.ts'

interface Bytes {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
}

function described(bytes: Bytes): CosmosDoc | undefined {
  try {
    return decodeCosmosDoc({ ...bytes, chainId: 'chain-1', accountNumber: '1' })
  } catch {
    return undefined
  }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** What the description says, in the form of the other one. */
const said = (doc: CosmosDoc, { bodyBytes, authInfoBytes }: Bytes) => ({
  messages: doc.messages.map(({ type, raw }) => [type, hexOf(raw as Uint8Array)]),
  transfers: doc.messages.map(({ transfer }) => transfer),
  memo: doc.memo,
  timeoutHeight: doc.timeoutHeight,
  unordered: doc.unordered,
  extensions: doc.extensions.map(({ type, critical }) => [type, critical]),
  fee: doc.fee,
  tip: doc.tip,
  sequence: doc.sequence,
  bytes: [hexOf(bodyBytes), hexOf(authInfoBytes)],
})

/** What cosmjs-types, which shares no code with the decoder, reads in the same bytes, and writes when it writes it again. */
function read({ bodyBytes, authInfoBytes }: Bytes): ReturnType<typeof said> {
  const [body, info] = [TxBody.decode(bodyBytes), AuthInfo.decode(authInfoBytes)]
  return {
    messages: body.messages.map(({ typeUrl, value }) => [typeUrl, hexOf(value)]),
    transfers: body.messages.map(({ typeUrl, value }) => {
      if (!typeUrl.endsWith('.MsgSend')) return undefined
      const { fromAddress, toAddress, amount } = MsgSend.decode(value)
      return { from: fromAddress, to: toAddress, coins: amount }
    }),
    memo: body.memo,
    timeoutHeight: String(body.timeoutHeight),
    unordered: body.unordered,
    extensions: [
      ...body.extensionOptions.map(({ typeUrl }) => [typeUrl, true]),
      ...body.nonCriticalExtensionOptions.map(({ typeUrl }) => [typeUrl, false]),
    ] as never,
    fee: {
      amount: info.fee?.amount ?? [],
      gas: String(info.fee?.gasLimit ?? 0n),
      payer: info.fee?.payer ?? '',
      granter: info.fee?.granter ?? '',
    },
    tip: info.tip && { amount: info.tip.amount, tipper: info.tip.tipper },
    sequence: info.signerInfos.map(({ sequence }) => String(sequence)).join(', '),
    bytes: [hexOf(TxBody.encode(body).finish()), hexOf(AuthInfo.encode(info).finish())],
  }
}

const splice = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  take: fc.nat({ max: 3 }),
  put: fc.uint8Array({ maxLength: 6 }),
  inBody: fc.boolean(),
})

function spliced(
  bytes: Bytes,
  { at, take, put, inBody }: { at: number; take: number; put: Uint8Array; inBody: boolean },
): Bytes {
  const name = inBody ? 'bodyBytes' : 'authInfoBytes'
  const before = bytes[name]
  const start = Math.floor(at * before.length)
  return {
    ...bytes,
    [name]: Uint8Array.from([...before.slice(0, start), ...put, ...before.slice(start + take)]),
  }
}

describe('a cosmos transaction', { timeout }, () => {
  it('that the library builds is described as a second decoder reads it', () => {
    let told = 0
    fc.assert(
      fc.property(cosmosTransaction, (bytes) => {
        const doc = described(bytes)
        if (!doc) return
        told++
        expect(said(doc, bytes)).toEqual(read(bytes))
      }),
      { numRuns: cases, seed },
    )
    expect(told).toBeGreaterThan(cases / 3)
  })

  it.each([
    ['in which a member is at fault', faultyCosmosTransaction],
    [
      'whose bytes were changed',
      fc.tuple(cosmosTransaction, splice).map(([bytes, change]) => spliced(bytes, change)),
    ],
  ])('%s is refused, or described as a second decoder reads it', (_, transactions) => {
    fc.assert(
      fc.property(transactions, (bytes) => {
        const doc = described(bytes)
        if (doc) expect(said(doc, bytes)).toEqual(read(bytes))
      }),
      { numRuns: cases, seed },
    )
  })
})
