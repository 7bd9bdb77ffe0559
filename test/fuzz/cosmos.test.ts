import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { AminoTypes, createDefaultAminoConverters } from '@cosmjs/stargate'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { type CosmosDoc, decodeCosmosDoc } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { fc } from '../support/fast-check.ts'
import { aminoParts, cosmosTransaction, faultyCosmosTransaction } from './cosmos-transactions.ts'
import { casesOf, timeout } from './fuzz.ts'

const cases = casesOf(4)

interface Bytes {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
}

function described(bytes: Bytes): CosmosDoc | undefined {
  try {
    return decodeCosmosDoc({ ...bytes, chainId: 'chain-1', accountNumber: '1' })
  } catch (error) {
    return refused(error)
  }
}

/** Throws an error that is a bug of the decoder, not its refusal of a document. */
function refused(error: unknown): undefined {
  if (error instanceof TypeError || error instanceof ReferenceError) throw error
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Returns the wallet's description, in the form that `read` returns. */
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

/**
 * Decodes the same bytes with cosmjs-types, which shares no code with the wallet's decoder. `bytes` is the
 * encoding of the decoded values by cosmjs-types.
 */
function read({ bodyBytes, authInfoBytes }: Bytes): ReturnType<typeof said> {
  const [body, info] = [TxBody.decode(bodyBytes), AuthInfo.decode(authInfoBytes)]
  return {
    messages: body.messages.map(({ typeUrl, value }) => [typeUrl, hexOf(value)]),
    transfers: body.messages.map(({ typeUrl, value }) => {
      if (typeUrl !== '/cosmos.bank.v1beta1.MsgSend') return undefined
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
  it('is described as a second decoder reads it', () => {
    let told = 0
    fc.assert(
      fc.property(cosmosTransaction, (bytes) => {
        const doc = described(bytes)
        if (!doc) return
        told++
        expect(said(doc, bytes)).toEqual(read(bytes))
      }),
      { numRuns: cases },
    )
    expect(told).toBeGreaterThan(cases / 3)
  })

  it.each([
    ['with a faulty field', faultyCosmosTransaction],
    [
      'with changed bytes',
      fc.tuple(cosmosTransaction, splice).map(([bytes, change]) => spliced(bytes, change)),
    ],
  ])('%s is refused, or described as a second decoder reads it', (_, transactions) => {
    let told = 0
    fc.assert(
      fc.property(transactions, (bytes) => {
        const doc = described(bytes)
        if (!doc) return
        told++
        expect(said(doc, bytes)).toEqual(read(bytes))
      }),
      // Only about one in thirty of these transactions isn't refused.
      { numRuns: 2 * cases },
    )
    expect(told).toBeGreaterThan(cases / 250)
  })

  it('in Amino mode is refused, or described exactly as in the signed bytes', () => {
    let told = 0
    let transfers = 0
    fc.assert(
      fc.property(aminoDocument, (document) => {
        let doc: CosmosDoc
        try {
          doc = decodeCosmosDoc(JSON.parse(JSON.stringify(document)))
        } catch (error) {
          return refused(error)
        }
        told++
        // CosmJS signs these bytes. A chain encodes the same bytes from the decoded transaction to check the
        // signature.
        const signed = JSON.parse(new TextDecoder().decode(serializeSignDoc(doc.doc as never)))
        expect({
          chain: doc.chainId,
          account: doc.accountNumber,
          sequence: doc.sequence,
          memo: doc.memo,
          gas: doc.fee.gas,
          fee: doc.fee.amount,
          payer: doc.fee.payer || undefined,
          granter: doc.fee.granter || undefined,
          until: doc.timeoutHeight,
          messages: doc.messages.map(({ type, transfer }) => [type, transfer]),
        }).toEqual({
          chain: signed.chain_id,
          account: signed.account_number,
          sequence: signed.sequence,
          memo: signed.memo,
          gas: signed.fee.gas,
          fee: signed.fee.amount,
          payer: signed.fee.payer || undefined,
          granter: signed.fee.granter || undefined,
          until: signed.timeout_height ?? '0',
          messages: signed.msgs.map((message: { type: string; value: object }, at: number) => {
            // The wallet shows a message field by field if the message has more fields than a payment.
            if (!doc.messages[at]!.transfer) return [message.type, undefined]
            transfers++
            const { fromAddress, toAddress, amount } = amino.fromAmino(message as never).value
            return [message.type, { from: fromAddress, to: toAddress, coins: amount }]
          }),
        })
        expect(Object.keys(signed).filter((name) => !aminoMembers.includes(name))).toEqual([])
        expect(Object.keys(signed.fee).filter((name) => !feeMembers.includes(name))).toEqual([])
        const values = signed.msgs.map(({ value }: { value: object }) => Object.keys(value).sort())
        expect(doc.messages.map((one) => one.values!.map(([name]) => name).sort())).toEqual(values)
      }),
      { numRuns: cases },
    )
    expect(told).toBeGreaterThan(cases / 3)
    expect(transfers).toBeGreaterThan(cases / 6)
  })
})

const amino = new AminoTypes(createDefaultAminoConverters())
const aminoMembers = ['chain_id', 'account_number', 'sequence', 'timeout_height', 'fee', 'msgs', 'memo']
const feeMembers = ['amount', 'gas', 'payer', 'granter']

const built = aminoParts.map(({ messages, fee, memo, numbers: [account, sequence], timeout }) =>
  makeSignDoc(
    messages.map((message) => amino.toAmino(message)),
    fee,
    'chain-1',
    memo,
    account,
    sequence,
    timeout === 0n ? undefined : timeout,
  ),
)

/** Amino documents. In some, a field is changed, added or removed, at any depth. */
const aminoDocument = fc
  .tuple(
    built,
    fc.option(
      fc.tuple(
        fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 4 }),
        fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('0', '-1', '1e3', '01', ' 1', undefined)),
        fc.option(fc.constantFrom('tip', 'amount', 'payer', 'to_address', 'from_address', 'x')),
      ),
    ),
  )
  .map(([doc, change]) => {
    const copy = JSON.parse(JSON.stringify(doc))
    if (!change) return copy
    const [path, value, named] = change
    let at = copy
    for (const pick of path.slice(0, -1)) {
      const inner = Object.values(at).filter((one) => typeof one === 'object' && one !== null)
      if (inner.length > 0) at = inner[pick % inner.length]
    }
    const names = Object.keys(at)
    const name = named ?? names[path.at(-1)! % Math.max(1, names.length)] ?? 'x'
    at[name] = value
    return copy
  })
