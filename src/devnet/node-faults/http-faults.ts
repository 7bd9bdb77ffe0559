import { setTimeout as sleep } from 'node:timers/promises'
import {
  errorBody,
  type FaultAnswer,
  type FaultReply,
  type FaultRequest,
  type FaultRow,
  InvalidArgument,
  type NodeFault,
  numberArgument,
} from './node-fault.ts'

const json = { 'content-type': 'application/json' }
const page = { 'content-type': 'text/html' }

/** Returns a fault that answers every request in place of the node. Preflights succeed. */
function always(answer: (request: FaultRequest) => FaultAnswer): NodeFault {
  return { request: (request) => (request.isPreflight ? undefined : answer(request)) }
}

const tooMany: FaultReply = { status: 429, headers: json, body: errorBody(-32005, 'Too many requests') }

/** Checks a value of `Retry-After`: seconds, or an HTTP date. */
function retryAfter(text = '10'): string {
  if (/^\d{1,9}$/.test(text) || !Number.isNaN(Date.parse(text))) return text
  throw new InvalidArgument('needs seconds or an HTTP date')
}

function status(text: string | undefined, fallback: number): number {
  const code = numberArgument(text, fallback, 200)
  if (code > 599) throw new InvalidArgument('needs an HTTP status')
  return code
}

export const httpFaults: Readonly<Record<string, FaultRow>> = {
  busy: {
    text: 'Refuses with status 429, or with the given status, such as 522.',
    argument: 'a status; 429',
    create(argument) {
      const code = status(argument, 429)
      return always(() => ({
        ...tooMany,
        status: code,
        ...(code !== 429 && { headers: page, body: 'error' }),
      }))
    },
  },
  'busy-words': {
    text: 'Refuses with status 200 and the words "rate limit exceeded, retry in 10s".',
    argument: 'seconds; 10',
    create(argument) {
      const seconds = numberArgument(argument, 10)
      return {
        call: () => ({ error: { code: -32005, message: `rate limit exceeded, retry in ${seconds}s` } }),
      }
    },
  },
  'retry-after': {
    text: 'Refuses with status 429 and the header `Retry-After`, which pages cannot read.',
    argument: 'seconds or an HTTP date; 10',
    create(argument) {
      const headers = { ...json, 'retry-after': retryAfter(argument) }
      return always(() => ({ ...tooMany, headers }))
    },
  },
  'retry-after-exposed': {
    text: 'Refuses with status 429 and the header `Retry-After`, which pages can read.',
    argument: 'seconds or an HTTP date; 10',
    create(argument) {
      const exposed = 'retry-after, date'
      const headers = {
        ...json,
        'retry-after': retryAfter(argument),
        'access-control-expose-headers': exposed,
      }
      return always(() => ({ ...tooMany, headers }))
    },
  },
  status: {
    text: "Answers with this status and a text that isn't JSON.",
    argument: 'a status; 500',
    create(argument) {
      const code = status(argument, 500)
      return always(() => ({
        status: code,
        headers: { 'content-type': 'text/plain' },
        body: 'upstream error',
      }))
    },
  },
  html: {
    text: 'Answers with an HTML page.',
    argument: 'a status; 200',
    create(argument) {
      const code = status(argument, 200)
      const body = '<!doctype html><title>Just a moment...</title><p>Checking your browser</p>'
      return always(() => ({ status: code, headers: page, body }))
    },
  },
  empty: {
    text: 'Answers with status 200 and an empty body.',
    create: () => always(() => ({ body: '' })),
  },
  'cut-body': {
    text: 'Closes the connection in the middle of the answer.',
    create: () => ({ reply: (reply) => ({ ...reply, cut: true }) }),
  },
  huge: {
    text: 'Answers with a body of this many megabytes.',
    argument: 'megabytes; 11',
    create(argument) {
      const size = numberArgument(argument, 11) * 1_000_000
      if (size > 100_000_000) throw new InvalidArgument('needs at most 100 megabytes')
      return always(() => ({
        headers: json,
        body: `{"jsonrpc":"2.0","id":1,"result":"${'0'.repeat(size)}"}`,
      }))
    },
  },
  redirect: {
    text: 'Redirects the request to another host, with status 301.',
    create: () =>
      always(() => ({ status: 301, headers: { location: 'https://node.invalid/' }, body: 'Moved' })),
  },
  reset: { text: 'Closes the connection without an answer.', create: () => always(() => 'reset') },
  hung: { text: 'Never answers.', create: () => always(() => 'hang') },
  slow: {
    text: 'Answers after this many milliseconds.',
    argument: 'milliseconds; 3000',
    create(argument) {
      const ms = numberArgument(argument, 3000)
      return {
        async reply(reply, { isPreflight }) {
          if (!isPreflight) await sleep(ms, undefined, { ref: false })
          return reply
        },
      }
    },
  },
  'no-cors': {
    text: 'Answers without the headers that let pages read the answer.',
    create: () => ({ reply: (reply) => ({ ...reply, noCors: true }) }),
  },
  'no-preflight': {
    text: "Refuses the browser's preflight request with status 403.",
    create: () => ({
      request: ({ isPreflight }) => (isPreflight ? { status: 403, body: '', noCors: true } : undefined),
    }),
  },
  'refuses-pages': {
    text: 'Refuses web pages with status 403. Answers requests from other programs.',
    create: () => ({
      request: ({ origin }) =>
        origin === undefined
          ? undefined
          : { status: 403, headers: json, body: errorBody(403, 'Access forbidden'), noCors: true },
    }),
  },
  'echoes-url': {
    text: "Refuses with status 400, and repeats the request's path and query, which may contain keys.",
    create: () =>
      always(({ path }) => ({
        status: 400,
        headers: json,
        body: errorBody(-32600, `Invalid request to ${path}`),
      })),
  },
}
