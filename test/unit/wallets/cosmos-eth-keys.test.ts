import { Secp256k1Wallet, serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { base64, bech32, hex } from '@scure/base'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { computeAddress, HDNodeWallet, hexlify, keccak256, recoverAddress, SigningKey } from 'ethers'
import { injective } from 'latchkey/networks'
import { cosmosWallet, decodeCosmosDoc } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { verifierOf } from '../../../cli/verifiers/families.ts'
import { walletFamily } from '../../../cli/wallets/families.ts'
import { accountOfKey } from '../../../src/adapters/cosmos/address.ts'
import { adr36Doc } from '../../../src/adapters/cosmos/adr36.ts'
import { ethAccountOf } from '../../../src/adapters/cosmos/eth-key.ts'
import { keplrChainInfo } from '../../../src/core/chain/keplr-chain-info.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { verifyCosmos } from '../../../src/siwx/verify/cosmos.ts'
import { cosmosOverRelay } from '../../../src/wallets/cosmos/over-relay.ts'

/**
 * The source is trustwallet/wallet-core, tests/chains/Cosmos: NativeInjective/SignerTests.cpp and
 * NativeEvmos/TWAnyAddressTests.cpp. The network Injective contains the transaction. Its hash is
 * 135DD2C4A1910E4334A9C0F15125DA992E724EBF23FEB9638FCB71218BB064A5.
 */
const published = {
  injective: {
    prefix: 'inj',
    secret: '9ee18daf8e463877aaf497282abc216852420101430482a28e246c179e2c5ef1',
    address: 'inj13u6g7vqgw074mgmf2ze2cadzvkz9snlwcrtq8a',
    accountNumber: 17_396,
    transaction:
      'Co8BCowBChwvY29zbW9zLmJhbmsudjFiZXRhMS5Nc2dTZW5kEmwKKmluajEzdTZnN3ZxZ3cwNzRtZ21mMnplMmNhZHp2a3o5c25sd2Ny' +
      'dHE4YRIqaW5qMXhtcGtteHI0YXMwMGVtMjN0YzJ6Z211eXkyZ3I0aDN3Z2NsNnZkGhIKA2luahILMTAwMDAwMDAwMDASngEKfgp0Ci0v' +
      'aW5qZWN0aXZlLmNyeXB0by52MWJldGExLmV0aHNlY3AyNTZrMS5QdWJLZXkSQwpBBFoMa4O4vZgn5QcnDK20mbfjqQlSRvaiITKB94PY' +
      'd8mLJWdCdBsGOfMXdo/k9MJ2JmDCESKDp2hdgVUH3uMikXMSBAoCCAEYARIcChYKA2luahIPMTAwMDAwMDAwMDAwMDAwELDbBhpAx2vk' +
      'plmzeK7n3puCFGPWhLd0l/ZC/CYkGl+stH+3S3hiCvIe7uwwMpUlNaSwvT8HwF1kNUp+Sx2m0Uo1x5xcFw==',
  },
  evmos: {
    prefix: 'evmos',
    secret: '8d2a3bd62d300a148c89dc8635f87b7a24a951bd1c4e78675fe40e1a640d46ed',
    address: 'evmos14py36sx57ud82t9yrks9z6hdsrpn5x6k0r05np',
  },
} as const

const chainId = 'injective-1'
const walletOf = (secret: string, prefix = 'inj') =>
  cosmosWallet({
    privateKeys: [secret],
    chains: [
      { id: chainId, bech32Prefix: prefix, keyType: 'eth_secp256k1' },
      { id: 'cosmoshub-4', bech32Prefix: 'cosmos' },
    ],
    approved: [chainId, 'cosmoshub-4'],
  })
const bech32Of = (account: string, prefix: string) =>
  bech32.encode(prefix, bech32.toWords(hex.decode(account.slice(2).toLowerCase())))
const compressed = (secret: string) => hex.decode(new SigningKey(`0x${secret}`).compressedPublicKey.slice(2))

describe('on a cosmos network with Ethereum keys', () => {
  it.each(Object.values(published))('the wallet derives the published address $address', async (one) => {
    expect(await walletOf(one.secret, one.prefix).addresses(chainId)).toEqual([one.address])
    expect(bech32Of(computeAddress(`0x${one.secret}`), one.prefix)).toBe(one.address)
    const chain = { bech32Prefix: one.prefix, denom: 'x', gasPrice: '1', keyType: 'eth_secp256k1' } as const
    expect(await accountOfKey(compressed(one.secret), chain)).toBe(one.address)
  })

  it('the account has the derivation path of Ethereum wallets', async () => {
    const phrase = 'test test test test test test test test test test test junk'
    const { address, privateKey } = HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'/0/0")
    expect(address).toBe(devAccounts.alice!.eip155!.address)
    expect(await walletOf(privateKey).addresses(chainId)).toEqual([bech32Of(address, 'inj')])
    expect(keplrChainInfo(injective)).toMatchObject({
      bip44: { coinType: 60 },
      features: ['eth-address-gen', 'eth-key-sign'],
    })
  })

  it('a key has the account that ethers computes', () => {
    for (let at = 1; at <= 64; at++) {
      const secret = keccak256(Uint8Array.of(at)).slice(2)
      expect(hexlify(ethAccountOf(compressed(secret))!)).toBe(computeAddress(`0x${secret}`).toLowerCase())
    }
    // 5 isn't the x coordinate of a point: 5^3 + 7 has no square root in the field.
    expect(ethAccountOf(hex.decode(`02${'5'.padStart(64, '0')}`))).toBeUndefined()
    expect(ethAccountOf(new Uint8Array(33))).toBeUndefined()
    expect(ethAccountOf(hex.decode(`02${'f'.repeat(64)}`))).toBeUndefined()
  })

  it('the wallet gives the published signature of the transaction', async () => {
    const { transaction, secret, address, accountNumber } = published.injective
    const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(base64.decode(transaction))
    const doc = { bodyBytes, authInfoBytes, chainId, accountNumber: String(accountNumber) }
    const answer = await walletOf(secret).provider.signDirect(chainId, address, doc)
    const { signature } = (answer as { signature: { signature: string } }).signature
    expect(signature).toBe(base64.encode(signatures[0]!))
    const digest = keccak256(makeSignBytes({ ...doc, accountNumber: BigInt(accountNumber) }))
    const bytes = hex.encode(base64.decode(signature))
    const recovered = ['1b', '1c'].map((v) => recoverAddress(digest, `0x${bytes}${v}`))
    expect(recovered.map((one) => bech32Of(one, 'inj'))).toContain(address)
  })

  it('the wallet signs the keccak-256 hash of an Amino document', async () => {
    const { secret, address } = published.injective
    const { provider } = walletOf(secret)
    const data = new TextEncoder().encode('hello')
    const answer = (await provider.signArbitrary(chainId, address, data)) as {
      signature: string
      pub_key: { value: string }
    }
    const digest = keccak256(serializeSignDoc(adr36Doc(address, data) as never))
    const bytes = hex.encode(base64.decode(answer.signature))
    const recovered = ['1b', '1c'].map((v) => recoverAddress(digest, `0x${bytes}${v}`))
    expect(recovered).toContain(computeAddress(`0x${secret}`))
    expect(base64.decode(answer.pub_key.value)).toEqual(compressed(secret))
    expect(await provider.getKey(chainId)).toMatchObject({ algo: 'ethsecp256k1', bech32Address: address })
    expect(await provider.getKey('cosmoshub-4')).toMatchObject({ algo: 'secp256k1' })
    expect(await provider.verifyArbitrary(chainId, address, data, answer)).toBe(true)
    expect(await provider.verifyArbitrary(chainId, address, `${data}x`, answer)).toBe(false)
  })

  it('the library and the command line verify a sign-in', async () => {
    const { secret, address } = published.injective
    const { signature, pub_key } = (await walletOf(secret).provider.signArbitrary(
      chainId,
      address,
      'Sign in',
    )) as { signature: string; pub_key: { value: string } }
    const publicKey = hex.encode(base64.decode(pub_key.value))
    const proof = {
      text: 'Sign in',
      signature,
      scheme: 'adr36',
      publicKey,
      address,
      chainId: 'cosmos:x',
    } as const
    const none = { call: undefined, signal: undefined }
    expect(await verifyCosmos(proof, none)).toBe(true)
    const verifier = await verifierOf('cosmos')
    const signed = { signature, encoding: 'base64', scheme: 'adr36', publicKey } as const
    expect(await verifier.signerOfMessage('Sign in', signed, address)).toBe(address)
    expect(verifier.nameOf?.(signed, address)).toBe('ethers')
    expect(await verifier.signerOfMessage('Sign out', signed, address)).toBeUndefined()

    // Signs the SHA-256 hash of the document with the same key, as on a network without Ethereum keys.
    const usual = await Secp256k1Wallet.fromKey(hex.decode(secret), 'inj')
    const { signature: other } = await usual.signAmino(
      (await usual.getAccounts())[0]!.address,
      adr36Doc(address, new TextEncoder().encode('Sign in')) as never,
    )
    expect(await verifyCosmos({ ...proof, signature: other.signature }, none)).toBe(false)
    expect(
      await verifier.signerOfMessage('Sign in', { ...signed, signature: other.signature }, address),
    ).toBe(undefined)
  })

  it('the public key in a document identifies the signer', async () => {
    const { transaction, secret, address } = published.injective
    const { bodyBytes } = TxRaw.decode(base64.decode(transaction))
    const draft = TxRaw.decode(base64.decode(transaction))
    // Replaces the uncompressed key of the published document with the compressed key that networks accept.
    const text = hex.encode(draft.authInfoBytes)
    const uncompressed = `12430a41${new SigningKey(`0x${secret}`).publicKey.slice(2)}`
    expect(text).toContain(uncompressed)
    const shorter = text.replace(uncompressed, `12230a21${hex.encode(compressed(secret))}`)
    const authInfoBytes = hex.decode(shorter.replace('0a7e0a74', '0a5e0a54'))
    const doc = decodeCosmosDoc({ bodyBytes, authInfoBytes, chainId, accountNumber: '17396' })
    expect(doc.signers?.('inj')).toEqual([address])
  })

  it('a wallet over WalletConnect derives the published address', async () => {
    const { secret, address } = published.injective
    const { addresses, request } = cosmosOverRelay({ secrets: [secret], networks: [injective] } as never)
    expect(await addresses(injective)).toEqual([address])
    expect(
      await request({ method: 'cosmos_getAccounts', params: {} }, {
        caipNetworkId: 'cosmos:injective-1',
      } as never),
    ).toEqual([{ algo: 'ethsecp256k1', address, pubkey: base64.encode(compressed(secret)) }])
  })

  it('the command line derives the published address', async () => {
    const { secret, address } = published.injective
    const { addressOf } = await walletFamily('cosmos')
    expect(await addressOf(`0x${secret}`, injective)).toBe(address)
  })
})

describe('the stored address of a wallet with locked keys', () => {
  const { secret, address } = published.injective
  const late = (addresses: readonly string[]) => {
    let opened = 0
    const wallet = cosmosWallet({
      keys: async () => {
        opened++
        return [secret]
      },
      addresses,
      chains: [
        { id: chainId, bech32Prefix: 'inj', keyType: 'eth_secp256k1' },
        { id: 'cosmoshub-4', bech32Prefix: 'cosmos' },
      ],
      approved: [chainId, 'cosmoshub-4'],
    })
    return { wallet, opened: () => opened }
  }

  it('is used on a network with Ethereum keys while the keys are locked', async () => {
    const { wallet, opened } = late([address])
    expect(await wallet.provider.getKey(chainId)).toMatchObject({ bech32Address: address })
    expect(opened()).toBe(0)
  })

  it('is ignored on a network without Ethereum keys', async () => {
    const { wallet, opened } = late([address])
    const [own] = await (await Secp256k1Wallet.fromKey(hex.decode(secret), 'cosmos')).getAccounts()
    expect(await wallet.provider.getKey('cosmoshub-4')).toMatchObject({ bech32Address: own!.address })
    expect(opened()).toBe(1)
  })
})
