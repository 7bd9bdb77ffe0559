import type { ServerResponse } from 'node:http'
import type { WireBody } from '../../src/services/telemetry/telemetry.ts'
import { type Loopback, type LoopbackRequest, loopback } from './loopback.ts'

type Answer = (request: LoopbackRequest, response: ServerResponse) => void

export interface DeskAnswers {
  config: Answer
  origins: Answer
  analytics: Answer
  events: Answer
  /** The data service's answer to a request for NFTs. */
  nfts: Answer
}

export interface ProjectDesk extends Loopback {
  /** The answers of the server. A test can replace them. */
  readonly answers: DeskAnswers
  /** Returns the number of requests whose path ends with `path`. */
  count(path: string): number
  /** Returns the events that arrived, as the page sent them. */
  bodies(): readonly WireBody[]
  /** Returns the names of the events that arrived, oldest first. */
  events(): readonly string[]
}

export const json =
  (value: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
export const silence: Answer = () => {}

export const entry = (id: string, isEnabled: boolean, config: readonly string[] | null = []) => ({
  id,
  isEnabled,
  config,
})

/**
 * Starts a server for the project's configuration and events. By default, the project's configuration switches all
 * features on (S2.7).
 */
export async function projectDesk(answers: Partial<DeskAnswers> = {}): Promise<ProjectDesk> {
  const all: DeskAnswers = {
    config: json({ features: [] }),
    origins: json({ allowedOrigins: [] }),
    analytics: json({ isAnalyticsEnabled: true }),
    events: json({}, 202),
    nfts: json({}, 404),
    ...answers,
  }
  const routes: Readonly<Record<string, keyof DeskAnswers>> = {
    '/appkit/v1/config': 'config',
    '/projects/v1/origins': 'origins',
    '/getAnalyticsConfig': 'analytics',
    '/e': 'events',
  }
  const pathOf = ({ path }: LoopbackRequest) => path.replace(/\?.*/, '')
  const server = await loopback((request, response) => {
    const path = pathOf(request)
    const route = path.endsWith('/nfts') ? 'nfts' : routes[path]
    response.setHeader('access-control-allow-origin', '*')
    if (route) all[route](request, response)
    else response.writeHead(404).end()
  })
  const bodies = () =>
    server.requests
      .filter((request) => pathOf(request) === '/e')
      .map(({ body }) => JSON.parse(body) as WireBody)
  return {
    ...server,
    answers: all,
    count: (path) => server.requests.filter((request) => pathOf(request).endsWith(path)).length,
    bodies,
    events: () => bodies().map(({ props }) => String(props.event)),
  }
}
