import { createHash, createPublicKey, verify } from 'node:crypto'
import { makeSignDoc as makeAminoDoc, serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing'
import { AminoTypes, createDefaultAminoConverters, StargateClient } from '@cosmjs/stargate'
import { bech32 } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { Transaction } from '../../src/core/wallet/family.ts'
import type { MessageSignature } from '../../src/core/wallet/transaction.ts'

const spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/** Verifies with OpenSSL, because the signer uses another library. */
function isSigned(bytes: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function addressOf(publicKey: Uint8Array): string {
  const hash = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest()
  return bech32.encode('cosmos', bech32.toWords(hash))
}

/** Verifies an ADR-36 signature. Builds the signed document by hand, without a library. */
export async function verifyAdr36(
  message: string | Uint8Array,
  { signature, publicKey }: MessageSignature,
  address: string,
): Promise<boolean> {
  const data = Buffer.from(message as string).toString('base64')
  const doc =
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData",' +
    `"value":{"data":"${data}","signer":"${address}"}}],"sequence":"0"}`
  const key = Buffer.from(publicKey!, 'hex')
  return addressOf(key) === address && isSigned(Buffer.from(doc), Buffer.from(signature, 'base64'), key)
}

/** Checks that a signed transaction sends what the test requested, and nothing else. */
export async function verifyTransfer(
  url: string,
  asked: Transaction<'cosmos'>,
  signed: Uint8Array,
  address: string,
): Promise<boolean> {
  const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(signed)
  const { messages, memo, timeoutHeight } = TxBody.decode(bodyBytes)
  const { signerInfos, fee } = AuthInfo.decode(authInfoBytes)
  const [[message], [signer]] = [messages, signerInfos]
  if (messages.length !== 1 || !message || !signer || !fee) return false
  const wanted = MsgSend.fromPartial(asked.messages[0]!.value as object)
  if (Buffer.compare(message.value, MsgSend.encode(wanted).finish()) !== 0) return false

  const client = await StargateClient.connect(url)
  const { accountNumber, sequence } = await client.getSequence(address)
  const chainId = await client.getChainId()
  const key = PubKey.decode(signer.publicKey!.value).key
  const aminoDoc = makeAminoDoc(
    [new AminoTypes(createDefaultAminoConverters()).toAmino({ typeUrl: message.typeUrl, value: wanted })],
    { amount: fee.amount, gas: String(fee.gasLimit) },
    chainId,
    memo,
    accountNumber,
    sequence,
    timeoutHeight,
  )
  const bytes =
    signer.modeInfo?.single?.mode === SignMode.SIGN_MODE_DIRECT
      ? makeSignBytes(makeSignDoc(bodyBytes, authInfoBytes, chainId, accountNumber))
      : serializeSignDoc(aminoDoc)
  return addressOf(key) === address && isSigned(bytes, signatures[0]!, key)
}
