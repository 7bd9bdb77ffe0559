import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainNetwork } from 'latchkey'
import type {
  HeadlessProposal,
  HeadlessRequest,
  HeadlessWallet,
  HeadlessWalletOptions,
} from 'latchkey/wallets'
import { readTextFile } from '../args/input.ts'
import { knownNetworks, requireMainnetAllowed, resolveNetwork } from '../args/networks.ts'
import { type Context, canAsk } from '../context.ts'
import { CliError, invalid } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { Outcome } from '../output/output.ts'
import { printable, printableLines } from '../output/printable.ts'
import { confirm } from '../output/prompt.ts'
import { fields, table } from '../output/table.ts'
import { chooseRelay } from '../walletconnect/relay.ts'
import { walletAccounts } from '../wallets/answering-accounts.ts'
import { parseWalletScript, type SessionAction, type WalletScriptFile } from '../wallets/script-file.ts'

export interface WalletOptions {
  readonly approve?: boolean
  readonly reject?: boolean
  readonly script?: string
  readonly as?: readonly string[]
  readonly relay?: string
  readonly networks?: readonly string[]
  readonly allowMainnet?: boolean
}

/** How long the end of a session may take to reach the relay, in ms. */
const endingLimit = 2000
const publicRelay = 'wss://relay.walletconnect.org'

/** Is the wallet at the other end of a pairing, until the page ends the session. */
export async function wallet(context: Context, text: string, options: WalletOptions): Promise<Outcome> {
  const { io, out, flags, signal } = context
  const { headlessWallet, readPairingUri, userRejected } = await import('latchkey/wallets')
  const uri = readPairingUri(text, Date.now())
  out.secret(new URL(uri.text).searchParams.get('symKey') ?? '')
  if (options.approve && options.reject) throw invalid('approve', 'contradicts --reject')
  const script =
    options.script === undefined ? undefined : parseWalletScript(readTextFile('script', options.script))
  const asks = !options.approve && !options.reject && !script && !flags.yes
  if (asks && !canAsk(context))
    throw invalid(
      'approve',
      'is missing, and nobody can be asked',
      'Say --approve, --reject or --script <file>.',
    )
  const networks = await networksOf(context, options)
  const accounts = await walletAccounts(context, options.as ?? [flags.wallet ?? 'dev:alice'])
  const { relayUrl = publicRelay, projectId } = chooseRelay(io.env, options.relay)

  const say = (title: string, lines: string) =>
    out.log(`\n${out.errorColour.bold(title)}\n${printableLines(lines)}`)
  // One question after the other, however many requests come at a time.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (question: string): Promise<void> => {
    if (!asks) return Promise.resolve()
    const asked = last.then(() => answered(context, question))
    last = asked.catch(() => {})
    return asked
  }

  const walletOptions: HeadlessWalletOptions = {
    relayUrl,
    projectId,
    networks,
    accounts,
    allowMainnet: options.allowMainnet,
    name: 'Latchkey wallet',
    log: { debug: out.debug.bind(out), warn: out.debug.bind(out), error: out.debug.bind(out) },
    async onProposal() {
      if (options.reject) throw userRejected()
      await ask('Connect?')
      return script?.limits
    },
    async approve(request: HeadlessRequest) {
      say(...(await requestText(request, networks)))
      await ask('Approve?')
    },
  }
  // What misbehaves is of the tests; without a script this is an honest wallet.
  const made = await (script ? scripted(walletOptions, script) : headlessWallet(walletOptions))
  try {
    const ended = new Promise<void>((resolve) => {
      made.on('ended', () => resolve())
    })
    const answers = { approved: 0, refused: 0 }
    report(made, { say, out, answers })
    out.progress(`Pairing over ${relayUrl} …`)
    const session = await made.pair(uri.text, { signal })
    say(
      'Connected',
      fields([
        ['page', session.peer.name],
        ...Object.values(session.namespaces).flatMap((scope) =>
          scope.accounts.map((account) => ['account', account] as const),
        ),
      ]),
    )
    const acting = act(made, session.topic, script?.session ?? [], signal)
    await Promise.race([ended, acting.then(() => ended), aborted(signal)])
    return {
      data: { session: session.topic, ...answers },
      text: `The session has ended. Approved ${answers.approved}, refused ${answers.refused}.`,
      primary: String(answers.approved),
    }
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code
    if (options.reject && code === 'wallet/user-rejected')
      return { data: { rejected: true }, text: 'Rejected the pairing.', primary: 'rejected' }
    throw error
  } finally {
    await endSessions(made)
    await made.stop()
  }
}

/** The networks that were named; else the devnet's; else the test networks that the library knows. */
async function networksOf(
  { io, flags }: Context,
  { networks, allowMainnet }: WalletOptions,
): Promise<readonly ChainNetwork[]> {
  const named = networks ?? (flags.network === undefined ? undefined : [flags.network])
  if (!named) {
    const known = await knownNetworks(io.env)
    const devnet = known.filter((one) => one.devnet)
    const usual = devnet.length > 0 ? devnet : known.filter(({ network }) => network.testnet === true)
    return usual.map(({ network }) => network)
  }
  const rpc = named.length === 1 ? flags.rpc : undefined
  const resolved = await Promise.all(
    named.map((text) => resolveNetwork(io.env, text, { rpc, field: 'networks' })),
  )
  for (const network of resolved) requireMainnetAllowed(network, allowMainnet)
  return resolved
}

interface Reporting {
  readonly say: (title: string, lines: string) => void
  readonly out: Context['out']
  readonly answers: { approved: number; refused: number }
}

/** Tells of everything that comes and goes, to people on standard error and to programs line by line. */
function report(made: HeadlessWallet, { say, out, answers }: Reporting): void {
  made.on('proposal', (proposal) => {
    out.event('proposal', proposal)
    say('A page wants to connect', proposalText(proposal))
  })
  made.on('session', ({ topic, peer, namespaces, expiresAt }) =>
    out.event('session', { topic, peer, namespaces, expiresAt: new Date(expiresAt).toISOString() }),
  )
  made.on('request', (request) => out.event('request', request))
  made.on('answer', ({ request: { id, topic, method }, result, error }) => {
    if (error) answers.refused++
    else answers.approved++
    out.event('answer', { id, topic, method, ...(error ? { error } : { result }) })
    out.log(printable(error ? `Refused ${method}: ${error.message} (${error.code})` : `Answered ${method}`))
  })
  made.on('ended', ({ topic }) => out.event('ended', { topic }))
}

function proposalText({ peer, requiredNamespaces, optionalNamespaces }: HeadlessProposal): string {
  const wanted = { ...requiredNamespaces, ...optionalNamespaces }
  return fields([
    // Its own words: nobody has checked them.
    ['page', peer.name],
    ['says it is at', peer.url],
    ...Object.entries(wanted).flatMap(([namespace, { chains = [], methods }]) => [
      [namespace, chains.join(' ')] as const,
      ...wrapped(methods).map((line) => ['', line] as const),
    ]),
  ])
}

/** Lines of some 70 columns. */
function wrapped(words: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && line.length <= 70) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}

/** In words, and then as it came: what cannot be put into words is signed all the same. */
async function requestText(
  request: HeadlessRequest,
  networks: readonly ChainNetwork[],
): Promise<readonly [string, string]> {
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === request.network)
  const { describeRequest } = await import('latchkey/wallets')
  const { title, rows, body, table: columns } = await describeRequest(request, network)
  const raw = `${request.method} ${JSON.stringify(request.params, null, 2)}`
  const head = fields([['network', `${network?.name ?? ''} ${request.network}`.trim()], ...rows])
  return [
    `The page asks to ${title}`,
    [head, columns && table(columns), body, raw].filter((part) => part !== undefined).join('\n\n'),
  ]
}

async function answered(context: Context, question: string): Promise<void> {
  try {
    await confirm(context, question)
  } catch (error) {
    if (!(error instanceof CliError && error.exitCode === exitCodes.rejected)) throw error
    const { userRejected } = await import('latchkey/wallets')
    throw userRejected()
  }
}

async function scripted(
  options: HeadlessWalletOptions,
  { pairing, next, always }: WalletScriptFile,
): Promise<HeadlessWallet> {
  const { createHeadlessWallet } = await import('latchkey/testing')
  const made = await createHeadlessWallet(options)
  made.script.next('session_proposal', pairing)
  for (const [method, steps] of next) made.script.next(method, ...steps)
  for (const [method, step] of always) made.script.always(method, step)
  return made
}

/** What the script does to the session, one thing after the other. */
async function act(
  made: HeadlessWallet,
  topic: string,
  actions: readonly SessionAction[],
  signal: AbortSignal,
): Promise<void> {
  for (const { afterRequests, delay, run } of actions) {
    let answers = 0
    await new Promise<void>((resolve) => {
      if (afterRequests === 0) return resolve()
      const release = made.on('answer', () => {
        if (++answers < afterRequests) return
        release()
        resolve()
      })
    })
    await sleep(delay, undefined, { signal })
    await run(made, topic)
  }
}

/** The keys of a session go with this process: nobody could answer the page any more, which shall know it. */
async function endSessions(made: HeadlessWallet): Promise<void> {
  const ending = made.sessions.map(({ topic }) => made.disconnect(topic))
  await Promise.race([Promise.allSettled(ending), sleep(endingLimit, undefined, { ref: false })])
}

/** Rejects when the program is stopped. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
