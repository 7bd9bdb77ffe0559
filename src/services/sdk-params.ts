import type { Options } from '../core/options.ts'
import { version } from '../version.ts'

/** Who asks: what every GET to a service carries. Specification 1, section 7; facts 2.1. */
export function sdkParams({
  projectId,
  sdkType,
  sdkVersion,
}: Pick<Options, 'projectId' | 'sdkType' | 'sdkVersion'>) {
  return { projectId, st: sdkType ?? 'latchkey', sv: sdkVersion ?? version }
}
