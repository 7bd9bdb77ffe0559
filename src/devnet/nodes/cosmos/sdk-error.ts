/** The Cosmos SDK's errors (types/errors/errors.go, codespace `sdk`). */
const errors = {
  txDecode: [2, 'tx parse error'],
  unauthorized: [4, 'unauthorized'],
  insufficientFunds: [5, 'insufficient funds'],
  unknownRequest: [6, 'unknown request'],
  invalidAddress: [7, 'invalid address'],
  invalidPubKey: [8, 'invalid pubkey'],
  unknownAddress: [9, 'unknown address'],
  invalidCoins: [10, 'invalid coins'],
  outOfGas: [11, 'out of gas'],
  memoTooLarge: [12, 'memo too large'],
  insufficientFee: [13, 'insufficient fee'],
  invalidRequest: [18, 'invalid request'],
  keyNotFound: [22, 'key not found'],
  timeoutHeight: [30, 'tx timeout height'],
  wrongSequence: [32, 'incorrect account sequence'],
} as const

/** The error of a transaction or a query that the application rejects. */
export class SdkError extends Error {
  override readonly name = 'SdkError'
  readonly code: number
  constructor(kind: keyof typeof errors, reason: string) {
    const [code, text] = errors[kind]
    super(`${reason}: ${text}`)
    this.code = code
  }
}
