import type { FaultCall, NodeFault } from './node-fault.ts'

/** Limits a fault to calls of one method, and to requests with such a call. A `*` at the end of `method` matches any text. */
export function onlyFor(fault: NodeFault, method: string): NodeFault {
  const isMeant = ({ method: called }: FaultCall) =>
    method.endsWith('*') ? called.startsWith(method.slice(0, -1)) : called === method
  const { request, call, reply, stop } = bound(fault)
  return {
    ...(request && {
      request: (asked, ask) => (asked.calls.some(isMeant) ? request(asked, ask) : undefined),
    }),
    ...(call && { call: (asked, next, ask) => (isMeant(asked) ? call(asked, next, ask) : next()) }),
    ...(reply && { reply: (given, asked) => (asked.calls.some(isMeant) ? reply(given, asked) : given) }),
    ...(stop && { stop }),
  }
}

/** Limits a fault to a number of requests or calls that it changes, or to a period that starts now. */
export function limitedFault(
  fault: NodeFault,
  limit: string | undefined,
  now = () => performance.now(),
): NodeFault {
  if (limit === undefined) return fault
  const until = limit.endsWith('s') ? now() + Number(limit.slice(0, -1)) * 1000 : Infinity
  let left = limit === 'once' ? 1 : limit.endsWith('s') ? Infinity : Number(limit)
  const isOver = () => left <= 0 || now() > until
  const { request, call, reply, stop } = bound(fault)
  return {
    ...(request && {
      async request(asked, ask) {
        if (isOver()) return undefined
        left--
        const answer = await request(asked, ask)
        if (answer === undefined) left++
        return answer
      },
    }),
    ...(call && {
      async call(asked, next, ask) {
        if (isOver()) return next()
        left--
        let honest: unknown
        const outcome = await call(
          asked,
          async (changed) => {
            const told = await next(changed)
            if (changed === undefined) honest = told
            return told
          },
          ask,
        )
        if (outcome === honest) left++
        return outcome
      },
    }),
    ...(reply && {
      async reply(given, asked) {
        if (isOver()) return given
        left--
        const changed = await reply(given, asked)
        if (changed === given) left++
        return changed
      },
    }),
    ...(stop && { stop }),
  }
}

function bound(fault: NodeFault): NodeFault {
  const { request, call, reply, stop } = fault
  return {
    ...(request && { request: request.bind(fault) }),
    ...(call && { call: call.bind(fault) }),
    ...(reply && { reply: reply.bind(fault) }),
    ...(stop && { stop: stop.bind(fault) }),
  }
}
