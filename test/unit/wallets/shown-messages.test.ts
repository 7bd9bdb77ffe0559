import { base58, base64, hex } from '@scure/base'
import { bip122Wallet, describeRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { printable } from '../../../cli/output/printable.ts'
import { verifyBip322 } from '../../../src/adapters/bip122/chain/bip322.ts'
import { adr36Doc } from '../../../src/adapters/cosmos/adr36.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { visible } from '../../../src/embedded-wallet/screen/readable.ts'
import { solanaAction } from '../../../src/wallets/decode/solana-actions.ts'

const alice = devAccounts.alice!
const bytes = (text: string) => new TextEncoder().encode(text)

/** For each family, the request that signs a text. */
const requests: Readonly<Record<string, (text: string) => { method: string; params: unknown }>> = {
  eip155: (text) => ({ method: 'personal_sign', params: [`0x${hex.encode(bytes(text))}`, '0xaa'] }),
  solana: (text) => ({
    method: 'solana_signMessage',
    params: { message: base58.encode(bytes(text)), pubkey: alice.solana!.address },
  }),
  bip122: (message) => ({ method: 'signMessage', params: { message, account: 'bc1q' } }),
  polkadot: (message) => ({ method: 'polkadot_signMessage', params: { message, address: '5F' } }),
  cosmos: (text) => ({
    method: 'cosmos_signAmino',
    params: {
      signerAddress: alice.cosmos!.address,
      signDoc: adr36Doc(alice.cosmos!.address, bytes(text)),
    },
  }),
}

describe.each(Object.entries(requests))('a message on %s', (_, request) => {
  it.each([
    ['a byte order mark', '\ufeff'],
    ['a right-to-left override', '\u202e'],
    ['an isolate', '\u2067'],
    ['a zero-width space', '\u200b'],
    ['a soft hyphen', '\u00ad'],
    ['a tag character', '\u{e0041}'],
    ['a Hangul filler', '\u3164'],
  ])('is shown with an escape in place of %s', async (_name, character) => {
    const { body = '' } = await describeRequest(request(`${character}pay${character}me`), undefined)
    const escaped = `\\u{${character.codePointAt(0)!.toString(16)}}`
    for (const shown of [visible(body), printable(body)]) expect(shown).toBe(`${escaped}pay${escaped}me`)
  })

  it('is shown unchanged if all its characters are visible', async () => {
    const { body } = await describeRequest(request('Grüße, 你好, שלום\nline 2'), undefined)
    expect(visible(body ?? '')).toBe('Grüße, 你好, שלום\nline 2')
  })
})

it('a solana memo is shown with its byte order mark', () => {
  const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
  expect(solanaAction(memo, [], bytes('\ufeffhi'))).toEqual({ kind: 'memo', text: '\ufeffhi' })
  expect(solanaAction(memo, [], Uint8Array.of(0xff))).toEqual({
    kind: 'memo',
    text: "0xff (bytes that aren't text)",
  })
})

describe('a message of bytes for a bitcoin wallet', () => {
  const signed = async (message: Uint8Array) => {
    const wallet = bip122Wallet({
      secret: alice.bip122!.secret,
      networks: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
      authorized: true,
    })
    const { features } = wallet.standard
    const { connect } = features['bitcoin:connect'] as {
      connect(): Promise<{ accounts: readonly { address: string }[] }>
    }
    const account = (await connect()).accounts[0]!
    const feature = features['bitcoin:signMessage'] as {
      signMessage(input: object): Promise<readonly { signature: Uint8Array }[]>
    }
    const [answer] = await feature.signMessage({ account, message })
    return verifyBip322(account.address, message, base64.encode(answer!.signature))
  }

  it('is signed with its byte order mark', () => expect(signed(bytes('\ufeffhi'))).resolves.toBe(true))

  it('is signed unchanged', () => expect(signed(bytes('hi'))).resolves.toBe(true))

  it("is refused if it isn't text", () =>
    expect(signed(Uint8Array.of(0xff, 0x41))).rejects.toMatchObject({ code: -32602 }))
})
