import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The status codes of the device and its apps: `StatusCodes` in https://github.com/LedgerHQ/ts-libs, `libs/hw-transport`. */
const rejected = [0x6985, 0x5501]
const locked = [0x5515, 0x6982, 0x6804, 0x6b0c]
/** The codes for a command that the open app doesn't support. */
const otherApp = [0x6511, 0x6d00, 0x6d02, 0x6e00, 0x6e01]
/** The codes for data that the app can't show: first the Ethereum app's code, then the Solana app's. */
const blind = [0x6a80, 0x6808]

const unplugged = /^(DisconnectedDevice|DisconnectedDeviceDuringOperation)$/
const blindInWords = /enable.{0,40}blind sign|blind signature|contract data/i

/** Converts an error of the device or of Ledger's library to our error. */
export function ledgerError(error: unknown, app: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const {
    statusCode = 0,
    name = '',
    message = '',
  } = Object(error) as {
    statusCode?: number
    name?: string
    message?: string
  }
  const details = { cause: error, details: message }
  if (rejected.includes(statusCode)) return latchkeyError('wallet/user-rejected', details)
  if (locked.includes(statusCode)) return latchkeyError('ledger/locked', details)
  if (otherApp.includes(statusCode)) return latchkeyError('ledger/wrong-app', { ...details, values: { app } })
  if (blind.includes(statusCode) || blindInWords.test(message))
    return latchkeyError('ledger/blind-signing-off', { ...details, values: { app } })
  if (unplugged.test(name)) return latchkeyError('ledger/unplugged', details)
  return latchkeyError('connection/failed', details)
}
