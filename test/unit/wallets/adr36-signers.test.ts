import { cosmosWallet, decodeCosmosDoc, describeRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { adr36Doc } from '../../../src/adapters/cosmos/adr36.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'

const { secret, address } = devAccounts.alice!.cosmos!
const other = devAccounts.bob!.cosmos!.address
const good = adr36Doc(address, new TextEncoder().encode('Log in'))
const [message] = good.msgs
const value = message!.value as object

const signed = (doc: object) =>
  cosmosWallet({
    privateKeys: [secret],
    chains: [{ id: 'chain-1', bech32Prefix: address.slice(0, address.lastIndexOf('1')) }],
    approved: ['chain-1'],
  }).provider.signAmino('chain-1', address, doc)
const shown = (signDoc: object) =>
  describeRequest({ method: 'cosmos_signAmino', params: { signerAddress: address, signDoc } }, undefined)

describe('an ADR-36 document', () => {
  const hidden = { ...good, msgs: [{ ...message, value: { ...value, spend: 'everything' } }] }
  const foreign = { ...good, msgs: [{ ...message, value: { ...value, signer: other } }] }

  it('is refused if it has a member that the wallet does not show', async () => {
    expect(() => decodeCosmosDoc(hidden)).toThrow('spend')
    await expect(signed(hidden)).rejects.toThrow('spend')
    await expect(shown(hidden)).rejects.toThrow('spend')
  })

  it('is refused if its signer is not the requested account', async () => {
    await expect(signed(foreign)).rejects.toThrow('signer')
    await expect(shown(foreign)).rejects.toThrow('signer')
  })

  it('is shown and signed if its signer is the requested account', async () => {
    await expect(signed(good)).resolves.toMatchObject({ signed: good })
    await expect(shown(good)).resolves.toMatchObject({ body: 'Log in' })
  })
})
