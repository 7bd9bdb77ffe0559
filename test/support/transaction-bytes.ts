import { serializeSignDoc } from '@cosmjs/amino'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import * as bitcoin from 'bitcoinjs-lib'
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { getBytes, Transaction } from 'ethers'

export type Family = 'eip155' | 'solana' | 'bip122' | 'cosmos'
export type Named = readonly [name: string, bytes: Uint8Array]

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey
const receiver = new PublicKey(new Uint8Array(32).fill(2))
const transfer = new TransactionMessage({
  payerKey: payer,
  recentBlockhash: String(receiver),
  instructions: [SystemProgram.transfer({ fromPubkey: payer, toPubkey: receiver, lamports: 9 })],
})
const legacy = transfer.compileToLegacyMessage()
const versionZero = transfer.compileToV0Message()

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ethereum = (fields: object) =>
  getBytes(Transaction.from({ to, value: 9n, nonce: 1, ...fields }).unsignedSerialized)
const fees = { chainId: 1, gasLimit: 21_000n }

/** Creates a `to_sign` of BIP-322: a transaction that spends the only output of a `to_spend`, and pays nothing. */
function toSign(): bitcoin.Transaction {
  const transaction = new bitcoin.Transaction()
  transaction.version = 0
  transaction.addInput(new Uint8Array(32).fill(7), 0, 0)
  transaction.addOutput(Uint8Array.from([0x6a]), 0n)
  return transaction
}
const witnessed = toSign()
witnessed.setWitness(0, [new Uint8Array(64).fill(3)])
const psbt = new bitcoin.Psbt()
psbt.addInput({ hash: new Uint8Array(32).fill(7), index: 0 })

const bodyBytes = TxBody.encode(
  TxBody.fromPartial({
    messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: Uint8Array.from([10, 1, 97]) }],
  }),
).finish()
const authInfoBytes = AuthInfo.encode(AuthInfo.fromPartial({ signerInfos: [{ sequence: 2n }] })).finish()

/** The bytes of transactions that each family's libraries have encoded. A transaction is signed only if its name says so. */
export const transactionBytes: Readonly<Record<Family, readonly Named[]>> = {
  solana: [
    ['a legacy message', legacy.serialize()],
    ['a message of version 0', versionZero.serialize()],
    ['a whole transaction', new VersionedTransaction(versionZero).serialize()],
  ],
  eip155: [
    ['a legacy transaction', ethereum({ type: 0, gasLimit: 21_000n, gasPrice: 1n })],
    ['a legacy transaction with a chain id', ethereum({ type: 0, gasPrice: 1n, ...fees })],
    ['a transaction of EIP-2930', ethereum({ type: 1, gasPrice: 1n, accessList: [], ...fees })],
    ['a transaction of EIP-1559', ethereum({ type: 2, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, ...fees })],
    ['an authorization of EIP-7702', getBytes(`0x05d70194${to.slice(2)}80`)],
  ],
  bip122: [
    ['a to_sign of BIP-322', toSign().toBuffer()],
    ['a to_sign in hex', Buffer.from(toSign().toHex())],
    [
      'a to_sign with its witness, in base64',
      Buffer.from(Buffer.from(witnessed.toBuffer()).toString('base64')),
    ],
    ['a PSBT', Buffer.from(psbt.toBase64())],
  ],
  cosmos: [
    [
      'a document in the mode Direct',
      SignDoc.encode({ bodyBytes, authInfoBytes, chainId: 'chain-1', accountNumber: 1n }).finish(),
    ],
    [
      'a signed transaction',
      TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [new Uint8Array(64)] }).finish(),
    ],
    [
      'a document in the mode Amino',
      serializeSignDoc({
        chain_id: 'chain-1',
        account_number: '1',
        sequence: '2',
        fee: { amount: [], gas: '9' },
        msgs: [{ type: 'a/B', value: {} }],
        memo: '',
      }),
    ],
  ],
}
