import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainNetwork } from 'latchkey'
import type { HeadlessWallet, HeadlessWalletOptions } from 'latchkey/wallets'
import { allowedDangers, type DangerOption } from '../args/danger.ts'
import { type FeeWarningOption, feeCapsOf } from '../args/fee-warning.ts'
import { readStdin, readTextFile } from '../args/input.ts'
import { devnetNetworks, knownNetworks, requireMainnetAllowed, resolveNetwork } from '../args/networks.ts'
import { allowedSighash, type SighashOption } from '../args/sighash.ts'
import { type Context, canAsk } from '../context.ts'
import { isLocal } from '../families/families.ts'
import { tokenOf } from '../nodes/token-of.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { claimed, printable } from '../output/printable.ts'
import { askSecret } from '../output/prompt.ts'
import { fields } from '../output/table.ts'
import { requireUsable } from '../session/session-network.ts'
import { type Approvals, approvals } from '../walletconnect/approvals.ts'
import { chooseRelay } from '../walletconnect/relay.ts'
import { walletAccounts } from '../wallets/keys.ts'
import { parseWallet } from '../wallets/reference.ts'

export interface WalletOptions extends FeeWarningOption, SighashOption, DangerOption {
  readonly approve?: boolean
  readonly reject?: boolean
  readonly script?: string
  readonly as?: readonly string[]
  readonly relay?: string
  readonly networks?: readonly string[]
  readonly allowMainnet?: boolean
}

/** How long the command waits for its sessions to end, in ms. */
const endingLimit = 2000
const publicRelay = 'wss://relay.walletconnect.org'

/** Acts as a wallet until the page ends the session. `given` is the pairing URI, or `-` for standard input. */
export async function wallet(context: Context, given: string, options: WalletOptions): Promise<Outcome> {
  const { io, out, flags, signal } = context
  const { dangers, headlessWallet, readPairingUri, userRejected } = await import('latchkey/wallets')
  const uri = readPairingUri(given === '-' ? await uriFromInput(context) : given, Date.now())
  out.secret(new URL(uri.text).searchParams.get('symKey') ?? '')
  if (options.approve && options.reject) throw invalid('approve', 'contradicts --reject')
  const script = options.script === undefined ? undefined : await readScript(options.script)
  const asks = !options.approve && !options.reject && !script && !flags.yes
  if (asks && !canAsk(context))
    throw invalid(
      'approve',
      "is missing, and prompts aren't possible",
      given === '-'
        ? 'Standard input provided the uri: use --approve, --reject or --script <file>.'
        : 'Use --approve, --reject or --script <file>.',
    )
  const networks = await networksOf(context, options)
  const named = options.as ?? (flags.wallet === undefined ? undefined : [flags.wallet])
  if (!named && !networks.every(isLocal))
    throw invalid('as', 'is missing', 'Outside the local devnet, name the wallet: --as keystore:<file>.')
  const wallets = named ?? ['dev:alice']
  for (const text of wallets)
    for (const network of networks) requireUsable(parseWallet(text, 'as'), network, 'as')
  const accounts = await walletAccounts(context, wallets)
  const { relayUrl = publicRelay, projectId } = chooseRelay(io.env, options.relay)

  const feeCap = feeCapsOf(options)
  const allowSighash = await allowedSighash(options)
  const allowDanger = await allowedDangers(options)
  for (const network of networks) await feeCap(network)
  const person = approvals(context, networks, {
    ...{ asks, feeCap, allowDanger, allowSighash },
    tokenOf: (network) => tokenOf(io.env, network, signal),
  })
  const pages = new Map<string, string>()
  const walletOptions: HeadlessWalletOptions = {
    relayUrl,
    projectId,
    networks,
    accounts,
    allowMainnet: options.allowMainnet,
    allowSighash,
    // On a terminal, the user types a word to approve a danger.
    allowDanger: asks ? dangers : allowDanger,
    name: 'Latchkey wallet',
    log: { debug: out.debug.bind(out), warn: out.debug.bind(out), error: out.debug.bind(out) },
    async onProposal(proposal) {
      if (options.reject) throw userRejected()
      await person.proposal(proposal)
      return script?.file.limits
    },
    approve: (request, nodes) =>
      person.request(request, pages.get(request.topic) ?? request.peer?.name ?? '', nodes),
  }
  // Tests use a script to make the wallet misbehave.
  const scripted = script && (await script.create(walletOptions))
  if (scripted) script.file.apply(scripted)
  const made = scripted ?? (await headlessWallet(walletOptions))
  try {
    const ended = new Promise<void>((resolve) => made.on('ended', () => resolve()))
    const stopped = Promise.resolve(signal.aborted || once(signal, 'abort')).then(() =>
      signal.throwIfAborted(),
    )
    stopped.catch(() => {})
    const answers = { approved: 0, refused: 0 }
    report(made, { person, pages, out, answers })
    out.progress(`Pairing over ${relayUrl} …`)
    const session = await made.pair(uri.text, { signal })
    const connected = fields([
      ['page', claimed(session.peer.name)],
      ...Object.values(session.namespaces).flatMap((scope) =>
        scope.accounts.map((account) => ['account', account] as const),
      ),
    ])
    out.log(`\n${out.errorColor.bold('Connected')}\n${connected}`)
    const acting = scripted ? script.file.run(scripted, session.topic, signal) : Promise.resolve()
    await Promise.race([ended, acting.then(() => ended), stopped])
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

/** Reads the pairing URI from standard input. A terminal doesn't show the typed URI, because anyone who has it can act as the wallet. */
async function uriFromInput(context: Context): Promise<string> {
  const { io, signal } = context
  const text = canAsk(context)
    ? await askSecret(context, 'Pairing uri: ')
    : await readStdin(io, 'uri', signal)
  if (text.trim() !== '') return text.trim()
  throw invalid('uri', 'is missing on standard input')
}

async function networksOf(
  { io, flags }: Context,
  { networks, allowMainnet }: WalletOptions,
): Promise<readonly ChainNetwork[]> {
  const named = networks ?? (flags.network === undefined ? undefined : [flags.network])
  if (!named) {
    const devnet = devnetNetworks(io.env).map(({ network }) => network)
    if (devnet.length > 0) return devnet
    const known = (await knownNetworks(io.env)).map(({ network }) => network)
    return known.filter(({ testnet }) => testnet === true)
  }
  const rpc = named.length === 1 ? flags.rpc : undefined
  const resolved = await Promise.all(
    named.map((text) => resolveNetwork(io.env, text, { rpc, field: 'networks' })),
  )
  for (const network of resolved) requireMainnetAllowed(network, allowMainnet)
  return resolved
}

interface Reporting {
  readonly person: Approvals
  readonly pages: Map<string, string>
  readonly out: Context['out']
  readonly answers: { approved: number; refused: number }
}

/** Reports events as JSON lines with `--json`. Always reports answers as text on standard error. */
function report(made: HeadlessWallet, { person, pages, out, answers }: Reporting): void {
  made.on('proposal', (proposal) => out.event('proposal', proposal))
  made.on('session', ({ topic, peer, namespaces, expiresAt }) => {
    pages.set(topic, peer.name)
    out.event('session', { topic, peer, namespaces, expiresAt: new Date(expiresAt).toISOString() })
  })
  made.on('request', (request) => out.event('request', request))
  made.on('answer', ({ request: { id, topic, method }, result, error }) => {
    if (error) answers.refused++
    else answers.approved++
    out.event('answer', { id, topic, method, ...(error ? { error } : { result }) })
    out.log(printable(error ? `Refused ${method}: ${error.message} (${error.code})` : `Answered ${method}`))
  })
  made.on('ended', ({ topic }) => {
    person.ended(topic)
    out.event('ended', { topic })
  })
}

async function readScript(path: string) {
  const { createHeadlessWallet, parseWalletScript } = await import('latchkey/testing')
  return { file: parseWalletScript(readTextFile('script', path)), create: createHeadlessWallet }
}

/**
 * Ends the sessions, so that the pages know that the wallet is gone. The keys of the sessions are lost when this process ends.
 */
async function endSessions(made: HeadlessWallet): Promise<void> {
  const ending = made.sessions.map(({ topic }) => made.disconnect(topic))
  await Promise.race([Promise.allSettled(ending), sleep(endingLimit, undefined, { ref: false })])
}
