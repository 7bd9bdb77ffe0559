import type { ChainNetwork } from 'latchkey'
import type { Danger, HeadlessNodes, HeadlessProposal, HeadlessRequest, TokenOf } from 'latchkey/wallets'
import { type Context, canAsk } from '../context.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { claimed, printable, quoted, shortened } from '../output/printable.ts'
import { confirm } from '../output/prompt.ts'
import { fields, table } from '../output/table.ts'

/** Asks the user to approve proposals and requests, one at a time. */
export interface Approvals {
  /** Asks the user about a proposal. @throws the error for the page if the user declines */
  proposal(proposal: HeadlessProposal): Promise<void>
  /** Asks the user about a request. @throws the error for the page if the request can't be decoded or the user declines */
  request(request: HeadlessRequest, page: string, nodes?: HeadlessNodes): Promise<void>
  /** Withdraws the questions of a session that has ended. */
  ended(topic: string): void
}

/** Limits waiting requests, so that a page can't flood the user with prompts. */
const waitingLimit = 20

export interface ApprovalOptions {
  readonly asks: boolean
  /** The fee above which to warn; undefined for the default. */
  feeCap(network: ChainNetwork): Promise<bigint | undefined>
  /** The dangers that the user allowed in advance (`--allow-danger`), so that they need no typed word. */
  readonly allowDanger?: readonly Danger[] | undefined
  /** bip122: sighash types to allow, in addition to the types that cover the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** eip155: finds a network's tokens. Without it, token amounts are shown in the smallest unit. */
  tokenOf?(network: ChainNetwork): TokenOf | undefined
  /** Asks the user to approve. Default: asks on the terminal. */
  readonly confirm?: typeof confirm
}

/**
 * Shows proposals and requests. With `asks`, shows one at a time, and asks the user about it. Without `asks`, shows each proposal
 * or request as soon as it arrives.
 */
export function approvals(
  context: Context,
  networks: readonly ChainNetwork[],
  options: ApprovalOptions,
): Approvals {
  const { asks } = options
  const { out } = context
  const endings = new Map<string, AbortController>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const endingOf = (topic: string) => {
    const found = endings.get(topic) ?? new AbortController()
    endings.set(topic, found)
    return found.signal
  }
  const decide = async (shown: Shown, ending?: AbortSignal): Promise<void> => {
    const signal = ending ? AbortSignal.any([context.signal, ending]) : context.signal
    const show = async () => {
      const text = await shown.text(signal)
      if (ending?.aborted) throw await refusal(4001, 'The session has ended.')
      out.log(`\n${out.errorColor.bold(shown.title)}\n${text}`)
    }
    if (!asks) return show()
    if (waiting >= waitingLimit) throw await refusal(-32005, 'Too many requests wait for an answer.')
    waiting++
    const decided = last.then(async () => {
      if (ending?.aborted) throw await refusal(4001, 'The session has ended.')
      await show()
      await answered(context, shown, ending, options.confirm)
    })
    last = decided.catch(() => {})
    await decided.finally(() => waiting--)
  }

  return {
    proposal: (proposal) =>
      decide({
        title: 'A page wants to connect',
        text: async () => proposalText(proposal),
        question: `Connect to the page that claims to be at ${claimed(proposal.peer.url)}?`,
      }),
    request: async (request, page, nodes) =>
      decide(await shownOf(request, page, networks, options, nodes), endingOf(request.topic)),
    ended(topic) {
      endingOf(topic)
      endings.get(topic)?.abort()
    },
  }
}

interface Shown {
  readonly title: string
  /** Is called just before the question, so that a simulation is up to date. */
  text(signal: AbortSignal): Promise<string>
  readonly question: string
  /** The word that approves a dangerous request. Undefined if a yes is enough. */
  readonly word?: string | undefined
}

function proposalText({ peer, requiredNamespaces, optionalNamespaces }: HeadlessProposal): string {
  // A family can be both required and optional. An approval covers both.
  const wanted = new Map<string, { readonly chains: Set<string>; readonly methods: Set<string> }>()
  for (const scopes of [requiredNamespaces, optionalNamespaces])
    for (const [namespace, { chains = [], methods }] of Object.entries(scopes)) {
      const known = wanted.get(namespace)
      wanted.set(namespace, {
        chains: new Set([...(known?.chains ?? []), ...chains]),
        methods: new Set([...(known?.methods ?? []), ...methods]),
      })
    }
  return fields([
    // Nothing has verified what the page says about itself.
    ['page', claimed(peer.name)],
    ['says it is at', claimed(peer.url)],
    ...[...wanted].flatMap(([namespace, { chains, methods }]) => [
      [namespace, [...chains].join(' ')] as const,
      ['', [...methods].join(' ')] as const,
    ]),
  ])
}

/** Describes a request in words, then shows its raw form. */
async function shownOf(
  request: HeadlessRequest,
  page: string,
  networks: readonly ChainNetwork[],
  options: ApprovalOptions,
  nodes?: HeadlessNodes,
): Promise<Shown> {
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === request.network)
  const { describeRequest, effectRows } = await import('latchkey/wallets')
  const feeCap = network && (await options.feeCap(network))
  const tokenOf = network && options.tokenOf?.(network)
  const described = await describeRequest(request, network, {
    ...{ feeCap, tokenOf },
    allowSighash: options.allowSighash,
  }).catch(async (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw await refusal(-32602, `The request cannot be read: ${reason}`)
  })
  const { title, rows, body, table: columns, summary = title, fee, dangers, effects } = described
  const raw = `${request.method} ${JSON.stringify(request.params, null, 2)}`
  const where = `${network?.name ?? ''} ${request.network}`.trim()
  const head = fields([['page', claimed(page)], ['network', where], ...rows])
  const [worst] = effects
  const asked = dangers.length > 0 && worst ? `DANGER: ${lowered(worst.text)}` : capital(summary)
  return {
    title: `The page asks to ${printable(title)}`,
    text: async (signal) => {
      const simulated = await nodes?.simulate({ tokenOf, signal })
      const effect = fields([...effectRows(described), ...(simulated ?? [])])
      return [effect, head, columns && table(columns), body && quoted(body), raw]
        .filter((part) => part !== undefined)
        .join('\n\n')
    },
    question: `${shortened(printable(asked), 400)}${fee ? `, ${printable(fee)},` : ''} on ${request.network}?`,
    word: dangers.find((danger) => !options.allowDanger?.includes(danger)),
  }
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
const lowered = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

async function answered(
  context: Context,
  { question, word }: Shown,
  ending: AbortSignal | undefined,
  ask = confirm,
): Promise<void> {
  if (!canAsk(context)) throw await refusal(4001, "Prompts aren't possible.")
  const signal = ending ? AbortSignal.any([context.signal, ending]) : context.signal
  try {
    await ask({ ...context, signal }, question, 'signed', word)
  } catch (error) {
    if (ending?.aborted) throw await refusal(4001, 'The session has ended.')
    if (!(error instanceof CliError && error.exitCode === exitCodes.rejected)) throw error
    const { userRejected } = await import('latchkey/wallets')
    throw userRejected()
  }
}

async function refusal(code: number, message: string): Promise<Error> {
  const { ProviderError } = await import('latchkey/wallets')
  return new ProviderError(code, message)
}
