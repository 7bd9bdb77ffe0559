import type { Options } from '../core/options/options.ts'
import { version } from '../version.ts'

/** Returns the query parameters that identify the app. Each GET request to a service has these parameters (S1.7, S3.2.1). */
export function sdkParams({
  projectId,
  sdkType,
  sdkVersion,
}: Pick<Options, 'projectId' | 'sdkType' | 'sdkVersion'>) {
  return { projectId, st: sdkType ?? 'latchkey', sv: sdkVersion ?? version }
}
