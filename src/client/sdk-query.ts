import type { Options } from '../core/options/options.ts'
import { sdkParams } from '../services/sdk-params.ts'

/** Returns the parameters that identify the page to the project's services: platform, adapters and version (S3.2.1). */
export function sdkQuery(options: Options): ReturnType<typeof sdkParams> {
  const about = sdkParams(options)
  const families = options.adapters.map(({ namespace }) => namespace).join() || 'universal'
  return { ...about, sv: options.sdkVersion ?? `html-${families}-${about.sv}` }
}
