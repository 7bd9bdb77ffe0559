import type { Options } from '../core/options/options.ts'
import { sdkParams } from '../services/sdk-params.ts'
import { version } from '../version.ts'

type SdkQueryOptions = Pick<Options, 'adapters' | 'projectId' | 'sdkType' | 'sdkVersion'>

/**
 * Returns the parameters that identify the app to the project's services (S3.2.1). Unless the host set `sdkVersion`, the version
 * also names the platform and the families.
 */
export function sdkQuery(options: SdkQueryOptions): ReturnType<typeof sdkParams> {
  const families = options.adapters.map(({ namespace }) => namespace).join() || 'universal'
  return sdkParams({ ...options, sdkVersion: options.sdkVersion ?? `html-${families}-${version}` })
}
