import type { Options } from '../core/options.ts'
import { sdkParams } from '../services/sdk-params.ts'

/** Who asks the services of a project. Facts 2.1: of which platform, with which adapters, of which version. */
export function aboutPage(options: Options): ReturnType<typeof sdkParams> {
  const about = sdkParams(options)
  const families = options.adapters.map(({ namespace }) => namespace).join() || 'universal'
  return { ...about, sv: options.sdkVersion ?? `html-${families}-${about.sv}` }
}
