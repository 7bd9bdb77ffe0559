/** The exit codes. Public and stable: scripts rely on them, so never reuse a number. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  rejected: 3,
  locked: 4,
  unreachable: 5,
  timeout: 6,
  wrong: 7,
  unsupported: 8,
  interrupted: 130,
  terminated: 143,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit codes as the help page lists them. */
export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'ok'],
  [1, 'a step could not run'],
  [2, 'usage or validation'],
  [3, 'rejected'],
  [4, 'locked or unauthorized'],
  [5, 'unreachable'],
  [6, 'timeout, or the outcome is unknown'],
  [7, 'a check failed: a step of check, or a sign-in'],
  [8, 'unsupported'],
  [130, 'interrupted'],
]

type Named = Exclude<keyof typeof exitCodes, 'ok' | 'terminated'>

/** Looked up by whole code, then by domain; the default is 1. */
const byCode: Readonly<Record<string, Named>> = {
  'validation/insufficient-balance': 'failed',
  'validation/unsupported-chain': 'unsupported',
  'config/invalid-options': 'usage',
  'config/conflicting-options': 'usage',
  'config/no-adapter': 'unsupported',
  'config/endpoint-off': 'unsupported',
  'config/origin-not-allowed': 'locked',
  'config/invalid-project-id': 'locked',
  'network/not-found': 'usage',
  'network/not-requested': 'usage',
  'network/no-endpoint': 'usage',
  'network/not-added': 'unsupported',
  'network/switch-failed': 'unsupported',
  'network/endpoint-mismatch': 'unreachable',
  'connection/not-connected': 'locked',
  'connection/account-not-connected': 'locked',
  'connection/pairing-expired': 'timeout',
  'connection/pairing-attempts': 'timeout',
  'connection/relay-unreachable': 'unreachable',
  'wallet/user-rejected': 'rejected',
  'wallet/request-expired': 'timeout',
  'wallet/answer-missed': 'timeout',
  'wallet/unauthorized': 'locked',
  'wallet/timeout': 'timeout',
  'wallet/disconnected': 'unreachable',
  'wallet/chain-disconnected': 'unreachable',
  'wallet/closed-during-request': 'unreachable',
  'calls/upgrade-rejected': 'rejected',
  'calls/capability-unsupported': 'unsupported',
  'calls/chain-unsupported': 'unsupported',
  'calls/not-atomic': 'unsupported',
  'adapter/unsupported': 'unsupported',
  'swap/unsupported': 'unsupported',
  'swap/gas-price-unsupported': 'unsupported',
  'swap/shortfall': 'wrong',
  'rpc/unreachable': 'unreachable',
  'rpc/invalid-response': 'unreachable',
  'rpc/limit-exceeded': 'unreachable',
  'rpc/unavailable': 'unreachable',
  'rpc/not-kept': 'unreachable',
  'rpc/refused': 'unreachable',
  'name/needs-gateway': 'unsupported',
  'rpc/maybe-sent': 'timeout',
  'rpc/method-unsupported': 'unsupported',
  'rpc/method-not-allowed': 'unsupported',
  'node/transaction-type-unsupported': 'unsupported',
  'node/transaction-unknown': 'timeout',
  'http/timeout': 'timeout',
  'frame/request-timeout': 'timeout',
  // Errors of this program.
  'check/wrong-result': 'wrong',
  'cli/declined': 'rejected',
  'cli/file-too-open': 'locked',
  'cli/interrupted': 'interrupted',
  'cli/key-missing': 'locked',
  'cli/keystore-invalid': 'usage',
  'cli/no-browser': 'unsupported',
  'cli/node-ended': 'unreachable',
  'cli/password-missing': 'locked',
  'cli/state-writable': 'locked',
  'cli/timeout': 'timeout',
  'cli/unsupported': 'unsupported',
  'cli/usage': 'usage',
  'cli/wait-ended': 'interrupted',
  'cli/wallet-changed': 'locked',
  'cli/wrong-password': 'locked',
  // System error codes of failed connections.
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPIPE: 'unreachable',
  UND_ERR_SOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
}
const byDomain: Readonly<Record<string, Named>> = {
  caip: 'usage',
  validation: 'usage',
  http: 'unreachable',
}

/** The exit code of an error: its own, else that of the first known code in its chain of causes. */
export function exitCodeOf(error: unknown): ExitCode {
  let one: unknown = error
  for (let depth = 0; one !== null && typeof one === 'object' && depth < 16; depth++) {
    const { exitCode, code } = one as { exitCode?: unknown; code?: unknown }
    if (typeof exitCode === 'number') return exitCode as ExitCode
    if (typeof code === 'string') {
      const name = byCode[code] ?? byDomain[code.split('/')[0] ?? '']
      if (name) return exitCodes[name]
    }
    one = (one as { cause?: unknown }).cause
  }
  return exitCodes.failed
}
