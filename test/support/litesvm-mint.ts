import { getTransactionDecoder } from '@solana/kit'
import { Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js'
import { LiteSVM, SimulatedTransactionInfo } from 'litesvm'

const program = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

/** A mint of the Token-2022 program, with one extension. LiteSVM runs the program. */
export class LiteSvmMint {
  readonly #svm = new LiteSVM().withBlockhashCheck(false).withSigverify(false)
  readonly #payer = Keypair.generate().publicKey
  readonly #mint = Keypair.generate().publicKey
  readonly data: Uint8Array

  constructor(decimals: number, kind: number, extension: Uint8Array) {
    const data = new Uint8Array(166 + 4 + extension.length)
    // The supply (8 bytes) is stored after the mint authority (36 bytes).
    new DataView(data.buffer).setBigUint64(36, 2n ** 63n, true)
    data[44] = decimals
    // Byte 45 says that the mint is initialized, and byte 165 that the account is a mint.
    data[45] = 1
    data[165] = 1
    new DataView(data.buffer).setUint16(166, kind, true)
    new DataView(data.buffer).setUint16(168, extension.length, true)
    data.set(extension, 170)
    this.data = data
    this.#svm.airdrop(this.#payer.toBase58() as never, 1_000_000_000n as never)
    this.#svm.setAccount({
      address: this.#mint.toBase58() as never,
      programAddress: program.toBase58() as never,
      data,
      executable: false,
      lamports: 10_000_000n as never,
      space: BigInt(data.length),
    })
  }

  /** Sets the chain's time, in seconds. */
  at(seconds: bigint): this {
    const clock = this.#svm.getClock()
    clock.unixTimestamp = seconds
    this.#svm.setClock(clock)
    return this
  }

  /** Calls the program's `AmountToUiAmount`. */
  ui(amount: bigint): string {
    const data = Buffer.alloc(9, 23)
    data.writeBigUInt64LE(amount, 1)
    return Buffer.from(this.#run(data)).toString()
  }

  /** Calls the program's `UiAmountToAmount`. */
  raw(text: string): bigint {
    return Buffer.from(this.#run(Buffer.concat([Buffer.of(24), Buffer.from(text)]))).readBigUInt64LE()
  }

  #run(data: Buffer): Uint8Array {
    this.#svm.expireBlockhash()
    const transaction = new Transaction({
      feePayer: this.#payer,
      recentBlockhash: this.#svm.latestBlockhash(),
    })
    const keys = [{ pubkey: this.#mint, isSigner: false, isWritable: false }]
    transaction.add(new TransactionInstruction({ programId: program, keys, data }))
    const wire = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
    const result = this.#svm.simulateTransaction(getTransactionDecoder().decode(wire) as never)
    if (!(result instanceof SimulatedTransactionInfo)) throw new Error(`The program failed: ${result}`)
    return result.meta().returnData().data()
  }
}
