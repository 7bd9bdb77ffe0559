/** The Cosmos SDK's error codes (types/errors/errors.go, codespace `sdk`). */
export const codes = {
  txDecode: 2,
  unauthorized: 4,
  insufficientFunds: 5,
  unknownRequest: 6,
  invalidAddress: 7,
  invalidPubKey: 8,
  unknownAddress: 9,
  invalidCoins: 10,
  outOfGas: 11,
  memoTooLarge: 12,
  insufficientFee: 13,
  invalidRequest: 18,
  keyNotFound: 22,
  timeoutHeight: 30,
  wrongSequence: 32,
} as const

const names: Readonly<Record<keyof typeof codes, string>> = {
  txDecode: 'tx parse error',
  unauthorized: 'unauthorized',
  insufficientFunds: 'insufficient funds',
  unknownRequest: 'unknown request',
  invalidAddress: 'invalid address',
  invalidPubKey: 'invalid pubkey',
  unknownAddress: 'unknown address',
  invalidCoins: 'invalid coins',
  outOfGas: 'out of gas',
  memoTooLarge: 'memo too large',
  insufficientFee: 'insufficient fee',
  invalidRequest: 'invalid request',
  keyNotFound: 'key not found',
  timeoutHeight: 'tx timeout height',
  wrongSequence: 'incorrect account sequence',
}

/** The application's reason for rejecting a transaction or a query. */
export class SdkError extends Error {
  override readonly name = 'SdkError'
  readonly code: number
  constructor(kind: keyof typeof codes, reason: string) {
    super(`${reason}: ${names[kind]}`)
    this.code = codes[kind]
  }
}
