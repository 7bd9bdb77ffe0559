import { projectConfigHandler } from '../servers/project-config/project-config-handler.ts'
import type { Project } from '../servers/project-config/projects.ts'
import type { StartOptions } from './family-devnet.ts'
import { reply, requestOf, serveLoopback } from './server/loopback-server.ts'

/** The project configuration service of `latchkey serve`, on loopback. Pages ask it which features the host has switched on or off. */
export interface DevProjectConfig {
  /** A URL such as `http://127.0.0.1:3000`, for the option `endpoints.config`. */
  readonly url: string
  /** The configuration of all projects. */
  readonly project: Project
  /** Changes the configuration. The next request gets the new configuration. */
  set(change: Partial<Project>): void
  stop(): Promise<void>
}

export interface DevProjectConfigOptions extends StartOptions {
  /** Default: any origin, analytics on, no feature set. */
  readonly project?: Partial<Project> | undefined
}

/**
 * Starts the service. It accepts any project id.
 * @throws `validation/invalid-input` for an invalid origin.
 */
export async function startProjectConfig({
  project: given,
  allowedOrigins,
}: DevProjectConfigOptions = {}): Promise<DevProjectConfig> {
  let project: Project = { origins: [], analytics: true, features: {}, ...given }
  const answer = projectConfigHandler(() => ({ get: () => project }))
  const { url, stop } = await serveLoopback({
    allowedOrigins,
    routes: (app) => app.all('*', (c) => reply(c, answer(requestOf(c)))),
  })
  return {
    url,
    get project() {
      return project
    },
    set(change) {
      project = { ...project, ...change }
    },
    stop,
  }
}
