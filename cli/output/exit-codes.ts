/** The exit codes. They are public, and scripts rely on them, so don't change their meaning. */
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

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'ok'],
  [1, 'another failure, such as a low balance; or an invalid signature'],
  [2, 'wrong usage or invalid input'],
  [3, 'rejected'],
  [4, 'locked or unauthorized'],
  [5, 'unreachable'],
  [6, 'timeout, or the outcome is unknown'],
  [7, "a check failed: a step of check, a sign-in, or a swap's minimum amount"],
  [8, 'unsupported'],
  [130, 'interrupted'],
]

type Named = Exclude<keyof typeof exitCodes, 'ok' | 'terminated'>

/** Error codes by exit code. They come from the library, this program and the system. */
const codes: Readonly<Record<Named, string>> = {
  failed: 'validation/insufficient-balance',
  usage: `
    config/invalid-options config/conflicting-options network/not-found network/not-requested
    network/no-endpoint cli/keystore-invalid cli/usage`,
  rejected: 'wallet/user-rejected calls/upgrade-rejected cli/declined',
  locked: `
    config/origin-not-allowed config/invalid-project-id connection/not-connected
    connection/account-not-connected wallet/unauthorized cli/file-too-open cli/key-missing
    cli/password-missing cli/state-writable cli/wallet-changed cli/wrong-password`,
  unreachable: `
    network/endpoint-mismatch connection/relay-unreachable wallet/disconnected wallet/chain-disconnected
    wallet/closed-during-request rpc/unreachable rpc/invalid-response rpc/limit-exceeded rpc/unavailable
    rpc/not-kept rpc/refused cli/node-ended ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH
    ENETUNREACH EPIPE UND_ERR_SOCKET`,
  timeout: `
    connection/pairing-expired connection/pairing-attempts wallet/request-expired wallet/answer-missed
    wallet/timeout rpc/maybe-sent node/transaction-unknown http/timeout frame/request-timeout cli/timeout
    ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT`,
  wrong: 'swap/shortfall check/wrong-result',
  unsupported: `
    validation/unsupported-chain config/no-adapter config/endpoint-off network/not-added
    network/switch-failed calls/capability-unsupported calls/chain-unsupported calls/not-atomic
    adapter/unsupported swap/unsupported swap/gas-price-unsupported name/needs-gateway
    rpc/method-unsupported rpc/method-not-allowed node/transaction-type-unsupported cli/no-browser
    cli/unsupported`,
  interrupted: 'cli/interrupted cli/wait-ended',
}
const byCode = new Map(
  (Object.keys(codes) as Named[]).flatMap((name) =>
    codes[name]
      .trim()
      .split(/\s+/)
      .map((code) => [code, name] as const),
  ),
)
/** The exit codes of all other errors, by the domain of their code. Default: 1. */
const byDomain: Readonly<Record<string, Named>> = {
  caip: 'usage',
  validation: 'usage',
  http: 'unreachable',
}

/** Returns the exit code of an error. Looks at the error, then at its causes: the first exit code or known error code decides. */
export function exitCodeOf(error: unknown): ExitCode {
  for (const { exitCode, code } of chainOf(error)) {
    if (typeof exitCode === 'number') return exitCode as ExitCode
    if (typeof code !== 'string') continue
    const name = byCode.get(code) ?? byDomain[code.split('/')[0] ?? '']
    if (name) return exitCodes[name]
  }
  return exitCodes.failed
}

type Link = Readonly<Partial<Record<'exitCode' | 'code' | 'hash' | 'message' | 'details' | 'cause', unknown>>>

/** Returns an error and up to 15 of its causes. */
export function chainOf(error: unknown): readonly Link[] {
  const links: Link[] = []
  for (let one = error; one !== null && one !== undefined && links.length < 16; one = (one as Link).cause)
    links.push(one as Link)
  return links
}

/** Returns the hash of the transaction that an error, or one of its causes, is about. */
export function hashOf(error: unknown): string | undefined {
  const found = chainOf(error).find(({ hash }) => typeof hash === 'string')
  return found?.hash as string | undefined
}
