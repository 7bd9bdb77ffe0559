import type { Options } from '../core/options/options.ts'
import { sdkParams } from '../services/sdk-params.ts'

/**
 * Returns the parameters that identify the app to the project's services (S3.2.1). Unless the host set `sdkVersion`, the version
 * also names the platform and the families.
 */
export function sdkQuery(options: Options): ReturnType<typeof sdkParams> {
  const about = sdkParams(options)
  const families = options.adapters.map(({ namespace }) => namespace).join() || 'universal'
  return { ...about, sv: options.sdkVersion ?? `html-${families}-${about.sv}` }
}
