import type { Options } from '../core/options/options.ts'

/** The options of `sdkParams`. The version is required, because its default names the host's families. */
export interface SdkOptions extends Pick<Options, 'projectId' | 'sdkType'> {
  readonly sdkVersion: string
}

/** Returns the query parameters that identify the app. Each GET request to a service has these parameters (S1.7, S3.2.1). */
export function sdkParams({ projectId, sdkType, sdkVersion }: SdkOptions) {
  return { projectId, st: sdkType ?? 'latchkey', sv: sdkVersion }
}
