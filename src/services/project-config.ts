import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ProjectFeature } from '../core/options/features.ts'
import type { Options } from '../core/options/options.ts'
import type { CallOptions, Platform } from '../ports.ts'
import { createHttpClient } from '../transport/http-client.ts'
import type * as Answers from './project-answers.ts'
import type { sdkParams } from './sdk-params.ts'

/**
 * Fetches the project's configuration (S2.7, S3.2.3). Responses are untrusted, so invalid entries are dropped. Each method
 * rejects with the errors of `HttpClient`, and with `http/invalid-body` if the whole response is invalid.
 */
export interface ProjectConfig {
  /** Fetches the features with `GET /appkit/v1/config`. */
  features(opts?: CallOptions): Promise<readonly ProjectFeature[]>
  /** Fetches the patterns of the allowed origins with `GET /projects/v1/origins`. An empty list allows all origins. */
  origins(opts?: CallOptions): Promise<readonly string[]>
  /** Fetches whether analytics are on, with `GET /getAnalyticsConfig`. */
  analytics(opts?: CallOptions): Promise<boolean>
}

export interface ProjectConfigOptions extends Pick<Platform, 'fetch' | 'clock'> {
  readonly baseUrl: NonNullable<Options['endpoints']['config']>
  readonly about: ReturnType<typeof sdkParams>
  readonly answers: typeof Answers
}

export function createProjectConfig(options: ProjectConfigOptions): ProjectConfig {
  const { baseUrl, about: params, answers } = options
  const { host } = new URL(baseUrl)
  const http = createHttpClient(options)

  async function ask<T>(
    path: string,
    read: (body: unknown) => T | undefined,
    expected: string,
    opts: CallOptions | undefined,
  ): Promise<T> {
    const found = read(await http.get(path, { params, ...opts }))
    if (found !== undefined) return found
    throw latchkeyError('http/invalid-body', { values: { host, expected } })
  }

  return {
    features: (opts) =>
      ask('appkit/v1/config', answers.readProjectFeatures, 'the features of a project', opts),
    origins: (opts) => ask('projects/v1/origins', answers.readOrigins, 'a list of origins', opts),
    analytics: (opts) =>
      ask(
        'getAnalyticsConfig',
        answers.readAnalyticsSwitch,
        'true or false for the analytics of a project',
        opts,
      ),
  }
}
