import { serializeSignDoc } from '@cosmjs/amino'
import { describe, expect, it } from 'vitest'
import { adr36Doc, adr36Fault, isAdr36 } from '../../../../src/adapters/cosmos/adr36.ts'
import { type AminoDoc, canonicalJson } from '../../../../src/adapters/cosmos/sign-doc.ts'

const signBytes = (doc: unknown) => new TextEncoder().encode(canonicalJson(doc))

const signer = 'osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h'
const good = adr36Doc(signer, Buffer.from('random'))
const message = (value: unknown) => [{ type: 'sign/MsgSignData', value }]

// The cases are from chainapsis/keplr-wallet, packages/cosmos/src/adr-36/amino.spec.ts.
describe('by ADR-36, Latchkey', () => {
  it('creates the same document as Keplr', () => {
    expect(good).toEqual({
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs: message({ signer, data: 'cmFuZG9t' }),
      memo: '',
    })
    expect(adr36Doc(signer, new Uint8Array([1, 2, 3])).msgs).toEqual(message({ signer, data: 'AQID' }))
  })

  it.each([
    ['a transfer', { ...good, msgs: [{ type: 'cosmos-sdk/MsgSend', value: {} }] }],
    ['a document without messages', { ...good, msgs: [] }],
    ['two messages', { ...good, msgs: [...good.msgs, ...good.msgs] }],
    ['messages that are not a list', { ...good, msgs: {} }],
    ['an empty object', {}],
    ['no document at all', undefined],
  ])('does not take %s for an ADR-36 document', (_, doc) => {
    expect(isAdr36(doc)).toBe(false)
  })

  it('accepts a valid document with and without a known prefix', () => {
    expect(isAdr36(good)).toBe(true)
    expect(adr36Fault(good)).toBeUndefined()
    expect(adr36Fault(good, 'osmo')).toBeUndefined()
  })

  it.each<[string, AminoDoc, string?]>([
    ['a signer of another network', good, 'cosmos'],
    ['a signer of a network with a similar prefix', good, 'os'],
    ['a chain id', { ...good, chain_id: 'haha' }],
    ['an account number', { ...good, account_number: '1' }],
    ['a sequence', { ...good, sequence: '1' }],
    ['gas', { ...good, fee: { gas: '1', amount: [] } }],
    ['a fee', { ...good, fee: { gas: '0', amount: [{ denom: 'haha', amount: '1' }] } }],
    ['a memo', { ...good, memo: '1' }],
    ['a timeout height', { ...good, timeout_height: '1' }],
    ['no value', { ...good, msgs: message(undefined) }],
    ['no signer', { ...good, msgs: message({ data: 'cmFuZG9t' }) }],
    [
      'a signer that is not an account',
      {
        ...good,
        msgs: message({ signer: 'invalid1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h', data: 'cmFuZG9t' }),
      },
    ],
    ['no data', { ...good, msgs: message({ signer }) }],
    ['data that is not base64', { ...good, msgs: message({ signer, data: 'sc12v' }) }],
    ['base64 that is not canonical', { ...good, msgs: message({ signer, data: 'cmFuZG9u' + 'AB==' }) }],
    ['empty data', { ...good, msgs: message({ signer, data: '' }) }],
    ['an extra member', { ...good, tip: { amount: [], tipper: '' } } as AminoDoc],
    ['an extra member of the fee', { ...good, fee: { ...good.fee, granter: signer } } as AminoDoc],
    ['an extra member of the message', { ...good, msgs: [{ ...good.msgs[0]!, memo: 'x' } as never] }],
    ['an extra member of the value', { ...good, msgs: message({ signer, data: 'cmFuZG9t', spend: 'all' }) }],
  ])('refuses a document with %s', (_, doc, prefix) => {
    expect(adr36Fault(doc, prefix)).toMatch(/must/)
  })

  it('refuses a document that names another signer than the account', () => {
    expect(adr36Fault(good, 'osmo', signer)).toBeUndefined()
    expect(adr36Fault(good, 'osmo', 'osmo1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnyv9lmq')).toMatch(/must/)
  })

  it('serializes a document as cosmjs does', () => {
    expect(signBytes(good)).toEqual(serializeSignDoc(good as never))
    expect(new TextDecoder().decode(signBytes(good))).toBe(
      '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData",' +
        '"value":{"data":"cmFuZG9t","signer":"osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h"}}],"sequence":"0"}',
    )
  })
})
