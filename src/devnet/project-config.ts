import { projectConfigHandler } from '../servers/project-config/project-config-handler.ts'
import type { Project } from '../servers/project-config/projects.ts'
import type { StartOptions } from './family-devnet.ts'
import { serveLoopback } from './server/loopback-server.ts'

/** A service that tells a project's pages what the host has switched, on loopback: that of `latchkey serve`. */
export interface DevProjectConfig {
  /** `http://127.0.0.1:…`, for the option `endpoints.config`. */
  readonly url: string
  /** What every project is told. */
  readonly project: Project
  /** Changes that, from the next question on. */
  set(change: Partial<Project>): void
  stop(): Promise<void>
}

export interface DevProjectConfigOptions extends StartOptions {
  /** Default: any origin, analytics on, and every feature left to the page. */
  readonly project?: Partial<Project> | undefined
}

/**
 * Starts the service for projects of any id.
 * @throws `validation/invalid-input` for what is no origin.
 */
export async function startProjectConfig({
  project: given,
  allowedOrigins,
}: DevProjectConfigOptions = {}): Promise<DevProjectConfig> {
  let project: Project = { origins: [], analytics: true, features: {}, ...given }
  const answer = projectConfigHandler(() => ({ get: () => project }))
  const { url, stop } = await serveLoopback({ allowedOrigins, answer })
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
