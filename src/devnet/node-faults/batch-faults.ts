import {
  errorBody,
  type FaultReply,
  type FaultRequest,
  type FaultRow,
  type NodeFault,
  numberArgument,
  wordArgument,
} from './node-fault.ts'

const json = { 'content-type': 'application/json' }
const error = (code: number, message: string, status = 200): FaultReply => ({
  ...{ status, headers: json },
  body: errorBody(code, message),
})

/** The answers of servers that refuse batches. */
const refusals = {
  object: error(-32600, 'Batch requests are not supported', 400),
  '403': { status: 403, headers: json, body: '{"message":"Forbidden"}' },
  '404': {
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: '<html><h1>404 Not Found</h1></html>',
  },
  '500': { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' },
  // jsonrpsee
  '-32005': error(-32005, 'Batched requests are not supported by this server'),
  '-32010': error(-32010, 'The batch request was too large'),
  // proxyd
  '-32014': error(-32014, 'over rate limit for batch requests'),
  // geth
  '-32003': error(-32003, 'response too large'),
  array: { headers: json, body: `[${errorBody(-32600, 'Batch requests are not supported')}]` },
  empty: { body: '' },
} as const satisfies Readonly<Record<string, FaultReply>>

const kinds = Object.keys(refusals).sort((one) => (one === 'object' ? -1 : 1)) as (keyof typeof refusals)[]

function ofBatches(answer: (request: FaultRequest) => FaultReply | undefined): NodeFault {
  return { request: (request) => (request.isBatch ? answer(request) : undefined) }
}

/** Returns a fault that changes the list of answers to a batch. */
function reordered(change: (answers: readonly unknown[]) => readonly unknown[]): NodeFault {
  return {
    reply(reply, { isBatch }) {
      if (!isBatch) return reply
      const answers: unknown = JSON.parse(reply.body)
      return Array.isArray(answers) ? { ...reply, body: JSON.stringify(change(answers)) } : reply
    },
  }
}

export const batchFaults: Readonly<Record<string, FaultRow>> = {
  'no-batch': {
    text: 'Refuses whole batches: with an error object, a status, a JSON-RPC code, a list of one error, or an empty answer.',
    argument: `${kinds.join(', ')}; object`,
    create(argument) {
      const refusal = refusals[wordArgument(argument, kinds)]
      return ofBatches(() => refusal)
    },
  },
  'batch-limit': {
    text: 'Refuses larger batches, and states the limit.',
    argument: 'calls; 20',
    create(argument) {
      const most = numberArgument(argument, 20)
      const refusal = error(-32005, `Batch size is too large, the maximum is ${most}`)
      return ofBatches(({ calls }) => (calls.length > most ? refusal : undefined))
    },
  },
  'batch-limit-unstated': {
    text: 'Refuses larger batches with status 413.',
    argument: 'calls; 20',
    create(argument) {
      const most = numberArgument(argument, 20)
      const refusal = { status: 413, headers: { 'content-type': 'text/plain' }, body: 'Payload Too Large' }
      return ofBatches(({ calls }) => (calls.length > most ? refusal : undefined))
    },
  },
  'batch-partial': {
    text: 'Answers only the first half of a batch.',
    create: () => reordered((answers) => answers.slice(0, Math.ceil(answers.length / 2))),
  },
  'batch-reversed': {
    text: 'Answers a batch in reverse order, which JSON-RPC allows.',
    create: () => reordered((answers) => [...answers].reverse()),
  },
}
